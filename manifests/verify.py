"""Check a release from its files alone: `python verify.py [FOLDER] [--signers FILE]
[--expect NAME@VERSION] [--after NAME@VERSION | FOLDER | nothing]`.

Needs Python 3.11 and pyarrow, no network. Digests of all files, Merkle roots of all shards
(RFC 6962), records and provenance row by row, counts, and the signature where ssh-keygen is found.
`--proof FILE` checks the proof of one revealed record against the roots of RELEASE.json instead.
Without --signers the signature is checked against the release's own list: that shows it whole, not
whose it is. An older version is whole and signed too: --expect says which is meant, --after which
one it must follow, by its name or by the files of the one that you have.
"""

import argparse
import base64
import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ModuleNotFoundError:
    sys.exit("error: pyarrow is missing; pip install pyarrow")

UNLISTED = {"RELEASE.json", "RELEASE.json.sig"}
# written by the Hub and its client, word by word
LARGE = " filter=lfs diff=lfs merge=lfs -text"
KINDS = (
    "*.{7z,arrow,avro,bin,bz2,ckpt,ftz,gz,h5,joblib,lz4,mds,mlmodel,model,msgpack,npy,npz,onnx,ot,"
    "parquet,pb,pickle,pkl,pt,pth,rar,safetensors,tar,tflite,tgz,wasm,xz,zip,zst,pcm,sam,raw,aac,"
    "flac,mp3,ogg,wav,bmp,gif,png,tiff,jpg,jpeg,webp,mp4,webm,lfs.*,tar.*}"
)
ATTRIBUTES = {
    "",
    "# Audio files - uncompressed",
    "# Audio files - compressed",
    "# Image files - uncompressed",
    "# Image files - compressed",
    "# Video files - compressed",
    *(f"*.{kind}{LARGE}" for kind in KINDS[3:-1].split(",")),
    f"saved_model/**/*{LARGE}",
    f"*tfevents*{LARGE}",
}
CLIENT = ".cache/huggingface/"
WRITTEN = {
    ".gitignore": "*",
    ".gitignore.lock": "",
    "CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# This file is a cache directory tag created by huggingface_hub.\n"
    "# For information about cache directory tags, see:\n#\thttps://bford.info/cachedir/\n",
}
NOTE = re.compile(r"[0-9a-f]{40}\n([0-9a-f]{40}|[0-9a-f]{64})\n\d{1,10}(\.\d{1,9})?\n")
SIGNATURE = re.compile(
    r"-----BEGIN SSH SIGNATURE-----\n((?:[A-Za-z0-9+/]{70}\n)*[A-Za-z0-9+/=]{1,70})\n"
    r"-----END SSH SIGNATURE-----\n"
)
LARGEST = 64 * 2**20  # bytes of a text
LINES = 500_000  # of a text
SMALL = 4 * 2**20  # bytes of what the Hub or its client writes
LONGEST = 1000  # characters of a problem
DEEPEST = 40  # objects and lists inside one another
NAMESPACE = "exam-release"
UNREADABLE = (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError, MemoryError,
              pa.ArrowException)  # fmt: skip
FORMAT = "cpsyexam-release/1"
PROOF = "cpsyexam-proof/1"
SHARD = {"exam": str, "split": str, "records": int, "root": str, "published": bool, "path": str,
         "provenance": str}  # fmt: skip
STAGE = {"stage": str, "read": int, "kept": int, "rejected": int}
MANIFEST = {
    "format": str, "name": str, "version": str, "root": str, "shards": [SHARD], "stages": [STAGE],
    "files": [{"path": str, "size": int, "sha256": str}], "split": dict, "builder": dict,
    "sources": [{"source": str, "terms": dict}], "salt_key_sha256": str,
}  # fmt: skip
PROOF_SHAPE = {
    "format": str, "exam": str, "split": str, "leaf": str, "salt": str, "path": [[str]],
}  # fmt: skip


