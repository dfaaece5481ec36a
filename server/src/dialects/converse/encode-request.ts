/** A chat completions body as the body of Converse and ConverseStream, which are the same. */

import type { DialectContext, JsonObject } from '../dialect.ts'
import { refuseUnsayable, restOf } from '../framing/chat-members.ts'
import { countOf, isAbsent, isObject, numberOf, objectOf, stopTexts, textOf, unsayable } from '../framing/json-shape.ts'
import { isLoopWithoutThinking, withoutLoopThinking } from '../reasoning/tool-loop.ts'
import { encodeMessages, LOOP_WORDS } from './encode-messages.ts'
import { encodeReasoning } from './encode-reasoning.ts'
import { encodeTools } from './encode-tools.ts'
import { familyOf, takesSchemas } from './model-family.ts'

/** Converse's own members beside those made here, in both spellings people send. */
const NATIVE: ReadonlyMap<string, string> = new Map(
  [
    'guardrailConfig',
    'performanceConfig',
    'promptVariables',
    'requestMetadata',
    'serviceTier',
    'additionalModelResponseFieldPaths',
    'system',
    'toolConfig',
    'outputConfig',
    'inferenceConfig',
    'additionalModelRequestFields',
  ].flatMap((name) => [
    [name, name] as const,
    [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name] as const,
  ]),
)

export function encodeRequest(body: JsonObject, { model }: DialectContext): JsonObject {
  refuseUnsayable(body)
  const { native, fields } = sortRest(restOf(body))
  const { system, messages: turns, calledTools } = encodeMessages(body['messages'], model)
  const format = readFormat(body['response_format'], model)
  const { fields: reasoning, maxTokens } = encodeReasoning(body, model, {
    // A budget must fit into the limit that is sent, and that is Converse's own where the caller wrote it.
    maxTokens:
      countOf(objectOf(native['inferenceConfig'])['maxTokens']) ??
      numberOf(body, 'max_completion_tokens') ??
      numberOf(body, 'max_tokens'),
    isForced: isForced(body['tool_choice']),
    isLoopWithoutThinking: isLoopWithoutThinking(turns, LOOP_WORDS),
  })
  const thinks = isObject(reasoning['thinking']) && reasoning['thinking']['type'] !== 'disabled'
  const messages = thinks || familyOf(model) !== 'claude' ? turns : withoutLoopThinking(turns, LOOP_WORDS)
  const tools = encodeTools(body, model, { calledTools, answerSchema: format.answerSchema, thinks })
  const inference = encodeInference(body, maxTokens, thinks && !isObject(body['thinking']))
  const modelFields = { ...reasoning, ...topK(body, model), ...fields }
  const encoded: JsonObject = {
    messages,
    ...filled('system', [...system, ...format.system]),
    ...filled('inferenceConfig', inference),
    ...(tools === null ? {} : { toolConfig: tools }),
    ...(format.outputConfig === null ? {} : { outputConfig: format.outputConfig }),
    ...filled('additionalModelRequestFields', modelFields),
    ...serviceTier(body['service_tier']),
  }
  // What the caller wrote in Converse's own words wins, member by member.
  for (const [name, value] of Object.entries(native)) {
    const ours = encoded[name]
    encoded[name] = isObject(ours) && isObject(value) ? { ...ours, ...value } : value
  }
  return encoded
}

/** What Converse knows goes beside the rest; what only the model can know goes where Converse hands it on untouched. */
function sortRest(rest: JsonObject): { native: JsonObject; fields: JsonObject } {
  const native: JsonObject = {}
  const fields: JsonObject = {}
  for (const [name, value] of Object.entries(rest)) {
    const known = NATIVE.get(name)
    if (known !== undefined) native[known] = value
    else if (name !== 'thinking' && name !== 'top_k') fields[name] = value
  }
  return { native, fields }
}

function encodeInference(body: JsonObject, maxTokens: number | undefined, isSampledByModel: boolean): JsonObject {
  const temperature = numberOf(body, 'temperature')
  const topP = numberOf(body, 'top_p')
  const stop = stopTexts(body['stop'])
  return {
    ...(maxTokens === undefined ? {} : { maxTokens }),
    // Converse takes 0 to 1 where OpenAI takes 0 to 2; a Claude that thinks takes none.
    ...(temperature === undefined || isSampledByModel ? {} : { temperature: Math.min(temperature, 1) }),
    ...(topP === undefined || isSampledByModel ? {} : { topP }),
    ...(stop.length === 0 ? {} : { stopSequences: stop }),
  }
}

type Format = {
  readonly outputConfig: JsonObject | null
  readonly answerSchema: JsonObject | null
  readonly system: readonly JsonObject[]
}

function readFormat(format: unknown, model: string): Format {
  const none: Format = { outputConfig: null, answerSchema: null, system: [] }
  if (isAbsent(format)) return none
  const { type, json_schema: definition } = objectOf(format)
  if (type === 'text') return none
  // Converse has no JSON mode without a schema.
  if (type === 'json_object')
    return { ...none, system: [{ text: 'Answer with one valid JSON object and nothing else.' }] }
  const { schema, name, description } = objectOf(definition)
  if (type !== 'json_schema' || !isObject(schema)) {
    throw unsayable('response_format', 'expected text, json_object, or json_schema with a schema.')
  }
  if (!takesSchemas(model)) return { ...none, answerSchema: schema }
  const jsonSchema = {
    schema: JSON.stringify(schema),
    ...(textOf(name) === '' ? {} : { name }),
    ...(textOf(description) === '' ? {} : { description }),
  }
  return { ...none, outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } }
}

function topK(body: JsonObject, model: string): JsonObject {
  const value = numberOf(body, 'top_k')
  if (value === undefined) return {}
  return familyOf(model) === 'nova' ? { inferenceConfig: { topK: value } } : { top_k: value }
}

function serviceTier(tier: unknown): JsonObject {
  return typeof tier === 'string' && tier !== 'auto' ? { serviceTier: { type: tier } } : {}
}

function isForced(choice: unknown): boolean {
  return choice === 'required' || objectOf(choice)['type'] === 'function'
}

function filled(name: string, value: JsonObject | readonly unknown[]): JsonObject {
  return Object.keys(value).length === 0 ? {} : { [name]: value }
}
