/** Sends a load to all nodes of a group and measures its total cost, including log records and usage reports. */

import { runLoad } from '../load/run-load.ts'
import { cpuMs } from '../process-meter.ts'
import type { Subject } from '../subjects.ts'
import type { Group } from './groups.ts'

const LOOK_MS = 50
/** Nodes report usage every 0.2 s and return unused leases after 3 s. */
const SETTLE_MS = 3_500

/** `at once`: the nodes share one core and one load. `in turn`: each node has the core and a full load to itself. */
export type Way = 'at once' | 'in turn'

export type GroupCosts = {
  readonly gatewayMicros: number
  readonly serverMicros: number
  /** Per thousand requests. */
  readonly transactions: number
}

type GroupLoad = {
  readonly kind: keyof Group['keys']
  readonly way: Way
  /** Per node. If four nodes shared this count, each would still be compiling its code during the measurement. */
  readonly count: number
  readonly concurrency: number
}

export async function measureGroup(group: Group, load: GroupLoad): Promise<GroupCosts> {
  const { nodes } = group
  const before = await usedMs(group)
  const asked = await group.transactions()
  if (load.way === 'in turn') for (const node of nodes) await send(group, node, load, load.concurrency)
  else {
    const concurrency = Math.max(1, Math.floor(load.concurrency / nodes.length))
    await Promise.all(nodes.map((node) => send(group, node, load, concurrency)))
  }
  for (const node of nodes) await recordsStored(node.url)
  await Bun.sleep(SETTLE_MS)
  const after = await usedMs(group)
  const requests = load.count * nodes.length
  return {
    gatewayMicros: (grownMs(before.gateway, after.gateway) * 1000) / requests,
    serverMicros: (grownMs(before.servers, after.servers) * 1000) / requests,
    transactions: (((await group.transactions()) - asked) * 1000) / requests,
  }
}

async function send(group: Group, { url, headers }: Subject, load: GroupLoad, concurrency: number): Promise<void> {
  const target = { url, headers: { ...headers, 'x-gateway-api-key': group.keys[load.kind] } }
  await runLoad({ kind: 'requests', target, count: load.count, concurrency })
}

type UsedMs = ReadonlyMap<number, number>

async function usedMs(group: Group): Promise<{ readonly gateway: UsedMs; readonly servers: UsedMs }> {
  return { gateway: read(group.nodes.map(({ pid }) => pid)), servers: read(await group.servers()) }
}

/** PostgreSQL backends start and exit. Exited ones are not counted, new ones are counted from their start. */
function read(pids: readonly number[]): UsedMs {
  const used = new Map<number, number>()
  for (const pid of pids) {
    try {
      used.set(pid, cpuMs(pid))
    } catch {
      // The process exited after it was listed.
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
