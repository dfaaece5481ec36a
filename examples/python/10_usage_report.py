"""Report usage: send requests with metadata, then sum up one label."""

import time

from gatehouse import Gatehouse
from gatehouse.admin import GatehouseAdmin

team = f"team-{time.time_ns()}"
gatehouse = Gatehouse(provider="mock", metadata={"_user": "ada", "team": team})
for _ in range(3):
    gatehouse.chat.completions.create(model="mock", messages=[{"role": "user", "content": "Hi"}])

admin = GatehouseAdmin()
# Logs are available shortly after the response.
for _ in range(100):
    logs = admin.logs.list(metadata={"team": team}).data
    if len(logs) == 3:
        break
    time.sleep(0.05)

print(f"{len(logs)} requests, {sum(log.usage.total_tokens for log in logs)} tokens by {logs[0].metadata['_user']}")

# Prints:
# 3 requests, … tokens by ada
