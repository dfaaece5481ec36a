/** A chat completions body as the body of Cohere's v2 chat. */

import type { DialectContext, JsonObject } from '../dialect.ts'
import { refuseUnsayable, restOf } from '../framing/chat-members.ts'
import { chooseTools, type FunctionTool } from '../framing/choose-tools.ts'
import { isAbsent, isObject, listOf, numberOf, objectOf, stopTexts, unsayable } from '../framing/json-shape.ts'
import { encodeMessages } from './encode-messages.ts'

const EFFORT_BUDGETS: Readonly<Record<string, number>> = { minimal: 512, low: 2048, medium: 8192 }

export function encodeRequest(body: JsonObject, { model, isStream }: DialectContext): JsonObject {
  refuseUnsayable(body)
  const { messages, documents } = encodeMessages(body['messages'])
  const { thinking: _, top_k: topK, documents: ownDocuments, ...rest } = restOf(body)
  const stop = stopTexts(body['stop'])
  const allDocuments = [...listOf(ownDocuments), ...documents]
  return {
    model,
    messages,
    stream: isStream,
    ...encodeTools(body),
    ...encodeFormat(body['response_format']),
    ...encodeThinking(body, model),
    ...given('max_tokens', numberOf(body, 'max_completion_tokens') ?? numberOf(body, 'max_tokens')),
    ...given('temperature', numberOf(body, 'temperature')),
    ...given('p', numberOf(body, 'top_p')),
    ...given('k', typeof topK === 'number' ? topK : undefined),
    ...given('seed', numberOf(body, 'seed')),
    ...given('frequency_penalty', penalty(body, 'frequency_penalty')),
    ...given('presence_penalty', penalty(body, 'presence_penalty')),
    ...given('logprobs', body['logprobs'] === true ? true : undefined),
    ...given('stop_sequences', stop.length === 0 ? undefined : stop),
    ...given('documents', allDocuments.length === 0 ? undefined : allDocuments),
    // Cohere's own words win over what was made of OpenAI's.
    ...rest,
  }
}

function given(name: string, value: unknown): JsonObject {
  return value === undefined ? {} : { [name]: value }
}

/** OpenAI's penalties go from -2 to 2, Cohere's from 0 to 1. */
function penalty(body: JsonObject, name: string): number | undefined {
  const value = numberOf(body, name)
  return value === undefined ? undefined : Math.min(Math.max(value, 0), 1)
}

function encodeTools(body: JsonObject): JsonObject {
  const { functions, others, mode } = chooseTools(body)
  const foreign = others[0]
  if (foreign) {
    throw unsayable(
      `${foreign.param}.type`,
      `tools of type ${JSON.stringify(foreign.tool['type'] ?? null)} cannot be sent to this provider.`,
      'Send function tools.',
    )
  }
  // Cohere cannot name the one tool to call; offering it alone and demanding a call says the same.
  const offered = typeof mode === 'object' ? functions.filter(({ name }) => name === mode.name) : functions
  if (typeof mode === 'object' && offered.length === 0) {
    throw unsayable('tool_choice.function.name', 'names a function that is not among the tools.')
  }
  if (offered.length === 0) return {}
  const choice = mode === 'auto' ? null : mode === 'none' ? 'NONE' : 'REQUIRED'
  return {
    tools: offered.map(tool),
    ...(choice === null ? {} : { tool_choice: choice }),
    // Cohere knows strictness for all tools or none.
    ...(offered.every(({ strict }) => strict) ? { strict_tools: true } : {}),
  }
}

function tool({ name, description, parameters }: FunctionTool): JsonObject {
  return { type: 'function', function: { name, ...(description === '' ? {} : { description }), parameters } }
}

function encodeFormat(format: unknown): JsonObject {
  if (isAbsent(format)) return {}
  const { type, json_schema: definition } = objectOf(format)
  if (type === 'text') return {}
  if (type === 'json_object') {
    // Cohere's own form has the schema right here.
    return { response_format: { type, ...(isObject(definition) ? { json_schema: definition } : {}) } }
  }
  const schema = objectOf(definition)['schema']
  if (type === 'json_schema' && isObject(schema))
    return { response_format: { type: 'json_object', json_schema: schema } }
  throw unsayable('response_format', 'expected text, json_object, or json_schema with a schema.')
}

/** `thinking` in Anthropic's form or Cohere's; an effort only where the model thinks, for others refuse the member. */
function encodeThinking(body: JsonObject, model: string): JsonObject {
  const { thinking, reasoning_effort: effort } = body
  if (isObject(thinking)) {
    const budget = thinking['token_budget'] ?? thinking['budget_tokens']
    const type = thinking['type'] === 'disabled' ? 'disabled' : 'enabled'
    return { thinking: { type, ...(typeof budget === 'number' ? { token_budget: budget } : {}) } }
  }
  if (typeof effort !== 'string' || !model.includes('reasoning')) return {}
  if (effort === 'none') return { thinking: { type: 'disabled' } }
  const budget = Object.hasOwn(EFFORT_BUDGETS, effort) ? EFFORT_BUDGETS[effort] : undefined
  return { thinking: { type: 'enabled', ...(budget === undefined ? {} : { token_budget: budget }) } }
}
