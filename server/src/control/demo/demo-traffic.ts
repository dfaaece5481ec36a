/** Generates seven days of requests of four demo apps. The same seed and time give the same requests. */

import type { NewFeedback } from '../../core/logs/feedback.ts'
import type { RecordBodies, RequestRecord } from '../../core/record.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { admission, type DemoOutcome, type DemoRoute, decision, simulateAttempts } from './demo-attempts.ts'
import { type DemoEndpoint, demoBodies, PATHS } from './demo-bodies.ts'
import {
  AGENT_TASKS,
  type DemoApp,
  type DemoTarget,
  DOCUMENTS,
  QUESTIONS,
  SEARCHES,
  TARGETS,
  USERS,
} from './demo-content.ts'
import { demoGuardrailResults } from './demo-guardrails.ts'
import { DEMO_MARK } from './demo-mark.ts'
import type { SeededRandom } from './seeded-random.ts'

export const DEMO_DAYS = 7
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** The newest request is at least this old, so that no request ends in the future. */
const MIN_AGE_MS = 120_000
/** Request rate in each hour of the day (UTC), relative to the busiest hour. */
const BY_HOUR = [
  0.12, 0.1, 0.08, 0.08, 0.1, 0.18, 0.35, 0.6, 0.85, 0.95, 1, 0.95, 0.8, 0.9, 1, 0.95, 0.85, 0.7, 0.5, 0.4, 0.32, 0.25,
  0.2, 0.15,
]

export type DemoHome = {
  readonly organisationId: string
  readonly workspaceId: string
  readonly keys: Readonly<Record<DemoApp, { readonly id: string; readonly name: string }>>
}

/** Cost and price are added by the caller, which knows the price list. */
export type DemoRequest = {
  readonly record: RequestRecord
  readonly bodies: RecordBodies
  /** The usage that a cache hit saved; null for other requests. */
  readonly saved: Usage | null
  readonly feedback: NewFeedback | null
}

/** Runs generated before yielding to the event loop; they take about 10 ms. */
const RUNS_AT_ONCE = 250

/** `count`: the minimum number of requests. The last agent run is completed, which may exceed it. */
export async function demoTraffic(
  random: SeededRandom,
  home: DemoHome,
  nowMs: number,
  count: number,
): Promise<readonly DemoRequest[]> {
  const requests: DemoRequest[] = []
  for (let runs = 1; requests.length < count; runs++) {
    if (runs % RUNS_AT_ONCE === 0) await Bun.sleep(0)
    const startedAtMs = startTime(random, nowMs)
    const writer = new DemoWriter(random, home, startedAtMs, nowMs)
    const share = random.next()
    if (share < 0.5) requests.push(writer.supportChat())
    else if (share < 0.68) requests.push(writer.summary())
    else if (share < 0.9) requests.push(writer.search())
    else requests.push(...writer.agentRun())
  }
  return requests.sort((left, right) => left.record.startedAtMs - right.record.startedAtMs)
}

function startTime(random: SeededRandom, nowMs: number): number {
  for (;;) {
    const atMs = Math.floor(nowMs - MIN_AGE_MS - random.next() * (DEMO_DAYS * DAY_MS - HOUR_MS))
    const hour = new Date(atMs).getUTCHours()
    const isWeekend = [0, 6].includes(new Date(atMs).getUTCDay())
    if (random.chance((BY_HOUR[hour] ?? 1) * (isWeekend ? 0.6 : 1))) return atMs
  }
}

type Facts = {
  readonly app: DemoApp
  readonly endpoint: DemoEndpoint
  readonly route: DemoRoute
  readonly user: string
  readonly labels: Readonly<Record<string, string>>
  readonly system: string | null
  readonly asks: string
  readonly says: string
  readonly inputTokens: number
  readonly outputTokens: number
  readonly traceId: string
  readonly prompt?: { readonly slug: string; readonly version: number }
  readonly span?: { readonly id: string; readonly parentId: string | null; readonly name: string }
}

