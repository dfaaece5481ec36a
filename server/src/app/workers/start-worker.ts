/** A worker: serves the data plane on the shared port and forwards all other requests to the owner process. */

import { join } from 'node:path'
import { version } from '../../../../package.json'
import { asGatewayError } from '../../core/errors.ts'
import type { RequestRecord } from '../../core/record.ts'
import { withTimeout } from '../../core/runtime/with-timeout.ts'
import { forwardTo } from '../../egress/forward-to-socket.ts'
import { handle } from '../../gateway/pipeline.ts'
import type { SocketHandler } from '../../gateway/sockets/sockets.ts'
import { startMock } from '../../providers/mock/listen.ts'
import type { WorkerIdentity } from '../../settings/process-settings.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { forgetBodyKeys } from '../body-keys.ts'
import { ClientAddresses } from '../client-address.ts'
import { crossOrigin } from '../cross-origin.ts'
import { dataPlane } from '../data-plane.ts'
import { eraseLocally } from '../erase-locally.ts'
import { forgetAll, forgetChanged } from '../forget-changed.ts'
import { Connections } from '../http/connections.ts'
import { DescriptorGuard } from '../http/descriptor-guard.ts'
import { readiness, storageHealth } from '../http/readiness.ts'
import { SERVE_OPTIONS, socketOptions } from '../http/serve-options.ts'
import { closing, shutDown } from '../http/shutdown.ts'
import { Observation } from '../observation.ts'
import { openStores } from '../open-stores.ts'
import { errorResponse, routeRequest } from '../route-request.ts'
import { OwnerBus } from './owner-bus.ts'
import type { OwnerChannel } from './rpc-methods.ts'
import { serveOwner } from './serve-owner.ts'
import { openWorkerRecords } from './worker-records.ts'
import { openWorkerStores } from './worker-stores.ts'

const OWNER_TIMEOUT_MS = 1_000

export type StartedWorker = {
  /** `isReplaced`: other workers still serve this port, so readiness does not change. */
  stop(drainMs: number, isReplaced: boolean): Promise<void>
}

export async function startWorker(
  settings: GatehouseSettings,
  place: WorkerIdentity,
  owner: OwnerChannel,
  onRecord: (record: RequestRecord) => void,
): Promise<StartedWorker> {
  const folder = join(settings.dataDirectory, `worker-${place.number}`)
  const own = { ...settings, dataDirectory: folder }
  const bus = new OwnerBus(owner)
  const adminPaths = owner.call('adminPaths', null)
  const stores = settings.databaseUrl
    ? await openStores(own, bus)
    : await openWorkerStores(settings, folder, owner, bus)
  const records = openWorkerRecords(own, stores, owner)
  const mock = startMock()
  const observation = new Observation(settings, version)
  const addresses = new ClientAddresses(settings.trustedProxies, settings.publicUrl, peerOf)
  const connections = new Connections(() => server, settings.keepAliveSeconds)
  let descriptors: DescriptorGuard | null = null
  const data = dataPlane({
    settings: own,
    stores,
    records,
    addresses,
    mockOrigin: mock.origin,
    ownPort: settings.port,
    connections,
    onRecord: (record) => {
      observation.add(record)
      onRecord(record)
    },
    relieveDescriptors: () => descriptors?.relieve() ?? null,
  })
  observation.sendTraces(data.egress)
  stores.changes?.onChange((change) => (change ? forgetChanged(change, data) : forgetAll(data)))
  stores.changes?.onChange((change) => forgetBodyKeys(change, records))
  await data.prices.settled()
  const isAdmin = pathMatcher(await adminPaths)
  const handOver = forwardTo(place.ownerSocket)
  const toProviders = crossOrigin(settings.corsOrigins, (request) => handle(request, data.ports))
  const gauges = () => ({
    running: data.inFlight.size,
    bodyBytes: data.load.heldBytes,
    storage: storageHealth({ stores, records }),
    openCircuits: data.circuits.list(null).filter(({ state }) => state !== 'closed').length,
    // The owner reports them.
    failingTasks: 0,
    sinks: null,
  })
  serveOwner(owner, {
    data,
    metrics: () => observation.text(gauges()),
    storage: () => storageHealth({ stores, records }),
    erase: (order) => eraseLocally({ dataDirectory: folder, logs: records.erasure, cache: data.semantic }, order),
  })
  let leaving: 'no' | 'replaced' | 'stopped' = 'no'

  // Start listening last: every accepted request can be served.
  const server = Bun.serve<SocketHandler>({
    ...SERVE_OPTIONS,
    websocket: socketOptions(settings),
    idleTimeout: settings.keepAliveSeconds,
    hostname: settings.host,
    port: settings.port,
    reusePort: true,
    fetch: (request) => (leaving === 'no' ? respond(request) : closing(respond(request))),
  })

  descriptors = new DescriptorGuard(server, () => data.inFlight.requests())

  function peerOf(request: Request): string | null {
    return server.requestIP(request)?.address ?? null
  }

  function toOwner(request: Request): Promise<Response> {
    const responding = handOver(request, peerOf(request) ?? '').catch((error: unknown) =>
      errorResponse(asGatewayError(error), addresses.baseUrlOf(request)),
    )
    return connections.during(request, responding)
  }

  /** If the owner does not respond, reports the worker's own health. */
  async function ready(): Promise<Response> {
    const parts = { settings, stores, records, running: data.inFlight, failingTasks: [] }
    const own = storageHealth(parts)
    const group = await withTimeout(OWNER_TIMEOUT_MS, owner.call('health', null)).catch(() => ({
      ...own,
      problems: [...own.problems, 'The owner process, which has the stores, does not respond.'],
      failingTasks: [],
    }))
    return readiness(parts, leaving === 'stopped', group)
  }

  function respond(request: Request): Response | Promise<Response> {
    return routeRequest(request, {
      baseUrlOf: (request) => addresses.baseUrlOf(request),
      control: (request, pathname) => (isAdmin(pathname) ? toOwner(request) : null),
      gateway: toProviders,
      open: (request, pathname) => {
        if (pathname === '/healthz') return Response.json({ status: 'alive', version })
        if (pathname === '/readyz') return ready()
        return toOwner(request)
      },
    })
  }

  return {
    async stop(drainMs, isReplaced) {
      leaving = isReplaced ? 'replaced' : 'stopped'
      descriptors?.close()
      await shutDown({ server, drain: data.drain, drainMs, delayMs: settings.drainDelayMs })
      owner.notify('finalMetrics', observation.text(gauges()))
      await observation.close()
      await data.close()
      await records.close()
      await mock.stop()
      await stores.close()
    },
  }
}

/** Matches templates such as `/logs/{id}`: a name in braces is one segment. */
function pathMatcher(paths: readonly string[]): (pathname: string) => boolean {
  const firsts = new Set(paths.map((path) => firstSegment(`/v1${path}`)))
  const sources = new Set(paths.map((path) => path.replace(/\{[a-z_]+\}/g, '[^/]+')))
  const pattern = new RegExp(`^/v1(?:${[...sources].join('|')})$`)
  // Most requests are for providers; the first segment rules them out cheaply.
  return (pathname) => firsts.has(firstSegment(pathname)) && pattern.test(pathname)
}

/** Returns `logs` for `/v1/logs/17`. */
function firstSegment(pathname: string): string {
  const end = pathname.indexOf('/', 4)
  return end < 0 ? pathname.slice(4) : pathname.slice(4, end)
}
