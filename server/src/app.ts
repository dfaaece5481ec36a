/** The composition root: the only file that knows all the others. */

import { mkdirSync } from 'node:fs'
import { version } from '../../package.json'
import { MemoryCache } from './cache/memory-cache.ts'
import { Control } from './control/mount.ts'
import { openapi } from './control/openapi.ts'
import { adminOperations } from './control/operations.ts'
import { ALL_SCOPES } from './control/scopes.ts'
import { errorAnswer } from './core/error-answer.ts'
import { GatewayError } from './core/errors.ts'
import type { ExchangeRecord } from './core/record.ts'
import { isHost, splitUrl } from './core/request-url.ts'
import { createEgress } from './egress/send.ts'
import { dismiss } from './gateway/admit.ts'
import { authenticate } from './gateway/authenticate.ts'
import { Directory } from './gateway/directory.ts'
import { type GatewayPorts, handle } from './gateway/handle.ts'
import { Load } from './gateway/load.ts'
import { Circuits } from './gateway/plan/circuits.ts'
import { Running } from './gateway/running.ts'
import { logDefect } from './observe/log.ts'
import { setTokenSender } from './providers/bedrock/index.ts'
import { setMockOrigin } from './providers/mock/index.ts'
import { startMock } from './providers/mock/listen.ts'
import { findProvider, providerSlugs, settingKeys } from './providers/registry.ts'
import { setTokenSource } from './providers/vertex-ai/index.ts'
import { createTokenSource } from './providers/vertex-ai/token-source.ts'
import { openRecords } from './records/records.ts'
import type { GatehouseSettings } from './settings.ts'
import { keyHasher, loadMasterKey } from './stores/master-key.ts'
import { SqlApiKeyStore } from './stores/sql/api-keys.ts'
import { openControlDatabase } from './stores/sql/control-database.ts'
import { lockData } from './stores/sql/data-lock.ts'
import { type FirstKeys, makeFirstKeys } from './stores/sql/first-keys.ts'
import { SqlWorkspaceStore } from './stores/sql/workspaces.ts'

const SETTLE_MS = 250

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export type App = {
  readonly url: string
  /** Shown once; null when this was not the first start. */
  readonly firstKeys: FirstKeys | null
  /** Lets running requests end, writes what is left, frees everything. */
  stop(drainMs: number): Promise<void>
}

export type AppEvents = { readonly onRecord: (record: ExchangeRecord) => void }

