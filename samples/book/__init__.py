"""The sample book: a scanned exercise book made from the sample question bank."""
