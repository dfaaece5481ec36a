/** OpenAI's API, and the variants of Azure, Mistral and keyless hosts. */

import { z } from 'zod'
import { replyTo } from '../reply-content.ts'
import { JINA_RERANK, rank } from '../rerank.ts'
import {
  readAs,
  refuseUnless,
  type WireProvider,
  WireRefusal,
  type WireReply,
  type WireRequest,
} from '../wire-server.ts'
import { readChat } from './chat-request.ts'
import { writeChat } from './chat-response.ts'
import { complete } from './completions.ts'
import { draw, edit, moderate, speak, transcribe } from './media.ts'
import { writeResponse } from './responses-output.ts'
import { readResponses } from './responses-request.ts'

const embeddingBody = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  encoding_format: z.enum(['float', 'base64']).optional(),
  dimensions: z.int().min(1).optional(),
  user: z.string().optional(),
})

export const OPENAI_KEY = 'sk-of-the-simulator'

export const openaiWire: WireProvider = {
  answer(request) {
    const key = request.headers['authorization']
    refuseUnless(key === `Bearer ${OPENAI_KEY}`, 'Incorrect API key provided.', 401)
    refuseUnless(request.path.startsWith('/v1/'), `Unknown request URL: ${request.path}`, 404)
    return answerAt(request.path.slice('/v1'.length), request)
  },
  refuse: refuseOpenai,
}

/** An OpenAI-compatible host that needs no key and rejects one. */
export const openWire: WireProvider = {
  answer(request) {
    for (const name of ['authorization', 'api-key', 'x-api-key']) {
      refuseUnless(request.headers[name] === undefined, `${name}: this host takes no credential`)
    }
    refuseUnless(request.path.startsWith('/v1/'), `Unknown request URL: ${request.path}`, 404)
    return answerAt(request.path.slice('/v1'.length), request)
  },
  refuse: refuseOpenai,
}

/** OpenAI's format without `stream_options`, with usage at the end of every stream: https://docs.mistral.ai/api. */
export const mistralWire: WireProvider = {
  answer(request) {
    refuseUnless(request.headers['authorization'] === `Bearer ${OPENAI_KEY}`, 'Unauthorized', 401)
    if (request.path !== '/v1/chat/completions') return answerAt(request.path.slice('/v1'.length), request)
    for (const name of ['stream_options', 'max_completion_tokens']) {
      refuseUnless(!(name in request.json), `${name}: Extra inputs are not permitted`)
    }
    const ids = JSON.stringify(request.json['messages'] ?? []).matchAll(/"(?:id|tool_call_id)":"([^"]*)"/g)
    for (const [, id = ''] of ids) {
      refuseUnless(/^[a-zA-Z0-9]{9}$/.test(id), `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`)
    }
    const asked = readChat(request.json)
    const said = replyTo(asked)
    const calls = said.calls.map((call) => ({ ...call, id: call.id.replaceAll('_', '').slice(-9) }))
    return writeChat({ ...said, calls }, asked, true)
  },
  refuse: refuseOpenai,
}

/**
 * Deployments, dated versions and the api-key header: https://learn.microsoft.com/azure/ai-services/openai/reference.
 */
export const azureWire: WireProvider = {
  answer(request) {
    refuseUnless(request.headers['api-key'] === OPENAI_KEY, 'Access denied due to invalid subscription key.', 401)
    refuseUnless(request.headers['authorization'] === undefined, 'Two credentials were sent.')
    refuseUnless(
      /[?&]api-version=\d{4}-\d{2}-\d{2}/.test(request.search),
      'Missing required query parameter: api-version',
      404,
    )
    const path = /^\/openai(?:\/deployments\/my-deployment)?(\/.*)$/.exec(request.path)?.[1]
    refuseUnless(path !== undefined, 'The API deployment for this resource does not exist.', 404)
    return answerAt(path, request)
  },
  refuse: refuseOpenai,
}

const MEDIA: Readonly<Record<string, (request: WireRequest) => WireReply | Promise<WireReply>>> = {
  '/completions': ({ json }) => complete(json),
  '/audio/speech': ({ json }) => speak(json),
  '/audio/transcriptions': (request) => transcribe(request, false),
  '/audio/translations': (request) => transcribe(request, true),
  '/images/generations': ({ json }) => draw(json),
  '/images/edits': edit,
  '/moderations': ({ json }) => moderate(json),
  // Not an endpoint of OpenAI. OpenAI-compatible hosts offer it in Jina's format.
  '/rerank': ({ json }) => rank(JINA_RERANK, json, 'results'),
}

function answerAt(path: string, request: WireRequest): WireReply | Promise<WireReply> {
  const { json } = request
  if (path === '/chat/completions') {
    const asked = readChat(json)
    return writeChat(replyTo(asked), asked)
  }
  if (path === '/responses') {
    const asked = readResponses(json)
    return writeResponse(replyTo(asked), asked)
  }
  if (path === '/embeddings') return embed(json)
  const media = MEDIA[path]
  if (media) return media(request)
  throw new WireRefusal(`Unknown request URL: ${path}`, 404)
}

function embed(json: object): WireReply {
  const { input, encoding_format: format, model } = readAs(embeddingBody, json)
  const texts = typeof input === 'string' ? [input] : input
  const rows = texts.map((one, index) => {
    const vector = vectorOf(one)
    const bytes = Buffer.from(new Float32Array(vector).buffer).toString('base64')
    return { object: 'embedding', index, embedding: format === 'base64' ? bytes : vector }
  })
  return { status: 200, json: { object: 'list', data: rows, model, usage: { prompt_tokens: 8, total_tokens: 8 } } }
}

/** A different vector per text, with values that 32-bit floats represent exactly. */
export function vectorOf(text: string): number[] {
  return [text.length, (text.codePointAt(0) ?? 0) / 256, -0.5]
}

export function refuseOpenai(status: number, message: string): WireReply {
  const types: Readonly<Record<number, string>> = {
    400: 'invalid_request_error',
    401: 'invalid_request_error',
    429: 'requests',
  }
  const codes: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' }
  const error = { message, type: types[status] ?? 'server_error', param: null, code: codes[status] ?? null }
  return { status, json: { error } }
}
