/** Builds the control plane: admin operations, authorization, documents and dashboard pages. */

import { describeForm } from '../../admin-services/describe-form.ts'
import { ExamineConfigs } from '../../admin-services/dry-run/examine-configs.ts'
import type { PromptFinder } from '../../admin-services/dry-run/prompts-in.ts'
import { guardrailExaminer } from '../../admin-services/examine-guardrail.ts'
import { Workshop } from '../../admin-services/prompt-workshop.ts'
import { providerForms } from '../../admin-services/provider-forms.ts'
import { credentialTester } from '../../admin-services/try-credential.ts'
import { guardrailTester } from '../../admin-services/try-guardrail.ts'
import { SavedGuardrailTexts } from '../../config/saved/guardrail-texts.ts'
import { SavedTexts } from '../../config/saved/saved-texts.ts'
import { identify } from '../../control/access/identify.ts'
import { sessionPrincipal, sessionToken, tokenHashInput } from '../../control/access/session.ts'
import { AdminApi, type AdminApiPorts } from '../../control/admin-api.ts'
import { isOAuthPath, OAuthApi } from '../../control/device-logins/oauth-api.ts'
import { adminOperations } from '../../control/operations.ts'
import { RepriceRunner } from '../../control/prices/reprice-runner.ts'
import { isScimPath, ScimApi } from '../../control/scim/scim-api.ts'
import { currentCallerOnWire } from '../../control/sessions/caller-wire.ts'
import { Passwords } from '../../control/sessions/passwords.ts'
import { IssuerClients } from '../../control/sso/issuer-client.ts'
import type { SupportedProvider } from '../../control/supported-providers.ts'
import { compressedDocument } from '../../core/compress-response.ts'
import { headerMap } from '../../core/headers.ts'
import { once } from '../../core/runtime/once.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { authenticate } from '../../gateway/admit/authenticate.ts'
import { logDefect } from '../../observe/log.ts'
import { SignInThrottle } from '../../policies/sign-in-throttle.ts'
import { MOCK_MODELS } from '../../providers/mock/respond.ts'
import { findProvider, providerSlugs } from '../../providers/registry.ts'
import type { Records } from '../../records/records.ts'
import type { GatehouseSettings } from '../../settings.ts'
import type { Background } from '../background.ts'
import { forgetBodyKeys } from '../body-keys.ts'
import type { ClientAddresses } from '../client-address.ts'
import type { DataPlane } from '../data-plane.ts'
import { forgetChanged, touchesSinks } from '../forget-changed.ts'
import type { OpenStores } from '../open-stores.ts'
import { notFound } from '../route-request.ts'
import type { WorkerGroup } from '../workers/worker-group.ts'
import { DashboardFiles } from './dashboard-files.ts'
import { evictingFeedback } from './evicting-feedback.ts'
import { followRetention } from './follow-retention.ts'

const DOCUMENT = /^\/(openapi\.json|schemas\/config\.json|llms\.txt|docs(\/.*)?)$/

const MAX_CALLER_MS = 500

export type ControlPlaneParts = {
  readonly settings: GatehouseSettings
  readonly stores: OpenStores
  readonly records: Records
  readonly addresses: ClientAddresses
  readonly data: DataPlane
  readonly background: Background
  readonly version: string
  /** The workers this process owns; null if it serves requests itself. */
  readonly workers: WorkerGroup | null
}

export type ControlPlane = ReturnType<typeof controlPlane>

