"""The four paper services on loopback: their shapes, and the faults of real ones.

A real `http.server`. Papers and faults are scripted; every request is kept. Shapes follow the
services' public documentation: arXiv's Atom feed and OAI-PMH record, OpenReview's API 2 notes,
a PMLR volume page, the Anthology's PDF addresses and its data folder.
"""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import acl_anthology

LOGIN_PAGE = b"""<!DOCTYPE html><html><head><title>Sign in</title></head><body>
<form action="/login"><input name="user"><input type="password" name="p"></form></body></html>"""


def pdf_bytes(text: str) -> bytes:
    """A small PDF-like file with header and end mark, different for each text."""
    body = b"%PDF-1.5\n" + text.encode() + b"\n" + b"0 0 0 rg\n" * 200
    return body + b"trailer\n<<>>\nstartxref\n0\n%%EOF\n"


def tar_gz(members: dict[str, bytes]) -> bytes:
    """A LaTeX source as arXiv serves it."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, body in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    return out.getvalue()


LATEX = tar_gz(
    {
        "paper.tex": b"\\documentclass{article}\n\\begin{document}\n\\input{intro}\n\\end{document}\n",
        "intro.tex": b"\\section{Introduction}\n",
        "figures/a.png": b"\x89PNG",
    }
)


@dataclass(frozen=True)
class Fault:
    """One scripted answer instead of the usual one."""

    status: int = 200
    body: bytes = b"busy"
    headers: tuple[tuple[str, str], ...] = ()
    is_cut: bool = False


@dataclass
class Services:
    """Scripted state of the loopback services. `asked` holds every request path with its query."""

    address: str = ""
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    notes: list[dict[str, object]] = field(default_factory=list)
    old_notes: list[dict[str, object]] = field(default_factory=list)
    arxiv_ids: tuple[str, ...] = ("2406.01234v2", "2406.05678v1")
    latex: bytes = LATEX

    def paths(self) -> list[str]:
        """Paths asked, without queries."""
        return [urlsplit(a).path for a in self.asked]

    def answer(self, path: str, query: dict[str, str]) -> tuple[bytes, str] | None:
        """Body and content type of a request, None for 404."""
        if path == "/api/query":
            return self._feed(query), "application/atom+xml"
        if path == "/oai":
            return _oai_record(query["identifier"]).encode(), "text/xml"
        if path in ("/notes", "/v1/notes"):
            return _found_notes(self.notes if path == "/notes" else self.old_notes, query)
        if path == "/":
            return FRONT_PAGE.encode(), "text/html"
        if path == "/v235/":
            return _volume_page(self.address).encode(), "text/html"
        if path.startswith("/src/"):
            return self.latex, "application/gzip"
        if path in ("/pdf", "/v1/pdf") or path.startswith("/pdf/") or path.endswith(".pdf"):
            return pdf_bytes(query.get("id", path)), "application/pdf"
        return None

    def _feed(self, query: dict[str, str]) -> bytes:
        asked = [i for i in query.get("id_list", "").split(",") if i]
        found = [a for a in self.arxiv_ids if not asked or a in asked or a.split("v")[0] in asked]
        start, most = int(query["start"]), int(query["max_results"])
        entries = "".join(_entry(a) for a in found[start : start + most])
        return f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"
 xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
<opensearch:totalResults>{len(found)}</opensearch:totalResults>
<opensearch:startIndex>{start}</opensearch:startIndex>{entries}</feed>""".encode()


def _found_notes(notes: list[dict[str, object]], query: dict[str, str]) -> tuple[bytes, str]:
    found = sorted(notes, key=lambda n: str(n["id"]))
    if "id" in query:
        found = [n for n in found if n["id"] == query["id"]]
    if "content.venueid" in query:
        found = [n for n in found if _venue_id(n) == query["content.venueid"]]
    found = [n for n in found if str(n["id"]) > query.get("after", "")]
    body = {"notes": found[: int(query.get("limit", 1000))], "count": len(found)}
    return json.dumps(body).encode(), "application/json"


def _venue_id(found: dict[str, object]) -> object:
    content = found["content"]
    assert isinstance(content, dict)
    field_ = content["venueid"]
    return field_["value"] if isinstance(field_, dict) else field_


def note(note_id: str, title: str, **changed: object) -> dict[str, object]:
    """A public, accepted submission in API 2's shape."""
    content = {
        "title": {"value": title},
        "venue": {"value": "ICLR 2024 poster"},
        "venueid": {"value": "ICLR.cc/2024/Conference"},
        "pdf": {"value": f"/pdf/{note_id}.pdf"},
    }
    usual = {"id": note_id, "forum": note_id, "readers": ["everyone"], "license": "CC BY 4.0"}
    return {**usual, "content": content, **changed}


def old_note(note_id: str, title: str) -> dict[str, object]:
    """A public, accepted submission in API 1's shape: plain values, no licence."""
    content = {
        "title": title,
        "venue": "ICLR 2021 Oral",
        "venueid": "ICLR.cc/2021/Conference",
        "pdf": f"/pdf/{note_id}.pdf",
    }
    return {"id": note_id, "forum": note_id, "readers": ["everyone"], "content": content}


