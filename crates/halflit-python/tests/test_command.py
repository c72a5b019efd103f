"""The command that comes with the package."""

import importlib.metadata
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import halflit

#: What pip installs, and the module.
SCRIPT = Path(sys.executable).parent / ("halflit.exe" if os.name == "nt" else "halflit")
WAYS = {"script": [str(SCRIPT)], "module": [sys.executable, "-m", "halflit"]}
SNAPSHOTS = Path(__file__).parents[2] / "halflit-cli" / "tests" / "snapshots"


def run(way, *words, **how):
    # As wide as in the snapshots.
    options = {"capture_output": True, "text": True, "encoding": "utf-8"}
    options["env"] = {**os.environ, "COLUMNS": "100"}
    return subprocess.run([*WAYS[way], *words], **{**options, **how})


@pytest.mark.parametrize("way", WAYS)
def test_it_is_the_command_of_cargo(way):
    version = run(way, "--version")
    assert (version.returncode, version.stderr) == (0, "")
    assert version.stdout.strip() == f"halflit {halflit.__version__}"
    for name in ("help", "help-fit", "methods"):
        words = name.split("-")[1:] + ["--help"] if name.startswith("help") else [name]
        *_, expected = (SNAPSHOTS / f"{name}.snap").read_text("utf-8").split("---\n")
        assert run(way, *words).stdout.strip() == expected.strip()


@pytest.mark.parametrize("way", WAYS)
def test_exit_codes_and_streams(way, tmp_path):
    nothing = run(way)
    assert (nothing.returncode, nothing.stdout) == (2, "")
    assert "Usage: halflit" in nothing.stderr
    missing = run(way, "inspect", "missing.halflit", cwd=tmp_path)
    assert (missing.returncode, missing.stdout) == (1, "")
    assert missing.stderr.startswith("error: missing.halflit: no such file\n")
    wrong = run(way, "fit", "--nonsense")
    assert wrong.returncode == 2 and "--nonsense" in wrong.stderr


def test_a_model_goes_from_the_command_to_python(tmp_path):
    made = run("script", "demo", "--splits", "2", "--output", str(tmp_path), "--quiet")
    assert made.returncode == 0, made.stderr
    model = halflit.load(tmp_path / "model.halflit")
    assert model.classes_.tolist() == ["bad", "good"]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("way", WAYS)
def test_interrupts_end_it(way, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("a,b\n0,1\n1,0\n2,2\n")
    words = ["studio", str(table), "--no-open"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen([*WAYS[way], *words], **streams) as process:
        for line in process.stdout:
            if "http://" in line:
                break
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130


def test_it_does_not_wait_for_scikit_learn():
    code = "import sys, halflit.__main__; print('sklearn' in sys.modules, 'numpy' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False False\n"


def test_all_names_are_there():
    assert "AutoDR" in dir(halflit) and "AutoDR" in halflit.__all__
    assert all(hasattr(halflit, name) for name in halflit.__all__)
    with pytest.raises(AttributeError, match="no attribute 'AutoDDR'"):
        _ = halflit.AutoDDR


def test_it_is_told_to_installers():
    scripts = importlib.metadata.distribution("halflit").entry_points
    assert [(own.name, own.value) for own in scripts] == [("halflit", "halflit.__main__:main")]


def test_notices_come_with_the_wheel():
    files = importlib.metadata.files("halflit")
    assert any(file.name == "THIRDPARTY.txt" for file in files)
    assert "preact" in run("module", "licences").stdout
