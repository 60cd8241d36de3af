"""The routes of the local Hub: a method and a path → what the state says."""

import base64
import json
import re
from typing import Any
from urllib.parse import parse_qs, unquote

from bench.hub.messages import Answer, Call, Route, described, ranged
from bench.hub.state import Entry, Refused, Repo, State
from bench.hub.xet import Store

LARGE = 512  # bytes from which a file with a binary ending is a large one


class Routes:
    """All routes over one state; `store` is given where large files go the Xet way."""

    def __init__(self, state: State, store: Store | None) -> None:
        self.state, self.store = state, store
        r = r"(?P<repo>[^/]+/[^/]+)"
        v = r"(?P<rev>[^/]+)"
        self.table: list[tuple[str, str, Route]] = [
            ("GET", r"/api/whoami-v2", self.whoami),
            ("POST", r"/api/repos/create", self.create),
            ("POST", r"/api/validate-yaml", self.validate),
            ("PUT", rf"/api/datasets/{r}/settings", self.settings),
            ("POST", rf"/api/datasets/{r}/preupload/{v}", self.preupload),
            ("GET", rf"/api/datasets/{r}/xet-(?:write|read)-token/{v}", self.token),
            ("POST", rf"/api/datasets/{r}/commit/{v}", self.commit),
            ("POST", rf"/api/datasets/{r}/paths-info/{v}", self.paths),
            ("GET", rf"/api/datasets/{r}/tree/{v}(?:/(?P<folder>.+))?", self.tree),
            ("GET", rf"/api/datasets/{r}/refs", self.refs),
            ("GET", rf"/api/datasets/{r}/commits/{v}", self.commits),
            ("POST", rf"/api/datasets/{r}/tag/{v}", self.tag),
            ("DELETE", rf"/api/datasets/{r}/tag/{v}", self.untag),
            ("DELETE", rf"/api/datasets/{r}/branch/{v}", self.unbranch),
            ("POST", rf"/api/datasets/{r}/super-squash/main", self.squash),
            ("GET", rf"/api/datasets/{r}(?:/revision/{v})?", self.info),
            ("POST", rf"/datasets/{r}\.git/info/lfs/objects/batch", self.batch),
            ("PUT", r"/lfs/(?P<oid>[0-9a-f]{64})", self.put),
            ("GET|HEAD", rf"/datasets/{r}/resolve/{v}/(?P<file>.+)", self.resolve),
        ]

    def answer(self, call: Call) -> Answer:
        """Find the route and run it. Raises Refused."""
        for method, pattern, route in self.table:
            found = re.fullmatch(pattern, call.path)
            if found and call.method in method.split("|"):
                return route(call, found)
        raise Refused(404, "", f"no route {call.method} {call.path}")

    def repo(self, call: Call, found: re.Match[str], *, write: bool = False) -> Repo:
        """The repository of a request, if the caller may see (or change) it."""
        name = found["repo"]
        repo = self.state.repos.get(name)
        if repo is None or (repo.private and not call.user):
            raise Refused(401 if not call.user else 404, "RepoNotFound", "Repository not found")
        if write and call.user not in name.split("/")[0]:
            raise Refused(403, "", f"You don't have the rights to write to {name}")
        return repo

    def whoami(self, call: Call, found: re.Match[str]) -> Answer:
        if not call.user:
            raise Refused(401, "", "Invalid username or password.")
        access = {"displayName": "test", "role": "write"}
        return Answer({
            "name": call.user, "fullname": call.user, "type": "user",
            "orgs": [{"name": call.user, "type": "org"}],
            "auth": {"type": "access_token", "accessToken": access},
        })  # fmt: skip

    def create(self, call: Call, found: re.Match[str]) -> Answer:
        if not call.user:
            raise Refused(401, "", "Invalid username or password.")
        asked = json.loads(call.body)
        name = f"{asked.get('organization') or call.user}/{asked['name']}"
        private = asked.get("visibility") == "private" or bool(asked.get("private"))
        url = {"url": f"{call.base}/datasets/{name}"}
        try:
            self.state.create(name, private=private)
        except Refused as refused:
            return Answer({**url, "error": refused.message}, refused.status)
        return Answer(url)

    def validate(self, call: Call, found: re.Match[str]) -> Answer:
        return Answer({"errors": [], "warnings": []})

    def settings(self, call: Call, found: re.Match[str]) -> Answer:
        repo = self.repo(call, found, write=True)
        asked = json.loads(call.body)
        if "visibility" in asked or "private" in asked:
            repo.private = asked.get("visibility") == "private" or asked.get("private") is True
        return Answer({"private": repo.private})

    def preupload(self, call: Call, found: re.Match[str]) -> Answer:
        tree = self.repo(call, found, write=True).at(unquote(found["rev"])).tree
        asked = json.loads(call.body)["files"]
        told = [
            {
                "path": f["path"],
                "uploadMode": "lfs" if f["path"].endswith(".parquet") else "regular",
                "shouldIgnore": False,
                "oid": tree[f["path"]].sha256 or tree[f["path"]].oid if f["path"] in tree else None,
            }
            for f in asked
        ]
        return Answer({"files": told})

    def token(self, call: Call, found: re.Match[str]) -> Answer:
        self.repo(call, found)
        if self.store is None:
            raise Refused(404, "", "no Xet here")
        body = {"accessToken": "x", "exp": 4102444800, "casUrl": self.store.endpoint}
        return Answer(body, headers={
            "X-Xet-Access-Token": "x", "X-Xet-Token-Expiration": "4102444800",
            "X-Xet-Cas-Url": self.store.endpoint,
        })  # fmt: skip

    def commit(self, call: Call, found: re.Match[str]) -> Answer:
        repo = self.repo(call, found, write=True)
        header, added, deleted = {}, [], []
        for line in call.body.decode().splitlines():
            item = json.loads(line)
            value = item["value"]
            if item["key"] == "header":
                header = value
            elif item["key"] == "file":
                data = base64.b64decode(value["content"])
                added.append(Entry(value["path"], len(data), data))
            elif item["key"] == "lfsFile":
                if self.store is None and value["oid"] not in self.state.large:
                    raise Refused(400, "", f"large file {value['oid']} was not uploaded")
                added.append(Entry(value["path"], value["size"], sha256=value["oid"]))
            else:
                deleted.append(value["path"].rstrip("/"))
        new = self.state.commit(repo, header, added, deleted)
        url = f"{call.base}/datasets/{repo.name}/commit/{new.sha}"
        return Answer({"success": True, "commitOid": new.sha, "commitUrl": url, "hookOutput": ""})

    def paths(self, call: Call, found: re.Match[str]) -> Answer:
        commit = self.repo(call, found).at(unquote(found["rev"]))
        asked = parse_qs(call.body.decode()).get("paths", [])
        if "json" in call.headers.get("content-type", ""):
            asked = json.loads(call.body)["paths"]
        files = [described(commit.tree[p]) for p in asked if p in commit.tree]
        folders = {p for p in asked if any(f.startswith(f"{p}/") for f in commit.tree)}
        return Answer(files + [{"type": "directory", "path": p, "oid": "0" * 40} for p in folders])

    def tree(self, call: Call, found: re.Match[str]) -> Answer:
        commit = self.repo(call, found).at(unquote(found["rev"]))
        prefix = f"{unquote(found['folder'])}/" if found["folder"] else ""
        inside = {p: e for p, e in commit.tree.items() if p.startswith(prefix)}
        if prefix and not inside:
            raise Refused(404, "EntryNotFound", f"{prefix} does not exist")
        if call.query.get("recursive", ["false"])[0].lower() in ("true", "1"):
            folders = {p.rsplit("/", 1)[0] for p in inside if "/" in p}
            listed = [described(e) for e in inside.values()]
        else:
            below = {p: p[len(prefix) :] for p in inside}
            folders = {prefix + rest.split("/")[0] for rest in below.values() if "/" in rest}
            listed = [described(e) for p, e in inside.items() if "/" not in below[p]]
        return Answer(listed + [{"type": "directory", "path": p, "oid": "0" * 40} for p in folders])

    def refs(self, call: Call, found: re.Match[str]) -> Answer:
        repo = self.repo(call, found)
        main = {"name": "main", "ref": "refs/heads/main", "targetCommit": repo.head.sha}
        tags = [
            {"name": name, "ref": f"refs/tags/{name}", "targetCommit": sha}
            for name, sha in repo.tags.items()
        ]
        groups: dict[str, list[dict[str, str]]] = {"heads": [], "pr": [], "convert": []}
        for ref, commit in repo.beside.items():
            kind, name = ref.split("/")[1:]
            groups[kind].append({"name": name, "ref": ref, "targetCommit": commit.sha})
        return Answer({
            "branches": [main, *groups["heads"]], "tags": tags, "converts": groups["convert"],
            "pullRequests": groups["pr"] if "include_prs" in call.query else [],
        })  # fmt: skip

    def commits(self, call: Call, found: re.Match[str]) -> Answer:
        repo = self.repo(call, found)
        known = [c.sha for c in repo.commits]
        asked = repo.at(unquote(found["rev"]))
        main = asked.sha in known
        until = repo.commits[: known.index(asked.sha) + 1] if main else [*repo.commits, asked]
        return Answer([
            {"id": c.sha, "title": c.title, "message": c.message,
             "date": "2026-01-01T00:00:00.000Z", "authors": [{"user": "tester"}]}
            for c in reversed(until)
        ])  # fmt: skip

    def tag(self, call: Call, found: re.Match[str]) -> Answer:
        repo = self.repo(call, found, write=True)
        name = json.loads(call.body)["tag"]
        if name in repo.tags:
            raise Refused(409, "", "Tag reference exists already")
        repo.tags[name] = repo.at(unquote(found["rev"])).sha
        return Answer()

    def untag(self, call: Call, found: re.Match[str]) -> Answer:
        self.repo(call, found, write=True).tags.pop(unquote(found["rev"]), None)
        return Answer()

    def unbranch(self, call: Call, found: re.Match[str]) -> Answer:
        name = unquote(found["rev"])
        beside = self.repo(call, found, write=True).beside
        if name == "main":
            raise Refused(403, "", "Cannot delete the default branch")
        if beside.pop(f"refs/heads/{name}", None) is None:
            raise Refused(404, "RevisionNotFound", f"Invalid rev id: {name}")
        return Answer()

    def squash(self, call: Call, found: re.Match[str]) -> Answer:
        self.state.squash(self.repo(call, found, write=True), json.loads(call.body)["message"])
        return Answer()

    def info(self, call: Call, found: re.Match[str]) -> Answer:
        repo = self.repo(call, found)
        commit = repo.at(unquote(found["rev"] or "main"))
        return Answer({
            "id": repo.name, "_id": "0" * 24, "author": repo.name.split("/")[0],
            "sha": commit.sha, "private": repo.private, "gated": False, "disabled": False,
            "tags": [], "downloads": 0, "likes": 0, "lastModified": "2026-01-01T00:00:00.000Z",
            "createdAt": "2026-01-01T00:00:00.000Z",
            "siblings": [{"rfilename": p} for p in sorted(commit.tree)],
        })  # fmt: skip

    def batch(self, call: Call, found: re.Match[str]) -> Answer:
        self.repo(call, found, write=True)
        told: list[dict[str, Any]] = []
        for item in json.loads(call.body)["objects"]:
            here = item["oid"] in self.state.large
            action = {"upload": {"href": f"{call.base}/lfs/{item['oid']}"}}
            told.append(item if here else {**item, "actions": action})
        return Answer({"transfer": "basic", "objects": told})

    def put(self, call: Call, found: re.Match[str]) -> Answer:
        self.state.large[found["oid"]] = call.body
        return Answer(headers={"ETag": found["oid"]})

    def resolve(self, call: Call, found: re.Match[str]) -> Answer:
        commit = self.repo(call, found).at(unquote(found["rev"]))
        entry = commit.tree.get(unquote(found["file"]))
        known = {"X-Repo-Commit": commit.sha}
        if entry is None:
            gone = {**known, "X-Error-Code": "EntryNotFound", "X-Error-Message": "Entry not found"}
            return Answer({"error": "Entry not found"}, 404, gone)
        headers = {**known, "ETag": f'"{entry.sha256 or entry.oid}"', "Accept-Ranges": "bytes"}
        if entry.sha256:
            headers |= {"X-Linked-Etag": f'"{entry.sha256}"', "X-Linked-Size": str(entry.size)}
        if call.method == "HEAD":
            return Answer(b"", headers={**headers, "Content-Length": str(entry.size)})
        return ranged(call, self._bytes(entry), headers)

    def _bytes(self, entry: Entry) -> bytes:
        if entry.content is not None:
            return entry.content
        if self.store is not None and entry.sha256 not in self.state.large:
            self.state.large[entry.sha256] = self.store.read(entry.sha256, entry.size)
        return self.state.large[entry.sha256]