export function controlPlane(parts: ControlPlaneParts) {
  const { settings, stores, records, addresses, data, background, version, workers } = parts
  const { exports, erasures, claim } = background
  const prefixes = settings.headerPrefixes
  const { control: store, vault } = stores
  const reprices = new RepriceRunner({ unpriced: records.unpriced, prices: data.prices, onDefect: logDefect })
  const cache = workers?.cache(data.semantic) ?? data.semantic
  const breakers = workers?.breakers(data.circuits) ?? data.circuits
  const gateway = { version, breakers }
  const issuers = new IssuerClients({
    vault,
    // These terms refuse private addresses (unless the settings allow them) and clear text over the internet.
    send: (request, signal) => data.egress.send(request, signal, { hasStoredCredential: true, trustedOrigin: null }),
  })
  const operations = adminOperations({
    alertChannels: { vault, send: background.sendAlert },
    sinks: { vault, delivery: background.sinks },
    exports,
    erasures,
    bodyKeys: background.bodyKeys,
    logs: {
      reader: records.reader,
      tail: workers?.tail(records.tail) ?? records.tail,
      writer: records.writer,
      logBodies: settings.logBodies,
      prices: data.prices,
      vault,
    },
    analytics: records.analytics,
    feedback: evictingFeedback(records.feedback, cache),
    breakers,
    cache,
    providers: providerSlugs().map(describeProvider),
    configs: {
      texts: new SavedTexts(vault),
      examiner: new ExamineConfigs(
        data.virtualKeys,
        data.plans.guardrails,
        namedPrompts(data.prompts, store.stores),
        data.prices,
        {
          idleTimeoutMs: settings.idleTimeoutMs,
          maxCalls: settings.maxCallsPerRequest,
          semanticRules: data.plans.semanticRules,
        },
      ),
    },
    guardrails: {
      texts: new SavedGuardrailTexts(vault),
      examiner: guardrailExaminer,
      tester: guardrailTester(data.checkServices),
      logs: records.reader,
    },
    virtualKeys: {
      forms: providerForms(),
      vault,
      references: data.ports.references,
      test: credentialTester(data.egress, data.ports.services),
    },
    spending: stores.ledger.spending,
    budgets: stores.ledger.budgetService,
    prompts: { workshop: new Workshop(data.prompts) },
    models: { builtIn: { provider: 'mock', models: MOCK_MODELS } },
    prices: {
      prices: data.prices,
      unpriced: records.unpriced,
      reprices,
      isProvider: (slug) => findProvider(slug)?.slug === slug,
    },
    issuers,
    sessions: { vault, claim, gateway, issuers, passwords: new Passwords(), throttle: new SignInThrottle() },
  })
  const baseUrlOf = (request: Request) => addresses.baseUrlOf(request)
  const adminPorts: AdminApiPorts = {
    store,
    vault,
    prefixes,
    baseUrlOf,
    addressOf: (request) => addresses.of(request),
    intake: {
      open: (holder, group) => data.load.adminBodies.open(holder, group),
      timeoutMs: settings.receiveTimeoutMs,
      publicTimeoutMs: settings.receiveGraceMs,
    },
    identify: (request, headers) =>
      identify(request, headers, {
        authenticate: async (all) => {
          const caller = await authenticate(all, prefixes, data.directory, data.ports.certificateOf(request))
          data.directory.noteUse(caller, () => addresses.of(request))
          return caller
        },
        stores: store.stores,
        vault,
        prefixes,
        baseUrlOf,
      }),
    announce: (change) => {
      forgetChanged(change, data)
      if (touchesSinks(change)) background.sinks?.refresh()
      forgetBodyKeys(change, records)
      stores.changes?.publish(change)
      stores.bus?.publish('changes', change.kind)
      followRetention(change, store.stores, records.retention)
        .then(() => exports.files.sweep())
        .catch((error: unknown) => logDefect(error, 'none'))
    },
    onDefect: logDefect,
  }
  const control = new AdminApi(operations, adminPorts)
  const scim = new ScimApi(adminPorts)
  const oauth = new OAuthApi(adminPorts)
  // Loaded on first use: most processes never serve documents.
  const documents = once(async () => {
    const { Documents } = await import('../http/documents.ts')
    return new Documents()
  })
  const dashboard = new DashboardFiles(callerOf)

  /**
   * The signed-in caller, to embed in the dashboard page. Undefined if the browser may have omitted the cookie, as it
   * does for links from other sites, or if the store is slow or down: the page then requests the caller itself.
   */
  async function callerOf(request: Request) {
    const token = sessionToken(headerMap(request.headers), baseUrlOf(request))
    const site = request.headers.get('sec-fetch-site')
    if (token === null) return site === 'none' || site === 'same-origin' ? null : undefined
    const find = async () => {
      const hash = vault.hash(tokenHashInput('session', token))
      const principal = await sessionPrincipal(hash, store.stores, Date.now())
      return principal && currentCallerOnWire(principal, store.stores, gateway)
    }
    return Promise.race([find().catch(() => undefined), Bun.sleep(MAX_CALLER_MS).then(() => undefined)])
  }

  async function documentAt(request: Request, pathname: string): Promise<Response> {
    const baseUrl = addresses.baseUrlOf(request)
    const found = (await documents()).respond(request, pathname, baseUrl)
    if (found === null) return notFound(pathname, baseUrl)
    return compressedDocument(await found, request.headers.get('accept-encoding'))
  }

  return {
    /** Paths of all admin operations, relative to /v1. */
    paths: operations.map(({ path }) => path),

    respond(request: Request, pathname: string): Promise<Response> | null {
      const match = control.find(request.method, pathname)
      return match === null ? null : control.handle(match, request)
    },

    page(request: Request, pathname: string): Response | Promise<Response> | null {
      if (isScimPath(pathname)) return scim.handle(request)
      if (isOAuthPath(pathname)) return oauth.handle(request)
      if (DOCUMENT.test(pathname)) return documentAt(request, pathname)
      const page = dashboard.respond(request, pathname)
      if (page !== null) return page
      if (pathname === '/')
        return new Response(`Gatehouse ${version}\n\nThe API is at /v1, its description at /openapi.json.\n`)
      return null
    },

    stop: () => reprices.close(),
  }
}

/** Maximum number of slugs to suggest from when a slug is mistyped. */
const MAX_SLUGS = 1_000

function namedPrompts(prompts: DataPlane['prompts'], stores: Stores): PromptFinder {
  return {
    find: (home, reference) => prompts.find(home, reference),
    async slugs(home) {
      const { rows } = await stores.prompts.list(home, {}, { currentPage: 0, pageSize: MAX_SLUGS })
      return rows.map(({ slug }) => slug)
    },
  }
}

function describeProvider(slug: string): SupportedProvider {
  const provider = findProvider(slug)!
  const { title, docs, endpoints, settings } = provider
  const form = once(() => describeForm(provider))
  return {
    slug,
    title,
    docs,
    endpoints: [...endpoints],
    settings: Object.keys(settings.shape),
    // Computed on demand: it takes longer than the rest of startup.
    get form() {
      return form()
    },
  }
}
