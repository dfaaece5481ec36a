/** What an embeddings request of OpenAI's asks for, read once for both of Google's forms. */

import type { JsonObject } from '../../dialect.ts'
import { isGiven, refusal } from '../members.ts'

/** OpenAI's members, and those the two forms place themselves. */
const CONSUMED: ReadonlySet<string> = new Set([
  'dimensions',
  'encoding_format',
  'input',
  'model',
  'task_type',
  'taskType',
  'title',
  'user',
  '__proto__',
])

export type EmbeddingRequest = {
  readonly texts: readonly string[]
  readonly dimensions: unknown
  readonly taskType: unknown
  readonly title: unknown
  /** Members that OpenAI's format does not define. */
  readonly rest: JsonObject
}

export function readEmbeddingRequest(body: JsonObject): EmbeddingRequest {
  const format = body['encoding_format']
  if (isGiven(format) && format !== 'float' && format !== 'base64') {
    throw refusal('encoding_format', 'expected float or base64.', 'Leave it out for numbers.')
  }
  return {
    texts: readTexts(body['input']),
    dimensions: body['dimensions'],
    taskType: body['task_type'] ?? body['taskType'],
    title: body['title'],
    rest: Object.fromEntries(Object.entries(body).filter(([name]) => !CONSUMED.has(name))),
  }
}

/** The address depends on it: one text is embedContent, several are batchEmbedContents. */
export function isBatch(body: JsonObject | null): boolean {
  return Array.isArray(body?.['input']) && body['input'].length !== 1
}

function readTexts(input: unknown): readonly string[] {
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input]
  if (texts.length === 0) throw refusal('input', 'expected at least one text.', 'Send a string or a list of strings.')
  const other = texts.findIndex((text) => typeof text !== 'string')
  if (other < 0) return texts as readonly string[]
  const isTokens = typeof texts[other] === 'number' || Array.isArray(texts[other])
  throw refusal(
    Array.isArray(input) ? `input[${other}]` : 'input',
    isTokens ? 'tokens of OpenAI’s models mean nothing to Gemini.' : 'expected a text.',
    'Send a string or a list of strings.',
  )
}
