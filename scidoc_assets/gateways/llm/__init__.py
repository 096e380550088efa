"""The one door to models. Read `interface.py` first.

`open_gateway` builds what a stage uses: a provider (LiteLLM, or an embedded one in process) behind
`ProviderGateway` (image policy, limits, budgets, the one retry layer), behind `JournaledGateway`
(lookup, call, record). Embedded models are providers beside LiteLLM and not `CustomLLM` classes
inside it: the same interface with fewer parts, and a run without keys never pays for the import.
Refuses: retries anywhere else, and provider SDKs imported by anyone else.
"""
