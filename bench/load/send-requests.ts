/** Non-streaming load: a fixed number of requests over a fixed number of connections, or sequentially for latency. */

import { PLAIN_REPLY, requestBody } from '../payloads.ts'
import { connect, encodeRequest } from './connection.ts'
import type { LoadTarget } from './spec.ts'

const BODY = requestBody({ model: 'bench-plain', stream: false, max_tokens: 200, seed: 0 })

/** Returns the sorted milliseconds of all requests. */
export async function sendRequests(target: LoadTarget, count: number, concurrency: number): Promise<number[]> {
  const request = encodeRequest(target, BODY)
  const latenciesMs: number[] = []
  let left = count
  const work = async () => {
    const connection = await connect(target)
    while (left-- > 0) {
      const startMs = performance.now()
      await connection.exchange(request, PLAIN_REPLY)
      latenciesMs.push(performance.now() - startMs)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return latenciesMs.sort((a, b) => a - b)
}

/** Returns one sorted list of milliseconds per target. */
export async function measureLatencies(targets: readonly LoadTarget[], count: number): Promise<number[][]> {
  const lanes = await Promise.all(
    targets.map(async (target) => ({
      request: encodeRequest(target, BODY),
      connection: await connect(target),
      latenciesMs: [] as number[],
    })),
  )
  for (let round = 0; round < count; round++) {
    for (const lane of lanes) {
      const startMs = performance.now()
      await lane.connection.exchange(lane.request, PLAIN_REPLY)
      lane.latenciesMs.push(performance.now() - startMs)
    }
  }
  for (const lane of lanes) lane.connection.close()
  return lanes.map((lane) => lane.latenciesMs.sort((a, b) => a - b))
}