FRONT_PAGE = """<html><body><ul class="proceedings-list">
<li><a href="v259"><b>Volume 259</b></a> Proceedings of the Machine Learning for X Workshop 2024</li>
<li><a href="v251"><b>Volume 251</b></a> Proceedings of the GRaM Workshop at ICML 2024</li>
<li><a href="v235"><b>Volume 235</b></a> Proceedings of ICML 2024</li>
<li><a href="v246"><b>Volume 246</b></a> Proceedings of PGM 2024, part one</li>
<li><a href="v247"><b>Volume 247</b></a> Proceedings of PGM 2024, part two</li>
<li><a href="v202"><b>Volume 202</b></a> Proceedings of ICML 2023</li>
</ul><a href="/faq.html">FAQ</a></body></html>"""


def _entry(arxiv_id: str) -> str:
    return f"""<entry><id>http://arxiv.org/abs/{arxiv_id}</id>
<updated>2024-06-05T00:00:00Z</updated><published>2024-06-03T00:00:00Z</published>
<title>Charts &amp; tables
 of {arxiv_id}</title><summary>s</summary><author><name>A. Author</name></author>
<link href="http://arxiv.org/abs/{arxiv_id}" rel="alternate" type="text/html"/>
<link title="pdf" href="http://arxiv.org/pdf/{arxiv_id}" rel="related" type="application/pdf"/>
<arxiv:primary_category term="cs.CL"/><category term="cs.CL"/></entry>"""


def _oai_record(identifier: str) -> str:
    return f"""<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
<GetRecord><record><header><identifier>{identifier}</identifier></header><metadata>
<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>x</id>
<license>http://creativecommons.org/licenses/by/4.0/</license></arXiv>
</metadata></record></GetRecord></OAI-PMH>"""


def _volume_page(address: str) -> str:
    papers = "".join(
        f"""<div class="paper"><p class="title">{title}</p><p class="details">
<span class="authors">A, B</span>;</p><p class="links">[<a href="{address}/v235/{name}.html">abs</a>]
[<a href="/v235/{name}/{name}.pdf" target="_blank">Download PDF</a>]</p></div>"""
        for name, title in (("one24a", "First &amp; best"), ("two24a", "Second"))
    )
    return f"""<html><head><title>PMLR</title></head><body><h2>Volume 235: International Conference
 on Machine Learning, 21-27 July 2024, Vienna</h2>{papers}</body></html>"""


def write_anthology(folder: Path) -> Path:
    """An Anthology data folder with two collections; gives its path."""
    xml = folder / "xml"
    xml.mkdir(parents=True)
    schema = files(acl_anthology).joinpath("data/schema.rnc").read_bytes()
    (xml / "schema.rnc").write_bytes(schema)
    (folder / "json").mkdir()
    (folder / "json" / "venues.json").write_text(
        json.dumps(
            {
                "acl": {"acronym": "ACL", "name": "Annual Meeting", "is_acl": True},
                "lrec": {"acronym": "LREC", "name": "Language Resources"},
            }
        ),
        encoding="utf-8",
    )
    for collection, venue in (("2024.acl", "acl"), ("2024.lrec", "lrec")):
        (xml / f"{collection}.xml").write_text(_collection(collection, venue), encoding="utf-8")
    return folder


def _collection(collection: str, venue: str) -> str:
    papers = "".join(
        f"""<paper id="{n}"><title>Paper <i>{n}</i></title><author><first>A</first><last>B</last>
</author><pages>1-2</pages><pdf hash="{_crc(f"/{collection}-long.{n}.pdf")}"/>
<bibkey>b-{n}-{venue}</bibkey><doi>10.18653/v1/{collection}-long.{n}</doi></paper>"""
        for n in (1, 2, 3)
    )
    return f"""<?xml version='1.0' encoding='UTF-8'?><collection id="{collection}">
<volume id="long" type="proceedings"><meta><booktitle>Long Papers</booktitle><year>2024</year>
<venue>{venue}</venue></meta><frontmatter><pdf hash="00000000"/><bibkey>{venue}-2024-long</bibkey>
</frontmatter>{papers}</volume></collection>"""


def _crc(path: str) -> str:
    return f"{zlib.crc32(pdf_bytes(path)):08x}"


@contextmanager
def running() -> Iterator[Services]:
    """The services on a free loopback port, until the block ends."""
    services = Services()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            _serve(services, self)

        def log_message(self, format: str, *args: object) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    services.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield services
    finally:
        server.shutdown()
        server.server_close()


def _serve(services: Services, handler: BaseHTTPRequestHandler) -> None:
    services.asked.append(handler.path)
    parts = urlsplit(handler.path)
    query = {k: v[0] for k, v in parse_qs(parts.query).items()}
    waiting = services.faults.get(parts.path)
    if waiting:
        fault = waiting.pop(0)
        _reply(handler, fault.status, fault.body, dict(fault.headers), fault.is_cut)
        return
    found = services.answer(parts.path, query)
    if found is None:
        _reply(handler, 404, b"not here", {"Content-Type": "text/plain"})
        return
    body, kind = found
    headers = {"Content-Type": kind}
    if "gzip" in handler.headers.get("Accept-Encoding", "") and kind.startswith("text/"):
        body, headers = gzip.compress(body), {**headers, "Content-Encoding": "gzip"}
    _reply(handler, 200, body, headers)


def _reply(
    handler: BaseHTTPRequestHandler,
    status: int,
    body: bytes,
    headers: dict[str, str],
    is_cut: bool = False,
) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2] if is_cut else body)
    handler.close_connection = is_cut
