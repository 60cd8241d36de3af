"""`make mutants`: small faults put into the code of a package; its tests must notice each."""
