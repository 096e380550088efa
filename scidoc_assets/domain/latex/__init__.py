"""LaTeX sources as data: sections, floats, captions, equations, aligned to the blocks of the PDF."""
