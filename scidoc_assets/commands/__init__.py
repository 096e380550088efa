"""What each `scidoc` command does, one file per command; printing lives here, rules do not."""
