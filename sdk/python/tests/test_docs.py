"""The Python blocks of README.md and docs/ run as they stand; those marked no-run are at least Python."""

import ast
import os
import pathlib
import re
import subprocess
import sys

import pytest

DOCS = pathlib.Path(__file__).parents[3] / "docs"
FOUND = [
    (f"{path.name}:{number}", mark != "", code)
    for path in [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md"))]
    for number, (mark, code) in enumerate(
        re.findall(r"^```python( no-run)?\n(.*?)^```", path.read_text("utf-8"), re.M | re.S), 1
    )
]
READ = [pytest.param(code, id=place) for place, only_read, code in FOUND if only_read]
RUN = [pytest.param(code, id=place) for place, only_read, code in FOUND if not only_read]


def test_there_are_blocks_of_both_kinds() -> None:
    assert len(RUN) >= 3
    assert len(READ) >= 1


@pytest.mark.parametrize("code", READ)
def test_a_block_can_be_read(code: str) -> None:
    ast.parse(code)


@pytest.mark.parametrize("code", RUN)
def test_a_block_runs(code: str, base_url: str, key: str, tmp_path: pathlib.Path) -> None:
    base = re.sub(r"/v1/?$", "", base_url)
    done = subprocess.run(
        [sys.executable, "-c", code.replace("http://127.0.0.1:8787", base)],
        env={**os.environ, "GATEWAY_API_KEY": key, "GATEWAY_BASE_URL": base_url, "PYTHONIOENCODING": "utf-8"},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "Hello" in done.stdout
