"""Per-content caches: hits, misses, options, damage."""

from __future__ import annotations

from pathlib import Path

from scidoc_assets.schemas.figures import FunnelStep
from scidoc_assets.storage.content_cache import ContentCache, options_hash
from scidoc_assets_tests.storage.test_parquet import step

SHA = "ab" * 32


def test_what_was_put_is_found_under_the_same_options_only(tmp_path: Path) -> None:
    cache = ContentCache(tmp_path, "parse", options_hash({"dpi": 300}))
    assert cache.get(SHA, FunnelStep) is None
    cache.put(SHA, [step(3)], FunnelStep)
    assert cache.get(SHA, FunnelStep) == [step(3)]
    assert ContentCache(tmp_path, "parse", options_hash({"dpi": 200})).get(SHA, FunnelStep) is None


def test_a_damaged_entry_is_a_miss(tmp_path: Path) -> None:
    cache = ContentCache(tmp_path, "parse", "v1")
    cache.put(SHA, [step(3)], FunnelStep)
    next(tmp_path.rglob("*.parquet")).write_bytes(b"PAR1 broken")
    assert cache.get(SHA, FunnelStep) is None
