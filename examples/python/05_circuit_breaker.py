"""Open a circuit: after two failures of a target, the next request skips it."""

import time

from gatehouse import Gatehouse
from gatehouse.admin import GatehouseAdmin

config = {
    "strategy": {"mode": "fallback", "cb_config": {"failure_threshold": 2, "cooldown_interval": 30000}},
    "targets": [
        {"provider": "mock", "override_params": {"model": "mock-error-503"}},
        {"provider": "mock", "override_params": {"model": "mock"}},
    ],
}
saved = GatehouseAdmin().configs.create(name=f"Breaker {time.time()}", config=config)
gatehouse = Gatehouse(config=saved.slug)

for _ in range(3):
    response = gatehouse.chat.completions.create(messages=[{"role": "user", "content": "Hi"}])
    print("answered by", response.gateway.target)

states = [breaker.state for breaker in GatehouseAdmin().breakers.list().data]
print("a circuit is open:", "open" in states)

# Prints:
# answered by config.targets[1]
# answered by config.targets[1]
# answered by config.targets[1]
# a circuit is open: True
