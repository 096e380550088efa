"""The map of the house. Read a stage the same way everywhere: schemas (what), domain (rule), defs (where it runs).

    cli, commands         what a user types, one file per command; printing and exit codes
    definitions           the one place that picks real gateways and builds what Dagster loads
    defs                  Dagster assets, checks, jobs, schedules, sensors; thin
    sample, explorer      the generated sample corpus; the static site
    gateways, storage     the outside world behind small interfaces; files, journals, the catalogue
    domain                pure rules, one folder per stage
    prompts               versioned prompt texts
    schemas               row models and configuration; floor 0

Stages: papers -> layouts -> figures (S1-S5) -> contexts -> arguments -> tasks -> responses -> labels
-> metrics -> catalogue; figure quality, expert review, the workflow benchmark, training data and
releases branch off. `defs/stages.py` lists them all. Floors import downward only; `make lint` proves it.
"""
