/** Creates the data plane: its caches, its egress policy and the ports of the request pipeline. */

import { MemoryCache } from '../cache/memory-cache.ts'
import { SavedGuardrailTexts } from '../config/saved/guardrail-texts.ts'
import { SavedTexts } from '../config/saved/saved-texts.ts'
import { identityOrigins } from '../core/ambient-identities.ts'
import type { ClientCertificate } from '../core/client-certificate.ts'
import type { BudgetService } from '../core/money/budget-service.ts'
import type { RequestRecord } from '../core/record.ts'
import type { RelieveDescriptors } from '../egress/outbound.ts'
import type { EgressPolicy } from '../egress/policy.ts'
import { createEgress } from '../egress/send.ts'
import { Directory } from '../gateway/admit/directory.ts'
import { Load } from '../gateway/admit/load.ts'
import { KeySets } from '../gateway/admit/workload/key-sets.ts'
import { WorkloadTokens } from '../gateway/admit/workload/workload-tokens.ts'
import { BackgroundRuns } from '../gateway/guard/background-runs.ts'
import { InternalRequests } from '../gateway/internal-requests.ts'
import { BodyWorkers } from '../gateway/large/body-workers.ts'
import { PolicyCache } from '../gateway/limits/policies.ts'
import { RequestLimits } from '../gateway/limits/request-limits.ts'
import { TokenCounter } from '../gateway/meter/local/token-counter.ts'
import type { GatewayPorts } from '../gateway/pipeline.ts'
import { Circuits } from '../gateway/plan/circuits.ts'
import { StoredPrompts } from '../gateway/prompts/stored-prompts.ts'
import { RequestsInFlight } from '../gateway/requests-in-flight.ts'
import { RunningAccess } from '../gateway/running-access.ts'
import { Sockets } from '../gateway/sockets/sockets.ts'
import { StoredConfigs } from '../gateway/stored/configs.ts'
import { StoredGuardrails } from '../gateway/stored/guardrails.ts'
import { ModelLists } from '../gateway/stored/model-lists.ts'
import { PlanCache } from '../gateway/stored/plan-cache.ts'
import { VirtualKeys } from '../gateway/stored/virtual-keys.ts'
import { logAlert, logDefect } from '../observe/log.ts'

import { PriceList } from '../pricing/price-list.ts'
import { createProviderServices } from '../providers/provider-services.ts'
import { settingKeys } from '../providers/registry.ts'
import type { Records } from '../records/records.ts'
import { loopbackAccess } from '../settings/loopback-access.ts'
import type { GatehouseSettings } from '../settings.ts'
import { accessOfRunning } from './access-of-running.ts'
import { queueBudgetAlert } from './alerting/queue-budget-alert.ts'
import { BudgetAlerts } from './budget-alerts.ts'
import type { ClientAddresses } from './client-address.ts'
import { guardrailServices } from './guardrail-services.ts'
import type { Connections } from './http/connections.ts'
import { requestCap } from './http/descriptor-guard.ts'
import type { OpenStores } from './open-stores.ts'
import { secretReferences } from './secret-references.ts'
import { openSemanticCache } from './semantic-cache.ts'
import { sessionCallers } from './session-callers.ts'

const IDENTITY_TERMS = { hasStoredCredential: false, trustedOrigin: null, isIdentityRequest: true }

export type DataPlane = ReturnType<typeof dataPlane>

export type DataPlaneParts = {
  readonly settings: GatehouseSettings
  readonly stores: OpenStores
  readonly records: Pick<Records, 'writer'> & { readonly feedback: Pick<Records['feedback'], 'create'> }
  readonly addresses: ClientAddresses
  /** The verified certificate of the client; null if it has none. */
  readonly certificateOf: (request: Request) => ClientCertificate | null
  readonly mockOrigin: string
  readonly ownPorts: readonly number[]
  readonly connections: Connections
  readonly onRecord: (record: RequestRecord) => void
  readonly relieveDescriptors: RelieveDescriptors
}

