"""Imported benchmark bundles: copied into the project once they were read without a fault."""

from __future__ import annotations


class BundleError(Exception):
    """A bundle cannot be imported; names file, line, field and reason. Nothing was stored."""
