"""Workflow benchmark: items in, matched instances, the answers of every model in every setting."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from scidoc_assets.defs.calling import model_of, open_journal, require_ready, shared_budgets
from scidoc_assets.defs.gathering import gather_bounded
from scidoc_assets.defs.page_images import PageImages, PictureError
from scidoc_assets.defs.project import Project
from scidoc_assets.defs.stage import Rows, StageRun, TableCheck, stage
from scidoc_assets.domain.training.rendering import png_bytes
from scidoc_assets.domain.training.rerendering import box_px
from scidoc_assets.domain.workflow.authoring import decided, review_objections
from scidoc_assets.domain.workflow.matched_settings import CannotExpandError, expand_in
from scidoc_assets.domain.workflow.requests import (
    Picture,
    is_worth_asking_again,
    response_row,
    workflow_request,
)
from scidoc_assets.schemas.calls import ImagePart, image_part
from scidoc_assets.schemas.layouts import ParsedLayout
from scidoc_assets.schemas.workflow import (
    ContentPart,
    WorkflowInstance,
    WorkflowItem,
    WorkflowResponse,
    WorkflowSetting,
)
from scidoc_assets.storage.imported_folders import BundleError
from scidoc_assets.storage.workflow_imports import (
    WorkflowImport,
    picture_bytes,
    read_workflows,
    workflows_digest,
)

ASKED = frozenset({"accepted", "imported"})


def imports_digest(project: Project, key: str | None) -> str:
    """Digest of everything that was imported for this benchmark."""
    return project.once("workflows", lambda: workflows_digest(project.paths))


def _with_objections(rows: Rows) -> list[str]:
    return [
        f"{r.item_id}: {', '.join(review_objections(r))}"
        for r in rows
        if isinstance(r, WorkflowItem) and r.decision not in ASKED
    ]


@stage(
    "workflow_items",
    external=imports_digest,
    checks=(TableCheck("items_pass_review", _with_objections),),
)
def workflow_items(run: StageRun) -> Sequence[WorkflowItem]:
    """Items of every import, each decided by the rules of authoring and screening."""
    return [decided(item) for found in read_workflows(run.project.paths) for item in found.items]


def _not_shown(rows: Rows) -> list[str]:
    return [
        f"{r.item_id} {r.setting}: {r.reason}"
        for r in rows
        if isinstance(r, WorkflowInstance) and r.reason
    ]


def _without_parts(rows: Rows) -> list[str]:
    return [
        f"{r.item_id} {r.setting}"
        for r in rows
        if isinstance(r, WorkflowInstance) and (not r.parts) != (r.reason is not None)
    ]


@stage(
    "workflow_instances",
    uses=("workflow",),
    external=imports_digest,
    checks=(
        TableCheck("items_can_be_shown", _not_shown),
        TableCheck("instances_have_parts_or_a_reason", _without_parts, is_blocking=True),
    ),
)
def workflow_instances(
    run: StageRun,
    workflow_items: Sequence[WorkflowItem],
    parsed_layouts: Sequence[ParsedLayout],
) -> Sequence[WorkflowInstance]:
    """Accepted and imported items in each setting; pictures go to the blob store."""
    asked = [item for item in workflow_items if item.decision in ASKED]
    if not asked:
        return []
    showing = Showing(run.project, parsed_layouts)
    settings = run.project.settings.workflow.settings
    return [showing.instance(item, setting) for item in asked for setting in settings]


class Showing:
    """Instances of items with their pictures stored; each picture is drawn and stored once."""

    def __init__(self, project: Project, layouts: Sequence[ParsedLayout]) -> None:
        self._blobs = project.blobs
        self._paths = project.paths
        self._layouts = {layout.paper_id: layout for layout in layouts}
        self._images = PageImages(project, project.settings.workflow.page_dpi)
        self._stored: dict[tuple[object, ...], str] = {}
        self._published: dict[
            tuple[str, str, WorkflowSetting], tuple[WorkflowImport, WorkflowInstance]
        ] = {}
        self._tables: set[tuple[str, str]] = set()
        for found in read_workflows(project.paths):
            for instance in found.instances:
                self._tables.add((instance.benchmark, instance.item_id))
                key = (instance.benchmark, instance.item_id, instance.setting)
                self._published[key] = (found, instance)

    def instance(self, item: WorkflowItem, setting: WorkflowSetting) -> WorkflowInstance:
        """The instance; with a reason instead of parts where it cannot be shown."""
        try:
            return self._shown(item, setting)
        except (CannotExpandError, PictureError, BundleError, ValueError) as error:
            return WorkflowInstance(
                benchmark=item.benchmark,
                item_id=item.item_id,
                setting=setting,
                parts=[],
                reason=str(error),
            )

    def _shown(self, item: WorkflowItem, setting: WorkflowSetting) -> WorkflowInstance:
        found = self._published.get((item.benchmark, item.item_id, setting))
        if found is None and (item.benchmark, item.item_id) in self._tables:
            raise CannotExpandError(f"item {item.item_id}: the table has no row for {setting}")
        imported, instance = found or (None, expand_in(item, setting, self._layouts))
        parts = [self._with_picture(part, imported) for part in instance.parts]
        return instance.model_copy(update={"parts": parts})

    def _with_picture(self, part: ContentPart, imported: WorkflowImport | None) -> ContentPart:
        if part.kind == "text":
            return part
        name = imported.name if imported else None
        key = (name, part.file, part.paper_id, part.page_index, part.bbox_pt)
        if key not in self._stored:
            data = self._drawn(part) if imported is None else self._given(part, imported)
            self._stored[key] = self._blobs.put(data)
        return part.model_copy(update={"image_sha256": self._stored[key]})

    def _given(self, part: ContentPart, imported: WorkflowImport) -> bytes:
        data = picture_bytes(self._paths, imported, str(part.file))
        image_part(data)  # a file of another type than models take is refused here
        return data

    def _drawn(self, part: ContentPart) -> bytes:
        """A page, or a block's box of it, as PNG."""
        paper_id, page_index = str(part.paper_id), part.page_index or 0
        page = self._images.page(paper_id, page_index)
        if part.bbox_pt is None:
            return png_bytes(page)
        size = next(p for p in self._layouts[paper_id].pages if p.page_index == page_index)
        x0, y0, x1, y1 = box_px(part.bbox_pt, page, size.width_pt, size.height_pt)
        return png_bytes(page[y0:y1, x0:x1])


