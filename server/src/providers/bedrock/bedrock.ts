/** Cloud C: Bedrock. Chat through Converse, embeddings through InvokeModel, the rest as it is; signed, or with an API key. */

import { ENDPOINTS } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { bedrockEmbeddings } from '../../dialects/bedrock/bedrock-embeddings.ts'
import { converseChat } from '../../dialects/bedrock/converse-chat.ts'
import type { Call, ProviderAdapter } from '../adapter.ts'
import { joinUrl } from '../join-url.ts'
import { placeBearer, removeCredentials, requireCredential } from '../place-credential.ts'
import { RoleSessions, type TokenSender } from './assume-role.ts'
import { bedrockSettings, hostOf, keysOf, regionOf, roleOf } from './bedrock-settings.ts'
import { SIGNATURE_HEADERS, sign } from './sign.ts'

// The registry is static but the way out of the process is made at start; the composition root fills this in once.
let sessions: RoleSessions | null = null

export function setTokenSender(send: TokenSender): void {
  sessions = new RoleSessions(send)
}

const FIRST_CLASS_PATHS: ReadonlySet<string> = new Set(ENDPOINTS.map((row) => row.path))

export const bedrock: ProviderAdapter = {
  slug: 'bedrock',
  aliases: ['cloud-c'],
  title: 'Amazon Bedrock (cloud C)',
  telemetryName: 'aws.bedrock',
  docs: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/welcome.html',
  settings: bedrockSettings,
  needsCredential: true,
  endpoints: new Set(['chat.completions', 'embeddings']),
  dialects({ endpoint }) {
    if (endpoint === 'chat.completions') return converseChat
    return endpoint === 'embeddings' ? bedrockEmbeddings : null
  },
  locate(call, settings) {
    // Here and not only in authorize: nothing is resolved or dialled for a call that cannot be signed.
    keysOf(settings)
    const base = call.customHost ?? hostOf('bedrock-runtime', regionOf(settings))
    const action = actionOf(call)
    if (action === null) return joinUrl(base, call.path, call.search)
    return joinUrl(base, `/model/${modelSegment(call.model)}/${action}`, call.search)
  },
  tokenServices(settings) {
    const role = roleOf(settings)
    return role === null ? [] : [role.endpoint]
  },
  async authorize(outgoing, credential, settings) {
    const keys = keysOf(settings)
    if (keys === null) return placeBearer(outgoing, requireCredential(credential))
    removeCredentials(outgoing)
    const role = roleOf(settings)
    const signing = role === null ? keys : await sessionsOrRefuse().keysFor(role, keys)
    await sign(outgoing, signing, 'bedrock', regionOf(settings), new Date())
    outgoing.credentialHeaders = SIGNATURE_HEADERS
  },
}

/** What is done with the model; null for a path of Bedrock's own. */
function actionOf({ endpoint, path, isStream }: Call): string | null {
  if (!FIRST_CLASS_PATHS.has(path)) return null
  if (endpoint === 'embeddings') return 'invoke'
  if (endpoint !== 'chat.completions') return null
  return isStream ? 'converse-stream' : 'converse'
}

/** Ids, inference profiles and ARNs alike: `:` and `/` of an ARN are part of the one segment. */
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
    throw new GatewayError('invalid_body', { param: 'model', message: 'model: the name is not well-formed text.' })
  }
}

function sessionsOrRefuse(): RoleSessions {
  if (sessions) return sessions
  throw new GatewayError('internal_error', { message: 'Roles cannot be assumed before the gateway has started.' })
}
