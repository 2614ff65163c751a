// SPDX-License-Identifier: Apache-2.0
//
// Writes scripts and runs gnuplot.

#include "gnuplot.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>

namespace bench {
namespace {

void write(const std::string& file, const Script& script)
{
    std::ofstream out(file);
    out << "# gnuplot " << script.name << ".gp, in the folder of this file\nset encoding utf8\n" << script.settings;
    for (const std::string terminal : {"svg", "pngcairo"})
        out << "set terminal " << terminal << " size " << script.size.width << "," << script.size.height
            << " noenhanced background rgb 'white' font 'Helvetica,10'\nset output '" << script.name
            << (terminal == "svg" ? ".svg" : ".png") << "'\n"
            << script.drawing << "unset output\n";
    out.close();
    if (!out)
        throw std::runtime_error("cannot write " + file);
}

} // namespace

const std::vector<std::string> colours = {"#0072B2", "#D55E00", "#009E73", "#000000", "#56B4E9", "#CC79A7", "#E69F00"};

void draw(const std::string& folder, const std::vector<Script>& scripts)
{
    const bool canDraw = std::system("gnuplot --version > /dev/null 2>&1") == 0;
    for (const Script& script : scripts)
    {
        const std::string path = folder + "/" + script.name + ".gp";
        write(path, script);
        if (canDraw && std::system(("cd '" + folder + "' && gnuplot " + script.name + ".gp").c_str()) != 0)
            std::cerr << "gnuplot failed on " << path << std::endl;
    }
    if (!canDraw)
        std::cerr << "gnuplot is not installed: data and scripts are in " << folder << ", but no figures" << std::endl;
}

} // namespace bench
