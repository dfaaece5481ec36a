/** Sends a load to all nodes of a group at once and reads what it cost, records and reports included. */

import { runLoad } from '../load/run-load.ts'
import { cpuMs } from '../process-meter.ts'
import type { Group } from './groups.ts'

const LOOK_MS = 50
/** What a node still reports after its last record: usage every 0.2 s, slices that go back after 3 s. */
const SETTLE_MS = 3_500

export async function measureGroup(
  group: Group,
  kind: keyof Group['keys'],
  /** To each node: one with a quarter of the load would still be compiling its code. */
  count: number,
  concurrency: number,
): Promise<{ readonly gatewayMicros: number; readonly serverMicros: number }> {
  const { nodes } = group
  const before = await usedMs(group)
  await Promise.all(
    nodes.map(({ url, headers }) =>
      runLoad({
        kind: 'requests',
        target: { url, headers: { ...headers, 'x-gateway-api-key': group.keys[kind] } },
        count,
        concurrency: Math.max(1, Math.floor(concurrency / nodes.length)),
      }),
    ),
  )
  for (const node of nodes) await recordsStored(node.url)
  await Bun.sleep(SETTLE_MS)
  const after = await usedMs(group)
  const micros = (used: number) => (used * 1000) / (count * nodes.length)
  return {
    gatewayMicros: micros(grownMs(before.gateway, after.gateway)),
    serverMicros: micros(grownMs(before.servers, after.servers)),
  }
}

type UsedMs = ReadonlyMap<number, number>

async function usedMs(group: Group): Promise<{ readonly gateway: UsedMs; readonly servers: UsedMs }> {
  return { gateway: read(group.nodes.map(({ pid }) => pid)), servers: read(await group.servers()) }
}

/** Backends of PostgreSQL come and go: one that is gone is not counted, a new one from its beginning. */
function read(pids: readonly number[]): UsedMs {
  const used = new Map<number, number>()
  for (const pid of pids) {
    try {
      used.set(pid, cpuMs(pid))
    } catch {
      // It ended since it was listed.
    }
  }
  return used
}

function grownMs(before: UsedMs, after: UsedMs): number {
  let sum = 0
  for (const [pid, ms] of after) sum += ms - (before.get(pid) ?? 0)
  return sum
}

async function recordsStored(url: string): Promise<void> {
  for (;;) {
    const reply = await fetch(`${url}/readyz`)
    const { records } = (await reply.json()) as { records: { backlogBytes: number } }
    if (records.backlogBytes === 0) return
    await Bun.sleep(LOOK_MS)
  }
}
