"""Save a config, use it by its id, change it and roll it back. Applications do not change."""

import time

from gatehouse import Gatehouse
from gatehouse.admin import GatehouseAdmin

admin = GatehouseAdmin()
config = {"strategy": {"mode": "fallback"}, "targets": [{"provider": "mock"}, {"provider": "mock"}]}
saved = admin.configs.create(name=f"Router {time.time()}", config=config)

gatehouse = Gatehouse(config=saved.slug)
messages = [{"role": "user", "content": "Hi"}]
print(gatehouse.chat.completions.create(model="mock", messages=messages).gateway.target)

admin.configs.update(saved.slug, config={"provider": "mock"})
print(gatehouse.chat.completions.create(model="mock", messages=messages).gateway.target)

admin.configs.roll_back(saved.slug, version=1)
print(gatehouse.chat.completions.create(model="mock", messages=messages).gateway.target)

# Prints:
# config.targets[0]
# config
# config.targets[0]
