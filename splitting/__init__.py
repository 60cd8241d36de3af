"""Stratified splits that no unit straddles: train, dev, test, reserved."""
