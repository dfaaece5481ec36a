/** Azure OpenAI adapter (alias `cloud-a`, settings `cloud_a_*`). URLs contain a resource and a deployment. */

import { z } from 'zod'
import { NO_IDENTITIES } from '../core/ambient-identities.ts'
import type { EndpointName } from '../core/endpoints.ts'
import { GatewayError } from '../core/errors.ts'
import type { Awaitable } from '../core/ports.ts'
import { decodedPart } from '../core/request-url.ts'
import { Secret } from '../core/secret.ts'
import type { AuthorizeContext, Call, Outgoing, ProviderAdapter, Settings } from './adapter.ts'
import { type AzureToken, entraOf } from './azure/azure-tokens.ts'
import {
  deploymentsIn,
  deploymentsSetting,
  modelOfDeployment,
  namedModel,
  withDeployment,
} from './azure/deployments.ts'
import { chatVariant } from './chat-variant.ts'
import { joinUrl, withParameter } from './join-url.ts'
import { ALL_ENDPOINTS } from './openai-compatible.ts'
import { placeApiKey, placeBearer, requireCredential } from './place-credential.ts'
import { headerSetting, hostLabelSetting, segmentSetting } from './setting-schemas.ts'

/** Endpoints below `/deployments/{id}`. All others belong to the resource. */
const DEPLOYMENT_ENDPOINTS: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'chat.completions',
  'completions',
  'embeddings',
  'audio.speech',
  'audio.transcriptions',
  'audio.translations',
  'images.generations',
  'images.edits',
])

/** Endpoints whose body names a model. That name is the deployment, unless the path contains one. */
const MODEL_ENDPOINTS: ReadonlySet<EndpointName> = new Set([...DEPLOYMENT_ENDPOINTS, 'responses', 'realtime'])

/** The last dated version that is generally available. Later versions are undated. */
const DATED_VERSION = '2024-10-21'

/** Versions whose paths start with /v1. Only `v1` itself needs no query parameter. */
const UNDATED_VERSIONS: ReadonlySet<string> = new Set(['v1', 'preview', 'latest'])

/**
 * `stream_options` was added in 2024-09-01-preview. Earlier versions reject it, and their streams have no usage. See
 * https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle.
 */
function isWithoutStreamOptions(version: string): boolean {
  return isDated(version) && version.slice(0, 10) < '2024-09-01'
}

function isDated(version: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(version)
}

const PLAIN = chatVariant({ maxCompletionTokens: true, developerRole: true, messageExtras: 'none' })

/** Endpoints that the default dated version does not have. */
const LATER_ENDPOINTS = /^(?:responses|images\.edits|realtime)/

/** Earlier dated versions have no Responses endpoint. */
const FIRST_RESPONSES_VERSION = '2025-03-01'

/** Azure moderates content itself and has no moderations endpoint. */
const ENDPOINTS: ReadonlySet<EndpointName> = new Set([...ALL_ENDPOINTS].filter((name) => name !== 'moderations'))

