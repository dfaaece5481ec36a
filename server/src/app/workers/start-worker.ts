/** A worker: serves the data plane on the shared port and forwards all other requests to the owner process. */

import { join } from 'node:path'
import { version } from '../../../../package.json'
import { asGatewayError } from '../../core/errors.ts'
import type { RequestRecord } from '../../core/record.ts'
import { withTimeout } from '../../core/runtime/with-timeout.ts'
import { forwardTo } from '../../egress/forward-to-socket.ts'
import { handle } from '../../gateway/pipeline.ts'
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
import { type Listener, listen } from '../http/listener.ts'
import { readiness, type StorageHealth, storageHealth } from '../http/readiness.ts'
import { closing, shutDown } from '../http/shutdown.ts'
import { loadIfDescriptorsAreScarce } from '../load-early.ts'
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
  identity: WorkerIdentity,
  owner: OwnerChannel,
  onRecord: (record: RequestRecord) => void,
): Promise<StartedWorker> {
  const folder = join(settings.dataDirectory, `worker-${identity.number}`)
  const own = { ...settings, dataDirectory: folder }
  const bus = new OwnerBus(owner)
  const adminPaths = owner.call('adminPaths', null)
  const stores = settings.databaseUrl
    ? await openStores(own, bus)
    : await openWorkerStores(settings, folder, owner, bus)
  const records = openWorkerRecords(own, stores, owner)
  const mock = startMock()
  const observation = new Observation(settings, version)
  const addresses = new ClientAddresses(
    settings.trustedProxies,
    { publicUrl: settings.publicUrl, isTls: settings.tls !== null },
    peerOf,
  )
  // With TLS, the port of the HTTP server is added once it listens.
  const ownPorts = [settings.port]
  let listener: Listener | null = null
  const connections = new Connections(() => listening().server, settings.keepAliveSeconds)
  let descriptors: DescriptorGuard | null = null
  const data = dataPlane({
    settings: own,
    stores,
    records,
    addresses,
    mockOrigin: mock.origin,
    ownPorts,
    certificateOf: (request) => listening().certificateOf(request),
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
  await loadIfDescriptorsAreScarce()
  await data.prices.settled()
  const isAdmin = pathMatcher(await adminPaths)
  const handOver = forwardTo(identity.ownerSocket)
  const toProviders = crossOrigin(settings.corsOrigins, (request) => handle(request, data.ports))
  const gauges = () => ({
    running: data.inFlight.size,
    bodyBytes: data.load.heldBytes,
    storage: health(),
    openCircuits: data.circuits.list(null).filter(({ state }) => state !== 'closed').length,
    // The owner reports failing tasks and sinks.
    failingTasks: 0,
    sinks: null,
    tls: listener?.health() ?? null,
  })
  serveOwner(owner, {
    data,
    metrics: () => observation.text(gauges()),
    storage: health,
    erase: (order) => eraseLocally({ dataDirectory: folder, logs: records.erasure, cache: data.semantic }, order),
  })
  let leaving: 'no' | 'replaced' | 'stopped' = 'no'

  // Start listening last: every accepted request can be served.
  listener = await listen(settings, {
    reusePort: true,
    respond: (request) => (leaving === 'no' ? respond(request) : closing(respond(request))),
  })
  ownPorts.push(...listener.ports)

  descriptors = new DescriptorGuard(listener.guarded, () => data.inFlight.requests())

  function peerOf(request: Request): string | null {
    return listening().addressOf(request)
  }

  function listening(): Listener {
    if (listener === null) throw new Error('The worker does not listen yet.')
    return listener
  }

  function health(): StorageHealth {
    return storageHealth({ stores, records, tls: listener?.health() ?? null })
  }

  function toOwner(request: Request): Promise<Response> {
    const responding = handOver(request, {
      address: peerOf(request) ?? '',
      certificate: listening().certificateOf(request),
    }).catch((error: unknown) => errorResponse(asGatewayError(error), addresses.baseUrlOf(request)))
    return connections.during(request, responding)
  }

  /** If the owner does not respond, reports the worker's own health. */
  async function ready(): Promise<Response> {
    const parts = { settings, stores, records, tls: listening().health(), running: data.inFlight, failingTasks: [] }
    const own = health()
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
      await shutDown({ server: listening(), drain: data.drain, drainMs, delayMs: settings.drainDelayMs })
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
