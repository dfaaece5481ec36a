/** Reads the guardrails that a request names in headers: ids separated by commas, or a JSON list as in a config. */

import { GatewayError } from '../../core/errors.ts'
import type { Direction } from '../../core/guardrails/guardrails.ts'
import { PREFIX } from '../../core/options/option-table.ts'
import { normaliseKeys } from '../normalise-keys.ts'
import { Problems } from '../problems.ts'
import { parseStrictJson } from '../strict-json.ts'
import { MAX_CHECKS } from './guardrail-keys.ts'
import { type GuardrailEntry, readList } from './read-guardrails.ts'

type HeaderTexts = { readonly inputGuardrails: string | null; readonly outputGuardrails: string | null }

const HEADERS: Readonly<Record<Direction, string>> = {
  input: `${PREFIX}default-input-guardrails`,
  output: `${PREFIX}default-output-guardrails`,
}

export function headerEntries(
  { inputGuardrails, outputGuardrails }: HeaderTexts,
  side: Direction,
): readonly GuardrailEntry[] {
  const text = side === 'input' ? inputGuardrails : outputGuardrails
  if (text === null) return []
  const header = HEADERS[side]
  const problems = new Problems()
  try {
    const list = readText(text.trim(), problems)
    const entries = readList(list, [header], 'header', false, (path, problem, isUnsupported) =>
      problems.add(path, problem, isUnsupported ? 'not_supported' : 'config_invalid'),
    )
    const checks = entries.reduce((sum, entry) => sum + (entry.kind === 'inline' ? entry.spec.checks.length : 0), 0)
    if (checks > MAX_CHECKS) problems.add([header], `has ${checks} checks, at most ${MAX_CHECKS} are allowed.`)
    problems.throwIfAny()
    return entries
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code === 'not_supported') throw error
    throw new GatewayError('invalid_header', {
      param: header,
      message: `${header} is not valid. ${error.message}`,
      hint: 'Send ids separated by commas, or a JSON list of ids and guardrails.',
    })
  }
}

/** The list with canonical keys, within the limits of a config. A single object is a list of one. */
function readText(text: string, problems: Problems): unknown {
  if (!text.startsWith('[') && !text.startsWith('{')) return text.split(',').map((name) => name.trim())
  const parsed = parseStrictJson(text, problems)
  const copy = normaliseKeys({ input_guardrails: Array.isArray(parsed) ? parsed : [parsed] }, problems)
  return (copy as { readonly input_guardrails: unknown }).input_guardrails
}

/** The first header that defines a guardrail inline, or pins or changes a saved guardrail; null if there is none. */
export function headerWithGuardrails(headers: HeaderTexts): string | null {
  for (const side of ['input', 'output'] as const) {
    const isOwn = headerEntries(headers, side).some(
      (entry) => entry.kind === 'inline' || entry.versionId !== null || Object.keys(entry.changes).length > 0,
    )
    if (isOwn) return HEADERS[side]
  }
  return null
}
