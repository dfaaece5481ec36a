/** A gateway with scripted providers, for tests that need to stop between two stages. */

import { type Caller, NO_DEFAULTS } from '../core/caller.ts'
import { GatewayError } from '../core/errors.ts'
import { headerMap } from '../core/headers.ts'
import type { BudgetService } from '../core/money/budget-service.ts'
import type { CachedResponse } from '../core/ports.ts'
import type { RequestRecord } from '../core/record.ts'
import { testReferences } from '../core/secrets/test-references.ts'
import type { VirtualKey } from '../core/stores/virtual-keys.ts'
import type { AbortSource, EgressRequest, UpstreamResponse } from '../egress/outbound.ts'
import { createProviderServices } from '../providers/provider-services.ts'
import { Directory } from './admit/directory.ts'
import { Load } from './admit/load.ts'
import type { ClientConnection } from './client-connection.ts'
import { BackgroundRuns } from './guard/background-runs.ts'
import { BodyWorkers } from './large/body-workers.ts'
import { RequestLimits } from './limits/request-limits.ts'
import { type GatewayPorts, handle } from './pipeline.ts'
import { Circuits } from './plan/circuits.ts'
import { StoredPrompts } from './prompts/stored-prompts.ts'
import { Sockets } from './sockets/sockets.ts'
import { StoredConfigs } from './stored/configs.ts'
import { StoredGuardrails } from './stored/guardrails.ts'
import { ModelLists } from './stored/model-lists.ts'
import { PlanCache } from './stored/plan-cache.ts'
import { VirtualKeys } from './stored/virtual-keys.ts'

const NOTHING_SAVED = {
  stores: {
    configs: { find: async () => undefined },
    workspaces: { find: async () => undefined },
    virtualKeys: { list: async () => ({ rows: [], total: 0 }) },
    virtualModels: { list: async () => ({ rows: [], total: 0 }) },
    guardrails: {
      find: async () => undefined,
      defaultsOf: async () => ({ workspace: { input: [], output: [] }, organisation: { input: [], output: [] } }),
    },
  },
}

/** For requests without limits: it is never used. */
export const NO_BUDGETS: BudgetService = {
  hold: () => ({ kind: 'unavailable', reason: 'this gateway has no ledger' }),
  settle: () => false,
  release: () => false,
  currentSpending: () => {
    throw new Error('this gateway has no ledger')
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

export type Answer = (request: EgressRequest, signal: AbortSource) => Promise<Response>

const NO_VERSIONS = {
  find: async () => undefined,
  findVersion: async () => undefined,
  labels: async () => [],
  list: async () => ({ rows: [], total: 0 }),
}
const NO_PROMPTS = {
  stores: { prompts: NO_VERSIONS, partials: NO_VERSIONS, labels: { named: async () => new Map<string, string>() } },
}

function upstreamResponse(response: Response): UpstreamResponse {
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

/** `saved`: the virtual keys of the workspace, with unencrypted credentials. */
export function testGateway(answers: Answer[], saved: readonly VirtualKey[] = []) {
  const virtualKeys = new VirtualKeys(
    {
      stores: {
        virtualKeys: {
          findInWorkspace: async (_, name) => saved.find((key) => key.slug === name),
          idOfIntegration: async () => undefined,
        },
      },
    },
    { open: (sealed) => sealed },
  )
  const records: RequestRecord[] = []
  const connections: ClientConnection[] = []
  const sent: EgressRequest[] = []
  const stored = new Map<string, CachedResponse>()
  const ports: GatewayPorts = {
    directory: new Directory(
      {
        findCaller: async (hash) => (hash === 'KEY' ? caller : undefined),
        findCallerIn: async () => undefined,
        findCallerOf: async () => undefined,
        certificates: async () => [],
        recordUses: async () => {},
      },
      (secret) => secret,
    ),
    signedIn: async () => null,
    certificateOf: () => null,
    references: testReferences(),
    circuits: new Circuits(() => performance.now()),
    plans: new PlanCache(
      new StoredConfigs(NOTHING_SAVED, { open: () => '{}' }),
      new StoredGuardrails(NOTHING_SAVED, { open: () => [] }),
      virtualKeys,
    ),
    prompts: new StoredPrompts(NO_PROMPTS),
    virtualKeys,
    limits: new RequestLimits(NO_BUDGETS, { of: () => null }, { priceOf: () => null }),
    load: new Load(
      { perKey: 100, bodyBytes: 1e9, keyBodyBytes: 1e9, workspaceBodyBytes: 1e9, residentBytes: 1e12, requests: 1e9 },
      UNMEASURED,
    ),
    modelLists: new ModelLists(true),
    isSetting: () => false,
    addressOf: () => '192.0.2.1',
    baseUrlOf: () => 'http://gateway.test',
    prefixes: ['x-gateway-', 'x-portkey-'],
    maxBodyBytes: 1e6,
    maxMessageBytes: 1e6,
    secrets: { seal: (text) => text, open: (text) => text },
    sockets: new Sockets({ maxMessageBytes: 1e6, idleMs: 1e6, stallMs: 1e6 }, () => false),
    maxAttempts: 20,
    bodies: new BodyWorkers(),
    services: createProviderServices('http://127.0.0.1:9', () => Promise.reject(new Error('no token service'))),
    logBodies: true,
    prices: { priceOf: () => null },
    // The tokenizer is never ready in time.
    tokens: { count: async () => null, unpack: async () => null, warm: () => {} },
    writer: {
      append: (record) => {
        records.push(record)
        return null
      },
      gather: async (record) => void records.push(record),
      provisional: () => ({ written: null, done: () => {} }),
    },
    ledgerSynced: null,
    cache: { get: (key) => stored.get(key), set: (key, answer) => void stored.set(key, answer), purge: () => 0 },
    semantic: null,
    checkServices: NO_SERVICES,
    background: new BackgroundRuns(),
    feedback: { create: async () => [] },
    egress: {
      open: async (request, signal) => {
        sent.push(request)
        const next = answers.shift()
        if (!next) throw new GatewayError('upstream_unreachable')
        return upstreamResponse(await next(request, signal))
      },
      send: async () => {
        throw new Error('the request pipeline does not use send')
      },
      check: async () => {},
      close: () => {},
    },
    onReceived: (connection) => void connections.push(connection),
    onSettled: () => {},
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
  return { ports, records, connections, sent, stored, chat }
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

const noService = async (): Promise<never> => {
  throw new Error('this gateway has no services for checks')
}
const NO_SERVICES = { fetch: noService, infer: noService, resolves: noService }

/** A process whose memory use is always 0. */
export const UNMEASURED = { measure: () => 0, collect: () => {}, inFlight: () => 0 }
