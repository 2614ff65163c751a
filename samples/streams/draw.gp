# SPDX-License-Identifier: Apache-2.0
#
# Draws a run of clconv_streams from the file of its option --csv:
#
#     gnuplot -e "run='run.csv'" samples/streams/draw.gp      # writes run.csv.svg
#
# Left: frames per second of all streams. Right: the share of the time in which the threads of each stage were busy.
# Points are means of the half second before them.

if (!exists("run")) run = "run.csv"
set encoding utf8
set datafile separator ","
stats run using "stream" name "stream" nooutput
stats run using "workers" name "workers" nooutput
streams = stream_max + 1
workers = workers_max

# Sums over the streams at each time: "smooth frequency" adds what has the same x.
set yrange [-1:*] # not empty where a stage did nothing
do for [column in "delivered decode_seconds upload_seconds filter_seconds download_seconds encode_seconds"] {
    eval sprintf("set table $%s", column)
    plot run using "seconds":column smooth frequency
    unset table
}

# The growth of y per second since the row before; undefined at the first row and after a short last interval.
growth(x, y) = (before = x - lastX, rise = y - lastY, lastX = x, lastY = y, before > 0.25 ? rise / before : NaN)
begin = "lastX = lastY = 0"

set datafile separator whitespace
set terminal svg size 1000,360 dynamic background "white" font "sans-serif,12"
set output run . ".svg"
set multiplot layout 1,2
set grid
set xlabel "seconds"
set yrange [0:*]
set title "frames/s"
@begin
plot $delivered using 1:(growth($1, $2)) with lines linewidth 2 notitle
set title "busy, % of the time of the stage's threads"
set yrange [0:105]
set key outside below horizontal
@begin
plot $decode_seconds using 1:(100 * growth($1, $2) / streams) with lines linewidth 2 title "decode", \
     @begin, $upload_seconds using 1:(100 * growth($1, $2) / workers) with lines linewidth 2 title "upload", \
     @begin, $filter_seconds using 1:(100 * growth($1, $2) / workers) with lines linewidth 2 title "filter", \
     @begin, $download_seconds using 1:(100 * growth($1, $2) / workers) with lines linewidth 2 title "download", \
     @begin, $encode_seconds using 1:(100 * growth($1, $2) / streams) with lines linewidth 2 title "encode"
unset multiplot
