"""The evidence explorer: a static site over papers, figures, argument graphs, tasks and answers."""