class DemoWriter {
  readonly #random: SeededRandom
  readonly #home: DemoHome
  readonly #startedAtMs: number
  readonly #nowMs: number

  constructor(random: SeededRandom, home: DemoHome, startedAtMs: number, nowMs: number) {
    this.#random = random
    this.#home = home
    this.#startedAtMs = startedAtMs
    this.#nowMs = nowMs
  }

  supportChat(): DemoRequest {
    const random = this.#random
    const [asks, says] = random.pick(QUESTIONS)
    const plan = random.pick(['free', 'team', 'business'])
    const isStream = random.chance(0.6)
    const ageMs = this.#nowMs - this.#startedAtMs
    const version = ageMs > 3 * DAY_MS ? 1 : 2
    const facts: Facts = {
      app: 'support',
      endpoint: 'chat.completions',
      route: {
        targets: [
          ['config.targets[0]', TARGETS.openaiMini],
          ['config.targets[1]', TARGETS.anthropicSmall],
        ],
        retries: 1,
        path: PATHS['chat.completions'],
        keyName: this.#home.keys.support.name,
        configSlug: 'support-chat',
        typicalMs: 1_400,
        isStream,
        usesCache: true,
      },
      user: random.pick(USERS),
      labels: { team: 'support', plan },
      system: `You answer questions about our product. The customer has the plan ${plan}.`,
      asks,
      says,
      inputTokens: random.whole(420, 1_900),
      outputTokens: Math.ceil(says.length / 4) + random.whole(0, 60),
      traceId: random.hex(32),
      prompt: { slug: 'support-answer', version },
    }
    if (random.chance(0.2)) return this.#cached(facts)
    if (random.chance(0.008)) return this.#refused(facts)
    return this.#answered(facts, random.chance(0.22) ? random.pick([10, 10, 10, 5, 5, -5, -10]) : null)
  }

