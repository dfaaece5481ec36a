"""The Python blocks of README.md and docs/ run as they stand; those marked no-run are at least Python."""

import ast
import os
import pathlib
import re
import subprocess
import sys

import httpx
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
    assert len(RUN) >= 2
    assert len(READ) >= 1


@pytest.mark.parametrize("page", ["openai", "anthropic"])
def test_the_program_of_a_client_runs(page: str, base_url: str, key: str, tmp_path: pathlib.Path) -> None:
    text = (DOCS / "clients" / f"{page}.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(blocks) >= 3
    # The mock provider calls no tools; npm run test:clients runs the pages with stand-ins that do.
    program = re.sub(r"@[a-z]+-main/[a-z0-9.-]+", "@clients-mock/mock-1", "\n".join(blocks))
    slug = {"name": "clients-mock", "slug": "clients-mock", "provider": "mock", "key": "any"}
    made = httpx.post(f"{base_url}/virtual-keys", json=slug, headers={"x-gateway-api-key": key})
    assert made.status_code in (200, 201, 409), made.text
    assert run(program, base_url, key, tmp_path).count("Hello") >= 2


@pytest.mark.parametrize("code", READ)
def test_a_block_can_be_read(code: str) -> None:
    ast.parse(code)


@pytest.mark.parametrize("code", RUN)
def test_a_block_runs(code: str, base_url: str, key: str, tmp_path: pathlib.Path) -> None:
    assert "Hello" in run(code, base_url, key, tmp_path)


def run(code: str, base_url: str, key: str, folder: pathlib.Path) -> str:
    base = re.sub(r"/v1/?$", "", base_url)
    done = subprocess.run(
        [sys.executable, "-c", code.replace("http://127.0.0.1:8787", base)],
        env={**os.environ, "GATEWAY_API_KEY": key, "GATEWAY_BASE_URL": base_url, "PYTHONIOENCODING": "utf-8"},
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=900,  # Only a hang takes this long.
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
