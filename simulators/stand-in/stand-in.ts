/**
 * A provider for tests with other vendors' clients. Follows one script for every request: calls the script's tools if
 * the client offers them, reports their results, and otherwise returns a text. Accepts requests that the strict
 * simulators reject, and records why they would reject them.
 */

import { ANTHROPIC_KEY, refuseAnthropic } from '../wire/anthropic/anthropic.ts'
import { readMessages } from '../wire/anthropic/request.ts'
import { writeMessage } from '../wire/anthropic/response.ts'
import { GOOGLE_KEY, refuseGoogle } from '../wire/gemini/google.ts'
import { readGenerate } from '../wire/gemini/request.ts'
import { writeGenerated } from '../wire/gemini/response.ts'
import { readChat } from '../wire/openai/chat-request.ts'
import { writeChat } from '../wire/openai/chat-response.ts'
import { OPENAI_KEY, refuseOpenai } from '../wire/openai/openai.ts'
import { writeResponse } from '../wire/openai/responses-output.ts'
import { readResponses } from '../wire/openai/responses-request.ts'
import type { SimulatedReply, SimulatedRequest } from '../wire/reply-content.ts'
import {
  type JsonObject,
  refuseUnless,
  startWireSimulator,
  type WireProvider,
  WireRefusal,
  type WireReply,
  type WireRequest,
  type WireSimulator,
} from '../wire/wire-server.ts'
import { readChatLoosely, readGeminiLoosely, readMessagesLoosely, readResponsesLoosely } from './read-loosely.ts'

export type Dialect = 'openai' | 'anthropic' | 'google'

export type Script = {
  /** All made in one turn, if the tool of the first call is offered and the last turn has no tool results. */
  readonly calls: readonly { readonly name: string; readonly input: JsonObject }[]
  /** The response to all other requests. A function gets the last text of the user. */
  readonly text: string | ((asked: string) => string)
  /** Makes the response text from the results of the calls. */
  readonly report: (results: readonly string[]) => string
}

export interface StandIn extends WireSimulator {
  readonly dialect: Dialect
  /** Why the strict simulator of the format rejects a request, with its path. */
  readonly objections: readonly string[]
  /** The names of the tools that clients have offered since `play`. */
  readonly offered: ReadonlySet<string>
  /** Requests without the credential of the virtual key. */
  readonly unauthorized: readonly WireRequest[]
  play(script: Script): void
}

export const STAND_IN_KEYS: Readonly<Record<Dialect, string>> = {
  openai: OPENAI_KEY,
  anthropic: ANTHROPIC_KEY,
  google: GOOGLE_KEY,
}

export function startStandIn(dialect: Dialect, first: Script): StandIn {
  const objections: string[] = []
  const unauthorized: WireRequest[] = []
  const offered = new Set<string>()
  let script = first

  const read: Reader = (request, strictly, loosely) => {
    try {
      strictly()
    } catch (error) {
      objections.push(`${request.path}: ${error instanceof Error ? error.message : String(error)}`)
    }
    const asked = loosely()
    for (const name of asked.tools) offered.add(name)
    return { asked, said: replyTo(script, asked) }
  }
  const provider: WireProvider = {
    answer(request) {
      if (!hasCredential(dialect, request)) {
        unauthorized.push(request)
        throw new WireRefusal('The credential of the virtual key is missing.', 401)
      }
      return withOwnIds(ANSWERS[dialect](request, read))
    },
    refuse: REFUSALS[dialect],
  }
  return Object.assign(startWireSimulator(provider), {
    dialect,
    objections,
    offered,
    unauthorized,
    play(next: Script) {
      script = next
      offered.clear()
    },
  })
}

type Asked = ReturnType<typeof readChatLoosely>
type Reader = (
  request: WireRequest,
  strictly: () => unknown,
  loosely: () => Asked,
) => { readonly asked: Asked; readonly said: SimulatedReply }

