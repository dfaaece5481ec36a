/**
 * Amazon Bedrock adapter (alias `cloud-c`, settings `cloud_c_*`). Chat uses Converse, embeddings use InvokeModel, other
 * paths pass through. Requests are signed or carry an API key.
 */

import { ENDPOINTS } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { bedrockEmbeddings } from '../../dialects/bedrock/bedrock-embeddings.ts'
import { converseChat } from '../../dialects/bedrock/converse-chat.ts'
import { converseTokenCounter } from '../../dialects/bedrock/converse-token-counter.ts'
import type { Call, ProviderAdapter } from '../adapter.ts'
import { joinUrl } from '../join-url.ts'
import { placeBearer, removeCredentials, requireCredential } from '../place-credential.ts'
import { hostOf } from './aws-hosts.ts'
import { bedrockSettings, regionOf, roleOf, signingOf } from './bedrock-settings.ts'
import { SIGNATURE_HEADERS, sign } from './sign.ts'
import { signingKeys } from './signing-keys.ts'

const FIRST_CLASS_PATHS: ReadonlySet<string> = new Set(ENDPOINTS.map((row) => row.path))

export const bedrock: ProviderAdapter = {
  slug: 'bedrock',
  aliases: ['cloud-c'],
  title: 'Amazon Bedrock (cloud C)',
  telemetryName: 'aws.bedrock',
  docs: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/welcome.html',
  settings: bedrockSettings,
  needsCredential: true,
  signsRequests: true,
  endpoints: new Set(['chat.completions', 'embeddings']),
  dialects({ endpoint, model }) {
    if (endpoint === 'chat.completions') return converseChat
    if (endpoint === 'tokens.count') return countedModel(model) === null ? null : converseTokenCounter
    return endpoint === 'embeddings' ? bedrockEmbeddings : null
  },
  locate(call, settings) {
    // Validated here as well as in authorize, so that no DNS lookup happens for a call that cannot be signed.
    signingOf(settings)
    const base = call.customHost ?? hostOf('bedrock-runtime', regionOf(settings))
    if (call.endpoint === 'tokens.count')
      return joinUrl(base, `/model/${modelSegment(countedModel(call.model))}/count-tokens`, '')
    const action = actionOf(call)
    if (action === null) return joinUrl(base, call.path, call.search)
    return joinUrl(base, `/model/${modelSegment(call.model)}/${action}`, call.search)
  },
  tokenServices(settings) {
    const role = roleOf(settings)
    return role === null ? [] : [role.endpoint]
  },
  usesAmbientIdentity(settings) {
    try {
      return signingOf(settings).kind === 'ambient'
    } catch {
      // `locate` reports the settings that are missing.
      return false
    }
  },
  async authorize(outgoing, credential, settings, context) {
    const signing = signingOf(settings)
    if (signing.kind === 'api_key') return placeBearer(outgoing, requireCredential(credential))
    removeCredentials(outgoing)
    const keys = await signingKeys(signing, roleOf(settings), context)
    await sign(outgoing, keys, 'bedrock', regionOf(settings), new Date())
    outgoing.credentialHeaders = SIGNATURE_HEADERS
  },
}

/** Bedrock counts tokens only for some Claude models, under the model's own id without an inference profile prefix. */
const CLAUDE_MODEL = /^(?:[a-z-]{2,8}\.)?(anthropic\.claude-[^/]+)$/

function countedModel(model: string | null): string | null {
  return CLAUDE_MODEL.exec(model ?? '')?.[1] ?? null
}

/** The Bedrock action on the model, or null for a native Bedrock path. */
function actionOf({ endpoint, path, isStream }: Call): string | null {
  if (!FIRST_CLASS_PATHS.has(path)) return null
  if (endpoint === 'embeddings') return 'invoke'
  if (endpoint !== 'chat.completions') return null
  return isStream ? 'converse-stream' : 'converse'
}

/** Model ids, inference profiles and ARNs become one path segment, so `:` and `/` of an ARN are encoded. */
function modelSegment(model: string | null): string {
  if (model === null || model === '') {
    throw new GatewayError('invalid_body', {
      param: 'model',
      message: 'model: bedrock needs a model id, a profile or an ARN.',
    })
  }
  try {
    return encodeURIComponent(model)
  } catch {
    throw new GatewayError('invalid_body', { param: 'model', message: 'model: the name is not valid Unicode.' })
  }
}
