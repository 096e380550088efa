"""The sample corpus: invented papers with known truth, typeset from data.

Path of a paper: `papers/<stem>.yaml` (prose, argument, figure data) -> `content` (checked models)
-> `drawing`/`pictures` (figures) -> `composing` with `paper.typ` (PDF and positions) -> `truth`
-> `writing` (`write_sample`). Refuses real papers, the network and the parsers under test.
"""