def canonical(value: object) -> str:
    """JSON with one spelling: sorted keys, no blanks, no floats (RFC 8785 for ASCII keys)."""
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def leaf(text: str | bytes, salt: bytes = b"") -> bytes:
    """Hash of a leaf: SHA-256 of 0x00, the salt and the leaf's canonical JSON (UTF-8)."""
    data = text.encode() if isinstance(text, str) else text
    return hashlib.sha256(b"\x00" + salt + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    """Hash of an inner node: SHA-256 of 0x01 and both children."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> str:
    """Merkle tree head of RFC 6962, hex; an odd node moves up as it is."""
    level = list(leaves)
    if not level:
        return hashlib.sha256(b"").hexdigest()
    while len(level) > 1:
        paired = [node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = paired + level[len(paired) * 2 :]
    return level[0].hex()


def digest_file(path: Path) -> str:
    """SHA-256 of a file's bytes, hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def pairs(shard: Path, provenance: Path) -> Iterator[tuple[str, str, str, str]]:
    """(id, canonical record, canonical provenance, record_sha256) of each row of a shard."""
    sides = [pq.ParquetFile(path, memory_map=False) for path in (shard, provenance)]
    if sides[0].metadata.num_rows != sides[1].metadata.num_rows:
        raise ValueError("shard and provenance differ in their number of rows")
    left, right = (side.iter_batches(batch_size=4096) for side in sides)
    for rows, origins in zip(left, right, strict=True):
        for record, origin in zip(rows.to_pylist(), origins.to_pylist(), strict=True):
            if record["id"] != origin["id"]:
                raise ValueError(f"{record['id']}: provenance is that of {origin['id']}")
            yield record["id"], canonical(record), canonical(origin), origin["record_sha256"]


def walk(folder: Path) -> Iterator[tuple[str, str, str]]:
    """(path, kind, in words) of all below a folder; nothing is opened or followed, folders count
    where they are empty.
    """
    for entry in sorted(os.scandir(folder), key=lambda one: one.name):
        path, mode = Path(entry.path), entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISDIR(mode):
            inner = [(f"{entry.name}/{name}", kind, said) for name, kind, said in walk(path)]
            yield from inner or [(f"{entry.name}/", "empty", "an empty folder")]
        elif stat.S_ISREG(mode):
            yield entry.name, "file", "a file"
        elif stat.S_ISLNK(mode):
            yield entry.name, "link", "a link"
        else:
            yield entry.name, "other", "no regular file"


def read_text(path: Path) -> str:
    """A text from outside. Raises ValueError where it is none, or beyond a bound."""
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode):
            raise ValueError(f"{path.name}: is no regular file")
        if found.st_size > LARGEST:
            raise ValueError(f"{path.name}: {found.st_size} bytes, more than {LARGEST}")
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path.name}: cannot be read: {error}") from error
    if (lines := text.count("\n")) > LINES:
        raise ValueError(f"{path.name}: {lines} lines, more than {LINES}")
    return text


def read_json(path: Path) -> Any:
    """A JSON file from outside. Raises ValueError where it is none, or beyond a bound."""
    text = read_text(path)
    depth = deepest = 0
    for sign in re.findall(r"[\[\]{}]", re.sub(r'"(?:[^"\\]|\\.)*"', "", text)):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        raise ValueError(f"{path.name}: nested {deepest} deep, more than {DEEPEST}")
    try:
        return json.loads(text)
    except ValueError as error:
        raise ValueError(f"{path.name}: not valid JSON: {error}") from error


def unlike(value: Any, shape: Any, place: str) -> str:
    """What a value lacks of a shape, or what of it is of another type; "" where nothing is."""
    if isinstance(shape, type):
        kind = type(value).__name__
        return "" if type(value) is shape else f"{place}: {kind} in place of {shape.__name__}"
    if isinstance(shape, list):
        if not isinstance(value, (list, tuple)):
            return f"{place}: no list"
        said = (unlike(one, shape[0], f"{place}[{i}]") for i, one in enumerate(value))
        return next(filter(None, said), "")
    if not isinstance(value, dict):
        return f"{place}: no object"
    if lost := sorted(shape.keys() - value.keys()):
        return f"{place}: has no {lost[0]}"
    said = (unlike(value[name], inner, f"{place}: {name}") for name, inner in shape.items())
    return next(filter(None, said), "")


