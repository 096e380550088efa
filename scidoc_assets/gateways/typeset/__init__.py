"""Typesetting behind a small interface: source and files in, PDF bytes and positions out.

Holds the interface, the typst engine, a fake, the fonts it may use offline and the measuring of
drawn ink. Refuses: fonts of the machine it runs on, the network, packages, and any knowledge of
what a paper says.
"""
