"""Provenance, Merkle roots, signatures, audit, trace and reveal of a release."""
