"""Twenty requests at once, each found again by its own trace id."""

import asyncio

from gatehouse import AsyncGatehouse


async def main() -> None:
    async with AsyncGatehouse(provider="mock") as gatehouse:

        async def ask(number: int) -> str:
            client = gatehouse.with_options(trace_id=f"many-{number}")
            answer = await client.chat.completions.create(
                model="mock", messages=[{"role": "user", "content": f"Number {number}"}]
            )
            return str(answer.gateway.trace_id)

        traces = await asyncio.gather(*(ask(number) for number in range(20)))
        print(f"{len(traces)} answers, the last one is {traces[-1]}")


asyncio.run(main())

# Prints:
# 20 answers, the last one is many-19
