from __future__ import annotations

from pathlib import Path

from scidoc_assets.storage.audit_files import rating_files, ratings_digest, write_packet_files


def test_packets_are_written_per_person_and_ratings_are_left_alone(tmp_path: Path) -> None:
    folder = write_packet_files(tmp_path, "my/bench", {"ann": "{}\n", "ben": ""})
    assert sorted(p.name for p in folder.iterdir()) == ["ann.jsonl", "ben.jsonl"]
    ratings = folder.parent / "ratings"
    ratings.mkdir()
    (ratings / "ann.jsonl").write_text('{"a": "é"}\n', encoding="utf-8-sig")
    write_packet_files(tmp_path, "my/bench", {"ann": "new\n"})
    assert rating_files(tmp_path, "my/bench") == {"ann.jsonl": '{"a": "é"}\n'}


def test_bytes_that_are_not_utf_8_do_not_stop_the_reading(tmp_path: Path) -> None:
    ratings = tmp_path / "human_audit" / "b" / "ratings"
    ratings.mkdir(parents=True)
    (ratings / "x.jsonl").write_bytes(b'{"note": "\x92"}\n')
    assert rating_files(tmp_path, "b")["x.jsonl"] == '{"note": "�"}\n'


def test_the_digest_follows_the_ratings(tmp_path: Path) -> None:
    empty = ratings_digest(tmp_path)
    ratings = tmp_path / "human_audit" / "b" / "ratings"
    ratings.mkdir(parents=True)
    (ratings / "x.jsonl").write_text("one", encoding="utf-8")
    first = ratings_digest(tmp_path)
    (ratings / "x.jsonl").write_text("two", encoding="utf-8")
    assert len({empty, first, ratings_digest(tmp_path)}) == 3