export function dataPlane(parts: DataPlaneParts) {
  const { settings, stores, records, addresses, mockOrigin } = parts
  const isStale = () => (stores.changes?.outOfReachMs() ?? 0) > settings.storeOutageMs
  const virtualKeys = new VirtualKeys(stores.control, stores.vault)
  const secrets = secretReferences(settings)
  const configs = new StoredConfigs(stores.control, new SavedTexts(stores.vault))
  const guardrails = new StoredGuardrails(stores.control, new SavedGuardrailTexts(stores.vault))
  const plans = new PlanCache(configs, guardrails, virtualKeys, {
    hasEmbedder: settings.embedder !== null,
    threshold: settings.cacheThreshold,
  })
  const prices = new PriceList(stores.control.stores.prices)
  prices.refresh()
  const tokens = new TokenCounter()
  const bodies = new BodyWorkers()
  const policies = new PolicyCache(stores.control.stores.policies)
  const prompts = new StoredPrompts(stores.control)
  const { bus } = stores
  const circuits = new Circuits(
    () => performance.now(),
    (id) => bus?.publish('circuits', id),
  )
  bus?.listen('circuits', (id) => circuits.hint(id))
  const load = new Load(
    {
      perKey: settings.keyConcurrency,
      bodyBytes: settings.bodyMemoryBytes,
      keyBodyBytes: shareOf(settings, settings.keyBodyPercent),
      workspaceBodyBytes: shareOf(settings, settings.workspaceBodyPercent),
      residentBytes: settings.maxResidentBytes,
      requests: requestCap(settings.tls !== null),
    },
    { measure: residentBytes, collect: () => Bun.gc(true), inFlight: () => inFlight.size },
  )
  const { connections } = parts
  const receive = {
    timeoutMs: settings.receiveTimeoutMs,
    graceMs: settings.receiveGraceMs,
    bytesPerSecond: settings.receiveBytesPerSecond,
  }
  const inFlight = new RequestsInFlight(settings, receive, {
    disconnect: (request) => connections.close(request),
    keepOpen: (request) => connections.keepOpen(request),
    onSweep: () => load.sweep(),
  })
  const access = new RunningAccess(
    inFlight,
    (caller) => accessOfRunning(caller, stores.control.stores),
    (error) => logDefect(error, 'none'),
  )
  const policy: EgressPolicy = {
    isLoopbackOpen: loopbackAccess(settings).isOpen,
    trustedHosts: settings.trustedHosts,
    ownPorts: parts.ownPorts,
    stores: [...databaseAddress(settings.databaseUrl), ...redisAddresses(settings.redisUrl)],
    mockOrigin,
    identityOrigins: identityOrigins(settings.identities),
  }
  const egressOptions = { connectTimeoutMs: settings.connectTimeoutMs, relieveDescriptors: parts.relieveDescriptors }
  const egress = createEgress(policy, egressOptions)
  const egressOfChecks = createEgress(policy, egressOptions)
  const workloadTokens = new WorkloadTokens(stores.control.stores, new KeySets(egress), {
    isStale,
    lookUpMs: settings.storeTimeoutMs,
  })
  const { apiKeys } = stores.control.stores
  const directory = new Directory(apiKeys, stores.vault.hash, isStale, settings.storeTimeoutMs, workloadTokens)

  const alerts = new BudgetAlerts({
    store: stores.control.stores.alerts,
    queue: (alert) => queueBudgetAlert(stores.control, alert),
    send: egress.send,
    webhookUrl: settings.alertWebhookUrl,
    webhookSecret: settings.alertWebhookSecret,
    log: logAlert,
    onDefect: logDefect,
  })
  stores.ledger.onAlert(alerts.report)

  const near = new MemoryCache(settings.cacheBytes)
  const cache = stores.redis?.cache(near) ?? near
  const inside = new InternalRequests(() => ports)
  const checkServices = guardrailServices({ egress: egressOfChecks, inside, virtualKeys })
  const background = new BackgroundRuns()
  const semantic = openSemanticCache({ settings, answers: cache, egress, inside })
  const sockets = new Sockets(
    { maxMessageBytes: settings.socketMessageBytes, idleMs: settings.socketIdleMs, stallMs: settings.stallTimeoutMs },
    (request, session, headers) => connections.upgrade(request, session, headers),
  )
  const ports: GatewayPorts = {
    directory,
    signedIn: sessionCallers({
      stores: stores.control.stores,
      vault: stores.vault,
      baseUrlOf: (request) => addresses.baseUrlOf(request),
    }),
    certificateOf: parts.certificateOf,
    plans,
    prompts,
    virtualKeys,
    references: secrets.cache,
    circuits,
    limits: new RequestLimits(stores.ledger.budgetService, policies, prices),
    load,
    modelLists: new ModelLists(settings.listsProviderModels),
    cache,
    semantic,
    egress,
    checkServices,
    background,
    services: createProviderServices(mockOrigin, egress.send, settings.identities, (request, signal) =>
      egress.send(request, signal, IDENTITY_TERMS),
    ),
    prefixes: settings.headerPrefixes,
    sockets,
    secrets: stores.vault,
    maxMessageBytes: settings.socketMessageBytes,
    isSetting: (key) => settingKeys().has(key),
    maxBodyBytes: settings.maxBodyBytes,
    maxAttempts: settings.maxCallsPerRequest,
    bodies,
    writer: records.writer,
    ledgerSynced: ledgerSynced(stores.ledger.budgetService),
    feedback: records.feedback,
    logBodies: settings.logBodies,
    prices,
    tokens,
    addressOf: (request) => addresses.of(request),
    baseUrlOf: (request) => addresses.baseUrlOf(request),
    onReceived: (connection) => inFlight.add(connection),
    onSettled: (connection, record) => {
      inFlight.remove(connection)
      if (connection.isKeptOpen && !connection.isUpgraded) connections.restore(connection.request)
      if (record) parts.onRecord(record)
    },
    onDefect: logDefect,
  }

  return {
    ports,
    directory,
    workloadTokens,
    plans,
    policies,
    prompts,
    virtualKeys,
    circuits,
    semantic,
    load,
    inFlight,
    access,
    prices,
    egress,
    egressPolicy: policy,
    checkServices,
    async drain(drainMs: number): Promise<void> {
      sockets.drain()
      const untilMs = performance.now() + drainMs
      if (!(await inFlight.drained(drainMs))) {
        inFlight.shutDown()
        await inFlight.drained(1_000)
      }
      await background.drained(Math.max(1_000, untilMs - performance.now()))
    },
    async close(): Promise<void> {
      inFlight.close()
      access.close()
      await semantic.close()
      await inside.close()
      alerts.close()
      tokens.close()
      bodies.close()
      egress.close()
      egressOfChecks.close()
      await secrets.close()
      await directory.close()
    },
  }
}

