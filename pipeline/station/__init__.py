"""What the review station takes from the other packages: tables of the build, originals."""
