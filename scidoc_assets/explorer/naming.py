"""File names and anchors of the site: readable where an id is plain, hashed where it is not.

An id never becomes a path: nothing outside letters, digits, `-`, `_` and `.` reaches a name.
"""

from __future__ import annotations

import hashlib
import re

_PLAIN = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}")


def page_stem(item_id: str) -> str:
    """The file stem (and anchor) of an item; different ids never share one."""
    if _PLAIN.fullmatch(item_id) and ".." not in item_id:
        return item_id
    words = re.sub(r"[^A-Za-z0-9]+", "-", item_id).strip("-")[:40]
    return f"{words or 'item'}-{hashlib.sha256(item_id.encode()).hexdigest()[:12]}"


def paper_page(paper_id: str) -> str:
    """Site-relative address of a paper's page."""
    return f"papers/{page_stem(paper_id)}.html"


def task_page(task_id: str) -> str:
    """Site-relative address of a task's page."""
    return f"tasks/{page_stem(task_id)}.html"


def graph_file(owner_id: str) -> str:
    """Site-relative address of the drawing of a graph or of a task's part of it."""
    return f"graphs/{page_stem(owner_id)}.svg"