  summary(): DemoRequest {
    const random = this.#random
    const [asks, says] = random.pick(DOCUMENTS)
    const index = random.chance(0.7) ? 0 : 1
    return this.#answered({
      app: 'summaries',
      endpoint: 'chat.completions',
      route: {
        targets: [[`config.targets[${index}]`, index === 0 ? TARGETS.googleFlash : TARGETS.openaiLarge]],
        retries: 2,
        path: PATHS['chat.completions'],
        keyName: this.#home.keys.summaries.name,
        configSlug: 'summaries',
        typicalMs: 2_600,
        isStream: false,
        usesCache: false,
      },
      user: random.pick(USERS),
      labels: { team: 'documents' },
      system: 'Summarise the document in five bullet points.',
      asks,
      says,
      inputTokens: random.whole(3_000, 18_000),
      outputTokens: random.whole(120, 420),
      traceId: random.hex(32),
      prompt: { slug: 'summarise-document', version: 1 },
    })
  }

  search(): DemoRequest {
    const random = this.#random
    const asks = random.pick(SEARCHES)
    return this.#answered({
      app: 'search',
      endpoint: 'embeddings',
      route: {
        targets: [['config', TARGETS.openaiEmbedding]],
        retries: 0,
        path: PATHS.embeddings,
        keyName: this.#home.keys.search.name,
        configSlug: null,
        typicalMs: 140,
        isStream: false,
        usesCache: false,
      },
      user: random.pick(USERS),
      labels: { team: 'search' },
      system: null,
      asks,
      says: '',
      inputTokens: random.whole(4, 14),
      outputTokens: 0,
      traceId: random.hex(32),
    })
  }

  /** One trace: a span per step, each a child of the first. */
  agentRun(): readonly DemoRequest[] {
    const random = this.#random
    const steps = random.pick(AGENT_TASKS)
    const [traceId, user, rootId] = [random.hex(32), random.pick(USERS), random.hex(16)]
    let atMs = this.#startedAtMs
    const requests: DemoRequest[] = []
    for (const [i, [name, asks, says]] of steps.entries()) {
      const span = { id: i === 0 ? rootId : random.hex(16), parentId: i === 0 ? null : rootId, name }
      const writer = new DemoWriter(random, this.#home, atMs, this.#nowMs)
      const facts: Facts = {
        app: 'agent',
        endpoint: 'messages',
        route: {
          targets: [['config', TARGETS.anthropicLarge]],
          retries: 2,
          path: PATHS.messages,
          keyName: this.#home.keys.agent.name,
          configSlug: 'coding-agent',
          typicalMs: 3_800,
          isStream: false,
          usesCache: false,
        },
        user,
        labels: { team: 'platform', repository: random.pick(['billing', 'orders', 'import']) },
        system: 'You are a coding agent. Make the smallest change that works.',
        asks,
        says,
        inputTokens: random.whole(4_000, 22_000),
        outputTokens: random.whole(150, 900),
        traceId,
        span,
      }
      const isRated = i === steps.length - 1 && random.chance(0.4)
      const request = writer.#answered(facts, isRated ? random.pick([10, 5, -5]) : null)
      requests.push(request)
      atMs += Math.ceil(request.record.durationMs) + random.whole(50, 400)
      // A run stops at its first failed step, or if the next step would be too recent.
      if (request.record.status >= 400 || atMs > this.#nowMs - MIN_AGE_MS / 2) break
    }
    return requests
  }

  #answered(facts: Facts, rating: number | null = null): DemoRequest {
    const random = this.#random
    const outcome = simulateAttempts(facts.route, { startedAtMs: this.#startedAtMs, nowMs: this.#nowMs }, random)
    if (outcome.status === 200 && random.chance(0.007)) return this.#failed(facts, outcome, 400)
    if (outcome.status === 200 && facts.route.isStream && random.chance(0.012)) return this.#failed(facts, outcome, 499)
    const isGood = outcome.status < 400
    const usage = isGood ? usageOf(facts) : null
    const feedback = isGood && rating !== null ? this.#feedback(facts.traceId, rating, outcome.durationMs) : null
    return this.#request(facts, { ...fieldsOf(outcome), usage }, outcome.served[1], feedback)
  }

  /** Users rate a response seconds to minutes after its end, but never in the future. */
  #feedback(traceId: string, value: number, durationMs: number): NewFeedback {
    const endedAtMs = this.#startedAtMs + Math.ceil(durationMs)
    const createdAtMs = Math.min(endedAtMs + this.#random.whole(5_000, 600_000), this.#nowMs)
    return { traceId, value, weight: 1, metadata: null, createdAtMs }
  }

  /** The provider rejects the request, or (499) the caller disconnects during the stream. */
  #failed(facts: Facts, outcome: DemoOutcome, status: 400 | 499): DemoRequest {
    const isAbandoned = status === 499
    const attempts = outcome.attempts.map((attempt, i) =>
      i === outcome.attempts.length - 1 && !isAbandoned ? { ...attempt, status } : attempt,
    )
    const fields = { ...fieldsOf(outcome), attempts, status, ending: isAbandoned ? 'abandoned' : 'complete' } as const
    const usage = isAbandoned ? { ...usageOf(facts), isEstimate: true } : null
    return this.#request(facts, { ...fields, usage }, outcome.served[1], null)
  }

  #cached(facts: Facts): DemoRequest {
    const random = this.#random
    const isSemantic = random.chance(0.25)
    const [path, target] = facts.route.targets[0] ?? ['config', TARGETS.openaiMini]
    const durationMs = random.between(1.5, isSemantic ? 24 : 6)
    const reason = `hit: stored ${random.whole(4, 3_200)} s ago`
    return this.#request(
      facts,
      {
        durationMs,
        firstByteMs: durationMs * 0.8,
        status: 200,
        target: path,
        cacheStatus: isSemantic ? 'SEMANTIC HIT' : 'HIT',
        decisions: [...admission(facts.route), decision('cache', 0.6, durationMs * 0.4, path, reason)],
        cacheSavedMs: Math.round(random.skewed(facts.route.typicalMs)),
      },
      target,
      null,
    )
  }

  /** Rejected by a rate limit before any attempt. */
  #refused(facts: Facts): DemoRequest {
    const reason = 'rate limit of 60 requests per minute reached'
    const fields: Partial<RequestRecord> = {
      durationMs: 0.9,
      firstByteMs: 0.8,
      status: 429,
      ending: 'refused',
      errorCode: 'rate_limited',
      cacheStatus: 'DISABLED',
      decisions: [...admission(facts.route), decision('refused', 0.7, 0, null, reason)],
    }
    return this.#request(facts, fields, null, null)
  }

  #request(
    facts: Facts,
    fields: Partial<RequestRecord>,
    target: DemoTarget | null,
    feedback: NewFeedback | null,
  ): DemoRequest {
    const { route, span, prompt } = facts
    const status = fields.status ?? 200
    const model = facts.route.targets[0]?.[1].model ?? null
    const isEmbedding = facts.endpoint === 'embeddings'
    const bodies = demoBodies(
      {
        ...facts,
        model: model ?? '',
        responseModel: target?.responseModel ?? '',
        isStream: route.isStream && status < 400,
        status,
      },
      this.#random,
    )
    const contentType = route.isStream && status < 400 ? 'text/event-stream' : 'application/json'
    const record: RequestRecord = {
      id: Bun.randomUUIDv7('hex', this.#startedAtMs),
      traceId: facts.traceId,
      organisationId: this.#home.organisationId,
      workspaceId: this.#home.workspaceId,
      keyId: this.#home.keys[facts.app].id,
      startedAtMs: this.#startedAtMs,
      durationMs: 0,
      firstByteMs: null,
      method: 'POST',
      path: PATHS[facts.endpoint],
      endpoint: facts.endpoint,
      ending: 'complete',
      status,
      errorCode: null,
      provider: target?.provider ?? null,
      target: null,
      model,
      responseModel: status < 400 ? (target?.responseModel ?? null) : null,
      isStream: route.isStream,
      cacheStatus: route.usesCache ? 'MISS' : 'DISABLED',
      retries: 0,
      usage: null,
      virtualKey: target?.virtualKey ?? null,
      configId: route.configSlug,
      configVersion: route.configSlug === null ? null : 1,
      promptId: prompt?.slug ?? null,
      promptVersion: prompt?.version ?? null,
      costNanoUsd: null,
      costLines: [],
      priceVersion: null,
      cacheSavedMs: null,
      cacheSavedNanoUsd: null,
      spanId: span?.id ?? null,
      parentSpanId: span?.parentId ?? null,
      spanName: span?.name ?? null,
      source: 'gateway',
      metadata: {
        _organisation: this.#home.organisationId,
        [DEMO_MARK]: 'true',
        _user: facts.user,
        ...facts.labels,
        environment: isEmbedding || this.#random.chance(0.9) ? 'production' : 'staging',
      },
      attempts: [],
      decisions: [],
      warnings: [],
      requestHeaders: { 'content-type': 'application/json', 'user-agent': 'OpenAI/Python 1.109.1' },
      responseHeaders: { 'content-type': contentType },
      requestBytes: bodies.request?.length ?? 0,
      responseBytes: bodies.response?.length ?? 0,
      requestBodyCut: false,
      responseBodyCut: false,
      ...(facts.app === 'support' &&
        status < 400 && {
          guardrails: demoGuardrailResults(this.#home.workspaceId, facts.traceId, this.#startedAtMs),
        }),
      ...fields,
    }
    const isHit = record.cacheStatus.endsWith('HIT')
    return { record, bodies, saved: isHit ? usageOf(facts) : null, feedback }
  }
}

function fieldsOf(outcome: DemoOutcome): Partial<RequestRecord> {
  const { attempts, decisions, status, durationMs, firstByteMs, retries, served } = outcome
  return { attempts, decisions, status, durationMs, firstByteMs, retries, target: served[0] }
}

function usageOf({ inputTokens, outputTokens }: Facts): Usage {
  return { ...NO_USAGE, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens }
}