def _answered_without_text(rows: Rows) -> list[str]:
    return [
        r.item_id
        for r in rows
        if isinstance(r, WorkflowResponse) and r.status == "answered" and not r.text
    ]


def _is_complete(rows: Rows) -> bool:
    """False while calls were stopped or failed: the next run takes them up again."""
    return not any(isinstance(r, WorkflowResponse) and is_worth_asking_again(r) for r in rows)


@stage(
    "workflow_responses",
    pool="llm_api",
    external=lambda project, key: (
        f"{model_of(project, key).model_dump_json()}{project.settings.workflow.repeats}"
    ),
    is_complete=_is_complete,
    checks=(TableCheck("answers_have_text", _answered_without_text, is_blocking=True),),
)
def workflow_responses(
    run: StageRun, workflow_instances: Sequence[WorkflowInstance]
) -> Sequence[WorkflowResponse]:
    """Every planned answer of one model in one setting. Raises StageRefused without the key."""
    model_id, setting = str(run.partition).rsplit("|", 1)
    model = model_of(run.project, run.partition)
    asked = [i for i in workflow_instances if i.setting == setting and i.reason is None]
    if not asked:
        return []
    require_ready(model)
    repeats = range(run.project.settings.workflow.repeats)
    planned = [(instance, repeat) for instance in asked for repeat in repeats]
    with open_journal(run.project, model_id, setting, "workflow") as journal:
        gateway = run.project.gateways.model(model, journal, shared_budgets(run.project, model))

        async def answer(plan: tuple[WorkflowInstance, int]) -> WorkflowResponse:
            instance, repeat = plan
            request = workflow_request(instance, model_id, picture_of(run.project), repeat)
            return response_row(instance, await gateway.call(request), model.is_baseline)

        return asyncio.run(gather_bounded(answer, planned, model.max_concurrency))


def picture_of(project: Project) -> Picture:
    """How requests get the pictures of an instance: from the blob store."""

    def picture(part: ContentPart) -> ImagePart:
        place = part.file or f"{part.paper_id} page {(part.page_index or 0) + 1}"
        return image_part(project.blobs.get(str(part.image_sha256)), place, part.text)

    return picture


STAGES = (workflow_items, workflow_instances, workflow_responses)