const ANSWERS: Readonly<Record<Dialect, (request: WireRequest, read: Reader) => WireReply>> = {
  openai(request, read) {
    const { path, json, method } = request
    if (method === 'GET' && path === '/v1/models') return listed(['gpt-5.1'])
    if (path === '/v1/chat/completions') {
      const { asked, said } = read(
        request,
        () => readChat(json),
        () => readChatLoosely(json),
      )
      return writeChat(said, asked)
    }
    refuseUnless(path === '/v1/responses', `Unknown request URL: ${path}`, 404)
    const { asked, said } = read(
      request,
      () => readResponses(json),
      () => readResponsesLoosely(json),
    )
    return writeResponse(said, asked)
  },
  anthropic(request, read) {
    const { path, json, method } = request
    if (method === 'GET' && path === '/v1/models') return listed(['claude-sonnet-4-5'])
    if (path === '/v1/messages/count_tokens') return { status: 200, json: { input_tokens: 120 } }
    refuseUnless(path === '/v1/messages', 'Not found', 404)
    const { asked, said } = read(
      request,
      () => readMessages(json),
      () => readMessagesLoosely(json),
    )
    return writeMessage(said, asked)
  },
  google(request, read) {
    const { path, json, method: verb } = request
    if (verb === 'GET' && path === '/v1beta/models') {
      return { status: 200, json: { models: [{ name: 'models/gemini-3-pro-preview' }] } }
    }
    const [, model, method] = /^\/v1beta\/models\/([^/:]+):(\w+)$/.exec(path) ?? []
    refuseUnless(model !== undefined, `Not found: ${path}`, 404)
    if (method === 'countTokens') return { status: 200, json: { totalTokens: 120 } }
    const isStream = method === 'streamGenerateContent'
    refuseUnless(isStream || method === 'generateContent', `Method not found: ${method}`, 404)
    const { asked, said } = read(
      request,
      () => readGenerate(json, isStream),
      () => readGeminiLoosely(json, isStream, model),
    )
    return writeGenerated(said, asked, model)
  },
}

const REFUSALS: Readonly<Record<Dialect, WireProvider['refuse']>> = {
  openai: refuseOpenai,
  anthropic: refuseAnthropic,
  google: refuseGoogle,
}

function listed(ids: readonly string[]): WireReply {
  return { status: 200, json: { object: 'list', data: ids.map((id) => ({ id, object: 'model', owned_by: 'none' })) } }
}

function hasCredential(dialect: Dialect, { headers }: WireRequest): boolean {
  if (dialect === 'openai') return headers['authorization'] === `Bearer ${OPENAI_KEY}`
  return headers[dialect === 'google' ? 'x-goog-api-key' : 'x-api-key'] === STAND_IN_KEYS[dialect]
}

/** Fixed ids of simulated responses. They are made unique, because clients overwrite a message with the same id. */
const EXAMPLE_IDS = /(chatcmpl-B9|msg_01|resp_67|rs_01|wQtp)[A-Za-z0-9-]*/g
let replyCount = 0
let callCount = 0

function withOwnIds(reply: WireReply): WireReply {
  const count = ++replyCount
  const text = (part: unknown) => String(part).replaceAll(EXAMPLE_IDS, (id) => `${id}x${count}`)
  if ('json' in reply) return { ...reply, json: JSON.parse(text(JSON.stringify(reply.json))) as object }
  return { ...reply, pieces: reply.pieces.map(text) }
}

function replyTo({ calls, text: said, report }: Script, asked: SimulatedRequest): SimulatedReply {
  const { tools, results } = asked
  const text = typeof said === 'string' ? said : said(asked.text)
  const silent = { thought: null, text: '', calls: [], breaksOff: false }
  if (results.length > 0) return { ...silent, text: report(results.map((result) => result.text)) }
  if (calls.length === 0 || !tools.includes(calls[0]!.name)) return { ...silent, text }
  return { ...silent, calls: calls.map((call) => ({ ...call, id: `call_${++callCount}` })) }
}
