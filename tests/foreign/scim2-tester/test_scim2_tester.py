"""Runs every check of scim2-tester, an independent test suite for SCIM servers, against a running gateway."""

import os

import pytest
from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

URL = os.environ["GATEHOUSE_TEST_SCIM_URL"]
KEY = os.environ["GATEHOUSE_TEST_ADMIN_KEY"]
PASSED = {Status.SUCCESS, Status.COMPLIANT, Status.ACCEPTABLE}


def run_checks():
    http = Client(base_url=URL, headers={"authorization": f"Bearer {KEY}"}, timeout=120)
    return check_server(SyncSCIMClient(http))


RESULTS = run_checks()


def test_checks_were_run():
    assert len(RESULTS) > 50
    assert {result.resource_type for result in RESULTS} >= {"User", "Group"}


@pytest.mark.parametrize(
    "result", RESULTS, ids=[f"{result.resource_type}-{result.title}-{index}" for index, result in enumerate(RESULTS)]
)
def test_check(result):
    assert result.status in PASSED, f"{result.status}: {result.reason}"
