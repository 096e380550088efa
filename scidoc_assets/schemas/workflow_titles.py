"""What the capability groups and subtasks of the workflow benchmark are called (seed 002, table 4)."""

from __future__ import annotations

from scidoc_assets.schemas.workflow import Group, Subtask

GROUP_TITLES: dict[Group, str] = {
    "A": "Document Perception and Structure",
    "B": "Scientific Information Extraction",
    "C": "Evidence Alignment and Verification",
    "D": "Cross-Document Understanding",
    "E": "Reconstruction and Execution",
    "F": "Paper-Code Alignment",
    "G": "Dataset Understanding",
}
SUBTASK_TITLES: dict[Subtask, str] = {
    "A1": "Layout parsing and reading order",
    "A2": "Element association and evidence localisation",
    "A3": "Citation role",
    "A4": "Dataset lineage",
    "A5": "Figure analysis",
    "B1": "Notation and definitions",
    "B2": "Method and experiment extraction",
    "B3": "Equation dependency graph",
    "C1": "Numerical and logical consistency",
    "C2": "Figure-table consistency",
    "C3": "Evidence-grounded reasoning",
    "D1": "Cross-document formula comparison",
    "D2": "Cross-document dataset comparison",
    "D3": "Cross-document result integration",
    "E1": "Figure and table data reconstruction",
    "E2": "Figure to code",
    "F1": "Paper-to-code localisation",
    "F2": "Pseudocode-to-code grounding",
    "G1": "Dataset source tracing and classification",
}
