"""The bubblewrap command line: what the sandboxed program sees and what it keeps.

Holds pure construction of arguments, for root (drops to a high uid by setpriv, because nproc does
not bind root) and for plain users (user namespace). Refuses any writable bind of the host.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from scidoc_assets.gateways.sandbox.interface import Isolation, SandboxLimits

SANDBOX_UID = "61234"
MEGABYTE = 1024 * 1024
STARTED = b"S"
SCRATCH_FOLDERS = ("/dev/shm", "/tmp", "/out")

# fd 0 is the archive's pipe: it is moved to 8, out of the program's reach by default, and the
# program gets an empty stdin. `kill -9 -1` ends what the program left running before tar reads.
INNER_SCRIPT = """
exec 8>&0 </dev/null
printf S >&8
cp -R /in/. /out/ || exit 125
prlimit --nproc="$1" "$2" -I -c "$3" 8>&-
code=$?
kill -9 -1 2>/dev/null
tar --format=gnu --exclude=__pycache__ -C /out -cf - . >&8 2>/dev/null
exit $code
"""
DRIVER = (
    "import runpy, sys; sys.argv = ['main.py']; sys.path.insert(0, '/out'); "
    "runpy.run_path('/out/main.py', run_name='__main__')"
)
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "MPLBACKEND": "Agg",
    "MPLCONFIGDIR": "/tmp/matplotlib",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


def sandbox_command(
    isolation: Isolation,
    inputs: Path,
    limits: SandboxLimits,
    seccomp_fd: int,
    font_cache: Path | None,
) -> list[str]:
    """The whole command. `inputs` is a host folder bound read-only at /in.

    `font_cache` is Matplotlib's font list of the host, bound into the writable /tmp (without it
    every plot costs the program 0.6 s).
    """
    outer = [
        "prlimit",
        f"--as={limits.address_space_mb * MEGABYTE}",
        f"--cpu={limits.cpu_s}:{limits.cpu_s + 1}",
    ]
    outer += [f"--fsize={limits.file_mb * MEGABYTE}", f"--nofile={limits.open_files}", "--core=0"]
    bwrap = ["bwrap", *_namespaces(isolation), "--die-with-parent", "--new-session", "--clearenv"]
    for name, value in ENVIRONMENT.items():
        bwrap += ["--setenv", name, value]
    bwrap += [*_system_binds(), "--ro-bind", str(inputs), "/in"]
    bwrap += ["--proc", "/proc", "--dev", "/dev"]
    for folder in SCRATCH_FOLDERS:
        size = str(limits.disk_mb * MEGABYTE)
        bwrap += ["--perms", "1777", "--size", size, "--tmpfs", folder]
    # After the scratch folders: an interpreter below /tmp would be hidden by theirs.
    bwrap += _interpreter_binds()
    bwrap += ["--perms", "1777", "--dir", "/tmp/matplotlib"]
    if font_cache is not None:
        bwrap += ["--ro-bind", str(font_cache), f"/tmp/matplotlib/{font_cache.name}"]
    bwrap += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/out"]
    bwrap += ["--seccomp", str(seccomp_fd), "--", *_drop_rights(isolation)]
    inner = ["sh", "-c", INNER_SCRIPT, "sh", str(limits.processes), sys.executable, DRIVER]
    return [*outer, *bwrap, *inner]


def _namespaces(isolation: Isolation) -> list[str]:
    if isolation == "bubblewrap_user":
        return ["--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"]
    kept = [part for cap in ("SETUID", "SETGID", "SETPCAP") for part in ("--cap-add", f"CAP_{cap}")]
    spaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    return [*spaces, "--unshare-cgroup-try", "--cap-drop", "ALL", *kept]


def _drop_rights(isolation: Isolation) -> list[str]:
    if isolation == "bubblewrap_user":
        return []
    ids = ["--reuid", SANDBOX_UID, "--regid", SANDBOX_UID, "--clear-groups"]
    return ["setpriv", *ids, "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]


def _system_binds() -> Iterator[str]:
    yield from ("--ro-bind", "/usr", "/usr")
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        path = Path("/", name)
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    if Path("/etc/ld.so.cache").is_file():
        yield from ("--perms", "0755", "--dir", "/etc")
        yield from ("--ro-bind", "/etc/ld.so.cache", "/etc/ld.so.cache")


def _interpreter_binds() -> Iterator[str]:
    for prefix in dict.fromkeys((Path(sys.base_prefix), Path(sys.prefix))):
        if prefix.is_relative_to("/usr"):
            continue
        for parent in reversed(prefix.parents[:-1]):
            yield from ("--perms", "0755", "--dir", str(parent))
        yield from ("--ro-bind", str(prefix), str(prefix))
