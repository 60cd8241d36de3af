"""LICENSE and CANARY.md of a release."""

from cpsyexam.release import ReleaseSettings
from publishing.columns import canary
from publishing.contents import Contents
from publishing.markdown import one_line

_LINKS = {
    "cc0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/legalcode",
    "cc-by-4.0": "https://creativecommons.org/licenses/by/4.0/legalcode",
    "cc-by-sa-4.0": "https://creativecommons.org/licenses/by-sa/4.0/legalcode",
    "cc-by-nc-4.0": "https://creativecommons.org/licenses/by-nc/4.0/legalcode",
    "cc-by-nc-sa-4.0": "https://creativecommons.org/licenses/by-nc-sa/4.0/legalcode",
}


def link(settings: ReleaseSettings) -> str:
    """Where the licence's text stands, or ""."""
    return settings.licence_link or _LINKS.get(settings.licence, "")


def title(settings: ReleaseSettings) -> str:
    """The licence as people call it."""
    return settings.licence_name or settings.licence.upper()


def make(contents: Contents) -> str:
    """LICENSE: the terms of the collection, then those of each source."""
    settings = contents.spec.settings
    lines = [f"{contents.spec.title}: {title(settings)}"]
    if link(settings):
        lines.append(link(settings))
    lines += ["", "The collection is under the terms above. The questions come from these sources,"]
    lines += ["whose own terms go before them:", ""]
    for source in contents.statistics.shown:
        terms = source.terms
        licence = one_line(terms.get("licence", "unknown"))
        lines.append(f"- {one_line(source.title)} ({source.source}): {licence}")
        for key in ("owner", "terms_url", "status", "decided_by", "decided_on", "note"):
            if terms.get(key):
                lines.append(f"  {key.replace('_', ' ')}: {one_line(terms[key])}")
    return "\n".join(lines) + "\n"


def canaries(contents: Contents) -> str:
    """CANARY.md: the GUID of every exam and split."""
    lines = [
        "# Canaries",
        "",
        "Dev and test are for measuring and should not be trained on. Each exam and split has a",
        "GUID of its own; a model that completes one has seen the file it belongs to. They stand",
        "here, in the metadata of the Parquet files, and for test also in the column `canary`.",
        "",
        "| exam | split | GUID |",
        "|---|---|---|",
    ]
    for exam, split in dict.fromkeys((shard.exam, shard.split) for shard in contents.shards):
        lines.append(f"| {exam} | {split} | {canary(contents.spec.name, exam, split)} |")
    return "\n".join(lines) + "\n"
