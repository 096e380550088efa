"""Probes of spec sandbox.md and issue 7: every attack is contained and named."""

from __future__ import annotations

import os
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from scidoc_assets.gateways.sandbox.bubblewrap import BubblewrapSandbox
from scidoc_assets.gateways.sandbox.command import SCRATCH_FOLDERS
from scidoc_assets.gateways.sandbox.interface import Sandbox, SandboxLimits, SandboxResult

SCRATCH = [folder for folder in (*SCRATCH_FOLDERS, "/var/tmp") if os.access(folder, os.W_OK)]
QUICK = SandboxLimits(wall_s=4.0, cpu_s=2, memory_mb=200)


def _attempt(sandbox: Sandbox, statement: str) -> str:
    """Run one statement that must not work; what it printed says whether it did."""
    code = "import os, socket, ctypes\ntry:\n"
    code += "".join(f"    {line}\n" for line in statement.splitlines())
    code += "    print('REACHED')\nexcept (OSError, ImportError) as e:\n    print('refused', e)\n"
    result = sandbox.run_python(code, limits=QUICK)
    return result.stdout + result.status


def test_a_program_prints_reads_its_files_and_leaves_outputs(sandbox: Sandbox) -> None:
    code = "print(open('in/a.txt').read())\nopen('b.bin', 'wb').write(b'\\x00\\x01')"
    result = sandbox.run_python(code, {"in/a.txt": b"hello"})
    assert (result.status, result.stdout) == ("ok", "hello\n")
    assert result.outputs == {"b.bin": b"\x00\x01"}
    assert result.isolation in ("bubblewrap_root", "bubblewrap_user")


@pytest.mark.parametrize("path", ["/etc/passwd", "/etc/shadow", "/root/.ssh", "/home", "/var"])
def test_host_folders_are_absent(sandbox: Sandbox, path: str) -> None:
    assert "refused" in _attempt(sandbox, f"os.stat({path!r})")


def test_a_secret_file_and_the_gold_beside_it_are_absent(sandbox: Sandbox, tmp_path: Path) -> None:
    secret = tmp_path / "gold.json"
    secret.write_text("42")
    assert "refused" in _attempt(sandbox, f"open({str(secret)!r}).read()")


