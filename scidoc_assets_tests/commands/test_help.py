"""Every command explains itself: an example in its help, a word on every option."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from scidoc_assets.cli import main


def commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    for name, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


ALL = dict(commands(main, "scidoc"))


@pytest.mark.parametrize("path", ALL)
def test_the_help_holds_an_example(path: str) -> None:
    assert f"{path}" in str(ALL[path].help).partition("\b")[2]


@pytest.mark.parametrize("path", ALL)
def test_every_option_says_what_it_is(path: str) -> None:
    options = [p for p in ALL[path].params if isinstance(p, click.Option)]
    assert [o.name for o in options if not o.help] == []
