# SPDX-License-Identifier: Apache-2.0
#
# clconv_streams when something fails: one clear line, the right exit status, files that play.

import os
import pty
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import FRAMES, command, make_cut_film, make_film, means_of

SMALL = ("--input-size=160x120",)


def test_a_broken_file_ends_alone(run, tmp_path):
    good = [make_film(tmp_path / "good.mp4"), make_film(tmp_path / "good.avi")]
    cut = [make_cut_film(tmp_path / "cut.avi"), make_cut_film(tmp_path / "cut.mp4")]
    sources = [good[0], cut[0], tmp_path / "missing.mp4", cut[1], good[1]]
    done = run(*(f"--source={source}" for source in sources), f"--sink={tmp_path}/out")
    assert done.code == 2
    assert len(done.lines) == 3
    for part in (
        f"stream 1 ({cut[0]}): ends after ",
        f"stream 2 ({sources[2]}): no such video file",
        f"stream 3 ({cut[1]}): not a video that OpenCV can read",
    ):
        assert sum(part in line for line in done.lines) == 1, (part, done.lines)
    delivered = done.delivered
    assert delivered[0] == delivered[4] == FRAMES
    assert 0 < delivered[1] < FRAMES
    assert delivered[2] == delivered[3] == 0
    for index in (0, 1, 4):
        assert len(means_of(tmp_path / "out" / f"stream{index:02}.mp4")) == delivered[index]


def test_an_interrupt_leaves_whole_files(tmp_path):
    out = tmp_path / "out"
    files = [out / f"stream{index:02}.mp4" for index in range(2)]
    with subprocess.Popen(
        command("--streams=2", "--input-size=320x240", "--seconds=200", f"--sink={out}"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 100
        while not all(file.exists() and file.stat().st_size > 1 << 15 for file in files):
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=100)
    assert process.returncode == 130, errors
    assert errors.count("clconv_streams: ") == 1 and "interrupted" in errors
    rows = [line.split() for line in output.splitlines()[1:3]]
    for file, row in zip(files, rows):
        assert int(row[3]) > 0
        assert len(means_of(file)) == int(row[3])
    assert "; 0 lost" in output


def test_a_full_disk_ends_with_whole_files(tmp_path):
    """A small disk of its own, in a namespace, if that is allowed."""
    namespace = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    mount = f"mount -t tmpfs -o size=3m none {tmp_path}"
    if not shutil.which("unshare") or subprocess.run([*namespace, "sh", "-c", mount], check=False).returncode:
        pytest.skip("no disk can be mounted here")
    count = "import sys; from conftest import means_of; print('frames', *(len(means_of(f)) for f in sys.argv[1:]))"
    program = " ".join(command("--streams=2", "--input-size=320x240", "--frames=2000", f"--sink={tmp_path}"))
    script = f"{mount} && {{ {program}; echo code $?; {sys.executable} -c \"{count}\" {tmp_path}/*.mp4; }}"
    done = subprocess.run([*namespace, "sh", "-c", script], capture_output=True, text=True, check=True, timeout=200,
                          cwd=Path(__file__).parent)
    assert "\ncode 2\n" in done.stdout
    assert done.stderr.count("the disk is full; ") == 2, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()[1:3]]
    assert f"\nframes {rows[0][3]} {rows[1][3]}\n" in done.stdout, done.stdout
    assert all(0 < int(row[3]) < 2000 for row in rows)


def test_a_failing_write_is_noticed(run, tmp_path):
    def limit_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 15, 1 << 15))

    done = run("--streams=1", "--input-size=320x240", "--frames=40", f"--sink={tmp_path}/out", preexec_fn=limit_files)
    assert done.code == 2
    assert len(done.lines) == 1 and "of 40 frames: the disk is full or fails" in done.lines[0], done.err


@pytest.fixture
def uses_gstreamer(run, tmp_path):
    """Whether the program uses GStreamer for a source, which writes a registry at its first use."""

    def tell(source, env=()):
        registry = tmp_path / "registry.bin"
        registry.unlink(missing_ok=True)
        done = run(f"--source={source}", env={"GST_REGISTRY": str(registry), **dict(env)})
        return done, registry.exists()

    if not tell("none ! appsink")[1]:
        pytest.skip("OpenCV without GStreamer")
    if tell(make_film(tmp_path / "film.mp4"))[1]:
        pytest.skip("OpenCV without FFmpeg")
    return tell


def test_what_ffmpeg_refuses_is_not_given_to_gstreamer(uses_gstreamer, tmp_path):
    """OpenCV's wait for GStreamer may never end."""
    done, used = uses_gstreamer(make_cut_film(tmp_path / "cut.mp4"))
    assert done.code == 2
    assert "not a video that OpenCV can read" in done.lines[0]
    assert not used


