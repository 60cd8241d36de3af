"""croissant.json: the release described for machines (MLCommons Croissant 1.1, schema.org)."""

from pathlib import Path, PurePosixPath
from typing import Any

from cpsyexam import taxonomy
from cpsyexam.files import digest_file
from publishing import licence
from publishing.columns import COLUMNS
from publishing.contents import Contents
from publishing.shards import Shard

_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "arrayShape": "cr:arrayShape",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def make(contents: Contents) -> dict[str, Any]:
    """The document, with the digests of the draft's shards."""
    spec, settings = contents.spec, contents.spec.settings
    sources = ", ".join(kind.plural for kind in contents.statistics.kinds)
    document: dict[str, Any] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": spec.name,
        "description": spec.description,
        "version": spec.version,
        "inLanguage": "zh",
        "license": licence.link(settings) or licence.title(settings),
        "url": settings.homepage or f"https://huggingface.co/datasets/{spec.name}",
        "citeAs": settings.citation or f"{spec.title}, version {spec.version}",
        "isLiveDataset": False,
        "rai:dataCollection": f"{sources.capitalize()}; see README.md.",
        "rai:dataLimitations": "Answers are those that were printed; see README.md.",
        "distribution": [_file(spec.public, shard) for shard in contents.shards],
        "recordSet": [
            _records(config.name, split, s)
            for config in contents.configs
            if config.name in taxonomy.exams()  # the other configs name the same files
            for split, found in config.files
            for s in found
        ],
    }
    if spec.facts.created:
        document["datePublished"] = spec.facts.created
    return document


def _file(folder: Path, shard: Shard) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": shard.path,
        "name": shard.path,
        "contentUrl": shard.path,
        "contentSize": f"{shard.size} B",
        "encodingFormat": "application/x-parquet",
        "sha256": digest_file(folder / shard.path),
    }


def _records(config: str, split: str, shard: Shard) -> dict[str, Any]:
    name = f"{config}-{PurePosixPath(shard.path).stem}"
    fields = []
    for column in COLUMNS:
        field: dict[str, Any] = {
            "@type": "cr:Field",
            "@id": f"{name}/{column.name}",
            "description": column.doc,
            "dataType": "sc:Text",
            "source": {"fileObject": {"@id": shard.path}, "extract": {"column": column.name}},
        }
        if column.is_list:
            field |= {"isArray": True, "arrayShape": "-1"}
        fields.append(field)
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "description": f"{config} {split}, {shard.task}: {shard.rows} questions.",
        "key": {"@id": f"{name}/id"},
        "field": fields,
    }
