/** Translates a generateContent request to a chat request. */

import type { ChatRequest, ChatTool, WebSearchOptions } from '../chat/types.ts'
import type { InboundContext, JsonObject } from '../dialect.ts'
import {
  invalidMember,
  isAbsent,
  isObject,
  listOf,
  objectOf,
  objectsIn,
  textOf,
  type UncheckedObject,
} from '../json.ts'
import { isClosed } from '../messages/request.ts'
import { contentsToChat, instructionText } from './contents.ts'
import { toJsonSchema } from './json-schema.ts'
import { memberOf, snakeCase } from './spelling.ts'

/** Members of a request that are translated, or read before the translation. */
const KNOWN_MEMBERS: ReadonlySet<string> = bothSpellings([
  'model',
  'stream',
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'cachedContent',
  'serviceTier',
])

/** Pairs of Gemini's and OpenAI's names. */
const RENAMED = [
  ['maxOutputTokens', 'max_completion_tokens'],
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['topK', 'top_k'],
  ['candidateCount', 'n'],
  ['seed', 'seed'],
  ['presencePenalty', 'presence_penalty'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['responseLogprobs', 'logprobs'],
  ['logprobs', 'top_logprobs'],
] as const satisfies readonly (readonly [string, keyof ChatRequest])[]

const KNOWN_CONFIG: ReadonlySet<string> = bothSpellings([
  ...RENAMED.map(([name]) => name),
  'stopSequences',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  '_responseJsonSchema',
  'responseModalities',
  'thinkingConfig',
])

const SERVICE_TIERS: ReadonlyMap<string, string> = new Map([
  ['standard', 'default'],
  ['flex', 'flex'],
  ['priority', 'priority'],
])

function bothSpellings(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [name, snakeCase(name)]))
}

export function toChat(body: JsonObject, context?: InboundContext): UncheckedObject<ChatRequest> {
  if (!isAbsent(memberOf(body, 'cachedContent'))) {
    throw invalidMember('cachedContent', 'only Google can read it.', 'Leave it out, or choose a Google model.')
  }
  const config: JsonObject = objectOf(memberOf(body, 'generationConfig'))
  const instruction = instructionText(memberOf(body, 'systemInstruction'))
  const tier = SERVICE_TIERS.get(textOf(memberOf(body, 'serviceTier')).toLowerCase())
  const isStream = body['stream'] === true
  const search = searchToChat(body, context)
  const dropped = droppedMembers(body, search !== null)
  if (dropped.length > 0) {
    const names = dropped.slice(0, MAX_NAMES).map((name) => name.slice(0, 64))
    context?.warn(`Left out members that ${context.provider ?? 'the provider'} does not have: ${names.join(', ')}.`)
  }
  return {
    model: textOf(body['model']),
    messages: [
      ...(instruction === '' ? [] : [{ role: 'system' as const, content: instruction }]),
      ...contentsToChat(body['contents']),
    ],
    ...generationToChat(config),
    ...toolsToChat(body),
    ...(search && { web_search_options: search }),
    ...(tier !== undefined && { service_tier: tier }),
    ...(isStream && { stream: true, stream_options: { include_usage: true } }),
  }
}

const SEARCH_TOOLS: ReadonlySet<string> = bothSpellings(['googleSearch', 'googleSearchRetrieval'])
const FUNCTIONS: ReadonlySet<string> = bothSpellings(['functionDeclarations'])
/** Maximum number of names in a warning. */
const MAX_NAMES = 16

/** Google's search becomes the web search of a provider that has one. */
function searchToChat(body: JsonObject, context: InboundContext | undefined): WebSearchOptions | null {
  const names = objectsIn(body['tools']).flatMap((tool: JsonObject) => Object.keys(tool))
  const { webSearch } = context ?? {}
  if (!webSearch || !names.some((name) => SEARCH_TOOLS.has(name))) return null
  return webSearch.withFunctions || !names.some((name) => FUNCTIONS.has(name)) ? {} : null
}

/** Members that have no equivalent in OpenAI's format. The request is sent without them. */
function droppedMembers(body: JsonObject, hasSearch: boolean): string[] {
  const config: JsonObject = objectOf(memberOf(body, 'generationConfig'))
  const tools = objectsIn(body['tools']).flatMap((tool: JsonObject, i) =>
    Object.keys(tool)
      .filter((name) => !FUNCTIONS.has(name) && !(hasSearch && SEARCH_TOOLS.has(name)))
      .map((name) => `tools[${i}].${name}`),
  )
  return [
    ...Object.keys(body).filter((name) => !KNOWN_MEMBERS.has(name) && !isAbsent(body[name])),
    ...Object.keys(config)
      .filter((name) => !KNOWN_CONFIG.has(name) && !isAbsent(config[name]))
      .map((name) => `generationConfig.${name}`),
    ...tools,
  ]
}

