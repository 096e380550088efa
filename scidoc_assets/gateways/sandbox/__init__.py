"""Running code that a model wrote: bubblewrap, a seccomp filter, rlimits and a memory watchdog.

Holds the interface, the bubblewrap runner, its self-test, a fake, and the execution scorer.
Refuses to run anything where no sandbox holds: the result is then `not_executed`, never a score.
"""