function ledgerSynced(budgetService: BudgetService): (() => Promise<void>) | null {
  return budgetService.synced ? () => budgetService.synced!() : null
}

/** Reading /proc fails without a free file descriptor: the last measurement then stays in force. */
function residentBytes(): number | null {
  try {
    return process.memoryUsage.rss()
  } catch {
    return null
  }
}

/** At least the size of the largest body: a smaller share could never accept it. */
function shareOf({ bodyMemoryBytes, maxBodyBytes }: GatehouseSettings, percent: number): number {
  return Math.max(Math.floor((bodyMemoryBytes * percent) / 100), Math.min(bodyMemoryBytes, maxBodyBytes))
}

/** The egress policy refuses requests to the database. */
function databaseAddress(databaseUrl: string | null): { readonly host: string; readonly port: number }[] {
  if (databaseUrl === null) return []
  const { hostname, port } = new URL(databaseUrl)
  return [{ host: hostname, port: Number(port || 5432) }]
}

/** The egress policy refuses requests to Redis. */
function redisAddresses(redisUrl: string | null): { readonly host: string; readonly port: number }[] {
  const hosts = /^[a-z-]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(redisUrl ?? '')?.[1] ?? ''
  return hosts
    .split(',')
    .filter((host) => host !== '')
    .map((host) => URL.parse(`redis://${host}`))
    .flatMap((url) => (url ? [{ host: url.hostname, port: Number(url.port || 6379) }] : []))
}
