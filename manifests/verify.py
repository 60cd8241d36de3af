"""Check a release from its files alone: `python verify.py [FOLDER] [--signers FILE]`.

Needs Python 3.11 and pyarrow, no network. Digests of all files, Merkle roots of all shards
(RFC 6962), records and provenance row by row, counts, and the signature where ssh-keygen is found.
`--proof FILE` checks the proof of one revealed record against the roots of RELEASE.json instead.
Without --signers the signature is checked against the release's own list: that shows it whole, not
whose it is.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

try:
    import pyarrow.parquet as pq
except ModuleNotFoundError:
    sys.exit("error: pyarrow is missing; pip install pyarrow")

UNLISTED = {"RELEASE.json", "RELEASE.json.sig", ".gitattributes"}  # the last is the Hub's own
HUB = (".gitattributes", ".cache/huggingface/")  # written by the Hub and its client
NAMESPACE = "exam-release"
FORMAT = "cpsyexam-release/1"
PROOF = "cpsyexam-proof/1"


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


def check_files(folder: Path, manifest: dict[str, Any]) -> Iterator[str]:
    """Problems with the files: absent, unlisted, of another digest."""
    listed = {entry["path"]: entry for entry in manifest["files"]}
    found = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if not p.is_dir()}
    for path in sorted(set(found) - set(listed) - UNLISTED):
        if not path.startswith(HUB):
            yield f"{path}: not listed in RELEASE.json"
    for path, entry in sorted(listed.items()):
        if path not in found:
            yield f"{path}: listed in RELEASE.json, but absent"
        elif found[path].is_symlink():
            yield f"{path}: is a link"
        elif found[path].stat().st_size != entry["size"]:
            yield f"{path}: {found[path].stat().st_size} bytes, RELEASE.json says {entry['size']}"
        elif digest_file(found[path]) != entry["sha256"]:
            yield f"{path}: digest differs from RELEASE.json"


def check_shard(folder: Path, shard: dict[str, Any]) -> Iterator[str]:
    """Problems with one shard: its records, their provenance, its root."""
    path = shard["path"]
    leaves = []
    try:
        for name, record, origin, stated in pairs(folder / path, folder / shard["provenance"]):
            if hashlib.sha256(record.encode()).hexdigest() != stated:
                yield f"{path}: {name} is not the record its provenance names"
            leaves.append(leaf(f'{{"provenance":{origin},"record":{record}}}'))
    except (OSError, ValueError, KeyError) as error:
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
    program = shutil.which("ssh-keygen")
    if program is None:
        yield "RELEASE.json.sig: not checked, ssh-keygen is not installed"
        return
    command = [program, "-Y", "verify", "-n", NAMESPACE, "-I", signer, "-s", str(signature)]
    command += ["-f", str(signers or folder / "allowed_signers")]
    text = (folder / "RELEASE.json").read_bytes()
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
        yield f"RELEASE.json.sig: does not verify: {said[-1] if said else 'no reason given'}"


def read_manifest(folder: Path) -> dict[str, Any]:
    """RELEASE.json. Raises ValueError where it is absent, broken or not in canonical form."""
    try:
        text = (folder / "RELEASE.json").read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"RELEASE.json: cannot be read: {error}") from error
    try:
        manifest = json.loads(text)
    except ValueError as error:
        raise ValueError(f"RELEASE.json: not valid JSON: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ValueError(f"RELEASE.json: not of format {FORMAT}")
    if canonical(manifest) + "\n" != text:
        raise ValueError("RELEASE.json: not in canonical form")
    return manifest


def check_roots(manifest: dict[str, Any]) -> Iterator[str]:
    """Problems with the root over all shards, shown, reserved and withheld."""
    roots = [bytes.fromhex(s["root"]) for s in manifest["shards"]]
    if root(roots) != manifest["root"]:
        yield "RELEASE.json: root is not that of its shards"


def check_proof(manifest: dict[str, Any], proof: dict[str, Any]) -> Iterator[str]:
    """Problems with the proof of one revealed record."""
    if proof.get("format") != PROOF:
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


def verify(folder: Path, signers: Path | None = None) -> list[str]:
    """All problems of a release; an empty list where there is none."""
    try:
        manifest = read_manifest(folder)
        problems = [*check_files(folder, manifest), *check_roots(manifest)]
        for shard in manifest["shards"]:
            if shard["published"]:
                problems += check_shard(folder, shard)
        return [*problems, *check_signature(folder, manifest, signers)]
    except (ValueError, KeyError, TypeError) as error:
        return [str(error)]


def main() -> int:
    """Print the problems; exit code 1 where there are any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent)
    parser.add_argument("--signers", type=Path, help="allowed_signers file that you trust")
    parser.add_argument("--proof", type=Path, help="proof of a revealed record")
    given = parser.parse_args()
    if given.proof:
        proof = json.loads(given.proof.read_text("utf-8"))
        problems = [*check_proof(read_manifest(given.folder), proof)]
    else:
        problems = verify(given.folder, given.signers)
    for problem in problems:
        sys.stdout.write(problem + "\n")
    sys.stdout.write("FAILED\n" if problems else "OK\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
