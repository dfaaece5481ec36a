/** What the providers behind virtual keys list as their models: asked for once a minute, by one call for all who wait. */

import { LRUCache } from 'lru-cache'
import type { Target } from '../../config/plan.ts'
import { type JsonObject, parseObject } from '../../core/body/json-text.ts'
import type { Caller } from '../../core/caller.ts'
import type { Endpoint } from '../../core/endpoints.ts'
import type { AttemptRecord } from '../../core/record.ts'
import { ResponseBody } from '../answer/answer-body.ts'
import { type AttemptPorts, attempt } from '../call/attempt.ts'
import type { UpstreamReply } from '../call/reply.ts'
import { Exchange } from '../exchange.ts'

const KEPT_MS = 60_000
/** A provider that did not answer is asked again sooner. */
const FAILURE_KEPT_MS = 10_000
const MAX_LIST_BYTES = 1024 * 1024
const MAX_KEPT_BYTES = 16 * 1024 * 1024
/** What an entry takes beside its list. */
const ENTRY_BYTES = 512

const NOTHING_USED = { usage: null, costNanoUsd: 0 }

/** Null when the provider has no such list, or did not answer. */
export type Models = readonly JsonObject[] | null

type Listed = { readonly models: Models; readonly sizeBytes: number }
type Kept = Listed & { readonly target: Target; readonly untilMs: number }

/** One call, for as many as wait for it. */
type Listing = { readonly target: Target; readonly exchange: Exchange; readonly done: Promise<Models>; waiting: number }

/** Resolves when nobody waits any longer, and is never rejected. */
export type Patience = { readonly over: Promise<'over'> }

type Asked = {
  readonly target: Target
  readonly slug: string
  readonly caller: Caller
  readonly endpoint: Endpoint
  readonly patience: Patience
  /** Told of the calls of a listing this request has begun. */
  readonly onCalled: (attempts: readonly AttemptRecord[]) => void
}

export class ModelLists {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ sizeBytes }) => ENTRY_BYTES + sizeBytes,
  })
  readonly #underway = new Map<string, Listing>()

  /** `asksProviders` is false when the deployment wants no such calls. */
  constructor(readonly asksProviders: boolean) {}

  /** What is known already; undefined when the provider would have to be asked. */
  peek(caller: Caller, slug: string, target: Target): Models | undefined {
    const kept = this.#kept.get(keyOf(caller, slug))
    // A virtual key that has changed is another target.
    return kept && kept.target === target && performance.now() < kept.untilMs ? kept.models : undefined
  }

  async find(asked: Asked, ports: AttemptPorts): Promise<Models> {
    const { caller, slug, target, patience } = asked
    const known = this.peek(caller, slug, target)
    if (known !== undefined) return known
    const key = keyOf(caller, slug)
    const underway = this.#underway.get(key)
    const isShared = underway?.target === target && !underway.exchange.hasLeft
    const listing = isShared ? underway : this.#begin(key, asked, ports)
    listing.waiting++
    const models = await Promise.race([listing.done, patience.over])
    listing.waiting--
    if (models !== 'over') return models
    // The last who waited has gone: nobody wants the answer.
    if (listing.waiting === 0) listing.exchange.leave()
    return null
  }

  #begin(key: string, { caller, target, endpoint, onCalled }: Asked, ports: AttemptPorts): Listing {
    const exchange = listingExchange(caller, endpoint)
    const done = ask(exchange, target, ports).then((listed) => {
      const untilMs = performance.now() + (listed.models ? KEPT_MS : FAILURE_KEPT_MS)
      if (!exchange.hasLeft) this.#kept.set(key, { ...listed, target, untilMs })
      if (this.#underway.get(key) === listing) this.#underway.delete(key)
      onCalled(exchange.attempts)
      return listed.models
    })
    const listing: Listing = { target, exchange, done, waiting: 0 }
    this.#underway.set(key, listing)
    return listing
  }
}

function keyOf({ workspaceId }: Caller, slug: string): string {
  return `${workspaceId}\0${slug}`
}

/** Of its own, with nothing of the caller's headers: it has its own abort, holds and ids, and its result serves others. */
function listingExchange(caller: Caller, endpoint: Endpoint): Exchange {
  const pathname = '/v1/models'
  const request = new Request(`http://inside${pathname}`)
  const headers = { accept: 'application/json' }
  const id = Bun.randomUUIDv7()
  const incoming = { method: 'GET', pathname, path: '/models', search: '', endpoint, headers, traceId: id, request }
  const exchange = new Exchange(incoming, id)
  exchange.caller = caller
  return exchange
}

const NOT_LISTED: Listed = { models: null, sizeBytes: 0 }

async function ask(exchange: Exchange, target: Target, ports: AttemptPorts): Promise<Listed> {
  let call: UpstreamReply['call'] = null
  try {
    const outcome = await attempt(exchange, target, 0, null, ports)
    if (outcome.kind !== 'answered') return NOT_LISTED
    call = outcome.reply.call
    if (outcome.status === 200) return (await listedIn(outcome.reply)) ?? NOT_LISTED
    call?.abort()
    return NOT_LISTED
  } catch {
    // Refused before the call (no such endpoint there), or cut off while it was read.
    return NOT_LISTED
  } finally {
    exchange.isFinished = true
    exchange.holds?.settle(call, NOTHING_USED)
  }
}

export async function listedIn(reply: UpstreamReply): Promise<Listed | null> {
  const bytes = await bytesOf(reply)
  const list = bytes === null ? null : parseObject(bytes)
  const data = typeof list === 'object' && list !== null ? list['data'] : null
  return bytes && Array.isArray(data) ? { models: data.filter(isModel), sizeBytes: bytes.length } : null
}

function isModel(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

async function bytesOf({ body, call, status }: UpstreamReply): Promise<Uint8Array | null> {
  if (!(body instanceof ResponseBody)) return body.length > MAX_LIST_BYTES ? null : body
  const chunks: Uint8Array[] = []
  let total = 0
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) {
    chunks.push(chunk)
    total += chunk.length
    if (total > MAX_LIST_BYTES) {
      call?.record(status, null)
      call?.abort()
      return null
    }
  }
  call?.record(status, null)
  return Buffer.concat(chunks)
}
