"""Tests of the layout models."""