export const azureOpenai: ProviderAdapter = {
  slug: 'azure-openai',
  aliases: ['cloud-a'],
  title: 'Azure OpenAI (cloud A)',
  telemetryName: 'azure.ai.openai',
  docs: 'https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle',
  settings: z.object({
    cloud_a_resource_name: hostLabelSetting('Resource name: the first label of its host.'),
    cloud_a_deployment_id: segmentSetting('Deployment; the model name of the request when absent.'),
    cloud_a_api_version: segmentSetting(
      `API version: a date, v1, preview or latest. ${DATED_VERSION} when a deployment is named, else v1.`,
    ),
    cloud_a_model_name: headerSetting(
      'The model behind the deployment, for records, prices and budgets; the deployment id when absent.',
    ),
    cloud_a_deployments: deploymentsSetting,
    cloud_a_ad_token: headerSetting('Entra ID access token, sent as a bearer token instead of the api-key.'),
    cloud_a_auth_mode: z
      .enum(['default', 'ad_token', 'entra', 'managed', 'workload'])
      .optional()
      .describe(
        'ad_token: the credential is an Entra ID access token. entra: an application with tenant id, client id and client secret. managed, workload: the gateway’s own identity.',
      ),
    cloud_a_entra_tenant_id: segmentSetting('Entra ID tenant of the application, with auth mode entra.'),
    cloud_a_entra_client_id: segmentSetting('Client id of the application, with auth mode entra.'),
    cloud_a_entra_client_secret: headerSetting('Client secret of the application, with auth mode entra.'),
    cloud_a_entra_scope: headerSetting(
      'Scope of the access token; https://cognitiveservices.azure.com/.default when absent.',
    ),
    cloud_a_managed_client_id: segmentSetting('Client id of a user-assigned managed identity, with auth mode managed.'),
    cloud_a_workload_client_id: segmentSetting('Client id of the workload identity; AZURE_CLIENT_ID when absent.'),
  }),
  needsCredential: true,
  streamsUsage: true,
  endpoints: ENDPOINTS,
  sockets: new Set(['realtime']),
  adapt(call, given) {
    const settings = withDeployment(given, call.model)
    const plain = PLAIN(call)
    const set = new Map(plain?.set)
    const drop = new Set(plain?.drop)
    const version = versionOf(call, call.path, settings)
    const deployment = settings['cloud_a_deployment_id']
    const isInPath = !UNDATED_VERSIONS.has(version) && call.endpoint !== 'responses'
    if (deployment !== undefined && MODEL_ENDPOINTS.has(call.endpoint) && !isInPath && call.model !== deployment) {
      set.set('model', deployment)
    }
    // Removed even if the client did not send it, because the gateway adds it to get usage.
    if (call.endpoint === 'chat.completions' && call.isStream && isWithoutStreamOptions(version)) {
      drop.add('stream_options')
    }
    return set.size + drop.size > 0 ? { set, drop } : null
  },
  modelOf(call, given) {
    const settings = withDeployment(given, call.model)
    const fixed = settings['cloud_a_deployment_id']
    const deployment = deploymentIn(call) ?? (MODEL_ENDPOINTS.has(call.endpoint) ? fixed : undefined)
    if (deployment === undefined) return null
    // The model name belongs to the deployment in the settings. The path may name another deployment.
    const named = deployment === fixed ? settings['cloud_a_model_name'] : modelOfDeployment(given, deployment)
    return named ?? deployment
  },
  namedModels: (settings) => deploymentsIn(settings)?.map(namedModel) ?? null,
  locate(call, given) {
    if (given['cloud_a_auth_mode'] === 'entra') entraOf(given)
    const settings = withDeployment(given, call.model)
    const base = call.customHost ?? `https://${requireResource(settings)}.openai.azure.com/openai`
    // Clients that copy a full Azure path include /openai.
    const path = call.path.startsWith('/openai/') ? call.path.slice(7) : call.path
    const version = versionOf(call, path, settings)
    if (call.endpoint === 'realtime') return realtimeUrl(call, base, version, settings)
    if (!UNDATED_VERSIONS.has(version)) {
      return joinUrl(base, deploymentPath(call, path, settings), withParameter(call.search, 'api-version', version))
    }
    // A custom host already contains the version segment.
    const versioned = call.customHost !== null || path.startsWith('/v1/') ? path : `/v1${path}`
    const search = version === 'v1' ? call.search : withParameter(call.search, 'api-version', version)
    return joinUrl(base, versioned, search)
  },
  // The client secret of an application is sent only to this origin.
  tokenServices: (settings) => (settings['cloud_a_auth_mode'] === 'entra' ? [NO_IDENTITIES.azure.authority] : []),
  usesAmbientIdentity: (settings) =>
    settings['cloud_a_ad_token'] === undefined && AMBIENT_MODES.has(settings['cloud_a_auth_mode'] ?? ''),
  authorize(outgoing, credential, settings, context) {
    const token = settings['cloud_a_ad_token']
    const mode = settings['cloud_a_auth_mode']
    if (token !== undefined) placeBearer(outgoing, { secret: new Secret(token) })
    else if (mode === 'ad_token') placeBearer(outgoing, requireCredential(credential))
    else if (mode === 'entra' || AMBIENT_MODES.has(mode ?? '')) return placeToken(outgoing, settings, context)
    else placeApiKey(outgoing, 'api-key', requireCredential(credential))
  },
}

