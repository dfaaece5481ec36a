/** `gatehouse compare`: sends recorded requests to an old and a new gateway and reports how their responses differ. */

import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { readPair, readWhole } from '../../input/read-amount.ts'
import { readSecret } from '../../input/read-file.ts'
import { compareResponses, type Rules } from './compare-responses.ts'
import { ComparedGateway, GATEWAY_KINDS, type GatewayKind, type Observed } from './compared-gateway.ts'
import { type RecordedRequest, type Recording, readLastLogs, readRecordedFile } from './recorded-requests.ts'
import { exceeded, reportText, summaryOf } from './report.ts'
import { type Result, ResultsFile, requestId, type Side } from './results-file.ts'
import { Spending } from './spending.ts'

const DEFAULTS = { limit: 100, concurrency: 4, rate: 5, timeout: 600, costTolerance: 1 }
const MAX_REQUESTS = 100_000
const UNREACHABLE = 3
/** Limit per request, because two bodies of different formats differ in every member. */
const MAX_DIFFERENCES = 20

export async function compare(call: Call): Promise<void> {
  const limit = whole(call, 'limit', MAX_REQUESTS)
  const [old, now] = [await gatewayOf(call, 'old'), await gatewayOf(call, 'new')]
  const rules = rulesOf(call)
  const spending = new Spending(amount(call, 'max-cost'))
  const recording = await read(call, limit)
  if (recording.requests.length === 0) throw nothingToCompare(recording)
  const file = await ResultsFile.open(call.text('to'), [old.fingerprint, now.fingerprint])
  const run = new Run({ old, now, rules, spending, file, call })
  await run.all(recording.requests)
  const summary = summaryOf(run.results, recording.skipped, spending.stoppedBy)
  requireReachable(run.results, old, now)
  const tooSlow = exceeded(summary, amount(call, 'max-latency-ratio'))
  call.output.data({ ...summary, exceeded: tooSlow, results: run.results }, () =>
    reportText(summary, run.results, tooSlow, call.output),
  )
  const isSame = summary.with_differences === 0 && tooSlow.length === 0
  if (!isSame || spending.stoppedBy !== null) process.exitCode = 1
}

async function gatewayOf(call: Call, name: 'old' | 'new'): Promise<ComparedGateway> {
  const url = call.text(name)
  if (url === null) throw usageError(`--${name} is missing: the URL of the ${name} gateway.`, 'compare')
  const kind = (call.text(`${name}-kind`) ?? 'gatehouse') as GatewayKind
  if (!GATEWAY_KINDS.includes(kind))
    throw usageError(`--${name}-kind must be one of ${GATEWAY_KINDS.join(', ')}.`, 'compare')
  const pairs = call.texts(`${name}-header`).map((pair) => readPair(`${name}-header`, pair))
  for (const [header] of pairs)
    if (/api-key|^authorization$|^cookie$|token|secret/i.test(header))
      throw usageError(`--${name}-header cannot be ${header}: process lists show it. Use --${name}-key-env.`, 'compare')
  const headers = Object.fromEntries(
    pairs.map(([header, value]) => [header.toLowerCase().replace(/^x-portkey-/, 'x-gateway-'), value]),
  )
  const timeoutMs = whole(call, 'timeout', 3_600) * 1_000
  return new ComparedGateway({ name, url, kind, key: await readSecret(call, `${name}-key`), headers, timeoutMs })
}

function rulesOf(call: Call): Rules {
  return {
    ignored: call.texts('ignore'),
    ignoresText: call.has('ignore-text'),
    costTolerance: (amount(call, 'cost-tolerance') ?? DEFAULTS.costTolerance) / 100,
  }
}

async function read(call: Call, limit: number): Promise<Recording> {
  const [path] = call.operands
  const last = call.text('last')
  if ((path === undefined) === (last === null))
    throw usageError('Use a FILE of requests, or --last with the number of logs, not both.', 'compare')
  return last === null || path !== undefined
    ? readRecordedFile(path ?? '-', limit)
    : readLastLogs(call.remote(), Math.min(limit, readWhole('last', last, 1, MAX_REQUESTS)))
}

