/** The composition root: it and the folder of its name are the only ones that know all the others. */

import { version } from '../../package.json'
import { ClientAddresses } from './app/client-address.ts'
import type { ControlPlane } from './app/control-plane.ts'
import { dataPlane } from './app/data-plane.ts'
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
  const records = openRecords({ dataDirectory: settings.dataDirectory, retentionDays: settings.retentionDays })
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
  // Own prices come from the store: no request may be priced without them.
  await data.prices.settled()
  // A third of the start, and none of the data plane's: it loads once the port is open, and who asks for it waits.
  let control: ControlPlane | null = null
  const loading = Bun.sleep(LOAD_CONTROL_AFTER_MS)
    .then(() => import('./app/control-plane.ts'))
    .then(({ controlPlane }) => controlPlane({ settings, stores, records, addresses, data, version }))
    .then((loaded) => {
      control = loaded
      return loaded
    })

  function answer(request: Request): Response | Promise<Response> {
    return answerAtTheDoor(request, {
      control: administer,
      gateway: (asked) => handle(asked, data.ports),
      open: openAddress,
    })
  }

  function administer(request: Request, pathname: string): Response | Promise<Response> | null {
    if (control) return control.answer(request, pathname)
    // First-class endpoints are never administrative: they need not wait.
    if (findEndpoint(request.method, pathname.slice('/v1'.length)).name !== 'proxy') return null
    return loading.then((loaded) => loaded.answer(request, pathname) ?? handle(request, data.ports))
  }

  function openAddress(request: Request, pathname: string): Response | Promise<Response> | null {
    if (pathname === '/healthz') return Response.json({ status: 'alive', version })
    if (pathname === '/readyz') return readiness()
    if (pathname === '/metrics') return observation.answer(request, data.directory, gauges())
    if (control) return control.page(request, pathname)
    return loading.then((loaded) => loaded.page(request, pathname) ?? nothingAt(pathname))
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
    const body = {
      status: isDraining ? 'draining' : 'ready',
      running: data.running.size,
      records: { backlogBytes, droppedBodies, lostRecords },
    }
    return Response.json(body, { status: isDraining ? 503 : 200 })
  }

  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${server.port}`,
    firstKeys: stores.firstKeys,
    claimToken: loading.then((loaded) => loaded.claimToken),
    async stop(drainMs) {
      isDraining = true
      // A balancer that has read readyz meanwhile sends nothing new; kept connections get their `Connection: close`.
      await Bun.sleep(Math.min(drainMs, SETTLE_MS))
      const closed = server.stop()
      await (await loading).stop()
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
