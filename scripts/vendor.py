#!/usr/bin/env python3
"""Bring the files that scripts/vendor.toml lists into the repository.

    vendor.py           fetch, check against the registry's sha512, copy, write the lock
    vendor.py --check   compare the files with the lock; needs no network

A trailing sourceMappingURL comment is cut off: the maps do not come along, and hashing static
files fails on a reference to a file that is not there. Nothing else is changed.
"""

import base64
import hashlib
import json
import re
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "scripts" / "vendor.toml"
LOCK = ROOT / "static" / "vendor" / "vendor.lock.json"
SOURCE_MAP = re.compile(rb"\s*//# sourceMappingURL=\S+\s*\Z")
SYMBOL = (
    '<symbol id="i-{name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" '
    'stroke-width="2" stroke-linecap="round" stroke-linejoin="round">{body}</symbol>'
)


def integrity(data: bytes, algorithm: str) -> str:
    digest = hashlib.new(algorithm, data).digest()
    return f"{algorithm}-{base64.b64encode(digest).decode()}"


def read_list() -> list[dict[str, Any]]:
    packages: list[dict[str, Any]] = tomllib.loads(LIST.read_text())["package"]
    return packages


def fetch(name: str, version: str, folder: Path) -> bytes:
    import node

    done = node.npm("pack", f"{name}@{version}", "--silent", "--pack-destination", str(folder))
    if done.returncode:
        sys.exit(f"{name}: npm could not fetch it\n{done.stderr}")
    return (folder / done.stdout.strip().splitlines()[-1]).read_bytes()


def sprite(icons: dict[str, str]) -> bytes:
    symbols = []
    for name in sorted(icons):
        inside = re.search(r"<svg[^>]*>(.*)</svg>", icons[name], re.S)
        if inside is None:
            sys.exit(f"icon {name}: no <svg> in it")
        body = re.sub(r"\s*\n\s*", "", inside.group(1)).replace(" />", "/>")
        symbols.append(SYMBOL.format(name=name, body=body))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"
    ).encode()


def write(path: str, data: bytes, files: dict[str, str]) -> None:
    target = ROOT / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    files[path] = integrity(data, "sha384")


def update() -> None:
    lock = []
    with tempfile.TemporaryDirectory() as scratch:
        for package in read_list():
            name, version = package["name"], package["version"]
            data = fetch(name, version, Path(scratch))
            if integrity(data, "sha512") != package["integrity"]:
                sys.exit(f"{name} {version}: its sha512 is {integrity(data, 'sha512')}")
            archive = Path(scratch) / "package.tgz"
            archive.write_bytes(data)
            files: dict[str, str] = {}
            with tarfile.open(archive) as tar:

                def read(path: str, tar: tarfile.TarFile = tar) -> bytes:
                    member = tar.extractfile(f"package/{path}")
                    assert member is not None, path
                    return member.read()

                for source, target in package["files"].items():
                    content = read(source)
                    if target.endswith((".js", ".d.ts")):
                        content = SOURCE_MAP.sub(b"\n", content)
                    write(f"{package['into']}/{target}", content, files)
                if "sprite" in package:
                    names = package["icons"].split()
                    icons = {icon: read(f"icons/{icon}.svg").decode() for icon in names}
                    write(package["sprite"], sprite(icons), files)
            lock.append(
                {key: package[key] for key in ("name", "version", "licence", "about")}
                | {"files": dict(sorted(files.items()))}
            )
            print(f"{name} {version}: {len(files)} files")
    LOCK.write_text(json.dumps(lock, indent=1, ensure_ascii=False) + "\n")


def check() -> list[str]:
    """What is wrong, a line each."""
    wrong = []
    lock: list[dict[str, Any]] = json.loads(LOCK.read_text())
    listed = {(package["name"], package["version"]) for package in read_list()}
    if listed != {(package["name"], package["version"]) for package in lock}:
        wrong.append("vendor.toml and vendor.lock.json list different packages: make vendor")
    known: set[Path] = {LOCK}
    for package in lock:
        for path, expected in package["files"].items():
            known.add(ROOT / path)
            if not (ROOT / path).is_file():
                wrong.append(f"{path} is missing")
            elif integrity((ROOT / path).read_bytes(), "sha384") != expected:
                wrong.append(f"{path} has been changed")
    for folder in (LOCK.parent, ROOT / "tests" / "vendor"):
        strangers = {path for path in folder.rglob("*") if path.is_file()} - known
        wrong += [f"{path.relative_to(ROOT)} is in no list" for path in sorted(strangers)]
    return wrong


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        problems = check()
        print("\n".join(problems) or "vendored files are as locked")
        sys.exit(bool(problems))
    elif sys.argv[1:]:
        sys.exit(__doc__)
    update()
