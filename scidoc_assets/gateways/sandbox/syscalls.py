"""The seccomp filter: system calls that code of a model never needs.

Holds the list and its compiled form. Refuses sockets of every family, io_uring, namespaces,
mounts, tracing, kernel keys, memory outside any limit (memfd, System V) and the new clone call,
whose flags a filter cannot read.
"""

from __future__ import annotations

import errno
import tempfile
from functools import cache

DENIED = (
    *("socket", "bind", "connect", "listen", "accept", "accept4", "sendto", "sendmmsg"),
    *("io_uring_setup", "io_uring_enter", "io_uring_register"),
    *("unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree"),
    *("fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr"),
    *("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp"),
    *("add_key", "request_key", "keyctl", "bpf", "perf_event_open", "userfaultfd"),
    *("memfd_create", "memfd_secret", "shmget", "msgget", "semget", "mq_open"),
    *("kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module"),
    *("open_by_handle_at", "name_to_handle_at", "fanotify_init", "quotactl", "acct", "swapon"),
    *("swapoff", "reboot", "syslog", "personality", "vhangup", "settimeofday", "clock_settime"),
    *(
        "clock_adjtime",
        "adjtimex",
        "sethostname",
        "setdomainname",
        "iopl",
        "ioperm",
        "lookup_dcookie",
    ),
)
CLONE_NAMESPACES = 0x7E020080  # every CLONE_NEW* flag that clone(2) knows


class NoSeccompError(RuntimeError):
    """libseccomp is missing or refused the filter; the message says which."""


@cache
def seccomp_program() -> bytes:
    """The filter as BPF bytes for `bwrap --seccomp`: allow but for the list above.

    Raises `NoSeccompError` when libseccomp is not installed.
    """
    try:
        import pyseccomp
    except (ImportError, RuntimeError) as error:
        raise NoSeccompError(f"libseccomp: {error}; install libseccomp2") from error
    rules = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    refused = pyseccomp.ERRNO(errno.EPERM)
    for name in DENIED:
        # A name this kernel's libseccomp does not know cannot be called through it either.
        if pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name) >= 0:
            rules.add_rule(refused, name)
    rules.add_rule(pyseccomp.ERRNO(errno.ENOSYS), "clone3")
    for flag in (1 << bit for bit in range(32) if CLONE_NAMESPACES >> bit & 1):
        rules.add_rule(refused, "clone", pyseccomp.Arg(0, pyseccomp.MASKED_EQ, flag, flag))
    with tempfile.TemporaryFile() as out:
        rules.export_bpf(out)
        out.seek(0)
        return out.read()