def check_files(folder: Path, manifest: dict[str, Any]) -> Iterator[str]:
    """Problems with the files: absent, unlisted, of another digest, or no files at all."""
    listed = {entry["path"]: entry for entry in manifest["files"]}
    found = {path: (kind, said) for path, kind, said in walk(folder)}
    for path in sorted(set(found) - set(listed)):
        kind, said = found[path]
        if kind != "file":
            yield f"{path}: is {said}"
        elif path not in UNLISTED and not _of_the_hub(folder, path, listed):
            client = ": delete it, where your client wrote it" if path.startswith(CLIENT) else ""
            yield f"{path}: not listed in RELEASE.json{client}"
    for path, entry in sorted(listed.items()):
        if path not in found:
            yield f"{path}: listed in RELEASE.json, but absent"
        elif found[path][0] != "file":
            yield f"{path}: is {found[path][1]}"
        elif (folder / path).stat().st_size != entry["size"]:
            size = (folder / path).stat().st_size
            yield f"{path}: {size} bytes, RELEASE.json says {entry['size']}"
        elif digest_file(folder / path) != entry["sha256"]:
            yield f"{path}: digest differs from RELEASE.json"


def _of_the_hub(folder: Path, path: str, listed: dict[str, Any]) -> bool:
    """Whether the Hub or its client wrote a file: a known name, and what they write in it."""
    file, known = folder / path, {*listed, *UNLISTED, ".gitattributes"}
    if file.stat().st_size > SMALL:
        return False
    text = file.read_bytes().decode("utf-8", errors="replace")
    if path == ".gitattributes":
        lines = text.removesuffix("\n").split("\n")
        large = {f"{name}{LARGE}" for name in listed}
        return len(lines) - lines.count("") < len({*lines, ""}) and {*lines} <= ATTRIBUTES | large
    name = path.removeprefix(CLIENT)
    if name == path or name in WRITTEN:
        return name in WRITTEN and name != path and text == WRITTEN[name]
    if name.startswith("download/"):
        of, _, kind = name.removeprefix("download/").rpartition(".")
        return of in known and (
            text == "" if kind == "lock" else kind == "metadata" and _note(folder / of, text)
        )
    return bool(re.fullmatch(r"trees/[0-9a-f]{40}\.json", name)) and _tree(text, known)


def _note(file: Path, text: str) -> bool:
    """Whether a note of a download names the bytes that lie there."""
    match = NOTE.fullmatch(text)
    if not match or not file.is_file():
        return False
    data = file.read_bytes()
    blob = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    return match[1] in (blob, hashlib.sha256(data).hexdigest())


