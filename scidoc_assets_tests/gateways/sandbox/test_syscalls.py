"""The filter exists as BPF instructions of eight bytes and is the same each time."""

from __future__ import annotations

from scidoc_assets.gateways.sandbox.syscalls import CLONE_NAMESPACES, seccomp_program


def test_the_filter_is_whole_instructions_and_repeatable() -> None:
    program = seccomp_program()
    assert len(program) > 400
    assert len(program) % 8 == 0
    assert seccomp_program.__wrapped__() == program


def test_every_namespace_flag_of_clone_is_covered() -> None:
    user, pid, net, mount = 0x10000000, 0x20000000, 0x40000000, 0x00020000
    for flag in (user, pid, net, mount, 0x02000000, 0x04000000, 0x08000000, 0x00000080):
        assert CLONE_NAMESPACES & flag == flag
