"""Send twenty concurrent requests, each with its own trace id."""

import asyncio

from gatehouse import AsyncGatehouse


async def main() -> None:
    async with AsyncGatehouse(provider="mock") as gatehouse:

        async def send(number: int) -> str:
            client = gatehouse.with_options(trace_id=f"many-{number}")
            response = await client.chat.completions.create(
                model="mock", messages=[{"role": "user", "content": f"Number {number}"}]
            )
            return str(response.gateway.trace_id)

        traces = await asyncio.gather(*(send(number) for number in range(20)))
        print(f"{len(traces)} responses, the last one is {traces[-1]}")


asyncio.run(main())

# Prints:
# 20 responses, the last one is many-19