@pytest.fixture(params=SCRATCH)
def environment_below(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A checkout with its own environment below a folder that the sandbox replaces."""
    with tempfile.TemporaryDirectory(dir=request.param) as folder:
        venv.create(Path(folder, "deep", "checkout", ".venv"), symlinks=True)
        Path(folder, "deep", "checkout", "gold.json").write_text("42")
        yield Path(folder, "deep", "checkout")


def test_an_environment_below_a_scratch_folder_works_and_shows_nothing_beside_itself(
    sandbox: Sandbox, environment_below: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefix = environment_below / ".venv"
    monkeypatch.setattr(sys, "prefix", str(prefix))
    monkeypatch.setattr(sys, "executable", str(prefix / "bin" / "python"))
    beside = f"print(__import__('sys').prefix, os.listdir({str(environment_below)!r}))"
    assert f"{prefix} ['.venv']" in _attempt(sandbox, beside)
    for place in (environment_below / "gold.json", prefix / "pyvenv.cfg"):
        assert "refused" in _attempt(sandbox, f"open({str(place)!r}, 'a').read()")


def test_the_repository_of_this_project_is_absent(sandbox: Sandbox) -> None:
    assert "refused" in _attempt(sandbox, f"os.listdir({str(Path(__file__).parent)!r})")


def test_the_environment_of_the_host_does_not_enter(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_API_KEY", "top secret")
    result = sandbox.run_python("import os; print(sorted(os.environ.items()))", limits=QUICK)
    assert result.status == "ok"
    assert "top secret" not in result.stdout


def test_the_environ_and_memory_of_the_parent_are_out_of_reach(sandbox: Sandbox) -> None:
    pid = os.getpid()
    for name in ("environ", "mem", "maps"):
        assert "refused" in _attempt(sandbox, f"open('/proc/{pid}/{name}', 'rb').read(1)")
    attach = "libc = ctypes.CDLL(None, use_errno=True)\n"
    attach += "if libc.ptrace(16, 1, 0, 0) != 0: raise OSError('ptrace')"
    assert "refused" in _attempt(sandbox, attach)


@pytest.mark.parametrize("place", ["/", "/usr", "/in", "/dev", "/proc", "/root", "/etc"])
def test_nothing_outside_the_scratch_folders_is_writable(sandbox: Sandbox, place: str) -> None:
    assert "refused" in _attempt(sandbox, f"open('{place}/x', 'w').write('x')")


@pytest.mark.parametrize(
    "family", ["AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "AF_VSOCK", "AF_PACKET"]
)
def test_sockets_of_every_family_are_refused(sandbox: Sandbox, family: str) -> None:
    for kind in ("SOCK_STREAM", "SOCK_DGRAM", "SOCK_RAW"):
        assert "refused" in _attempt(sandbox, f"socket.socket(socket.{family}, socket.{kind})")


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        ("io_uring_setup", "425, 8, 0"),
        ("unshare(CLONE_NEWUSER)", "272, 0x10000000"),
        ("unshare(CLONE_NEWNET)", "272, 0x40000000"),
        ("clone(CLONE_NEWUSER)", "56, 0x10000011, 0, 0, 0, 0"),
        ("mount", "165, 0, 0, 0, 0, 0"),
        ("bpf", "321, 0, 0, 0"),
        ("keyctl", "250, 0, 0, 0, 0, 0"),
        ("memfd_create", "319, ctypes.c_char_p(b'x'), 0"),
        ("userfaultfd", "323, 0"),
    ],
)
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="system call numbers of x86_64")
def test_dangerous_system_calls_are_refused(sandbox: Sandbox, call: str, arguments: str) -> None:
    code = (
        f"import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nr = libc.syscall({arguments})\n"
    )
    code += "print(r, ctypes.get_errno())"
    assert sandbox.run_python(code, limits=QUICK).stdout.strip() == "-1 1", call


def test_it_is_not_root_and_cannot_become_root(sandbox: Sandbox) -> None:
    assert "refused" in _attempt(sandbox, "os.setgroups([0])")
    caps = sandbox.run_python("print(open('/proc/self/status').read())", limits=QUICK).stdout
    assert "CapEff:\t0000000000000000" in caps
    assert "NoNewPrivs:\t1" in caps


@pytest.mark.parametrize(
    ("attack", "expected"),
    [
        ("while True: pass", {"time_limit"}),
        ("import time; time.sleep(60)", {"time_limit"}),
        ("while True: print('x' * 1000)", {"output_limit"}),
        ("import sys\nwhile True: sys.stderr.write('x' * 1000)", {"output_limit"}),
        ("import os\nwhile True: os.fork()", {"failed", "time_limit", "memory_limit", "killed"}),
        ("x = []\nwhile True: x.append(bytearray(10**7))", {"memory_limit", "failed"}),
        ("f = open('big', 'wb')\nwhile True: f.write(b'x' * 10**6)", {"failed", "output_limit"}),
        ("for i in range(10**6): open(f'f{i}', 'w').close()", {"output_limit"}),
        ("for i in range(10**6): open(f'/tmp/f{i}', 'w').close()", {"output_limit"}),
        ("import os; os.symlink('/etc/passwd', 'link')", {"bad_output"}),
        ("import os; os.mkfifo('pipe')", {"bad_output"}),
        ("import os; open('a', 'w').close(); os.link('a', 'b')", {"bad_output"}),
        ("import os; os.kill(os.getpid(), 9)", {"killed"}),
        ("import ctypes; ctypes.string_at(0)", {"killed"}),
        ("raise SystemExit(3)", {"failed"}),
        ("this is not python", {"failed"}),
        ("\x00", {"failed"}),
    ],
)
def test_a_hostile_or_broken_program_ends_with_its_cause(
    sandbox: Sandbox, attack: str, expected: set[str]
) -> None:
    assert sandbox.run_python(attack, limits=QUICK).status in expected


def test_memory_is_capped_over_the_whole_tree_not_per_process(sandbox: Sandbox) -> None:
    code = "import os, time\nfor _ in range(8):\n    if os.fork() == 0:\n"
    code += "        x = b'y' * 60_000_000; time.sleep(30)\ntime.sleep(30)"
    assert sandbox.run_python(code, limits=QUICK).status == "memory_limit"


def test_a_daemon_does_not_outlive_its_program(sandbox: Sandbox) -> None:
    code = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(4321)\n"
    before = set(psutil.Process().children(recursive=True))
    result = sandbox.run_python(code, limits=QUICK)
    assert result.status == "ok"
    started = [p for p in psutil.Process().children(recursive=True) if p not in before]
    _, left = psutil.wait_procs(started, timeout=20)
    assert left == []


def test_a_file_name_that_leaves_the_folder_is_not_executed(sandbox: Sandbox) -> None:
    result = sandbox.run_python("print(1)", {"../evil": b""})
    assert (result.status, result.reason) == ("not_executed", "bad_input")


def test_a_missing_bwrap_is_not_executed_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    result: SandboxResult = BubblewrapSandbox("bubblewrap_user").run_python("print(1)")
    assert (result.status, result.reason) == ("not_executed", "no_sandbox")


def test_a_bwrap_that_cannot_start_reports_its_own_error(sandbox: Sandbox, tmp_path: Path) -> None:
    broken = BubblewrapSandbox("bubblewrap_root", font_cache=tmp_path / "absent.json")
    result = broken.run_python("print(1)")
    assert (result.status, result.reason) == ("not_executed", "no_sandbox")
    assert "absent.json" in result.detail


def test_matplotlib_draws_inside(sandbox: Sandbox) -> None:
    code = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig('a.png')"
    result = sandbox.run_python(code)
    assert result.status == "ok"
    assert result.outputs["a.png"].startswith(b"\x89PNG")
