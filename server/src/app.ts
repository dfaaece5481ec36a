/** Composition root: builds and starts the process. Only this file and `app/` import from all other folders. */

import { version } from '../../package.json'
import type { ControlPlane } from './app/administration/control-plane.ts'
import type { Background } from './app/background.ts'
import { forgetBodyKeys } from './app/body-keys.ts'
import { ClientAddresses } from './app/client-address.ts'
import { crossOrigin } from './app/cross-origin.ts'
import { dataPlane } from './app/data-plane.ts'
import { forgetAll, forgetChanged, touchesSinks } from './app/forget-changed.ts'
import { Connections } from './app/http/connections.ts'
import { areDescriptorsScarce, DescriptorGuard } from './app/http/descriptor-guard.ts'
import { listen, listenAtSocket } from './app/http/listener.ts'
import { readiness, type StorageHealth, storageHealth } from './app/http/readiness.ts'
import { closing, shutDown } from './app/http/shutdown.ts'
import { loadIfDescriptorsAreScarce } from './app/load-early.ts'
import { type Gauges, Observation } from './app/observation.ts'
import { openStores } from './app/open-stores.ts'
import { recordsOptions } from './app/records-options.ts'
import { errorResponse, notFound, routeRequest } from './app/route-request.ts'
import { serveRedirect } from './app/tls/redirect.ts'
import { storeOrphanedJournals, storeOrphanedNode, takeJournal } from './app/workers/orphaned-journals.ts'
import type { WorkerGroup } from './app/workers/worker-group.ts'
import { findEndpoint } from './core/endpoints.ts'
import { GatewayError } from './core/errors.ts'
import { isGeminiPath } from './core/gemini-paths.ts'
import type { RequestRecord } from './core/record.ts'
import { once } from './core/runtime/once.ts'
import { retryStart } from './core/runtime/retry-start.ts'
import { handle } from './gateway/pipeline.ts'
import { logDefect } from './observe/log.ts'
import { startMock } from './providers/mock/listen.ts'
import { openRecords } from './records/records.ts'
import type { GatehouseSettings } from './settings.ts'
import type { FirstKeys } from './stores/sql/first-keys.ts'

/** Delay before background tasks start, so that a client waiting for the port sees it open first. */
const BACKGROUND_DELAY_MS = 20
const WAIT_FOR_STORE_MS = 3_000

export type App = {
  readonly url: string
  /** The keys created on the first start, in plain text; null on later starts. */
  readonly firstKeys: FirstKeys | null
  /**
   * Lets its holder become the first owner; null if the organisation has an owner. Resolves shortly after the port
   * opens.
   */
  readonly claimToken: Promise<string | null>
  /** Drains running requests, flushes pending writes and closes all resources. */
  stop(drainMs: number): Promise<void>
}

export type AppEvents = { readonly onRecord: (record: RequestRecord) => void }

