"""What stands beside released rows: card, Croissant description, locators. Pure texts and dicts."""
