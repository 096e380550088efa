"""Content-addressed binaries (crops, page images): rows hold the hash, the bytes lie here once."""

from __future__ import annotations

import hashlib

from upath import UPath

from scidoc_assets.storage.parquet import StoreError, write_bytes


class BlobStore:
    """`<root>/<sha[:2]>/<sha>`; a blob is never changed, so a second write of it is a no-op."""

    def __init__(self, root: UPath) -> None:
        self._root = root

    def path(self, sha256: str) -> UPath:
        """Where the blob of this hash lies (or would lie)."""
        return self._root / sha256[:2] / sha256

    def put(self, data: bytes) -> str:
        """Store bytes, return their sha256. Raises StoreError when the store is not writable."""
        sha256 = hashlib.sha256(data).hexdigest()
        if not self.path(sha256).exists():
            write_bytes(self.path(sha256), data)
        return sha256

    def get(self, sha256: str) -> bytes:
        """Bytes of a blob. Raises StoreError when it is gone or was changed."""
        try:
            data = self.path(sha256).read_bytes()
        except FileNotFoundError as error:
            raise StoreError(
                f"blob {sha256}: missing; run figure_candidates again for its paper"
            ) from error
        if hashlib.sha256(data).hexdigest() != sha256:
            raise StoreError(
                f"blob {sha256}: bytes changed on disk; delete it and run its paper again"
            )
        return data

    def get_if_stored(self, sha256: str | None) -> bytes | None:
        """Bytes of a blob; None where a row names none or it is gone. Raises StoreError as `get`."""
        return self.get(sha256) if sha256 is not None and self.has(sha256) else None

    def has(self, sha256: str) -> bool:
        """Whether the blob is stored."""
        return self.path(sha256).exists()
