"""Views of one parsed paper: Markdown in reading order, page pictures first, object records."""
