/**
 * Budgets under load: a thousand concurrent requests against a budget for a hundred, half of them streamed, with
 * errors, timeouts, truncated responses, retries, fallbacks, disconnecting callers and SIGKILL. The expected spend is
 * computed from the calls the upstream received, not from the ledger. Runs two seeds; `GATEHOUSE_MONEY_SEEDS=50` runs
 * fifty.
 */

import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlainAnswer } from '../../simulators/answer.ts'
import { type Simulator, startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { eventually } from '../harness/eventually.ts'
import type { Gateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'

const SEEDS = Number(process.env['GATEHOUSE_MONEY_SEEDS'] ?? 2)
const REQUESTS = 1_000
const LIMIT_CENTS = 100
/** One cent per call, so that the number of billed calls is the spend in cents. */
const FEE_USD = 0.01

type Random = () => number

/** Chooses a response to each call, and records whether a provider would bill it. */
class Upstream {
  readonly #billed = new WeakMap<object, boolean>()

  constructor(private readonly random: Random) {}

  answer = (request: { readonly json: Record<string, unknown> }): PlainAnswer => {
    const [answer, isBilled] = this.#choose(request.json['stream'] === true)
    this.#billed.set(request, isBilled)
    return answer
  }

  /** Calls a provider would bill: all but those it refused. */
  billedCents(simulator: Simulator): number {
    return simulator.requests.filter((request) => this.#billed.get(request) !== false).length
  }

  #choose(isStream: boolean): [PlainAnswer, boolean] {
    const draw = this.random()
    if (draw < 0.1) return [503, false]
    if (draw < 0.15) return [{ status: 429, retryAfter: '0', body: { error: { message: 'slow down' } } }, false]
    if (draw < 0.2) return [{ fault: 'reset' }, true]
    if (draw < 0.23) return [{ fault: 'hang' }, true]
    if (isStream && draw < 0.4) return [{ stream: ['a', 'b', 'c', 'd'], cutAfter: 2 }, true]
    if (isStream) return [{ stream: ['a', 'b', 'c'], gapMs: Math.floor(this.random() * 20) }, true]
    return [{ body: COMPLETION, delayMs: Math.floor(this.random() * 30) }, true]
  }
}

const COMPLETION = {
  object: 'chat.completion',
  model: 'fee-model',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
}

async function prepare(gateway: Gateway, limitCents = LIMIT_CENTS): Promise<{ id: string; key: string }> {
  const scene = new ControlScene(gateway)
  const prices = { requests: { usd: FEE_USD, per: 1 } }
  await scene.do('POST', '/prices', { provider: 'openai-compatible', model: 'fee-model', prices })
  const { id, key } = await scene.do('POST', '/api-keys/workspace/service', {
    name: 'under fire',
    scopes: ['completions.write'],
    usage_limits: { type: 'cost', credit_limit: limitCents * FEE_USD },
  })
  return { id: String(id), key: String(key) }
}

/** The responses of most requests, without those of calls that wait for their timeout. */
const MOST = 0.95
/** The end of the load of the tests before. */
let lastLoad: Promise<unknown> = Promise.resolve()

/** Concurrent tests load their gateways one after the other, and only wait for timeouts at the same time. */
async function ownTurn(): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = lastLoad
  lastLoad = promise
  await before
  return resolve
}

/** Some requests use one target, some retry, some fall back; some callers disconnect. Returns the statuses received. */
function fire(
  gateway: Gateway,
  simulator: Simulator,
  key: string,
  count: number,
  random: Random,
  leaveShare = 0.1,
  onMost = () => {},
): Promise<number[]> {
  const target = at(simulator, { request_timeout: 20_000 })
  const plans = [
    target,
    { ...target, retry: { attempts: 2, on_status_codes: [429, 503] } },
    { strategy: { mode: 'fallback' }, targets: [target, target] },
  ]
  const calls = Array.from({ length: count }, async (_, i) => {
    const leaves = random() < leaveShare ? AbortSignal.timeout(Math.floor(random() * 60)) : null
    const plan = plans[Math.floor(random() * plans.length)]!
    const body = { model: 'fee-model', stream: i % 2 === 0 }
    const reply = await gateway.chat(plan, { key, body, ...(leaves && { signal: leaves }) })
    await reply.text()
    return reply.status
  })
  let ended = 0
  const all = calls.map(async (call) => {
    const status = await call.catch(() => 0)
    if (++ended >= MOST * count) onMost()
    return status
  })
  return Promise.all(all)
}

type Balance = { readonly usedCents: number; readonly heldCents: number; readonly ledger: Record<string, unknown> }

async function readBalance(gateway: Gateway, keyId: string): Promise<Balance> {
  const { usage_limits } = await new ControlScene(gateway).do('GET', `/api-keys/${keyId}`)
  const { current_usage, held } = usage_limits as { current_usage: number; held: number }
  const ready = (await (await gateway.fetch('/readyz')).json()) as { ledger: Record<string, unknown> }
  return { usedCents: current_usage / FEE_USD, heldCents: held / FEE_USD, ledger: ready.ledger }
}

async function settled(gateway: Gateway, keyId: string): Promise<Balance> {
  return eventually('nothing is held', async () => {
    const found = await readBalance(gateway, keyId)
    return found.heldCents === 0 && found
  })
}

/** Cents are returned as dollars in floating point; a deviation of a thousandth of a cent would be a defect. */
function whole(cents: number): number {
  expect(Math.abs(cents - Math.round(cents))).toBeLessThan(1e-6)
  return Math.round(cents)
}

async function underLoad(seed: number, isKilled: boolean): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-money-'))
  const chance = new SeededRandom(seed)
  const random: Random = () => chance.next()
  const upstream = new Upstream(random)
  const endTurn = await ownTurn()
  try {
    await using simulator = await startSimulator({ answers: [upstream.answer] })
    const first = await startGatewayProcess({ dataDirectory })
    const { id, key } = await prepare(first)
    // Some calls complete before the load: after a kill, or if all calls time out, their holds may use up the budget.
    const statuses = await fire(first, simulator, key, 20, random, 0)
    const onMost = isKilled ? () => {} : endTurn
    const firing = fire(first, simulator, key, isKilled ? REQUESTS / 2 : REQUESTS, random, 0.1, onMost)
    if (isKilled) {
      await simulator.received(21 + Math.floor(random() * 60))
      await first.kill9()
    }
    statuses.push(...(await firing))
    if (!isKilled) expect(await first.stop()).toBe(0)
    await using second = await startGatewayProcess({ dataDirectory })
    if (isKilled) statuses.push(...(await fire(second, simulator, key, REQUESTS / 2, random, 0.1, endTurn)))
    const { usedCents, heldCents, ledger } = await settled(second, id)
    const trueCents = upstream.billedCents(simulator)
    const served = statuses.filter((status) => status === 200).length
    // At least one request must have been served.
    expect(served).toBeGreaterThan(0)
    expect(trueCents).toBeLessThanOrEqual(LIMIT_CENTS)
    expect(whole(usedCents)).toBeGreaterThanOrEqual(trueCents)
    expect(whole(usedCents)).toBeLessThanOrEqual(LIMIT_CENTS)
    expect(heldCents).toBe(0)
    expect(ledger).toMatchObject({ status: 'ok', openHolds: 0, problem: null })
  } finally {
    endTurn()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

for (let seed = 1; seed <= SEEDS; seed++) {
  test.concurrent(`seed ${seed}: no overspend and no under-count with errors, truncations, retries, fallbacks and disconnects`, async () => {
    await underLoad(seed, false)
  })

  test.concurrent(`seed ${seed}: no overspend and no under-count if the gateway is killed under load`, async () => {
    await underLoad(seed, true)
  })
}

test.concurrent("without disconnects and with enough budget, the ledger equals the upstream's count to the cent", async () => {
  const chance = new SeededRandom(99)
  const random: Random = () => chance.next()
  const upstream = new Upstream(random)
  const endTurn = await ownTurn()
  await using simulator = await startSimulator({ answers: [upstream.answer] })
  await using gateway = await startGatewayProcess()
  const { id, key } = await prepare(gateway, 100 * LIMIT_CENTS)
  await fire(gateway, simulator, key, 300, random, 0, endTurn)
  const { usedCents } = await settled(gateway, id)
  const trueCents = upstream.billedCents(simulator)
  expect(whole(usedCents)).toBe(trueCents)
})