/** True if the caller wants to see the model's thinking. */
export function includesThoughts(body: JsonObject): boolean {
  const thinking: JsonObject = objectOf(memberOf(objectOf(memberOf(body, 'generationConfig')), 'thinkingConfig'))
  return memberOf(thinking, 'includeThoughts') === true
}

function generationToChat(config: JsonObject): UncheckedObject<ChatRequest> {
  const chat: JsonObject = {}
  for (const [name, renamed] of RENAMED) {
    const value = memberOf(config, name)
    if (!isAbsent(value)) chat[renamed] = value
  }
  const stop = memberOf(config, 'stopSequences')
  if (Array.isArray(stop) && stop.length > 0) chat['stop'] = stop
  return {
    ...chat,
    ...formatToChat(config),
    ...modalitiesToChat(memberOf(config, 'responseModalities')),
    ...thinkingToChat(objectOf(memberOf(config, 'thinkingConfig'))),
  }
}

function formatToChat(config: JsonObject): UncheckedObject<ChatRequest> {
  const json = memberOf(config, 'responseJsonSchema') ?? memberOf(config, '_responseJsonSchema')
  const own = memberOf(config, 'responseSchema')
  const schema = isObject(json) ? json : isObject(own) ? toJsonSchema(own, true) : null
  const type = textOf(memberOf(config, 'responseMimeType'))
  if (type === 'text/x.enum' && schema === null) return {}
  if (schema !== null) {
    const definition = { name: 'answer', schema, ...(isClosed(schema) && { strict: true }) }
    return { response_format: { type: 'json_schema', json_schema: definition } }
  }
  return type === 'application/json' ? { response_format: { type: 'json_object' } } : {}
}

function modalitiesToChat(value: unknown): UncheckedObject<ChatRequest> {
  const names = listOf(value).map((name) => String(name).toLowerCase())
  if (names.includes('audio')) {
    throw invalidMember(
      'generationConfig.responseModalities',
      'audio from other providers cannot be translated to Gemini’s format.',
      'Request text, or choose a Google model.',
    )
  }
  return names.some((name) => name !== 'text') ? { modalities: names } : {}
}

/** A budget of -1 lets the model decide, which is the default of every provider. */
function thinkingToChat(thinking: JsonObject): UncheckedObject<ChatRequest> {
  const level = textOf(memberOf(thinking, 'thinkingLevel')).toLowerCase()
  const budget = memberOf(thinking, 'thinkingBudget')
  if (level !== '' && level !== 'thinking_level_unspecified') return { reasoning_effort: level }
  if (budget === 0) return { thinking: { type: 'disabled' } }
  if (typeof budget === 'number' && budget > 0)
    return { thinking: { type: 'enabled', budget_tokens: Math.max(1024, budget) } }
  return {}
}

function toolsToChat(body: JsonObject): UncheckedObject<ChatRequest> {
  const declared: JsonObject[] = objectsIn(body['tools']).flatMap((tool: JsonObject) =>
    objectsIn(memberOf(tool, 'functionDeclarations')),
  )
  const config: JsonObject = objectOf(memberOf(objectOf(memberOf(body, 'toolConfig')), 'functionCallingConfig'))
  const allowed = listOf(memberOf(config, 'allowedFunctionNames'))
  const names = new Set<unknown>(allowed)
  const functions = names.size === 0 ? declared : declared.filter((declaration) => names.has(declaration['name']))
  if (functions.length === 0) return {}
  const tools = functions.map(toolToChat)
  const mode = textOf(config['mode']).toUpperCase()
  switch (mode) {
    case 'NONE':
      return { tools: declared.map(toolToChat), tool_choice: 'none' }
    case 'ANY':
      return names.size === 1
        ? { tools, tool_choice: { type: 'function', function: { name: textOf(functions[0]?.['name']) } } }
        : { tools, tool_choice: 'required' }
    case 'AUTO':
      return { tools, tool_choice: 'auto' }
    case '':
    case 'VALIDATED':
    case 'MODE_UNSPECIFIED':
      return { tools }
    default:
      throw invalidMember(
        'toolConfig.functionCallingConfig.mode',
        `unknown mode ${JSON.stringify(mode.slice(0, 64))}.`,
        'Use AUTO, ANY, NONE or VALIDATED.',
      )
  }
}

function toolToChat(declaration: JsonObject): UncheckedObject<ChatTool> {
  const { name, description, parameters } = declaration
  const json = memberOf(declaration, 'parametersJsonSchema')
  const schema = isObject(json) ? json : isObject(parameters) ? toJsonSchema(parameters) : null
  return {
    type: 'function',
    function: {
      name: textOf(name),
      ...(!isAbsent(description) && { description: textOf(description) }),
      parameters: schema ?? { type: 'object', properties: {} },
    },
  }
}
