"""Foreign records made into our rows: interchange bundles of reasoning benchmarks."""
