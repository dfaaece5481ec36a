/** `GET /v1/models` without a provider: beside the models every key may use, those of each virtual key of the workspace. */

import type { RootDefaults } from '../../config/compilation.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import type { Caller } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { AttemptRecord } from '../../core/record.ts'
import type { AttemptPorts } from '../call/attempt.ts'
import type { UpstreamReply } from '../call/reply.ts'
import { type Exchange, round } from '../exchange.ts'
import { listedIn, type ModelLists, type Models, type Patience } from './model-lists.ts'
import type { PlanCache } from './plan-cache.ts'

/** One slow provider must not hold up the list, and all of them together not for longer than this. */
const TIMEOUT_MS = 3_000
const LONGEST_MS = 5_000
const AT_ONCE = 8
const MAX_MODELS = 10_000

type Ports = AttemptPorts & {
  readonly plans: PlanCache
  readonly modelLists: ModelLists
  /** Calls one request may make to providers. */
  readonly maxCalls: number
}

const NOTHING_ELSE: RootDefaults = {
  provider: null,
  virtualKey: null,
  modelKey: null,
  customHost: null,
  timeoutMs: TIMEOUT_MS,
  forwardHeaders: null,
  settings: {},
  hasCallerCredential: false,
}

/** The reply with the workspace's models added; what a caller writes as `model` is what it is shown as `id`. */
export async function addReachableModels(
  exchange: Exchange,
  reply: UpstreamReply,
  caller: Caller,
  ports: Ports,
): Promise<UpstreamReply> {
  const base = await listedIn(reply)
  if (!base?.models) return reply
  const slugs = await ports.plans.configs.usableKeys(caller)
  const patience = new LimitedPatience(exchange)
  const lists: JsonObject[][] = slugs.map(() => [])
  let next = 0
  const work = async () => {
    for (let i = next++; i < slugs.length; i = next++) {
      lists[i] = await modelsOf(exchange, slugs[i]!, i < ports.maxCalls, caller, patience, ports)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  patience.end()
  // Whoever left is told nothing, whatever the error.
  if (exchange.hasLeft || exchange.endedBy === 'shutting_down') throw new GatewayError('shutting_down')
  const data = [...base.models, ...lists.flat()]
  if (data.length > MAX_MODELS)
    exchange.warn(`models: ${data.length} were listed, of which the first ${MAX_MODELS} are sent.`)
  return { ...reply, body: Buffer.from(JSON.stringify({ object: 'list', data: data.slice(0, MAX_MODELS) })) }
}

async function modelsOf(
  exchange: Exchange,
  slug: string,
  mayCall: boolean,
  caller: Caller,
  patience: LimitedPatience,
  ports: Ports,
): Promise<JsonObject[]> {
  const { modelLists } = ports
  const { route } = await ports.plans.find(caller, {
    root: { ...NOTHING_ELSE, virtualKey: slug },
    config: null,
    namedBy: '',
  })
  if (route.kind !== 'target') return []
  const { target } = route
  const startMs = exchange.elapsedMs()
  const onCalled = (attempts: readonly AttemptRecord[]) => noteCalls(exchange, attempts, startMs)
  const { endpoint } = exchange.incoming
  const models: Models =
    !mayCall || isSwitchedOff(exchange, modelLists) || patience.isOver
      ? (modelLists.peek(caller, slug, target) ?? null)
      : await modelLists.find({ target, slug, caller, endpoint, patience, onCalled }, ports)
  // A provider that has no such list, or does not answer now, can still be called.
  if (models === null) return [{ id: `@${slug}`, object: 'model', created: 0, owned_by: target.provider.slug }]
  return models.map((model) => ({ ...model, id: `@${slug}/${String(model['id'])}` }))
}

/** By the deployment for all, or by the caller for this request: then no provider is called. */
function isSwitchedOff({ incoming }: Exchange, { asksProviders }: ModelLists): boolean {
  return !asksProviders || new URLSearchParams(incoming.search).get('providers') === 'false'
}

function noteCalls(exchange: Exchange, attempts: readonly AttemptRecord[], startMs: number): void {
  if (exchange.isFinished) return
  for (const row of attempts) {
    const { firstByteMs } = row
    const at = (ms: number) => round(startMs + ms)
    exchange.attempts.push({
      ...row,
      startMs: at(row.startMs),
      firstByteMs: firstByteMs === null ? null : at(firstByteMs),
    })
  }
}

/** Ends with the caller, with the gateway, or when the longest time is over. */
class LimitedPatience implements Patience {
  readonly over: Promise<'over'>
  isOver = false
  #end: (over: 'over') => void = () => {}
  readonly #timer: ReturnType<typeof setTimeout>

  constructor(exchange: Exchange) {
    const { promise, resolve } = Promise.withResolvers<'over'>()
    this.over = promise
    this.#end = resolve
    this.#timer = setTimeout(() => this.end(), LONGEST_MS)
    exchange.touch()
    exchange.running = { abort: () => this.end() }
    if (exchange.hasLeft) this.end()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.isOver = true
    this.#end('over')
  }
}