/** With a worker group, this process owns the stores and serves a Unix socket; the workers serve the port. */
export async function startApp(
  settings: GatehouseSettings,
  events: AppEvents,
  workers: WorkerGroup | null = null,
): Promise<App> {
  const stores = await openStores(settings, workers)
  const records = openRecords(recordsOptions(settings, stores))
  const orphaned = storeOrphanedJournals(
    settings.dataDirectory,
    (folder) => (settings.databaseUrl ? storeOrphanedNode(settings, folder) : takeJournal(folder, records)),
    workers?.size ?? 0,
  )
  // With a shared database, each orphaned worker is stored like a separate node, which may take long, so startup does
  // not wait.
  if (!settings.databaseUrl) await orphaned.firstTry
  const mock = startMock()
  const observation = new Observation(settings, version)
  let isDraining = false

  // The port opens before startup has finished. Until then, requests wait for `opening`.
  let isOpen = false
  const opening = Promise.withResolvers<void>()
  function admit(request: Request): Response | Promise<Response> {
    if (!isOpen) return opening.promise.then(() => admit(request))
    return isDraining ? closing(respond(request)) : respond(request)
  }
  const listener = workers
    ? listenAtSocket(workers.location, admit, settings)
    : await listen(settings, { reusePort: false, respond: admit })
  const connections = new Connections(() => listener.server, settings.keepAliveSeconds)
  const { port } = listener
  const isTls = settings.tls !== null
  const redirects = settings.tls?.redirectPort ? serveRedirect(settings, settings.tls.redirectPort, port) : null
  const { publicUrl } = settings
  const addresses = new ClientAddresses(settings.trustedProxies, { publicUrl, isTls }, (request) =>
    listener.addressOf(request),
  )
  let descriptors: DescriptorGuard | null = null
  const data = dataPlane({
    settings,
    stores,
    records,
    addresses,
    mockOrigin: mock.origin,
    ownPorts: listener.ports,
    certificateOf: (request) => listener.certificateOf(request),
    connections,
    onRecord: (record) => {
      observation.add(record)
      events.onRecord(record)
    },
    relieveDescriptors: () => descriptors?.relieve() ?? null,
  })
  descriptors = new DescriptorGuard(listener.guarded, () => data.inFlight.requests())
  const toProviders = crossOrigin(settings.corsOrigins, (request) => handle(request, data.ports))
  observation.sendTraces(data.egress)
  let background: Background | null = null
  stores.changes?.onChange((change) => {
    if (change) forgetChanged(change, data)
    else forgetAll(data)
    forgetBodyKeys(change, records)
    if (touchesSinks(change)) background?.sinks?.refresh()
  })
  await loadIfDescriptorsAreScarce()
  // Custom prices are in the store and must be loaded before the first request is priced.
  await data.prices.settled()
  const stopping = new AbortController()
  // The control plane depends on the background tasks. This step only loads and constructs them, so it rarely fails.
  const backgroundStarted = Bun.sleep(BACKGROUND_DELAY_MS).then(() =>
    retryStart(startBackground, { onFailure: (error) => logDefect(error, 'none'), signal: stopping.signal }),
  )
  // Every consumer awaits this promise and handles the rejection itself.
  backgroundStarted.catch(() => {})

  async function startBackground(): Promise<Background> {
    const { Background } = await import('./app/background.ts')
    background = new Background({
      settings,
      stores,
      records,
      egress: data.egress,
      egressPolicy: data.egressPolicy,
      cache: data.semantic,
      workers,
    })
    return background
  }

  // The control plane takes a third of the process's memory and the data plane does not need it. It is loaded on the
  // first request for it, and that request waits.
  let control: ControlPlane | null = null
  const loadedControl = once(async () => {
    const begun = await backgroundStarted
    const { controlPlane } = await import('./app/administration/control-plane.ts')
    control = controlPlane({ settings, stores, records, addresses, data, background: begun, version, workers })
    return control
  })

  workers?.open({
    budgetService: stores.ledger.budgetService,
    records,
    recordKeyUses: (uses) => stores.control.stores.apiKeys.recordUses(uses),
    adminPaths: async () => (await loadedControl()).paths,
    health: () => ({ ...health(), failingTasks: failingTasks() }),
  })
  // For the reason, see `loadIfDescriptorsAreScarce`.
  if (areDescriptorsScarce()) await loadedControl().catch((error: unknown) => logDefect(error, 'none'))
  isOpen = true
  opening.resolve()

  function respond(request: Request): Response | Promise<Response> {
    return routeRequest(request, {
      baseUrlOf: (request) => addresses.baseUrlOf(request),
      control: administer,
      gateway: toProviders,
      open: openAddress,
    })
  }

  /**
   * Responds with `store_unavailable` if the background tasks are not constructed within WAIT_FOR_STORE_MS. Loading the
   * control plane after that has no time limit, because it can take longer on a busy machine.
   */
  async function onceLoaded(
    request: Request,
    respond: (loaded: ControlPlane) => Response | Promise<Response>,
  ): Promise<Response> {
    const loaded = loadedControl().catch((error: unknown) => {
      logDefect(error, 'none')
      return null
    })
    const isReady = backgroundStarted.then(
      () => true,
      () => true,
    )
    const isLate = Bun.sleep(WAIT_FOR_STORE_MS).then(() => false)
    const found = (await Promise.race([isReady, isLate])) ? await loaded : null
    return found ? respond(found) : errorResponse(new GatewayError('store_unavailable'), addresses.baseUrlOf(request))
  }

  function administer(request: Request, pathname: string): Response | Promise<Response> | null {
    if (control) {
      const responding = control.respond(request, pathname)
      return responding && connections.during(request, responding)
    }
    // Paths of first-class endpoints are never admin operations, so they do not wait for the control plane.
    if (isGeminiPath(pathname) || findEndpoint(request.method, pathname.slice('/v1'.length)).name !== 'proxy')
      return null
    return onceLoaded(request, (loaded) => {
      const responding = loaded.respond(request, pathname)
      return responding ? connections.during(request, responding) : toProviders(request)
    })
  }

  function openAddress(request: Request, pathname: string): Response | Promise<Response> | null {
    if (pathname === '/healthz') return Response.json({ status: 'alive', version })
    if (pathname === '/readyz')
      return readiness(
        { settings, stores, records, tls: listener.health(), running: data.inFlight, failingTasks: failingTasks() },
        isDraining,
      )
    if (pathname === '/metrics') {
      const others = workers ? () => workers.metrics() : undefined
      return observation.respond(request, data.ports, gauges(), addresses.baseUrlOf(request), others)
    }
    if (control) return control.page(request, pathname)
    return onceLoaded(
      request,
      (loaded) => loaded.page(request, pathname) ?? notFound(pathname, addresses.baseUrlOf(request)),
    )
  }

  function gauges(): Gauges {
    const openCircuits = data.circuits.list(null).filter(({ state }) => state !== 'closed').length
    return {
      running: data.inFlight.size,
      bodyBytes: data.load.heldBytes,
      storage: health(),
      openCircuits,
      failingTasks: failingTasks().length,
      sinks: background?.sinks.health() ?? null,
      tls: listener.health(),
    }
  }

  function health(): StorageHealth {
    return storageHealth({ stores, records, tls: listener.health() })
  }

  function failingTasks(): readonly string[] {
    return background?.failing ?? []
  }

  return {
    url: `${isTls ? 'https' : 'http'}://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    firstKeys: stores.firstKeys,
    claimToken: backgroundStarted.then(
      ({ claimToken }) => claimToken,
      () => null,
    ),
    async stop(drainMs) {
      isDraining = true
      stopping.abort()
      orphaned.stop()
      descriptors?.close()
      await redirects?.stop(true)
      await shutDown({
        server: listener,
        drain: data.drain,
        drainMs,
        // The workers have stopped, so no new requests arrive.
        delayMs: workers ? 0 : settings.drainDelayMs,
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
