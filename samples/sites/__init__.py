"""Pages in the shapes of the four sites, for the sample's captures and for test servers.

Each module has `pages(papers, host=...) -> dict[Sent, Received]` (all pages of a small site, its
robots.txt included) and `start(host) -> tuple[str, ...]` (the seeds). All is invented; the hosts
end in `.example`. A WARC of them:

    writer = spiders.warc_writer.Writer(stream)
    spiders.warc_writer.write_info(writer, source="examcoo", seeds=examcoo.start(), fetched=DATE)
    for sent, received in examcoo.pages(papers).items():
        spiders.warc_writer.write_exchange(writer, sent, received, fetched=DATE)

Equal calls write equal bytes. Replay starts at the seeds of the archive.
"""
