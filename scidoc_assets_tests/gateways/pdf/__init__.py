"""Tests of the PDF gateway."""
