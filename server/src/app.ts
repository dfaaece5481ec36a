/** The composition root: it and the folder of its name are the only ones that know all the others. */

import { version } from '../../package.json'
import type { ControlPlane } from './app/administration/control-plane.ts'
import type { Background } from './app/background.ts'
import { ClientAddresses } from './app/client-address.ts'
import { crossOrigin } from './app/cross-origin.ts'
import { dataPlane } from './app/data-plane.ts'
import { forgetAll, forgetChanged } from './app/forget-changed.ts'
import { answerAtTheDoor, nothingAt, refusal } from './app/front-door.ts'
import { Connections } from './app/http/connections.ts'
import { areDescriptorsScarce, DescriptorGuard } from './app/http/descriptor-guard.ts'
import { readiness, storageHealth } from './app/http/readiness.ts'
import { SERVE_OPTIONS, serveAtSocket } from './app/http/serve-options.ts'
import { closing, shutDown } from './app/http/shutdown.ts'
import { type Gauges, Observation } from './app/observation.ts'
import { openStores } from './app/open-stores.ts'
import { adoptOrphanedJournals } from './app/workers/orphaned-journals.ts'
import type { WorkerGroup } from './app/workers/worker-group.ts'
import { findEndpoint } from './core/endpoints.ts'
import { GatewayError } from './core/errors.ts'
import type { RequestRecord } from './core/record.ts'
import { jitPolicy } from './core/runtime/jit-policy.ts'
import { once } from './core/runtime/once.ts'
import { retryStart } from './core/runtime/retry-start.ts'
import { PEER_HEADER } from './egress/forward-to-socket.ts'
import { handle } from './gateway/pipeline.ts'
import { logDefect, logWarning } from './observe/log.ts'
import { startMock } from './providers/mock/listen.ts'
import { openRecords } from './records/records.ts'
import type { GatehouseSettings } from './settings.ts'
import type { FirstKeys } from './stores/sql/first-keys.ts'

/** Long enough for whoever waits for the port to be told that it is open. */
const BEGIN_AFTER_MS = 20
const WAIT_FOR_CONTROL_MS = 3_000

export type App = {
  readonly url: string
  /** Shown once; null when this was not the first start. */
  readonly firstKeys: FirstKeys | null
  /** Makes its holder the first owner; null when the organisation has one. There soon after the port is open. */
  readonly claimToken: Promise<string | null>
  /** Lets running requests end, writes what is left, frees everything. */
  stop(drainMs: number): Promise<void>
}

export type AppEvents = { readonly onRecord: (record: RequestRecord) => void }

