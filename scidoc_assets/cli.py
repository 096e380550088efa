"""The `scidoc` command: thin; each command finds the project, calls one function, prints.

Exit codes: 0 done; 1 something failed that should not; 2 wrong use or configuration;
3 done, with counted failures (papers that cannot be read, models without a key).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import click

from scidoc_assets.commands.exits import EXIT_USAGE
from scidoc_assets.commands.explaining import explained
from scidoc_assets.commands.exporting import export, screen
from scidoc_assets.commands.reviewing import review
from scidoc_assets.commands.running import plan, rematerialize, run
from scidoc_assets.storage.paths import find_project, project_paths


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="scidoc-assets")
def main() -> None:
    """Scientific PDFs in; figures, argument graphs, reasoning tasks, answers and metrics out.

    \b
    scidoc sample            make the sample corpus
    scidoc add my_papers/    add your PDFs (with manifest.csv, if you have one)
    scidoc run               make everything that is not up to date
    scidoc status            what there is, what failed and why
    scidoc query "SELECT * FROM leaderboard"
    scidoc dev               Dagster's UI over it
    """


@main.command()
@click.option("--seed", default=0, show_default=True, help="Seed of the figures' noise.")
@explained
def sample(seed: int) -> None:
    """Generate the sample corpus (papers, truth, manifest) into data/corpus/sample.

    \b
    scidoc sample
    """
    from scidoc_assets.sample.writing import write_sample

    folder = find_project() / "data" / "corpus" / "sample"
    paths = write_sample(folder, seed=seed)
    click.echo(f"{sum(p.suffix == '.pdf' for p in paths)} sample papers in {folder}")


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--manifest", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="CSV or JSONL: file, paper_id, title, venue, year, discipline, ...")  # fmt: skip
@click.option("--link", is_flag=True, help="Link instead of copying.")
@explained
def add(paths: tuple[Path, ...], manifest: Path | None, link: bool) -> None:
    """Add PDFs, or folders of them with their manifest, to the corpus.

    \b
    scidoc add paper.pdf
    scidoc add my_papers/ --link
    """
    from scidoc_assets.storage.adding import add_to_corpus, named_but_absent

    count = add_to_corpus(find_project(), paths, manifest, link)
    absent = named_but_absent(paths, manifest)
    if not count:
        click.echo("scidoc: no PDF found there (files must end in .pdf)", err=True)
        sys.exit(EXIT_USAGE)
    if absent:
        named = ", ".join(absent[:5]) + (", ..." if len(absent) > 5 else "")
        click.echo(f"{len(absent)} files of the manifest are not there: {named}", err=True)
    click.echo(f"{count} files added; next: scidoc run")


@main.command()
@click.argument("service", type=click.Choice(["acl", "arxiv", "openreview", "pmlr"]))
@click.argument("ids", nargs=-1)
@click.option("--venue", help="acl: acl; pmlr: ICML; openreview: its full id.")
@click.option("--year", type=int, help="Year of the venue, or narrows a search.")
@click.option("--volume", help="pmlr: volume number.")
@click.option("--search", help="arxiv: query in its own language.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many papers.")
@click.option("--latex", "with_latex", is_flag=True, help="arxiv: LaTeX sources too.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per paper.")
@explained
def fetch(
    service: Literal["acl", "arxiv", "openreview", "pmlr"],
    ids: tuple[str, ...],
    venue: str | None,
    year: int | None,
    volume: str | None,
    search: str | None,
    limit: int | None,
    with_latex: bool,
    as_json: bool,
) -> None:
    """Bring papers of a service into the corpus; only what is missing, politely paced.

    \b
    scidoc fetch acl --venue acl --year 2024 --limit 20
    scidoc fetch arxiv 2406.01234 --latex
    scidoc fetch openreview --venue "ICLR.cc/2024/Conference"
    scidoc fetch pmlr --volume 235
    """
    from scidoc_assets.commands.fetch import fetch as fetch_papers
    from scidoc_assets.schemas.acquisition import PaperQuery

    query = PaperQuery(
        ids=list(ids), venue=venue, year=year, volume=volume, search=search, limit=limit
    )
    sys.exit(fetch_papers(find_project(), service, query, with_latex, as_json))


@main.command()
@click.option("--json", "as_json", is_flag=True, help="JSON for scripts.")
@explained
def status(as_json: bool) -> None:
    """Funnel, partitions, failures by reason.

    \b
    scidoc status
    scidoc status --json
    """
    from scidoc_assets.commands.status import print_status

    sys.exit(print_status(find_project(), as_json))


@main.command(name="query")
@click.argument("sql")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="A table to read, or JSON objects or CSV for scripts.",
)
@explained
def query_command(sql: str, form: str) -> None:
    """SQL over the catalogue, read-only.

    \b
    scidoc query "SELECT model, setting, value, n FROM leaderboard WHERE metric = 'accuracy'"
    scidoc query "SHOW TABLES" --format json
    """
    from scidoc_assets.commands.text import rendered
    from scidoc_assets.storage.catalog import query

    result = query(project_paths(find_project()).catalog, sql)
    click.echo(rendered(result, form), nl=form != "csv")


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for crops, IR, Markdown.",
)
@click.option("--json", "as_json", is_flag=True, help="Objects as JSON on stdout.")
@click.option("--latex", type=click.Path(exists=True, path_type=Path),
              help="Folder or main file of its LaTeX source, aligned to the PDF.")  # fmt: skip
@explained
def parse(file: Path, out: Path | None, as_json: bool, latex: Path | None) -> None:
    """One paper without Dagster or configuration: its figures and tables.

    \b
    scidoc parse paper.pdf --json
    scidoc parse paper.pdf --out paper/
    """
    from scidoc_assets.commands.parse import parse_file

    sys.exit(parse_file(file, out, as_json, latex))


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path),
              help="Folder for ir.json and paper.md.")  # fmt: skip
@click.option("--paper", help="Paper id; the file's name without it.")
@explained
def convert(file: Path, out: Path, paper: str | None) -> None:
    """Another parser's output (DoclingDocument JSON), or our IR JSON, as IR JSON and Markdown.

    \b
    scidoc convert docling.json --out paper/
    scidoc convert paper/ir.json --out again/
    """
    from scidoc_assets.commands.convert import convert_file

    sys.exit(convert_file(file, out, paper))


@main.command()
@click.argument("item_id")
@explained
def show(item_id: str) -> None:
    """One paper, figure, graph, task, item or sample by its id: all rows about it, as JSON.

    \b
    scidoc show my-paper
    scidoc show my-paper-figure-2
    """
    from scidoc_assets.commands.show import show_item

    sys.exit(show_item(find_project(), item_id))


@main.command()
@click.option("--port", default=3000, show_default=True, help="Port of the UI.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@explained
def dev(port: int, host: str) -> None:
    """Dagster's UI and daemon over this project.

    \b
    scidoc dev
    scidoc dev --port 3001
    """
    from scidoc_assets.commands.dev import run_dagster_dev

    sys.exit(run_dagster_dev(find_project(), host, port))


@main.command()
@click.option("--json", "as_json", is_flag=True, help="JSON for scripts.")
@explained
def models(as_json: bool) -> None:
    """Configured models: what each sees, whether its key is set.

    \b
    scidoc models
    scidoc models --json
    """
    from scidoc_assets.commands.models import print_models

    sys.exit(print_models(find_project(), as_json))


@main.command(name="import")
@click.argument("bundle", type=click.Path(exists=True, file_okay=False, path_type=Path))
@explained
def import_command(bundle: Path) -> None:
    """Bring a folder in beside what was built here.

    \b
    scidoc import my_benchmark/   tasks.jsonl, responses.jsonl, labels.jsonl
    scidoc import scifigqual/     figures.jsonl, human_means.csv, images/, splits/
    scidoc import our_ratings/    ratings.jsonl or ratings.csv of figures that are here
    scidoc import my_workflow/    items.jsonl, or tables NAME_EN_AF.tsv, NAME_ZH_IL.tsv, ... + images
    """
    from scidoc_assets.commands.importing import import_folder

    sys.exit(import_folder(find_project(), bundle))


main.add_command(run)
main.add_command(rematerialize)
main.add_command(plan)
main.add_command(export)
main.add_command(screen)
main.add_command(review)


if __name__ == "__main__":
    main()
