"""Stratified splits that no unit straddles: train, dev, valid, test, reserved."""
