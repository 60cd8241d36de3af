"""A reader that somebody new finds their way in: folders of few modules, each of one kind."""

from pathlib import Path

import pytest

import ocr
import parsing

ROOTS = [Path(package.__file__ or "").parent for package in (parsing, ocr)]
FOLDERS = [path.parent for root in ROOTS for path in root.rglob("__init__.py")]
MOST = 15


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_folder_has_more_modules_than_a_person_overlooks(folder: Path) -> None:
    assert len([p for p in folder.glob("*.py") if p.name != "__init__.py"]) <= MOST
