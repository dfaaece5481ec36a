/** Sampling, length, form and thinking of the answer, as Gemini's generationConfig. */

import type { JsonObject } from '../../dialect.ts'
import { camelCase, geminiVersion, isGiven, listOf, objectOf, refusal, textOf } from '../members.ts'
import { reduceSchema } from './schema.ts'

/** OpenAI's name (or the one people add to it) to Gemini's; the first that is given wins. */
const RENAMED: readonly (readonly [string, string])[] = [
  ['max_completion_tokens', 'maxOutputTokens'],
  ['max_tokens', 'maxOutputTokens'],
  ['temperature', 'temperature'],
  ['top_p', 'topP'],
  ['top_k', 'topK'],
  ['n', 'candidateCount'],
  ['seed', 'seed'],
  ['presence_penalty', 'presencePenalty'],
  ['frequency_penalty', 'frequencyPenalty'],
  ['logprobs', 'responseLogprobs'],
  ['top_logprobs', 'logprobs'],
]

/** Google's own table (https://ai.google.dev/gemini-api/docs/openai#thinking), for models before Gemini 3. */
const BUDGETS: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 1_024,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
}
const LEVELS: ReadonlySet<string> = new Set(['minimal', 'low', 'medium', 'high'])

/** Null when nothing was asked for. What the caller says in Gemini's own words wins. */
export function encodeGenerationConfig(body: JsonObject, model: string): JsonObject | null {
  const config: JsonObject = {}
  for (const [name, renamed] of RENAMED) if (isGiven(body[name])) config[renamed] ??= body[name]
  if (typeof body['stop'] === 'string') config['stopSequences'] = [body['stop']]
  else if (isGiven(body['stop'])) config['stopSequences'] = body['stop']
  Object.assign(config, encodeFormat(body['response_format']))
  const modalities = encodeModalities(body['modalities'])
  if (modalities) config['responseModalities'] = modalities
  const thinking = encodeThinking(body, model)
  if (thinking) config['thinkingConfig'] = thinking
  const own = objectOf(body['generationConfig']) ?? objectOf(body['generation_config']) ?? {}
  for (const [name, value] of Object.entries(own)) if (name !== '__proto__') config[camelCase(name)] = value
  return Object.keys(config).length > 0 ? config : null
}

function encodeFormat(value: unknown): JsonObject {
  if (!isGiven(value)) return {}
  const format = objectOf(value)
  const type = format?.['type']
  if (type === 'text') return {}
  if (type === 'json_object') return { responseMimeType: 'application/json' }
  if (type !== 'json_schema') {
    throw refusal('response_format.type', `${JSON.stringify(type)} has no equal in Gemini.`, 'Use json_schema.')
  }
  const schema = objectOf(objectOf(format?.['json_schema'])?.['schema'])
  if (!schema) return { responseMimeType: 'application/json' }
  const reduced = reduceSchema(schema)
  return reduced
    ? { responseMimeType: 'application/json', responseSchema: reduced }
    : { responseMimeType: 'application/json', responseJsonSchema: schema }
}

function encodeModalities(value: unknown): string[] | null {
  const names = listOf(value).map((name) => String(name).toUpperCase())
  if (names.includes('AUDIO')) {
    throw refusal('modalities', 'spoken answers of Gemini cannot be given in OpenAI’s format.', 'Ask for text.')
  }
  // Text alone is what every model gives; some refuse the member.
  return names.some((name) => name !== 'TEXT') ? names : null
}

function encodeThinking(body: JsonObject, model: string): JsonObject | null {
  const google = objectOf(objectOf(body['extra_body'])?.['google']) ?? objectOf(body['google'])
  const own = [body['thinkingConfig'], body['thinking_config'], google?.['thinking_config'], google?.['thinkingConfig']]
  const native = own.map(objectOf).find((config) => config !== null)
  if (native) return Object.fromEntries(Object.entries(native).map(([name, value]) => [camelCase(name), value]))
  const version = geminiVersion(model)
  // Models before 2.5 do not think and refuse the member.
  if (version !== null && version < 2.5) return null
  const takesLevels = version !== null && version >= 3
  const thinking = objectOf(body['thinking'])
  if (thinking) return fromThinking(thinking, takesLevels, model)
  const effort = textOf(body['reasoning_effort'])
  return effort === null ? null : fromEffort(effort, takesLevels, model)
}

function fromThinking(thinking: JsonObject, takesLevels: boolean, model: string): JsonObject {
  if (thinking['type'] === 'disabled') return fromEffort('none', takesLevels, model)
  const budget = thinking['budget_tokens']
  return isGiven(budget) ? { includeThoughts: true, thinkingBudget: budget } : { includeThoughts: true }
}

function fromEffort(effort: string, takesLevels: boolean, model: string): JsonObject {
  if (takesLevels) {
    // Gemini 3 cannot stop thinking; its Pro models know no "minimal".
    const least = /-pro(?:-|$)/.test(model) ? 'low' : 'minimal'
    if (effort === 'none') return { thinkingLevel: least }
    const level = effort === 'minimal' ? least : LEVELS.has(effort) ? effort : 'high'
    return { includeThoughts: true, thinkingLevel: level }
  }
  const budget = BUDGETS[effort] ?? BUDGETS['high']
  return budget === 0 ? { thinkingBudget: 0 } : { includeThoughts: true, thinkingBudget: budget }
}
