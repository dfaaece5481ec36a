/** A worker: the data plane at a shared port; what is not for providers is its owner's. */

import { join } from 'node:path'
import { version } from '../../../../package.json'
import { asGatewayError } from '../../core/errors.ts'
import type { RequestRecord } from '../../core/record.ts'
import { jitPolicy } from '../../core/runtime/jit-policy.ts'
import { within } from '../../core/runtime/within.ts'
import { handOverTo } from '../../egress/hand-over.ts'
import { handle } from '../../gateway/handle.ts'
import { startMock } from '../../providers/mock/listen.ts'
import type { WorkerIdentity } from '../../settings/process-settings.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { ClientAddresses } from '../client-address.ts'
import { crossOrigin } from '../cross-origin.ts'
import { dataPlane } from '../data-plane.ts'
import { forgetAll, forgetChanged } from '../forget-changed.ts'
import { answerAtTheDoor, refusal } from '../front-door.ts'
import { Connections } from '../http/connections.ts'
import { DescriptorGuard } from '../http/descriptor-guard.ts'
import { readiness, storageHealth } from '../http/readiness.ts'
import { SERVE_OPTIONS } from '../http/serve-options.ts'
import { closing, shutDown } from '../http/shutdown.ts'
import { Observation } from '../observation.ts'
import { openStores } from '../open-stores.ts'
import { answerOwner } from './answer-owner.ts'
import { OwnerBus } from './owner-bus.ts'
import type { OwnerCalls } from './questions.ts'
import { openWorkerRecords } from './worker-records.ts'
import { openWorkerStores } from './worker-stores.ts'

const OWNER_ANSWERS_MS = 1_000

export type StartedWorker = {
  /** `isReplaced`: others go on at this port, so readiness does not change. */
  stop(drainMs: number, isReplaced: boolean): Promise<void>
}

export async function startWorker(
  settings: GatehouseSettings,
  place: WorkerIdentity,
  owner: OwnerCalls,
  onRecord: (record: RequestRecord) => void,
): Promise<StartedWorker> {
  const folder = join(settings.dataDirectory, `worker-${place.number}`)
  const own = { ...settings, dataDirectory: folder }
  const bus = new OwnerBus(owner)
  const adminPaths = owner.ask('adminPaths', null)
  const stores = settings.databaseUrl
    ? await openStores(own, bus)
    : await openWorkerStores(settings, folder, owner, bus)
  const records = openWorkerRecords(own, owner)
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
  await data.prices.settled()
  const isAdmin = pathMatcher(await adminPaths)
  const handOver = handOverTo(place.ownerSocket)
  const toProviders = crossOrigin(settings.corsOrigins, (request) => handle(request, data.ports))
  const gauges = () => ({
    running: data.running.size,
    bodyBytes: data.load.heldBytes,
    storage: storageHealth({ stores, records }),
    openCircuits: data.circuits.list(null).filter(({ state }) => state !== 'closed').length,
    // The owner has them.
    failingTasks: 0,
  })
  answerOwner(owner, {
    data,
    metrics: () => observation.text(gauges()),
    storage: () => storageHealth({ stores, records }),
  })
  jitPolicy.forTraffic()
  let leaving: 'no' | 'replaced' | 'stopped' = 'no'

  // Last of all: whoever can connect is served.
  const server = Bun.serve({
    ...SERVE_OPTIONS,
    idleTimeout: settings.keepAliveSeconds,
    hostname: settings.host,
    port: settings.port,
    reusePort: true,
    fetch: (request) => (leaving === 'no' ? answer(request) : closing(answer(request))),
  })

  descriptors = new DescriptorGuard(server, () => data.running.requests())

  function peerOf(request: Request): string | null {
    return server.requestIP(request)?.address ?? null
  }

  function toOwner(request: Request): Promise<Response> {
    const answering = handOver(request, peerOf(request) ?? '').catch((error: unknown) => refusal(asGatewayError(error)))
    return connections.during(request, answering)
  }

  /** Without its owner a worker serves what needs no store. */
  async function ready(): Promise<Response> {
    const parts = { settings, stores, records, running: data.running, failingTasks: [] }
    const own = storageHealth(parts)
    const family = await within(OWNER_ANSWERS_MS, owner.ask('health', null)).catch(() => ({
      ...own,
      problems: [...own.problems, 'The process that keeps the stores does not answer.'],
      failingTasks: [],
    }))
    return readiness(parts, leaving === 'stopped', family)
  }

  function answer(request: Request): Response | Promise<Response> {
    return answerAtTheDoor(request, {
      control: (asked, pathname) => (isAdmin(pathname) ? toOwner(asked) : null),
      gateway: toProviders,
      open: (asked, pathname) => {
        if (pathname === '/healthz') return Response.json({ status: 'alive', version })
        if (pathname === '/readyz') return ready()
        return toOwner(asked)
      },
    })
  }

  return {
    async stop(drainMs, isReplaced) {
      leaving = isReplaced ? 'replaced' : 'stopped'
      descriptors?.close()
      await shutDown({ server, drain: data.drain, drainMs, delayMs: settings.drainDelayMs })
      owner.tell('farewell', observation.text(gauges()))
      await observation.close()
      await data.close()
      await records.close()
      await mock.stop()
      await stores.close()
    },
  }
}

/** `/logs/{id}`: a name in braces is any one segment. */
function pathMatcher(paths: readonly string[]): (pathname: string) => boolean {
  const firsts = new Set(paths.map((path) => firstSegment(`/v1${path}`)))
  const sources = new Set(paths.map((path) => path.replace(/\{[a-z_]+\}/g, '[^/]+')))
  const pattern = new RegExp(`^/v1(?:${[...sources].join('|')})$`)
  // Most requests are for providers: one look at the first segment tells.
  return (pathname) => firsts.has(firstSegment(pathname)) && pattern.test(pathname)
}

/** `logs` of `/v1/logs/17`. */
function firstSegment(pathname: string): string {
  const end = pathname.indexOf('/', 4)
  return end < 0 ? pathname.slice(4) : pathname.slice(4, end)
}
