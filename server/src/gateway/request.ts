/** The types of a request in the pipeline: each stage takes one and returns the next, which has more fields. */

import type { Plan, SavedSource, Target } from '../config/plan.ts'
import type { Caller } from '../core/caller.ts'
import type { Endpoint, SocketProtocol } from '../core/endpoints.ts'
import type { GeminiCall } from '../core/gemini-paths.ts'
import type { HeaderMap } from '../core/headers.ts'
import type { GatewayOptions } from '../core/options/gateway-options.ts'
import type { CachedResponse } from '../core/ports.ts'
import type { RequestRecord } from '../core/record.ts'
import type { BodyReservation } from './admit/body-memory.ts'
import type { ClientConnection } from './client-connection.ts'
import type { GuardResults } from './guard/guard-results.ts'
import type { Journal } from './journal.ts'
import type { RequestHolds } from './limits/request-holds.ts'
import type { PinnedTarget } from './plan/pinned-target.ts'
import type { PromptCall, PromptRun } from './prompts/prompt-session.ts'
import type { RequestBody } from './receive/request-body.ts'

/** What a provider issued in response to an earlier request, and where it is valid. */
export type Issued = {
  /** The provider's client secret, which is sent instead of the credential of the target. */
  readonly clientSecret?: string
  /** The only target that the request may go to. */
  readonly pinned?: PinnedTarget
}

export type RequestHead = Issued & {
  readonly method: string
  /** The full path as sent, without the query. */
  readonly pathname: string
  /**
   * The path after /v1, /v1/proxy or the base URL of an Azure client. In Gemini's format it is the full path, because
   * the API version matters.
   */
  readonly path: string
  readonly search: string
  readonly endpoint: Endpoint
  readonly headers: HeaderMap
  readonly traceId: string
  /** The deployment in the path of an Azure client. It is the model of the request. */
  readonly deployment: string | null
  /** Set if the caller uses Gemini's format: the model is in the path, and errors have Google's form. */
  readonly gemini?: GeminiCall
  /** Set if the request opens a WebSocket. */
  readonly socket?: SocketProtocol
}

export type Received = {
  readonly id: string
  readonly head: RequestHead
  readonly journal: Journal
  readonly connection: ClientConnection
}

export type Authenticated = Received & { readonly caller: Caller }

/** The x-gateway-* headers are read. The caller acts in the workspace that the request names. */
export type Configured = Authenticated & { readonly options: GatewayOptions }

/** Counted in the load of its key, and in the request limits of its key and workspace. Its body is not read yet. */
export type Accepted = Configured & {
  /** Counts the request and its body against the limits of its key and workspace until the request is settled. */
  readonly memory: BodyReservation
  /** The request's holds on budgets and rate limits. */
  readonly holds: RequestHolds
}

/** The body is read, and its tokens are reserved in the token limits. */
export type Admitted = Accepted & {
  readonly body: RequestBody
  /** On prompt routes: the saved prompts of the request. */
  readonly prompts: PromptRun | null
  /** On prompt routes: the prompt that `head` and `body` were made from. */
  readonly prompt: PromptCall | null
}

export type Planned = Admitted & {
  readonly plan: Plan
  /** The saved config that the plan was made from. */
  readonly savedConfig: SavedSource | null
  /** True for GET /v1/models and /v1/models/{id} without a provider: they cover every model that the key may use. */
  readonly listsReachable: boolean
}

/** The parts of a request that an attempt needs. The gateway's own upstream requests have no options and no memory. */
export type Outbound = Pick<
  Planned,
  'id' | 'head' | 'journal' | 'connection' | 'caller' | 'body' | 'holds' | 'prompt' | 'savedConfig'
> & {
  readonly options: GatewayOptions | null
  readonly memory: BodyReservation | null
}

/** Where a response is stored in the cache, if it is complete. */
export type CacheSlot = {
  readonly target: Target
  readonly key: string
  readonly maxAgeMs: number
  /** In semantic mode: stores the response for similar questions too. */
  readonly storeQuestion?: (response: CachedResponse) => void
}

export type CacheState = { readonly status: RequestRecord['cacheStatus']; readonly slot: CacheSlot | null }

/** After the plan has run, whether it gave a response or not. On prompt routes `head` and `body` are those sent last. */
export type Attempted = Planned & {
  /** The target that was tried last. */
  readonly lastTarget: Target | null
  readonly lastAttempt: { readonly target: Target; readonly servedModel: string | null } | null
  readonly cache: CacheState
  /** Null if no target that was tried has guardrails. */
  readonly guards: GuardResults | null
}

/** A request at any stage: it can be refused at each of them. */
export type AnyStage = Received & Partial<Omit<Attempted, keyof Received>>

/**
 * Whether bodies are logged. A request can only turn logging off. Otherwise the setting of its workspace, its
 * organisation or the deployment decides, in this order.
 */
export function logsBodies(
  { caller, options }: Pick<AnyStage, 'caller' | 'options'> | Outbound,
  byDefault: boolean,
): boolean {
  return options?.debug !== false && (caller?.logBodies ?? byDefault)
}