export async function startApp(settings: GatehouseSettings, events: AppEvents): Promise<App> {
  mkdirSync(settings.dataDirectory, { recursive: true, mode: 0o700 })
  const lock = lockData(settings.dataDirectory)
  const hash = keyHasher(loadMasterKey(settings.dataDirectory, settings.masterKey))
  const database = await openControlDatabase(settings.dataDirectory)
  const keys = new SqlApiKeyStore(database)
  const given = { admin: settings.adminApiKey, workspace: settings.workspaceApiKey }
  const firstKeys = await makeFirstKeys(database, { given, hash, scopes: [ALL_SCOPES], nowMs: Date.now() })
  const directory = new Directory(keys, new SqlWorkspaceStore(database), hash)
  const records = openRecords({ dataDirectory: settings.dataDirectory, retentionDays: settings.retentionDays })
  const mock = startMock()
  setMockOrigin(mock.origin)

  let isDraining = false
  const prefixes = settings.headerPrefixes
  const circuits = new Circuits(() => performance.now())
  const load = new Load({
    perKey: settings.keyConcurrency,
    bodyBytes: settings.bodyMemoryBytes,
    residentBytes: settings.maxResidentBytes,
  })
  const operations = adminOperations({
    logs: records.reader,
    breakers: circuits,
    providers: providerSlugs().map(describeProvider),
  })
  const control = new Control(operations, {
    authenticate: async (headers) => authenticate(headers, prefixes, directory),
    prefixes,
    onDefect: logDefect,
  })
  const openapiText = JSON.stringify(openapi(operations, version))
  const running = new Running(settings.idleTimeoutMs, {
    disconnect: (request) => server.timeout(request, 1),
    onSweep: () => load.observe(process.memoryUsage.rss()),
  })

  const server = Bun.serve({
    hostname: settings.host,
    port: settings.port,
    // Thinking models are silent for minutes; the sweep in `running` has our own limits.
    idleTimeout: 0,
    // Uploads stream; JSON bodies have their limit in the edge.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: (request) => (isDraining ? closing(answer(request)) : answer(request)),
    error: (error) => {
      logDefect(error, 'none')
      return refusal(new GatewayError('internal_error'))
    },
  })

  const egress = createEgress({
    listensOnLoopbackOnly: ['127.0.0.1', '::1', 'localhost'].includes(settings.host),
    trustedHosts: settings.trustedHosts,
    ownPorts: [server.port ?? settings.port],
    stores: [],
    mockOrigin: mock.origin,
  })
  setTokenSource(createTokenSource(egress.send))
  setTokenSender(egress.send)

  const gateway: GatewayPorts = {
    directory,
    circuits,
    load,
    cache: new MemoryCache(settings.cacheBytes),
    egress,
    prefixes,
    isSetting: (key) => settingKeys().has(key),
    maxBodyBytes: settings.maxBodyBytes,
    sink: records.sink,
    logBodies: settings.logBodies,
    onOpened: (exchange) => running.add(exchange),
    onFinished: (exchange, record) => {
      running.remove(exchange)
      dismiss(exchange, load)
      if (record) events.onRecord(record)
    },
    onDefect: logDefect,
  }

  function answer(request: Request): Response | Promise<Response> {
    if (!isHost(request.headers.get('host'))) {
      return refusal(
        new GatewayError('invalid_header', {
          param: 'host',
          message: 'The Host header is not a host.',
          hint: 'Send one Host header: name or address, optional port.',
        }),
      )
    }
    const { pathname } = splitUrl(request.url)
    if (!METHODS.has(request.method)) {
      return refusal(
        new GatewayError('method_not_allowed', { message: `${request.method} is not a method the gateway takes.` }),
      )
    }
    if (pathname.startsWith('/v1/')) {
      const operation = control.find(request.method, pathname)
      return operation ? control.answer(operation, request) : handle(request, gateway)
    }
    if (pathname === '/healthz') return Response.json({ status: 'alive', version })
    if (pathname === '/readyz') return readiness()
    if (pathname === '/openapi.json')
      return new Response(openapiText, { headers: { 'content-type': 'application/json' } })
    if (pathname === '/')
      return new Response(`Gatehouse ${version}\n\nThe API is at /v1, its description at /openapi.json.\n`)
    return refusal(new GatewayError('not_found', { message: `There is nothing at ${pathname.slice(0, 64)}.` }))
  }

  /** During the drain every answer is the last one of its connection. */
  async function closing(answering: Response | Promise<Response>): Promise<Response> {
    const response = await answering
    response.headers.set('connection', 'close')
    return response
  }

  function readiness(): Response {
    const { backlogBytes, droppedBodies, lostRecords } = records.health()
    const body = {
      status: isDraining ? 'draining' : 'ready',
      running: running.size,
      records: { backlogBytes, droppedBodies, lostRecords },
    }
    return Response.json(body, { status: isDraining ? 503 : 200 })
  }

  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${server.port}`,
    firstKeys,
    async stop(drainMs) {
      isDraining = true
      // A balancer that has read readyz meanwhile sends nothing new; kept connections get their `Connection: close`.
      await Bun.sleep(Math.min(drainMs, SETTLE_MS))
      const closed = server.stop()
      if (!(await running.drained(drainMs))) {
        running.endAll()
        await running.drained(1_000)
      }
      // An answer is recorded before its last byte has left: give the sockets a moment before they are cut.
      await Promise.race([closed, Bun.sleep(SETTLE_MS)])
      await server.stop(true)
      running.close()
      egress.close()
      await records.close()
      await mock.stop()
      await database.destroy()
      lock.release()
    },
  }
}

function describeProvider(slug: string) {
  const { title, docs, endpoints, settings } = findProvider(slug)!
  return { slug, title, docs, endpoints: [...endpoints], settings: Object.keys(settings.shape) }
}

function refusal(error: GatewayError): Response {
  const id = Bun.randomUUIDv7()
  const { status, headers, body } = errorAnswer(error, id, id)
  return new Response(body, { status, headers })
}