const AMBIENT_MODES: ReadonlySet<string> = new Set(['managed', 'workload'])

function placeToken(outgoing: Outgoing, settings: Settings, context: AuthorizeContext | undefined): Awaitable<void> {
  if (context === undefined) throw new Error('an access token needs a token service')
  const place = ({ token, discard }: AzureToken) => {
    placeBearer(outgoing, { secret: new Secret(token) })
    outgoing.discardToken = discard
  }
  const token = context.services.azureTokens.tokenOf(settings, context)
  return token instanceof Promise ? token.then(place) : place(token)
}

/** Dated versions take the deployment in the query parameter `deployment`, undated versions in `model`. */
function realtimeUrl(call: Call, base: string, version: string, settings: Settings): string {
  const query = new URLSearchParams(call.search)
  const deployment = settings['cloud_a_deployment_id'] ?? call.model
  query.delete('model')
  const isDated = !UNDATED_VERSIONS.has(version)
  if (version !== 'v1') query.set('api-version', version)
  if (deployment !== null) query.set(isDated ? 'deployment' : 'model', deployment)
  const path = isDated || call.customHost !== null ? '/realtime' : '/v1/realtime'
  return joinUrl(base, path, query.size > 0 ? `?${query}` : '')
}

function requireResource(settings: Settings): string {
  const resource = settings['cloud_a_resource_name']
  if (resource !== undefined) return resource
  throw new GatewayError('provider_settings_invalid', {
    message: 'The provider azure-openai needs cloud_a_resource_name.',
    param: 'cloud_a_resource_name',
    hint: 'Send the resource name (the first label of its host) as config key azure_resource_name or header x-gateway-azure-resource-name.',
  })
}

/** The deployment in the path. Azure then ignores the model in the body. */
function deploymentIn({ path, customHost }: Call): string | undefined {
  return /.*\/deployments\/([^/]+)/i.exec(decodedPart(`${customHost ?? ''}${path}`))?.[1]
}

function versionOf(call: Call, path: string, settings: Settings): string {
  const version = settings['cloud_a_api_version']
  // Only dated versions support this path, whatever version is configured.
  if (path.startsWith('/deployments/')) return version && !UNDATED_VERSIONS.has(version) ? version : DATED_VERSION
  // The version behind a custom host is unknown.
  const isKnown = call.customHost === null
  if (version !== undefined) {
    const isTooOld = isDated(version) && version < FIRST_RESPONSES_VERSION
    return isKnown && isTooOld && call.endpoint.startsWith('responses') ? 'v1' : version
  }
  if (settings['cloud_a_deployment_id'] === undefined) return 'v1'
  return isKnown && LATER_ENDPOINTS.test(call.endpoint) ? 'v1' : DATED_VERSION
}

function deploymentPath(call: Call, path: string, settings: Settings): string {
  if (!DEPLOYMENT_ENDPOINTS.has(call.endpoint) || path.startsWith('/deployments/')) return path
  const deployment = settings['cloud_a_deployment_id'] ?? call.model
  if (deployment === null || deployment === '' || !deployment.isWellFormed()) {
    throw new GatewayError('provider_settings_invalid', {
      message: 'The provider azure-openai needs cloud_a_deployment_id, or a model to take it from.',
      param: 'cloud_a_deployment_id',
    })
  }
  return `/deployments/${encodeURIComponent(deployment)}${path}`
}
