"""Every example in Python runs as it stands and prints what it says; so do the code blocks of the README."""

import os
import pathlib
import re
import subprocess
import sys
from typing import Dict

import pytest

ROOT = pathlib.Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "examples" / "python").glob("*.py"))
README = (pathlib.Path(__file__).parents[1] / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)


def environment(base_url: str, key: str) -> Dict[str, str]:
    return {**os.environ, "GATEWAY_API_KEY": key, "GATEWAY_BASE_URL": base_url, "PYTHONIOENCODING": "utf-8"}


def test_there_are_ten_examples_and_some_blocks() -> None:
    assert len(EXAMPLES) == 10
    assert len(BLOCKS) >= 5


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_prints_what_it_says(path: pathlib.Path, base_url: str, key: str) -> None:
    found = re.search(r"\n# Prints:\n((?:# .*\n)+)\Z", path.read_text("utf-8"))
    assert found, "The example does not end with what it prints."
    promised = re.sub(r"^# ", "", found.group(1), flags=re.M)
    pattern = ".+".join(re.escape(part) for part in promised.split("…"))
    done = subprocess.run(
        [sys.executable, str(path)], env=environment(base_url, key), capture_output=True, encoding="utf-8", timeout=900
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(pattern, done.stdout), done.stdout


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split("\n")[0][:40])
def test_a_block_of_the_readme_runs(block: str, base_url: str, key: str, tmp_path: pathlib.Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", block],
        env=environment(base_url, key),
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=900,  # Only a hang takes this long.
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout != ""
