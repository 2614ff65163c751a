# SPDX-License-Identifier: Apache-2.0
#
# clconv_streams with drawn frames and with files: every frame, in order, on several devices, compared.

import base64
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from conftest import FRAMES, make_film, means_of

SMALL = ("--input-size=160x120",)


def test_every_synthetic_frame_is_filtered(run):
    done = run(*SMALL, "--streams=3", "--frames=50")
    assert done.code == 0, done.err
    assert done.lines == []
    assert done.report["frames_decoded"] == done.report["frames_delivered"] == 150
    assert done.report["frames_lost"] == 0
    assert done.report["resident_mb_max"] > 0
    stages = {stage["stage"]: stage["frames"] for stage in done.report["stages"]}
    assert stages == {"decode": 150, "upload": 150, "filter": 150, "download": 150, "check": 0, "encode": 0}
    assert "150 frames in " in done.out


def test_seconds_end_a_run(run):
    done = run(*SMALL, "--streams=2", "--seconds=0.5")
    assert done.code == 0, done.err
    assert done.report["frames_decoded"] == done.report["frames_delivered"] > 0
    assert 0.5 <= done.report["seconds"]


@pytest.mark.parametrize("suffix", [".mp4", ".avi"])
def test_files_are_written_in_order(run, tmp_path, suffix):
    film = make_film(tmp_path / f"film{suffix}")
    done = run(f"--source={film}", f"--source={film}", "--filter=blur,blur", "--size=3", f"--sink={tmp_path}/out")
    assert done.code == 0, done.err
    expected = means_of(film)
    assert len(expected) == FRAMES
    for index in range(2):
        means = means_of(tmp_path / "out" / f"stream{index:02}.mp4")
        assert len(means) == FRAMES
        assert np.abs(np.subtract(means, expected)).max() < 3  # a frame is 7 lighter than the one before it


def test_a_list_and_repeated_sources_are_the_same(run, tmp_path):
    first, second = make_film(tmp_path / "a.avi", 5), make_film(tmp_path / "b.avi", 8)
    for sources in ([f"--source={first},{second}"], [f"--source={first}", f"--source={second}"]):
        done = run(*sources, "--streams=3")
        assert done.code == 0, done.err
        assert [stream["frames_delivered"] for stream in done.report["streams"]] == [5, 8, 5]


def test_every_frame_is_compared_with_opencv(run):
    done = run(*SMALL, "--streams=2", "--frames=20", "--engine=compare", "--filter=blur,sharpen,edges,motion,emboss")
    assert done.code == 0, done.err
    assert done.report["frames_compared"] == 40
    assert done.report["largest_difference"] <= 1
    assert "40 frames compared" in done.out


@pytest.mark.parametrize("engine", ["stock", "opencv-cpu"])
def test_the_other_engines_filter_too(run, engine):
    done = run(*SMALL, "--streams=2", "--frames=5", f"--engine={engine}", "--filter=sharpen", "--size=3")
    assert done.code == 0, done.err
    assert done.report["frames_delivered"] == 10
    assert done.report["engine"] == engine


def test_two_devices_give_what_one_gives(run):
    env = {"POCL_DEVICES": "pthread pthread"}
    listed = run("--devices=list", env=env)
    if len(listed.out.splitlines()) < 2:
        pytest.skip("one device")
    done = run(*SMALL, "--streams=4", "--frames=20", "--devices=0,1", "--verify", "--filter=blur,edges", env=env)
    assert done.code == 0, done.err
    assert [device["streams"] for device in done.report["devices"]] == [2, 2]
    assert done.report["frames_compared"] == 80
    assert done.report["frames_that_differ"] == 0


def test_the_dashboard_is_well_formed_and_holds_the_figures(run, tmp_path):
    page = tmp_path / "run.html"
    done = run(*SMALL, "--streams=2", "--frames=30", f"--dashboard={page}")
    assert done.code == 0, done.err
    html = "{http://www.w3.org/1999/xhtml}"
    tree = ElementTree.fromstring(page.read_text())
    text = " ".join(tree.itertext())
    assert "60" in [bold.text for bold in tree.iter(html + "b")]
    for stage in done.report["stages"][:4]:
        assert f"{100 * stage['share']:.0f} %, {stage['ms_per_frame']:.2f} ms a frame" in text, stage
    assert done.report["devices"][0]["name"] in text
    assert done.report["sentence"] in text
    assert f"clconv_streams --headless {' '.join(SMALL)} --streams=2 --frames=30" in text
    assert text.index("Before and after") < text.index("Over time")
    titles = [title.text for title in tree.iter(html + "title")]
    assert "Throughput" in titles and "Filters on each device" in titles
    pictures = [image.get("src").split(",") for image in tree.iter(html + "img")]
    assert len(pictures) == 4
    for kind, data in pictures:
        assert kind == "data:image/jpeg;base64"
        assert base64.b64decode(data, validate=True)[:2] == b"\xff\xd8"
    assert not list(tree.iter(html + "script")) and not list(tree.iter(html + "link"))


def test_without_videoio_drawn_frames_are_filtered_and_files_refused(run, tmp_path):
    done = run(*SMALL, "--streams=2", "--frames=10", f"--dashboard={tmp_path}/a.html", program="SYNTHETIC")
    assert done.code == 0, done.err
    assert done.report["frames_delivered"] == 20
    ElementTree.parse(tmp_path / "a.html")
    film = make_film(tmp_path / "film.avi")
    refused = run(f"--source={film}", program="SYNTHETIC")
    assert refused.code == 2
    assert len(refused.lines) == 1 and "built without OpenCV's videoio" in refused.lines[0]
