/**
 * Power failures with GATEWAY_DURABILITY=disk. A gateway serves requests while every write and sync of its journals is
 * recorded. The test then builds and opens the files that a power failure may leave at any of these moments: every
 * response that had ended by then must have its record, and the budget must include every call that the provider had
 * received. SQLite files follow SQLite's own guarantees: the test uses copies of control.db from before and from the
 * moment of the failure, and an empty logs.db.
 */

import { expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlainAnswer } from '../../simulators/answer.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
import { writeImage } from './power-loss/crash-images.ts'
import { readLedger, readRecords } from './power-loss/open-image.ts'
import type { DiskStep } from './power-loss/record-disk.ts'

const REQUESTS = 120
const AT_ONCE = 12
const IMAGES = 60
/** Each call costs a cent, so that calls can be counted in the budget. */
const FEE_USD = 0.01
const CENT = 10_000_000

const COMPLETION = {
  object: 'chat.completion',
  model: 'fee-model',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi. '.repeat(200) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
}

/** Something that happened when the trace had this many bytes. */
type Moment = { readonly atBytes: number; readonly traceId?: string }

type Run = {
  readonly root: string
  readonly keyId: string
  readonly steps: readonly DiskStep[]
  /** Size of the trace after each step. */
  readonly ends: readonly number[]
  /** Responses that ended. */
  readonly answered: readonly Moment[]
  /** Calls that the provider received and charges for. */
  readonly charged: readonly Moment[]
}

/** Serves requests under a budget: whole responses and streams, some refused by the provider. */
async function record(durability: string, workers: number): Promise<Run> {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-power-'))
  const dataDirectory = join(root, 'data')
  const trace = join(root, 'trace')
  const sizeNow = () => statSync(trace).size
  const random = new SeededRandom(7)
  const charged: Moment[] = []
  const answer = (request: { readonly json: Record<string, unknown> }): PlainAnswer => {
    if (random.chance(0.1)) return 503
    charged.push({ atBytes: sizeNow() })
    return request.json['stream'] === true ? { stream: ['a', 'b', 'c'], gapMs: 1 } : { body: COMPLETION }
  }
  await using simulator = await startSimulator({ answers: [answer] })
  await using gateway = await startGatewayProcess({
    dataDirectory,
    environment: {
      GATEWAY_DURABILITY: durability,
      GATEWAY_WORKERS: String(workers),
      BUN_OPTIONS: `--preload=${join(import.meta.dir, 'power-loss/trace-process.ts')}`,
      GATEHOUSE_DISK_TRACE: trace,
    },
  })
  const scene = new ControlScene(gateway)
  const prices = { requests: { usd: FEE_USD, per: 1 } }
  await scene.do('POST', '/prices', { provider: 'openai-compatible', model: 'fee-model', prices })
  const made = await scene.do('POST', '/api-keys/workspace/service', {
    name: 'budgeted',
    scopes: ['completions.write'],
    usage_limits: { type: 'cost', credit_limit: 1_000 },
  })
  const answered: Moment[] = []
  const chat = async (i: number): Promise<void> => {
    // Every tenth is refused by the gateway; refusals have records too.
    const body = i % 10 === 3 ? { model: 'fee-model', messages: 'none' } : { model: 'fee-model', stream: i % 2 === 0 }
    const target = at(simulator, i % 10 === 3 ? { override_params: 5 } : {})
    const reply = await gateway.chat(target, { key: String(made['key']), body })
    await reply.text()
    answered.push({ atBytes: sizeNow(), traceId: reply.headers.get('x-gateway-trace-id')! })
  }
  for (let i = 0; i < REQUESTS; i += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => chat(i + n)))
  await gateway.kill9()
  const lines = readFileSync(trace, 'utf8').split('\n').slice(0, -1)
  let end = 0
  const ends = lines.map((line) => {
    end += Buffer.byteLength(line) + 1
    return end
  })
  return { root, keyId: String(made['id']), steps: lines.map((line) => JSON.parse(line)), ends, answered, charged }
}

/** What is missing in an image; null if nothing is. */
async function lossOf(run: Run, count: number, random: SeededRandom): Promise<string | null> {
  const folder = mkdtempSync(join(run.root, 'image-'))
  try {
    const steps = run.steps.slice(0, count)
    writeImage(steps, join(run.root, 'data'), folder, random)
    const copies = steps.flatMap((step) => (step.op === 'note' ? [step.text] : []))
    cpSync(random.pick([copies[0]!, copies.at(-1)!]), folder, { recursive: true })
    mkdirSync(join(folder, 'ledger'), { recursive: true })
    const records = readRecords(folder)
    const atBytes = run.ends[count - 1]!
    const lost = run.answered.filter((moment) => moment.atBytes <= atBytes && !records.has(moment.traceId!))
    if (lost.length > 0) return `${lost.length} records`
    const { usedUnits, health, mismatches } = await readLedger(folder, { kind: 'api_key', id: run.keyId })
    if (health.status !== 'ok') return `the ledger is ${health.status}: ${health.problem}`
    if (mismatches > 0) return `${mismatches} mismatches`
    const chargedCents = run.charged.filter((moment) => moment.atBytes <= atBytes).length
    return usedUnits < chargedCents * CENT ? `${chargedCents * CENT - usedUnits} nano-dollars` : null
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function lossesOf(run: Run, images: number): Promise<string[]> {
  const random = new SeededRandom(20261117)
  const first = run.steps.findIndex(({ op }) => op === 'note') + 1
  expect(first).toBeGreaterThan(0)
  const losses: string[] = []
  for (let i = 0; i < images; i++) {
    const count = i === 0 ? run.steps.length : random.between(first, run.steps.length)
    const loss = await lossOf(run, count, random)
    if (loss !== null) losses.push(`after step ${count}: ${loss}`)
  }
  return losses
}

test.each([1, 2])('a power failure loses no ended response and no spending, with %i process(es)', async (workers) => {
  const run = await record('disk', workers)
  try {
    expect(run.answered.length).toBe(REQUESTS)
    expect(run.charged.length).toBeGreaterThan(REQUESTS / 2)
    expect(await lossesOf(run, IMAGES)).toEqual([])
    // Concurrent requests share a sync.
    const syncs = run.steps.filter(({ op }) => op === 'begin').length
    expect(syncs).toBeGreaterThan(0)
  } finally {
    rmSync(run.root, { recursive: true })
  }
})

test('the same check finds losses without syncs', async () => {
  const run = await record('process', 1)
  try {
    expect(run.steps.some(({ op }) => op === 'begin')).toBe(false)
    expect((await lossesOf(run, 20)).length).toBeGreaterThan(0)
  } finally {
    rmSync(run.root, { recursive: true })
  }
})
