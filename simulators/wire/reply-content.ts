/** Decides each simulator's response to a request, before it is written in the provider's format. */

import { isObject, type JsonObject, refuseUnless, WireRefusal } from './wire-server.ts'

/**
 * Opaque signatures, one per provider. They contain base64 characters that are often corrupted by incorrect encoding.
 */
export const SIGNATURES = {
  claude: 'EuYBCkQIBRgCKkB+/Zm9vL2Jhcg+AbC/dEf+Gh0iJk/lMn+oPqRs/tUv==',
  gemini: 'CpwCAVSoXO4x+/9kQmFzZTY0+of/R29vZ2xlJ3M+c2lnbmF0dXJl/g==',
  openai: 'gAAAAABoISQ24OyVRYbk+/b3BlbkFJJ3M+ZW5jcnlwdGVk/Y29udGVudA==',
} as const
export const THOUGHT = 'Two cities are asked for: two calls.'
export const GREETING = 'Hello from the other side: ä€😀.'
export const SCHEMA_ANSWER = '{"city":"Paris","population":2102650}'
const CITIES = ['Paris', 'Oslo'] as const

/**
 * The usage of every response. Formats that count cached tokens separately subtract them from the 120 prompt tokens.
 */
export const USAGE = { prompt: 120, cacheRead: 30, cacheWrite: 10, completion: 24, reasoning: 8 } as const

/** The parts of a request that determine the response. */
export type SimulatedRequest = {
  /** The last text of the user. */
  readonly text: string
  readonly isStream: boolean
  readonly thinks: boolean
  /** The names of the offered tools. */
  readonly tools: readonly string[]
  /** Tool results of the previous turn, each with the input of its call. */
  readonly results: readonly { readonly input: unknown; readonly text: string }[]
  readonly images: readonly { readonly mediaType: string; readonly base64: string }[]
  readonly schema: unknown
}

export type SimulatedCall = { readonly id: string; readonly name: string; readonly input: JsonObject }

export type SimulatedReply = {
  readonly thought: string | null
  readonly text: string
  readonly calls: readonly SimulatedCall[]
  /** The stream ends with the provider's error after its first text. */
  readonly breaksOff: boolean
}

const SILENT: SimulatedReply = { thought: null, text: '', calls: [], breaksOff: false }

export function replyTo(asked: SimulatedRequest): SimulatedReply {
  const thought = asked.thinks ? THOUGHT : null
  const failure = /^fail (\d{3})$/.exec(asked.text)?.[1]
  if (failure !== undefined) throw new WireRefusal(`simulated failure ${failure}`, Number(failure))
  if (asked.text === 'fail midway') return { ...SILENT, text: GREETING, breaksOff: true }
  if (asked.results.length > 0) return { ...SILENT, thought, text: asked.results.map(report).join(', ') }
  const tool = asked.tools[0]
  if (tool !== undefined) return { ...SILENT, thought, calls: CITIES.map((city) => callFor(tool, city)) }
  if (asked.schema !== null) return { ...SILENT, thought, text: answerFor(asked.schema) }
  if (asked.images.length > 0) return { ...SILENT, thought, text: asked.images.map(look).join(', ') }
  return { ...SILENT, thought, text: GREETING }
}

/** Splits a text into small pieces without splitting a character. */
export function piecesOf(text: string): string[] {
  return text.match(/.{1,5}/gsu) ?? []
}

function callFor(name: string, city: string): SimulatedCall {
  return { id: `call_${city}01`, name, input: { city, note: 'ä "quoted" \\ \n €' } }
}

function report({ input, text }: { readonly input: unknown; readonly text: string }): string {
  return `${isObject(input) ? String(input['city']) : '?'} ${text}`
}

function answerFor(schema: unknown): string {
  const properties = isObject(schema) && isObject(schema['properties']) ? Object.keys(schema['properties']) : []
  refuseUnless(properties.join() === 'city,population', `the schema has the properties ${JSON.stringify(properties)}`)
  return SCHEMA_ANSWER
}

function look({ mediaType, base64 }: { readonly mediaType: string; readonly base64: string }): string {
  refuseUnless(/^[A-Za-z0-9+/]+={0,2}$/.test(base64), 'the image is not base64')
  return `${mediaType} of ${Buffer.from(base64, 'base64').length} bytes`
}
