"""Text in pictures: one interface, two backends on the same weights, one fake."""