def _tree(text: str, known: set[str]) -> bool:
    """Whether a client's list of a repository names this release's files, and says nothing more."""
    try:
        told = json.loads(text)
        same = json.dumps(told, indent=1) == text and told.keys() == {"format_version", "files"}
        rows = told["files"].items()
        digests = [v for _, row in rows for k, v in row.items() if k not in ("size", "lfs_size")]
        sizes = [row.get(k, 0) for _, row in rows for k in ("size", "lfs_size")]
    except (ValueError, AttributeError, KeyError, RecursionError):
        return False
    fits = all(re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", str(one)) for one in digests)
    keys = {"size", "blob_id", "lfs_sha256", "lfs_size", "xet_hash"}
    return (
        same
        and fits
        and told["format_version"] == 1
        and {name for name, _ in rows} <= known
        and all(type(size) is int for size in sizes)
        and all(row.keys() <= keys for _, row in rows)
    )


def check_shards(manifest: dict[str, Any]) -> Iterator[str]:
    """Problems with the list of shards: none shown, data beside them, names outside the folder."""
    shown = [shard for shard in manifest["shards"] if shard["published"]]
    if not shown:
        yield "RELEASE.json: names no published shard"
    listed = [entry["path"] for entry in manifest["files"]]
    paths = [shard[name] for shard in shown for name in ("path", "provenance")]
    for path in sorted({*listed, *paths}):
        if path.startswith("/") or ".." in path.split("/") or "\\" in path:
            yield f"RELEASE.json: {path}: leads out of the release"
    for path in sorted({path for path in paths if paths.count(path) > 1}):
        yield f"RELEASE.json: {path}: is named by two shards"
    known = {shard["path"] for shard in shown}
    for path in sorted(path for path in listed if path.startswith("data/") and path not in known):
        yield f"{path}: is no published shard of RELEASE.json, so that nothing proves its records"
    for path in sorted(set(paths) - set(listed)):
        yield f"{path}: is a shard, but not among the files of RELEASE.json"


def check_shard(folder: Path, shard: dict[str, Any]) -> Iterator[str]:
    """Problems with one shard: its records, their provenance, its root."""
    path = shard["path"]
    leaves = []
    try:
        for name, record, origin, stated in pairs(folder / path, folder / shard["provenance"]):
            if hashlib.sha256(record.encode()).hexdigest() != stated:
                yield f"{path}: {name} is not the record its provenance names"
            leaves.append(leaf(f'{{"provenance":{origin},"record":{record}}}'))
    except UNREADABLE as error:
        yield f"{path}: {error}"
        return
    if len(leaves) != shard["records"]:
        yield f"{path}: {len(leaves)} records, RELEASE.json says {shard['records']}"
    if root(leaves) != shard["root"]:
        yield f"{path}: Merkle root differs from RELEASE.json"


def check_signature(folder: Path, manifest: dict[str, Any], signers: Path | None) -> Iterator[str]:
    """Problems with the signature of RELEASE.json."""
    signature = folder / "RELEASE.json.sig"
    signer = manifest.get("signer") or ""
    if not signer:
        if signature.exists() or signers:
            yield "RELEASE.json: names no signer"
        return
    if not signature.is_file():
        yield "RELEASE.json.sig: absent, though RELEASE.json names a signer"
        return
    if signers and not signers.is_file():
        yield f"{signers}: is no regular file"
        return
    small = signature.stat().st_size < 10_000
    text = signature.read_bytes().decode("ascii", errors="replace") if small else ""
    match = SIGNATURE.fullmatch(text)
    if (
        not match
        or base64.b64encode(base64.b64decode(match[1])) != match[1].replace("\n", "").encode()
    ):
        yield "RELEASE.json.sig: is not one signature and nothing else"
        return
    program = shutil.which("ssh-keygen")
    if program is None:
        yield "RELEASE.json.sig: not checked, ssh-keygen is not installed"
        return
    command = [program, "-Y", "verify", "-n", NAMESPACE, "-I", signer, "-s", str(signature)]
    command += ["-f", str(signers or folder / "allowed_signers")]
    signed = (folder / "RELEASE.json").read_bytes()
    done = subprocess.run(command, input=signed, capture_output=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
        yield f"RELEASE.json.sig: does not verify: {said[-1] if said else 'no reason given'}"


def read_manifest(folder: Path) -> dict[str, Any]:
    """RELEASE.json. Raises ValueError where it is absent, broken or not in canonical form."""
    manifest = read_json(folder / "RELEASE.json")
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ValueError(f"RELEASE.json: not of format {FORMAT}")
    if said := unlike(manifest, MANIFEST, "RELEASE.json"):
        raise ValueError(said)
    if canonical(manifest) + "\n" != read_text(folder / "RELEASE.json"):
        raise ValueError("RELEASE.json: not in canonical form")
    return manifest


def check_roots(manifest: dict[str, Any]) -> Iterator[str]:
    """Problems with the root over all shards, shown, reserved and withheld."""
    roots = [bytes.fromhex(s["root"]) for s in manifest["shards"]]
    if root(roots) != manifest["root"]:
        yield "RELEASE.json: root is not that of its shards"


def check_proof(manifest: dict[str, Any], proof: dict[str, Any]) -> Iterator[str]:
    """Problems with the proof of one revealed record."""
    if said := unlike(proof, PROOF_SHAPE, "proof"):
        yield said
        return
    if proof["format"] != PROOF:
        yield f"proof: not of format {PROOF}"
        return
    here = leaf(proof["leaf"], bytes.fromhex(proof["salt"]))
    for side, sibling in proof["path"]:
        other = bytes.fromhex(sibling)
        here = node(other, here) if side == "left" else node(here, other)
    name = (proof["exam"], proof["split"])
    if not any(
        (s["exam"], s["split"], s["root"]) == (*name, here.hex()) for s in manifest["shards"]
    ):
        yield f"proof: does not lead to the root of {' '.join(name)} in RELEASE.json"


def is_plain(folder: Path, manifest: dict[str, Any]) -> bool:
    """Whether all can be opened: a pipe would be waited for, a link leads out of the release."""
    if any(kind in ("link", "other") for _, kind, _ in walk(folder)):
        return False
    return not any("leads out" in problem for problem in check_shards(manifest))


def check_expected(manifest: dict[str, Any], expect: str, after: str) -> Iterator[str]:
    """Whether it is another release, or follows another one, than a reader means."""
    own, told = "{name}@{version}".format_map(manifest), manifest.get("parent")
    parent = told if isinstance(told, dict) else {}
    label = str(parent.get("label") or "nothing")
    if expect not in ("", own):
        yield f"RELEASE.json: is of {own}, not of {expect}"
    before = Path(after) / "RELEASE.json"
    if after and before.is_file():
        if parent.get("sha256") != digest_file(before):
            yield f"RELEASE.json: follows {label} of other bytes than {before}"
    elif after and after.replace("@", "-") != label:
        yield f"RELEASE.json: follows {label}, not {after}"


def verify(
    folder: Path, signers: Path | None = None, expect: str = "", after: str = ""
) -> list[str]:
    """All problems of a release; an empty list where there is none."""
    try:
        manifest = read_manifest(folder)
        problems = [*check_files(folder, manifest), *check_shards(manifest)]
        problems += [*check_roots(manifest), *check_expected(manifest, expect, after)]
        if not is_plain(folder, manifest):
            return problems
        for shard in manifest["shards"]:
            if shard["published"]:
                problems += check_shard(folder, shard)
        return [*problems, *check_signature(folder, manifest, signers)]
    except UNREADABLE as error:
        return [str(error)]


def in_one_line(said: str) -> str:
    """A problem as a terminal may show it: names in a forged release may hold anything."""
    text = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in said)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def main() -> int:
    """Print the problems; exit code 1 where there are any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent)
    parser.add_argument("--signers", type=Path, help="allowed_signers file that you trust")
    parser.add_argument("--expect", metavar="NAME@VERSION", default="", help="which it is to be")
    parser.add_argument("--after", metavar="RELEASE", default="", help="which it is to follow")
    parser.add_argument("--proof", type=Path, help="proof of a revealed record")
    given = parser.parse_args()
    if given.proof:
        try:
            proof = read_json(given.proof)
            problems = [*check_proof(read_manifest(given.folder), proof)]
        except UNREADABLE as error:
            problems = [str(error)]
    else:
        problems = verify(given.folder, given.signers, given.expect, given.after)
    for problem in problems:
        sys.stdout.write(in_one_line(problem) + "\n")
    if not given.proof and not given.signers and not problems:
        signed = (given.folder / "RELEASE.json.sig").is_file()
        own = "signed, but by whom only --signers FILE can tell: "
        sys.stderr.write(f"{own if signed else 'unsigned: '}proves consistency, not origin\n")
    sys.stdout.write("FAILED\n" if problems else "OK\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
