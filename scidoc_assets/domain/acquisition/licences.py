"""Licences under one spelling (SPDX identifiers), from words or addresses. Unknown ones stay as said.

Refuses to guess: no statement means None. Source for the Anthology's rule: its own terms (ACL
materials from 2016 on CC BY 4.0, earlier ones CC BY-NC-SA 3.0; others belong to their holders).
"""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"creativecommons\.org/licenses/([a-z-]+)/([0-9.]+)", re.I)
_WORDS = re.compile(r"^cc[\s-]+(by(?:[\s-]+(?:nc|nd|sa))*)[\s-]+([0-9]\.[0-9])$", re.I)
_ZERO = re.compile(r"creativecommons\.org/publicdomain/zero/1\.0|^cc[\s-]?0(?:[\s-]1\.0)?$", re.I)
_ARXIV_ONLY = re.compile(r"arxiv\.org/licenses/nonexclusive-distrib/([0-9.]+)", re.I)
_ACL_FIRST_CC_BY = 2016


def licence_name(stated: str | None) -> str | None:
    """`CC-BY-4.0` for `CC BY 4.0` or a Creative Commons address; other statements unchanged."""
    if stated is None or not stated.strip():
        return None
    text = stated.strip()
    if _ZERO.search(text):
        return "CC0-1.0"
    found = _ADDRESS.search(text) or _WORDS.match(text)
    if found:
        terms = re.sub(r"[\s-]+", "-", found[1]).upper()
        return f"CC-{terms}-{found[2]}"
    only = _ARXIV_ONLY.search(text)
    return f"arXiv-nonexclusive-distrib-{only[1]}" if only else text


def anthology_licence(is_acl: bool, year: int | None) -> str | None:
    """Licence of a paper of the ACL Anthology; None where its venue is not ACL's own."""
    if not is_acl or year is None:
        return None
    return "CC-BY-4.0" if year >= _ACL_FIRST_CC_BY else "CC-BY-NC-SA-3.0"
