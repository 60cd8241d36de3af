"""The review station: a small web server for reviewers, on this machine unless told otherwise."""
