/** A gateway whose providers are scripted, for tests that need to stop the world between two stages. */

import { type Caller, NO_DEFAULTS } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'
import { headerMap } from '../core/headers.ts'
import type { BudgetService } from '../core/money/budget-service.ts'
import type { CachedResponse } from '../core/ports.ts'
import type { RequestRecord } from '../core/record.ts'
import type { VirtualKey } from '../core/stores/virtual-keys.ts'
import type { CallEnd, EgressRequest, UpstreamResponse } from '../egress/outbound.ts'
import { Directory } from './directory.ts'
import type { Exchange } from './exchange.ts'
import { type GatewayPorts, handle } from './handle.ts'
import { BodyWorkers } from './large/body-workers.ts'
import { RequestLimits } from './limits/request-limits.ts'
import { Load } from './load.ts'
import { Circuits } from './plan/circuits.ts'
import { StoredPrompts } from './prompts/stored-prompts.ts'
import { StoredConfigs } from './stored/configs.ts'
import { ModelLists } from './stored/model-lists.ts'
import { PlanCache } from './stored/plan-cache.ts'
import { VirtualKeys } from './stored/virtual-keys.ts'

const NOTHING_SAVED = {
  stores: {
    configs: { find: async () => undefined },
    workspaces: { find: async () => undefined },
    virtualKeys: { list: async () => ({ rows: [], total: 0 }) },
  },
}

/** Nothing here has limits: it is never asked. */
const NO_PURSE: BudgetService = {
  hold: () => ({ kind: 'unavailable', reason: 'there are no books here' }),
  post: () => false,
  release: () => false,
  standing: () => {
    throw new Error('there are no books here')
  },
}

const caller: Caller = {
  keyId: 'k',
  keyName: 'n',
  kind: 'workspace',
  organisationId: 'o',
  workspaceId: 'w',
  scopes: new Set(),
  allowInference: true,
  expiresAtMs: null,
  defaults: NO_DEFAULTS,
  logBodies: null,
  createdBy: null,
}

export type Answer = (request: EgressRequest, signal: CallEnd) => Promise<Response>

const NO_VERSIONS = {
  find: async () => undefined,
  findVersion: async () => undefined,
  labels: async () => [],
  list: async () => ({ rows: [], total: 0 }),
}
const NO_PROMPTS = {
  stores: { prompts: NO_VERSIONS, partials: NO_VERSIONS, labels: { named: async () => new Map<string, string>() } },
}

function answerOf(response: Response): UpstreamResponse {
  const reader = response.body?.getReader()
  const read = async () => (await reader?.read())?.value ?? null
  return {
    status: response.status,
    headers: headerMap(response.headers),
    isBodiless: reader === undefined,
    read,
    async bytes() {
      const chunks: Uint8Array[] = []
      for (let chunk = await read(); chunk !== null; chunk = await read()) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
    cancel: () => void reader?.cancel(),
  }
}

/** `saved`: virtual keys of the workspace, their credentials not sealed but as they are. */
export function world(answers: Answer[], saved: readonly VirtualKey[] = []) {
  const virtualKeys = new VirtualKeys(
    { stores: { virtualKeys: { findInWorkspace: async (_, name) => saved.find((key) => key.slug === name) } } },
    { open: (sealed) => sealed },
  )
  const records: RequestRecord[] = []
  const exchanges: Exchange[] = []
  const sent: EgressRequest[] = []
  const stored = new Map<string, CachedResponse>()
  const ports: GatewayPorts = {
    directory: new Directory(
      {
        findCaller: async (hash) => (hash === 'KEY' ? caller : undefined),
        findCallerIn: async () => undefined,
        recordUses: async () => {},
      },
      (secret) => secret,
    ),
    signedIn: async () => null,
    circuits: new Circuits(() => performance.now()),
    plans: new PlanCache(new StoredConfigs(NOTHING_SAVED, { open: () => '{}' }), virtualKeys),
    prompts: new StoredPrompts(NO_PROMPTS),
    virtualKeys,
    limits: new RequestLimits(NO_PURSE, { of: () => null }, { priceOf: () => null }),
    load: new Load(
      { perKey: 100, bodyBytes: 1e9, keyBodyBytes: 1e9, workspaceBodyBytes: 1e9, residentBytes: 1e12, requests: 1e9 },
      UNMEASURED,
    ),
    modelLists: new ModelLists(true),
    isSetting: () => false,
    addressOf: () => '192.0.2.1',
    prefixes: ['x-gateway-', 'x-portkey-'],
    maxBodyBytes: 1e6,
    maxCalls: 20,
    bodies: new BodyWorkers(),
    logBodies: true,
    prices: { priceOf: () => null },
    // Nothing is counted in time.
    tokens: { count: async () => null, unpack: async () => null, warm: () => {} },
    sink: {
      append: (record) => void records.push(record),
      gather: async (record) => void records.push(record),
    },
    cache: { get: (key) => stored.get(key), set: (key, answer) => void stored.set(key, answer), purge: () => 0 },
    semantic: null,
    egress: {
      open: async (request, signal) => {
        sent.push(request)
        const next = answers.shift()
        if (!next) throw new GatewayError('upstream_unreachable')
        return answerOf(await next(request, signal))
      },
      send: async () => {
        throw new Error('nothing of the gateway takes this way')
      },
      check: async () => {},
      close: () => {},
    },
    onOpened: (exchange) => void exchanges.push(exchange),
    onFinished: () => {},
    onDefect: (error) => {
      throw error
    },
  }
  const chat = (config: unknown, headers: Record<string, string> = {}) =>
    handle(
      new Request('http://g/v1/chat/completions', {
        method: 'POST',
        body: '{"model":"m","messages":[]}',
        headers: {
          'content-type': 'application/json',
          'content-length': '27',
          'x-gateway-api-key': 'KEY',
          'x-gateway-config': JSON.stringify(config),
          ...headers,
        },
      }),
      ports,
    )
  return { ports, records, exchanges, sent, stored, chat }
}

export const target = (more: object = {}) => ({ provider: 'openai', api_key: 'sk-1', ...more })
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  async () =>
    new Response(JSON.stringify(body), {
      status,
      headers: {
        'content-type': 'application/json',
        'content-length': String(JSON.stringify(body).length),
        ...headers,
      },
    })
export const sse =
  (text: string): Answer =>
  async () =>
    new Response(text, { headers: { 'content-type': 'text/event-stream' } })

/** A process whose memory never counts. */
export const UNMEASURED = { measure: () => 0, collect: () => {}, inProgress: () => 0 }