function nothingToCompare({ skipped }: Recording): CommandError {
  return new CommandError({
    what: 'There is no request to compare.',
    why: [...skipped].map(([reason, count]) => `${count} left out: ${reason}`).join('; ') || 'The recording is empty.',
  })
}

type Parts = {
  readonly old: ComparedGateway
  readonly now: ComparedGateway
  readonly rules: Rules
  readonly spending: Spending
  readonly file: ResultsFile
  readonly call: Call
}

class Run {
  readonly #results: (Result | undefined)[] = []
  #next = 0
  #startAtMs = 0

  constructor(private readonly parts: Parts) {}

  get results(): readonly Result[] {
    return this.#results.filter((result) => result !== undefined)
  }

  async all(requests: readonly RecordedRequest[]): Promise<void> {
    const { call } = this.parts
    const gapMs = 1_000 / whole(call, 'rate', 1_000)
    const work = async () => {
      for (let i = this.#next++; i < requests.length; i = this.#next++) {
        await this.#one(requests[i]!, i, gapMs)
        if (this.parts.spending.stoppedBy !== null) return
        call.output.progress(`Compared ${this.results.length} of ${requests.length}`)
      }
    }
    // The first pair runs alone, to estimate the cost of the others.
    if (this.parts.spending.hasLimit) await this.#one(requests[this.#next++]!, 0, gapMs)
    await Promise.all(Array.from({ length: whole(call, 'concurrency', 64) }, work))
  }

  async #one(request: RecordedRequest, index: number, gapMs: number): Promise<void> {
    const { old, now, rules, spending, file } = this.parts
    const id = requestId(index, request)
    const earlier = file.earlier.get(id)
    if (earlier) {
      spending.add([earlier.old.cost_usd, earlier.new.cost_usd])
      this.#results[index] = earlier
      return
    }
    if (!spending.mayStart()) return
    await this.#pace(gapMs)
    // Alternates which gateway is called first, because the second one benefits from the provider's warm cache.
    const isOldFirst = index % 2 === 0
    const first = await (isOldFirst ? old : now).send(request)
    const second = await (isOldFirst ? now : old).send(request)
    const [before, after] = isOldFirst ? [first, second] : [second, first]
    spending.finish([before.costUsd, after.costUsd])
    const { method, path } = request
    const found = compareResponses(request, before, after, rules).slice(0, MAX_DIFFERENCES)
    const result = { request: id, method, path, old: sideOf(before), new: sideOf(after), differences: found }
    this.#results[index] = result
    await file.add(result)
  }

  /** Starts at most `--rate` pairs of requests per second. */
  async #pace(gapMs: number): Promise<void> {
    const startMs = Math.max(performance.now(), this.#startAtMs)
    this.#startAtMs = startMs + gapMs
    const waitMs = startMs - performance.now()
    if (waitMs > 0) await Bun.sleep(waitMs)
  }
}

function sideOf({ status, provider, model, costUsd, durationMs }: Observed): Side {
  return { status, provider, model, cost_usd: costUsd, duration_ms: Math.round(durationMs * 10) / 10 }
}

/** Throws if one of the gateways never responded, because then there is nothing to compare. */
function requireReachable(results: readonly Result[], old: ComparedGateway, now: ComparedGateway): void {
  for (const [side, gateway] of [
    ['old', old],
    ['new', now],
  ] as const) {
    if (results.length === 0 || results.some((result) => result[side].status !== null)) continue
    const failure = results[0]?.differences.find(({ aspect }) => aspect === 'status')
    throw new CommandError(
      {
        what: `The ${side} gateway at ${gateway.url} returned no response.`,
        why: String((side === 'old' ? failure?.before : failure?.after) ?? 'No gateway responds.'),
        fix: `Check --${side}.`,
      },
      UNREACHABLE,
    )
  }
}

function whole(call: Call, flag: keyof typeof DEFAULTS, most: number): number {
  const text = call.text(flag)
  return text === null ? DEFAULTS[flag] : readWhole(flag, text, 1, most)
}

function amount(call: Call, flag: string): number | null {
  const text = call.text(flag)
  if (text === null) return null
  const number = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(number)) throw usageError(`--${flag} must be a number, not "${text}".`, 'compare')
  return number
}
