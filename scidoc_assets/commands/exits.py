"""Exit codes of every `scidoc` command, as README and cli.py promise them."""

from __future__ import annotations

EXIT_FAILED = 1  # something broke that should not, or nothing could be done
EXIT_USAGE = 2  # wrong use or configuration: the message says what is allowed
EXIT_COUNTED = 3  # done, with counted failures: papers, models without a key, refused lines
EXIT_STOPPED = 130  # Ctrl-C, as shells say it; what was finished is kept
