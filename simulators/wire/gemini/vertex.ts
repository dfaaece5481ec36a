/**
 * Vertex AI and its token service, with Gemini and Claude models:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest.
 */

import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { z } from 'zod'
import { refuseAnthropic } from '../anthropic/anthropic.ts'
import { readMessages } from '../anthropic/request.ts'
import { writeMessage } from '../anthropic/response.ts'
import { vectorOf } from '../openai/openai.ts'
import { replyTo } from '../reply-content.ts'
import {
  type JsonObject,
  readAs,
  refuseUnless,
  type WireProvider,
  WireRefusal,
  type WireReply,
  type WireRequest,
} from '../wire-server.ts'
import { generate, refuseGoogle } from './google.ts'

const TOKEN = 'ya29.token-of-the-simulator'
const EMAIL = 'robot@my-project.iam.gserviceaccount.com'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const RESOURCE =
  /^\/v1\/projects\/my-project\/locations\/europe-west4\/publishers\/(google|anthropic)\/models\/([^/:]+):(\w+)$/

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = createPublicKey(pair.privateKey)

/** A key file that names the simulator as token service. */
export function vertexKeyFile(url: string): string {
  return JSON.stringify({
    type: 'service_account',
    project_id: 'my-project',
    private_key_id: 'key-1',
    private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: EMAIL,
    token_uri: `${url}/token`,
  })
}

const predictBody = z.strictObject({
  instances: z
    .array(
      z.strictObject({ content: z.string().min(1), task_type: z.string().optional(), title: z.string().optional() }),
    )
    .min(1),
  parameters: z
    .strictObject({ outputDimensionality: z.int().optional(), autoTruncate: z.boolean().optional() })
    .optional(),
})

export const vertexWire: WireProvider = {
  answer(request) {
    if (request.path === '/token') return exchangeToken(request)
    refuseUnless(
      request.headers['authorization'] === `Bearer ${TOKEN}`,
      'Request had invalid authentication credentials.',
      401,
    )
    const [, publisher, name, method] = RESOURCE.exec(request.path) ?? []
    refuseUnless(name !== undefined && method !== undefined, `Not found: ${request.path}`, 404)
    const model = decodeURIComponent(name)
    if (publisher === 'anthropic') return answerClaude(model, method, request.json)
    return method === 'predict' ? predict(request.json) : generate(model, method, request.search, request.json)
  },
  refuse: refuseGoogle,
}

/** https://developers.google.com/identity/protocols/oauth2/service-account */
function exchangeToken({ body, headers }: WireRequest): WireReply {
  refuseUnless(headers['content-type'] === 'application/x-www-form-urlencoded', 'invalid_request: content-type')
  const form = new URLSearchParams(Buffer.from(body).toString('utf8'))
  refuseUnless(form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'unsupported_grant_type')
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))
  refuseUnless(isSigned, 'invalid_grant: Invalid JWT Signature.')
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>
  const now = Date.now() / 1_000
  refuseUnless(said['iss'] === EMAIL && said['scope'] === SCOPE, 'invalid_grant: issuer or scope')
  refuseUnless(String(said['aud']).endsWith('/token'), 'invalid_grant: audience')
  refuseUnless(Number(said['exp']) - Number(said['iat']) <= 3_600 && Number(said['exp']) > now, 'invalid_grant: time')
  return { status: 200, json: { access_token: TOKEN, expires_in: 3_599, token_type: 'Bearer' } }
}

/** The model is in the URL, the version in the body: https://docs.claude.com/en/api/claude-on-vertex-ai. */
function answerClaude(model: string, method: string, json: JsonObject): WireReply {
  try {
    const { anthropic_version: version, ...rest } = json
    refuseUnless(version === 'vertex-2023-10-16', 'anthropic_version: Field required')
    refuseUnless(rest['model'] === undefined, 'model: Extra inputs are not permitted')
    refuseUnless(
      method === (rest['stream'] === true ? 'streamRawPredict' : 'rawPredict'),
      `${method} and stream contradict`,
    )
    const asked = readMessages({ ...rest, model })
    return writeMessage(replyTo(asked), asked)
  } catch (error) {
    if (error instanceof WireRefusal) return refuseAnthropic(error.status, error.message)
    throw error
  }
}

function predict(json: JsonObject): WireReply {
  const { instances } = readAs(predictBody, json)
  const predictions = instances.map(({ content }) => ({
    embeddings: { values: vectorOf(content), statistics: { token_count: 4, truncated: false } },
  }))
  return { status: 200, json: { predictions, metadata: { billableCharacterCount: 8 } } }
}
