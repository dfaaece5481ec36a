/**
 * Adds the texts of a response that its format does not describe, such as annotations and members that providers add. They
 * are checked in streams too.
 */

import { pathStep } from '../../core/body/replace-values.ts'
import type { GuardedFormat } from '../../core/guardrails/guarded-format.ts'
import type { JsonObject } from '../../core/json.ts'
import { MAX_PATH } from './json-leaves.ts'
import { NOT_TEXT } from './not-text.ts'
import type { Parts, Position } from './parts.ts'

const MAX_DEPTH = 64
const POSITION: Position = { role: 'assistant', isLast: true }

/** Members that are not checked: token counts, tokens that repeat the text, media, and our own results. */
const SKIPPED: ReadonlySet<string> = new Set([
  'usage',
  'usageMetadata',
  'usage_metadata',
  'logprobs',
  'logprobsResult',
  'logprobs_result',
  'safetyRatings',
  'safety_ratings',
  'images',
  'image_url',
  'file_data',
  'inlineData',
  'inline_data',
  'fileData',
  'file_data_uri',
  'extra_content',
  'hook_results',
])

/** The members of a Responses body that are checked. The others repeat the request. */
const RESPONSES: ReadonlySet<string> = new Set(['output', 'output_text', 'error', 'event', 'response'])

const WITH_OTHERS: ReadonlySet<GuardedFormat> = new Set<GuardedFormat>([
  'chat.completions',
  'completions',
  'messages',
  'responses',
  'responses.read',
  'responses.cancel',
  'gemini.generate',
  'gemini.stream',
])

export function addOutsideTexts(format: GuardedFormat, body: JsonObject, parts: Parts): void {
  if (!WITH_OTHERS.has(format) || parts.unreadable !== null) return
  const known = new Set(parts.list.map(({ slot }) => slot.path))
  const only = format.startsWith('responses') ? RESPONSES : null
  for (const [name, value] of Object.entries(body)) {
    if (only && !only.has(name)) continue
    visit(name, value, pathStep(name), 0, known, parts)
  }
}

function visit(
  name: string,
  value: unknown,
  path: string,
  depth: number,
  known: ReadonlySet<string>,
  parts: Parts,
): void {
  if (NOT_TEXT.has(name) || SKIPPED.has(name) || known.has(path)) return
  if (typeof value === 'string') {
    if (value !== '') parts.addOutside(value, path, POSITION)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) {
    parts.unreadable ??= `The body is nested deeper than ${MAX_DEPTH} levels.`
    return
  }
  // Every value has its own path, so a long name would be copied for each value below it.
  if (path.length > MAX_PATH) return parts.addOutside(value, path, POSITION)
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) visit('', item, `${path}[${i}]`, depth + 1, known, parts)
    return
  }
  const isImage = (value as JsonObject)['type'] === 'image_generation_call'
  for (const [member, inner] of Object.entries(value)) {
    if (isImage && member === 'result') continue
    visit(member, inner, `${path}.${pathStep(member)}`, depth + 1, known, parts)
  }
}
