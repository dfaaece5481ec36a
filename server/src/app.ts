/** The composition root: it and the folder of its name are the only ones that know all the others. */

import { version } from '../../package.json'
import { ClientAddresses } from './app/client-address.ts'
import type { ControlPlane } from './app/control-plane.ts'
import { dataPlane } from './app/data-plane.ts'
import { forgetAll, forgetChanged } from './app/forget-changed.ts'
import { answerAtTheDoor, nothingAt, refusal } from './app/front-door.ts'
import { type Gauges, Observation } from './app/observation.ts'
import { openStores } from './app/open-stores.ts'
import { findEndpoint } from './core/endpoints.ts'
import { GatewayError } from './core/errors.ts'
import type { ExchangeRecord } from './core/record.ts'
import { handle } from './gateway/handle.ts'
import { logDefect } from './observe/log.ts'
import { startMock } from './providers/mock/listen.ts'
import { openRecords } from './records/records.ts'
import type { GatehouseSettings } from './settings.ts'
import type { FirstKeys } from './stores/sql/first-keys.ts'

const SETTLE_MS = 250
/** Long enough for whoever waits for the port to be told that it is open. */
const LOAD_CONTROL_AFTER_MS = 20
const LOAD_AGAIN_MS = 500
const WAIT_FOR_CONTROL_MS = 3_000

export type App = {
  readonly url: string
  /** Shown once; null when this was not the first start. */
  readonly firstKeys: FirstKeys | null
  /** Makes its holder the first owner; null when the organisation has one. There once the control plane is. */
  readonly claimToken: Promise<string | null>
  /** Lets running requests end, writes what is left, frees everything. */
  stop(drainMs: number): Promise<void>
}

export type AppEvents = { readonly onRecord: (record: ExchangeRecord) => void }

export async function startApp(settings: GatehouseSettings, events: AppEvents): Promise<App> {
  const stores = await openStores(settings)
  const records = openRecords({
    dataDirectory: settings.dataDirectory,
    databaseUrl: settings.databaseUrl,
    retentionDays: settings.retentionDays,
  })
  const mock = startMock()
  const observation = new Observation(settings, version)
  let isDraining = false

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

  const addresses = new ClientAddresses(settings.trustedProxies, settings.publicUrl, (request) => {
    return server.requestIP(request)?.address ?? null
  })
  const data = dataPlane({
    settings,
    stores,
    records,
    addresses,
    mockOrigin: mock.origin,
    ownPort: server.port ?? settings.port,
    disconnect: (request) => server.timeout(request, 1),
    onRecord: (record) => {
      observation.add(record)
      events.onRecord(record)
    },
  })
  observation.sendTraces(data.egress)
  stores.changes?.onChange((change) => (change ? forgetChanged(change, data) : forgetAll(data)))
  // Own prices come from the store: no request may be priced without them.
  await data.prices.settled()
  // A third of the start, and none of the data plane's: it loads once the port is open, and who asks for it waits.
  let control: ControlPlane | null = null
  const loading = Bun.sleep(LOAD_CONTROL_AFTER_MS)
    .then(loadControl)
    .then((loaded) => {
      control = loaded
      return loaded
    })

  /** A store that goes away in this very moment is waited for. */
  async function loadControl(): Promise<ControlPlane> {
    const { controlPlane } = await import('./app/control-plane.ts')
    for (;;) {
      try {
        return await controlPlane({ settings, stores, records, addresses, data, version })
      } catch (error) {
        const isAway = error instanceof GatewayError && error.code === 'store_unavailable'
        if (!isAway || isDraining) throw error
        await Bun.sleep(LOAD_AGAIN_MS)
      }
    }
  }

  function answer(request: Request): Response | Promise<Response> {
    return answerAtTheDoor(request, {
      control: administer,
      gateway: (asked) => handle(asked, data.ports),
      open: openAddress,
    })
  }

  /** Without its store the control plane may take long to come: nobody waits for that. */
  function onceLoaded(ask: (loaded: ControlPlane) => Response | Promise<Response>): Promise<Response> {
    const late = Bun.sleep(WAIT_FOR_CONTROL_MS).then(() => refusal(new GatewayError('store_unavailable')))
    return Promise.race([loading.then(ask), late])
  }

  function administer(request: Request, pathname: string): Response | Promise<Response> | null {
    if (control) return control.answer(request, pathname)
    // First-class endpoints are never administrative: they need not wait.
    if (findEndpoint(request.method, pathname.slice('/v1'.length)).name !== 'proxy') return null
    return onceLoaded((loaded) => loaded.answer(request, pathname) ?? handle(request, data.ports))
  }

  function openAddress(request: Request, pathname: string): Response | Promise<Response> | null {
    if (pathname === '/healthz') return Response.json({ status: 'alive', version })
    if (pathname === '/readyz') return readiness()
    if (pathname === '/metrics') return observation.answer(request, data.directory, gauges())
    if (control) return control.page(request, pathname)
    return onceLoaded((loaded) => loaded.page(request, pathname) ?? nothingAt(pathname))
  }

  function gauges(): Gauges {
    const { backlogBytes, lostRecords } = records.health()
    const openCircuits = data.circuits.list(null).filter(({ state }) => state !== 'closed').length
    return { running: data.running.size, journalBacklogBytes: backlogBytes, lostRecords, openCircuits }
  }

  /** During the drain every answer is the last one of its connection. */
  async function closing(answering: Response | Promise<Response>): Promise<Response> {
    const response = await answering
    response.headers.set('connection', 'close')
    return response
  }

  function readiness(): Response {
    const { backlogBytes, droppedBodies, lostRecords } = records.health()
    const outOfReachMs = stores.changes?.outOfReachMs() ?? 0
    const isCutOff = outOfReachMs > settings.storeOutageMs
    const isDegraded = outOfReachMs > 0 || stores.redis?.isReachable === false
    const body = {
      status: isDraining ? 'draining' : isCutOff ? 'cut_off' : isDegraded ? 'degraded' : 'ready',
      // Known keys are served until the time set for it is over.
      ...(stores.changes && {
        database: { is_reachable: outOfReachMs === 0, out_of_reach_ms: Math.round(outOfReachMs) },
      }),
      // Without it traffic goes on, a little slower.
      ...(stores.redis && { redis: { is_reachable: stores.redis.isReachable } }),
      running: data.running.size,
      records: { backlogBytes, droppedBodies, lostRecords },
      ledger: stores.ledger.health(),
    }
    return Response.json(body, { status: isDraining || isCutOff ? 503 : 200 })
  }

  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${server.port}`,
    firstKeys: stores.firstKeys,
    claimToken: loading.then(
      (loaded) => loaded.claimToken,
      () => null,
    ),
    async stop(drainMs) {
      isDraining = true
      // A balancer that has read readyz meanwhile sends nothing new; kept connections get their `Connection: close`.
      await Bun.sleep(Math.min(drainMs, SETTLE_MS))
      const closed = server.stop()
      await loading.then(
        (loaded) => loaded.stop(),
        () => {},
      )
      await data.drain(drainMs)
      // An answer is recorded before its last byte has left: give the sockets a moment before they are cut.
      await Promise.race([closed, Bun.sleep(SETTLE_MS)])
      await server.stop(true)
      await observation.close()
      await data.close()
      await records.close()
      await mock.stop()
      await stores.close()
    },
  }
}
