/** Which paths guardrails cover, by format and direction. Under a denying guardrail every other path is refused. */

import type { Endpoint } from '../../core/endpoints.ts'
import type { GuardedFormat } from '../../core/guardrails/guarded-format.ts'
import type { Direction } from '../../core/guardrails/guardrails.ts'

/**
 * `checked`: the texts are checked. `no_text`: there is no text in this direction. `uncovered`: there may be text, but
 * the gateway does not read it.
 */
export type Coverage = 'checked' | 'no_text' | 'uncovered'

export type EndpointCoverage = Readonly<Record<Direction, Coverage>>

const BOTH: EndpointCoverage = { input: 'checked', output: 'checked' }
const INPUT: EndpointCoverage = { input: 'checked', output: 'no_text' }
const OUTPUT: EndpointCoverage = { input: 'no_text', output: 'checked' }
const NO_TEXT: EndpointCoverage = { input: 'no_text', output: 'no_text' }
const INPUT_ONLY: EndpointCoverage = { input: 'checked', output: 'uncovered' }
const UNCOVERED: EndpointCoverage = { input: 'uncovered', output: 'uncovered' }

/** Images, audio and PDF files are not text: they are neither checked nor refused. */
export const COVERAGE: Readonly<Record<GuardedFormat, EndpointCoverage>> = {
  'chat.completions': BOTH,
  completions: BOTH,
  messages: BOTH,
  responses: BOTH,
  'gemini.generate': BOTH,
  'gemini.stream': BOTH,
  'prompts.completions': BOTH,
  embeddings: INPUT,
  'gemini.embed': INPUT,
  'gemini.embedMany': INPUT,
  moderations: INPUT,
  'audio.speech': INPUT,
  'messages.count_tokens': INPUT,
  'responses.input_tokens': INPUT,
  'gemini.count': INPUT,
  'tokens.count': INPUT,
  'images.generations': BOTH,
  'responses.read': OUTPUT,
  'responses.cancel': OUTPUT,
  'responses.inputs': OUTPUT,
  'responses.delete': NO_TEXT,
  models: NO_TEXT,
  'models.read': NO_TEXT,
  'gemini.models': NO_TEXT,
  'gemini.models.read': NO_TEXT,
  files: NO_TEXT,
  'files.read': NO_TEXT,
  'files.delete': NO_TEXT,
  batches: NO_TEXT,
  'batches.read': NO_TEXT,
  'batches.cancel': NO_TEXT,
  // A batch sends the requests in an uploaded file, which no guardrail has checked.
  'files.create': { input: 'uncovered', output: 'no_text' },
  'files.content': { input: 'no_text', output: 'uncovered' },
  'batches.create': UNCOVERED,
  // The output is not checked: transcripts come as plain text, subtitles, timed words or events.
  'audio.transcriptions': INPUT_ONLY,
  'audio.translations': INPUT_ONLY,
  'images.edits': BOTH,
  rerank: BOTH,
  realtime: UNCOVERED,
  'responses.websocket': UNCOVERED,
  live: UNCOVERED,
  proxy: UNCOVERED,
}

/** Formats of pass-through requests, by the end of the provider's path. */
const PASSED: readonly (readonly [RegExp, GuardedFormat])[] = [
  [/\/chat\/completions$/, 'chat.completions'],
  [/\/completions$/, 'completions'],
  [/\/messages$/, 'messages'],
  [/\/messages\/count_tokens$/, 'messages.count_tokens'],
  [/\/responses$/, 'responses'],
  [/\/responses\/input_tokens$/, 'responses.input_tokens'],
  [/\/embeddings$/, 'embeddings'],
  [/\/moderations$/, 'moderations'],
  [/\/images\/generations$/, 'images.generations'],
  [/\/audio\/speech$/, 'audio.speech'],
  [/\/audio\/transcriptions$/, 'audio.transcriptions'],
  [/\/audio\/translations$/, 'audio.translations'],
  [/\/images\/edits$/, 'images.edits'],
  [/\/rerank$/, 'rerank'],
  [/:generateContent$/, 'gemini.generate'],
  [/:streamGenerateContent$/, 'gemini.stream'],
  [/:countTokens$/, 'gemini.count'],
  [/:embedContent$/, 'gemini.embed'],
  [/:batchEmbedContents$/, 'gemini.embedMany'],
]

/** The parts of a request head that decide the format. */
export type GuardedHead = {
  readonly endpoint: Endpoint
  readonly method: string
  readonly path: string
  readonly search?: string
}

/**
 * The format of the request and its response. The path decides for a pass-through request; `proxy` if it is unknown.
 */
export function formatOf({ endpoint, method, path }: GuardedHead): GuardedFormat {
  if (endpoint.name !== 'proxy') return endpoint.name
  if (method !== 'POST') return 'proxy'
  return PASSED.find(([pattern]) => pattern.test(path))?.[1] ?? 'proxy'
}

export function coverageOf(head: GuardedHead, direction: Direction): Coverage {
  const coverage = COVERAGE[formatOf(head)][direction]
  return coverage === 'checked' && direction === 'output' && startsLater(head) ? 'uncovered' : coverage
}

/** True for a stream of a stored response that begins in the middle: checks would not find a text that is cut there. */
function startsLater({ endpoint, search = '' }: GuardedHead): boolean {
  return endpoint.name === 'responses.read' && new URLSearchParams(search).has('starting_after')
}

/** False if there may be text in this direction that guardrails cannot check. */
export function isCovered(head: GuardedHead, direction: Direction): boolean {
  return coverageOf(head, direction) !== 'uncovered'
}
