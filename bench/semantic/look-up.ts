/** Measures semantic lookups: time and memory of partitions of several sizes, with and without the graph. */

import { objectionTo } from '../../server/src/cache/semantic/guard/objection.ts'
import { Partition } from '../../server/src/cache/semantic/index/partition.ts'
import { quantise } from '../../server/src/cache/semantic/index/vectors.ts'

const LOOKUPS = 200
const WARM_UP = 300

function randomVector(dimensions: number): Int8Array {
  const numbers = Float32Array.from({ length: dimensions }, () => Math.random() - 0.5)
  return quantise(numbers) ?? new Int8Array(dimensions)
}

/** Returns a similar vector. */
function near(vector: Int8Array): Int8Array {
  return vector.map((value) => Math.max(-127, Math.min(127, value + Math.round((Math.random() - 0.5) * 40))))
}

async function measure(count: number, dimensions: number, usesGraph: boolean): Promise<string> {
  const vectors = Array.from({ length: count }, () => randomVector(dimensions))
  Bun.gc(true)
  const beforeBytes = process.memoryUsage.rss()
  const partition = new Partition(dimensions, usesGraph ? undefined : Number.POSITIVE_INFINITY)
  for (const [i, vector] of vectors.entries()) {
    const text = `How do I reset the password of account number ${i} in the shop?`
    const entry = { partition: 'p', workspaceId: 'w', namespace: null, text, traceId: `trace ${i}`, answerBytes: 0 }
    partition.add({ ...entry, key: `workspace/namespace/${i}`, storedAtMs: 0, expiresAtMs: 1 }, vector)
  }
  while (usesGraph && partition.isMoving) await Bun.sleep(10)
  Bun.gc(true)
  const entryBytes = Math.max(0, process.memoryUsage.rss() - beforeBytes) / count
  const times: number[] = []
  let found = 0
  for (let i = -WARM_UP; i < LOOKUPS; i++) {
    const wanted = Math.floor(Math.random() * count)
    const query = near(vectors[wanted]!)
    const startMs = performance.now()
    const [best] = partition.search(query)
    if (best) objectionTo(`How can I reset the password of account number ${wanted} in the shop?`, best.question.text)
    if (i < 0) continue
    times.push(performance.now() - startMs)
    if (best?.question.key.endsWith(`/${wanted}`)) found++
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => `${times[Math.floor(share * (LOOKUPS - 1))]!.toFixed(2)} ms`
  const how = count <= 512 ? 'all' : usesGraph && count >= 4096 && dimensions <= 1024 ? 'graph' : 'signs'
  return `| ${count} | ${dimensions} | ${how} | ${at(0.5)} | ${at(0.99)} | ${found}/${LOOKUPS} | ${Math.round(entryBytes)} |`
}

const CASES = [
  [500, 384, true],
  [4_000, 384, true],
  [20_000, 384, false],
  [20_000, 384, true],
  [20_000, 1_536, true],
] as const

// Each measurement runs in its own process, because freed memory would affect the next one.
const [chosen] = process.argv.slice(2)
if (chosen === undefined) {
  process.stdout.write(
    '| entries | dimensions | by | p50 | p99 | found | bytes an entry |\n|---|---|---|---|---|---|---|\n',
  )
  for (const i of CASES.keys()) Bun.spawnSync([process.execPath, import.meta.path, String(i)], { stdout: 'inherit' })
} else {
  const [count, dimensions, usesGraph] = CASES[Number(chosen)] ?? CASES[0]
  process.stdout.write(`${await measure(count, dimensions, usesGraph)}\n`)
}