@pytest.mark.parametrize("priority", [("LIST", "GSTREAMER"), ("FFMPEG", "0")])
def test_gstreamer_is_used_where_it_is_first(uses_gstreamer, tmp_path, priority):
    name, value = priority
    assert uses_gstreamer(make_film(tmp_path / "film.mp4"), {f"OPENCV_VIDEOIO_PRIORITY_{name}": value})[1]


def test_no_device_is_one_line(run):
    done = run(*SMALL, "--frames=3", env={"OPENCV_OPENCL_RUNTIME": "disabled"})
    assert done.code == 2
    assert done.lines == ["clconv_streams: no OpenCL device; --engine=opencv-cpu runs without one"]
    done = run(*SMALL, "--frames=3", "--engine=opencv-cpu", env={"OPENCV_OPENCL_RUNTIME": "disabled"})
    assert done.code == 0 and sum(done.delivered) == 12


def test_nothing_is_written_over_the_source(run, tmp_path):
    film = make_film(tmp_path / "stream00.mp4")
    before = film.read_bytes()
    done = run(f"--source={film}", f"--sink={tmp_path}")
    assert done.code == 2
    assert "the same file" in done.lines[0]
    assert film.read_bytes() == before


def test_nothing_is_written_over_the_source_of_another_stream(run, tmp_path):
    films = [make_film(tmp_path / name) for name in ("stream01.mp4", "stream00.mp4")]
    before = [film.read_bytes() for film in films]
    done = run(f"--source={films[0]},{films[1]}", f"--sink={tmp_path}")
    assert done.code == 2 and len(done.lines) == 1
    assert "the same file" in done.lines[0]
    assert [film.read_bytes() for film in films] == before


def test_figures_are_not_written_over_a_film(tmp_path):
    film, film_out = make_film(tmp_path / "film.mp4"), tmp_path / "out/stream00.mp4"
    before = film.read_bytes()
    for options, part in ((f"--csv={film}", "the same file"), (f"--sink={tmp_path}/out --csv={film_out}", "a film")):
        done = subprocess.run(command(f"--source={film}", *options.split()), capture_output=True, text=True, timeout=60,
                              check=False)
        assert done.returncode == 2 and part in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
    assert film.read_bytes() == before


def test_wrong_devices_leave_earlier_figures(tmp_path):
    (tmp_path / "run.csv").write_text("earlier")
    done = subprocess.run(command("--devices=99", f"--csv={tmp_path}/run.csv"), capture_output=True, timeout=60,
                          check=False)
    assert done.returncode == 2 and (tmp_path / "run.csv").read_text() == "earlier"


def test_figures_that_cannot_be_written_do_not_lose_the_summary(run):
    def limit_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))

    done = run(*SMALL, "--streams=4", "--frames=20", preexec_fn=limit_files)
    assert done.code == 2
    assert "80 frames in " in done.out
    assert len(done.lines) == 1 and "--csv: cannot be written completely" in done.lines[0], done.err


def test_a_source_after_one_dash_is_taken_and_none_is_refused(run, tmp_path):
    missing = run(f"-source={tmp_path / 'missing.mp4'}")
    assert missing.code == 2 and "missing.mp4" in missing.lines[0]
    assert run("--source").code == 2


@pytest.mark.parametrize(
    "option, part",
    [
        ("--engine=fast", "unknown engine"),
        ("--filter=blur,bluer", "unknown filter 'bluer'"),
        ("--filter=blur,,edges", "an empty name in the list of filters 'blur,,edges'"),
        ("--devices=99", "--devices"),
        ("--streams=many", "--streams"),
        *((f"--seconds={text}", f"--seconds: '{text}' is not a number from 0 to 10000000") for text in
          ("-1", "x", "1x", "nan", "inf", "1e8", "0,5")),
        ("--csv=/no/such/folder/run.csv", "--csv: cannot be written"),
        ("--sink=/proc/no", "--sink: the folder cannot be made"),
        ("--source=a,,b", "--source: an empty name"),
        ("--source=a,b --streams=1", "--streams: fewer"),
        ("--border=wrap --engine=opencv-cpu", "no border 'wrap'"),
        ("--nonsense", "unknown option"),
        ("nonsense", "not a valid argument"),
    ],
)
def test_bad_options_are_one_line(option, part):
    done = subprocess.run(command(*option.split()), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert part in done.stderr


def test_a_terminal_gets_a_bar():
    try:
        leader, follower = pty.openpty()
    except OSError as error:  # a container or chroot without /dev/pts
        pytest.skip(f"no terminal can be made here: {error}")
    program = [os.environ["STREAMS"], "--streams=2", "--seconds=2", *SMALL]
    with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=follower) as process:
        os.close(follower)
        shown = b""
        while True:
            try:
                part = os.read(leader, 4096)
            except OSError:  # the program has ended
                break
            if not part:
                break
            shown += part
    os.close(leader)
    assert process.returncode == 0
    assert shown.count(b"\r\x1b[K") >= 3 and b" frames/s, " in shown
    assert shown.endswith(b"\r\x1b[K")  # the bar is erased at the end