/** With a family of workers this process keeps the stores and answers at a socket file; they answer at the port. */
export async function startApp(
  settings: GatehouseSettings,
  events: AppEvents,
  family: WorkerGroup | null = null,
): Promise<App> {
  const stores = await openStores(settings, family)
  const records = openRecords({
    dataDirectory: settings.dataDirectory,
    databaseUrl: settings.databaseUrl,
    retentionDays: settings.retentionDays,
    onProblem: (message) => logWarning('storage', message),
  })
  // With a shared database each node books its own journal.
  const stopLooking = settings.databaseUrl
    ? () => {}
    : await adoptOrphanedJournals(settings.dataDirectory, records, family?.size ?? 0)
  const mock = startMock()
  const observation = new Observation(settings, version)
  let isDraining = false

  // The port is open before all is there that stands behind it: whoever comes in between waits.
  let isOpen = false
  const opening = Promise.withResolvers<void>()
  function admit(request: Request): Response | Promise<Response> {
    if (!isOpen) return opening.promise.then(() => admit(request))
    return isDraining ? closing(answer(request)) : answer(request)
  }
  const server = family
    ? serveAtSocket(family.place.socketPath, admit)
    : Bun.serve({
        ...SERVE_OPTIONS,
        idleTimeout: settings.keepAliveSeconds,
        hostname: settings.host,
        port: settings.port,
        fetch: admit,
      })
  const connections = new Connections(() => server, settings.keepAliveSeconds)

  const port = server.port ?? settings.port
  const addresses = new ClientAddresses(settings.trustedProxies, settings.publicUrl, (request) => {
    return family ? request.headers.get(PEER_HEADER) : (server.requestIP(request)?.address ?? null)
  })
  let descriptors: DescriptorGuard | null = null
  const data = dataPlane({
    settings,
    stores,
    records,
    addresses,
    mockOrigin: mock.origin,
    ownPort: port,
    connections,
    onRecord: (record) => {
      observation.add(record)
      events.onRecord(record)
    },
    relieveDescriptors: () => descriptors?.relieve() ?? null,
  })
  descriptors = new DescriptorGuard(server, () => data.inFlight.requests())
  const toProviders = crossOrigin(settings.corsOrigins, (request) => handle(request, data.ports))
  observation.sendTraces(data.egress)
  stores.changes?.onChange((change) => (change ? forgetChanged(change, data) : forgetAll(data)))
  // Own prices come from the store: no request may be priced without them.
  await data.prices.settled()
  let background: Background | null = null
  const stopping = new AbortController()
  // Administration and export jobs need it; only its code is loaded here, so hardly anything can fail.
  const backgroundStarted = Bun.sleep(BEGIN_AFTER_MS)
    .then(() =>
      retryStart(startBackground, { onFailure: (error) => logDefect(error, 'none'), signal: stopping.signal }),
    )
    // All that runs once has run.
    .finally(jitPolicy.forTraffic)
  // Whoever needs it waits for it and is told.
  backgroundStarted.catch(() => {})

  async function startBackground(): Promise<Background> {
    const { Background } = await import('./app/background.ts')
    background = new Background({ settings, stores, records })
    return background
  }

  // A third of the process, and none of the data plane's: it comes when somebody first asks for it, and who asks waits.
  let control: ControlPlane | null = null
  const loadedControl = once(async () => {
    const begun = await backgroundStarted
    jitPolicy.forStart()
    try {
      const { controlPlane } = await import('./app/administration/control-plane.ts')
      control = controlPlane({ settings, stores, records, addresses, data, background: begun, version, family })
      return control
    } finally {
      jitPolicy.forTraffic()
    }
  })

  family?.open({
    budgetService: stores.ledger.budgetService,
    records,
    recordKeyUses: (uses) => stores.control.stores.apiKeys.recordUses(uses),
    adminPaths: async () => (await loadedControl()).paths,
    health: () => ({ ...storageHealth({ stores, records }), failingTasks: failingTasks() }),
  })
  // The runtime remembers a module that it could not open for lack of a descriptor as missing, for ever. Where a burst of
  // connections could take them all, the control plane is loaded before the first request.
  if (areDescriptorsScarce()) await loadedControl().catch((error: unknown) => logDefect(error, 'none'))
  isOpen = true
  opening.resolve()

  function answer(request: Request): Response | Promise<Response> {
    return answerAtTheDoor(request, {
      control: administer,
      gateway: toProviders,
      open: openAddress,
    })
  }

  /** Without its store the control plane may take long to come: nobody waits for that. */
  async function onceLoaded(ask: (loaded: ControlPlane) => Response | Promise<Response>): Promise<Response> {
    const late = Bun.sleep(WAIT_FOR_CONTROL_MS).then(() => null)
    const loaded = loadedControl().catch((error: unknown) => {
      logDefect(error, 'none')
      return null
    })
    const found = await Promise.race([loaded, late])
    return found ? ask(found) : refusal(new GatewayError('store_unavailable'))
  }

  function administer(request: Request, pathname: string): Response | Promise<Response> | null {
    if (control) {
      const answering = control.answer(request, pathname)
      return answering && connections.during(request, answering)
    }
    // First-class endpoints are never administrative: they need not wait.
    if (findEndpoint(request.method, pathname.slice('/v1'.length)).name !== 'proxy') return null
    return onceLoaded((loaded) => {
      const answering = loaded.answer(request, pathname)
      return answering ? connections.during(request, answering) : toProviders(request)
    })
  }

  function openAddress(request: Request, pathname: string): Response | Promise<Response> | null {
    if (pathname === '/healthz') return Response.json({ status: 'alive', version })
    if (pathname === '/readyz')
      return readiness({ settings, stores, records, running: data.inFlight, failingTasks: failingTasks() }, isDraining)
    if (pathname === '/metrics')
      return observation.answer(request, data.directory, gauges(), family ? () => family.metrics() : undefined)
    if (control) return control.page(request, pathname)
    return onceLoaded((loaded) => loaded.page(request, pathname) ?? nothingAt(pathname))
  }

  function gauges(): Gauges {
    const openCircuits = data.circuits.list(null).filter(({ state }) => state !== 'closed').length
    return {
      running: data.inFlight.size,
      bodyBytes: data.load.heldBytes,
      storage: storageHealth({ stores, records }),
      openCircuits,
      failingTasks: failingTasks().length,
    }
  }

  function failingTasks(): readonly string[] {
    return background?.failing ?? []
  }

  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    firstKeys: stores.firstKeys,
    claimToken: backgroundStarted.then(
      ({ claimToken }) => claimToken,
      () => null,
    ),
    async stop(drainMs) {
      isDraining = true
      stopping.abort()
      stopLooking()
      descriptors?.close()
      await shutDown({
        server,
        drain: data.drain,
        drainMs,
        // The workers have left before: nobody comes any more.
        delayMs: family ? 0 : settings.drainDelayMs,
        meanwhile: async () => {
          control?.stop()
          await backgroundStarted.then(
            (begun) => begun.close(),
            () => {},
          )
        },
      })
      await observation.close()
      await data.close()
      await records.close()
      await mock.stop()
      await stores.close()
    },
  }
}
