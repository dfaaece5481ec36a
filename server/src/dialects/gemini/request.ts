/** Translates a chat request to the body of generateContent. */

import { CHAT_MEMBERS } from '../chat/request.ts'
import type { ChatBody, ChatFunction, ChatResponseFormat, ChatToolChoice } from '../chat/types.ts'
import type { DialectContext, JsonObject } from '../dialect.ts'
import {
  invalidMember,
  isAbsent,
  isObject,
  listOf,
  objectOf,
  textOrNull,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import { CHOOSE_ANOTHER_PROVIDER, encodeContents, geminiVersion } from './contents.ts'
import { reduceSchema } from './schema.ts'
import type {
  FunctionCallingConfig,
  FunctionDeclaration,
  GeminiTool,
  GenerateContentRequest,
  GenerationConfig,
  ThinkingConfig,
} from './types.ts'

/** Members that are translated here, or dropped because Gemini has no equivalent. All others are forwarded unchanged. */
const TRANSLATED_MEMBERS: ReadonlySet<string> = new Set([
  ...CHAT_MEMBERS,
  'extra_body',
  'generationConfig',
  'generation_config',
  'google',
  'moderation',
  'prompt_cache_options',
  'thinking',
  'thinkingConfig',
  'thinking_config',
  'top_k',
  '__proto__',
])

/** Gemini's own members that callers may also write in snake_case. */
const NATIVE_MEMBERS: ReadonlySet<string> = new Set([
  'cached_content',
  'safety_settings',
  'system_instruction',
  'tool_config',
  'labels',
])

export function encodeRequest(body: ChatBody, context: DialectContext, sendsCallIds: boolean): JsonObject {
  const config = encodeGenerationConfig(body, context.model)
  const translated: UncheckedObject<GenerateContentRequest> = {
    ...encodeContents(body.messages, { model: context.model, sendsCallIds }),
    ...encodeTools(body),
    ...(config && { generationConfig: config }),
  }
  const encoded: JsonObject = { ...translated }
  for (const source of [googleOptions(body) ?? {}, body]) {
    for (const [name, value] of Object.entries(source)) {
      if (TRANSLATED_MEMBERS.has(name)) continue
      const native = NATIVE_MEMBERS.has(name) ? camelCase(name) : name
      // The caller's toolConfig overrides the translated tool choice, member by member.
      encoded[native] = native === 'toolConfig' ? { ...objectOf(encoded[native]), ...objectOf(value) } : value
    }
  }
  return encoded
}

/** Google's OpenAI-compatible endpoint takes Gemini's members in `extra_body.google`. */
function googleOptions(body: ChatBody) {
  const { google } = objectOf(body.extra_body)
  return isObject(google) ? google : isObject(body.google) ? body.google : null
}

/** Google accepts both spellings; camelCase is the documented one. */
function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Maps members of a chat request to Gemini's names. If two members map to one name, the first that is set wins. */
const RENAMED_MEMBERS = [
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
] as const satisfies readonly (readonly [keyof ChatBody, keyof GenerationConfig])[]

/** Null if the config would be empty. The caller's own generationConfig overrides the translated members. */
function encodeGenerationConfig(body: ChatBody, model: string): UncheckedObject<GenerationConfig> | null {
  const renamed: JsonObject = {}
  for (const [name, native] of RENAMED_MEMBERS) if (!isAbsent(body[name])) renamed[native] ??= body[name]
  const modalities = encodeModalities(body.modalities)
  const thinking = encodeThinking(body, model)
  const own = isObject(body.generationConfig) ? body.generationConfig : objectOf(body.generation_config)
  const config: UncheckedObject<GenerationConfig> = {
    ...renamed,
    ...(!isAbsent(body.stop) && { stopSequences: typeof body.stop === 'string' ? [body.stop] : body.stop }),
    ...encodeFormat(body.response_format),
    ...(modalities && { responseModalities: modalities }),
    ...(thinking && { thinkingConfig: thinking }),
    ...Object.fromEntries(
      Object.entries(own).flatMap(([name, value]) => (name === '__proto__' ? [] : [[camelCase(name), value]])),
    ),
  }
  return Object.keys(config).length > 0 ? config : null
}

type FormatMembers = Pick<GenerationConfig, 'responseMimeType' | 'responseSchema' | 'responseJsonSchema'>

function encodeFormat(format: Unchecked<ChatResponseFormat>): FormatMembers {
  if (isAbsent(format)) return {}
  const { type, json_schema: definition } = objectOf(format)
  if (type === 'text') return {}
  if (type === 'json_object') return { responseMimeType: 'application/json' }
  if (type !== 'json_schema') {
    throw invalidMember(
      'response_format.type',
      `Gemini has no equivalent of ${JSON.stringify(type)}.`,
      'Use json_schema.',
    )
  }
  const { schema } = objectOf(definition)
  if (!isObject(schema)) return { responseMimeType: 'application/json' }
  const reduced = reduceSchema(schema)
  return reduced
    ? { responseMimeType: 'application/json', responseSchema: reduced }
    : { responseMimeType: 'application/json', responseJsonSchema: schema }
}

function encodeModalities(value: unknown): string[] | null {
  const names = listOf(value).map((name) => String(name).toUpperCase())
  if (names.includes('AUDIO')) {
    throw invalidMember(
      'modalities',
      'audio output of Gemini cannot be translated to OpenAI’s format.',
      'Request text.',
    )
  }
  // Text is the default, and some models reject the member.
  return names.some((name) => name !== 'TEXT') ? names : null
}

/** Thinking budgets for models before Gemini 3, from https://ai.google.dev/gemini-api/docs/openai#thinking. */
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

function encodeThinking(body: ChatBody, model: string): UncheckedObject<ThinkingConfig> | null {
  const google = googleOptions(body)
  const native = [body.thinkingConfig, body.thinking_config, google?.thinking_config, google?.thinkingConfig].find(
    isObject,
  )
  if (native) return Object.fromEntries(Object.entries(native).map(([name, value]) => [camelCase(name), value]))
  const version = geminiVersion(model)
  // Models before 2.5 do not think and reject the member.
  if (version !== null && version < 205) return null
  const takesLevels = version !== null && version >= 300
  if (isObject(body.thinking)) {
    const { type, budget_tokens: budget } = body.thinking
    if (type === 'disabled') return thinkingForEffort('none', takesLevels, model)
    return isAbsent(budget) ? { includeThoughts: true } : { includeThoughts: true, thinkingBudget: budget }
  }
  const effort = textOrNull(body.reasoning_effort)
  return effort === null ? null : thinkingForEffort(effort, takesLevels, model)
}

function thinkingForEffort(effort: string, takesLevels: boolean, model: string): ThinkingConfig {
  if (takesLevels) {
    // Gemini 3 cannot stop thinking, and its Pro models have no level "minimal".
    const lowest = /-pro(?:-|$)/.test(model) ? 'low' : 'minimal'
    if (effort === 'none') return { thinkingLevel: lowest }
    const level = effort === 'minimal' ? lowest : LEVELS.has(effort) ? effort : 'high'
    return { includeThoughts: true, thinkingLevel: level }
  }
  const budget = BUDGETS[effort] ?? BUDGETS['high']!
  return budget === 0 ? { thinkingBudget: 0 } : { includeThoughts: true, thinkingBudget: budget }
}

/** Tools that Google runs. A function with one of these names and without a schema stands for the tool. */
const NATIVE_TOOLS: ReadonlySet<string> = new Set([
  'googleSearch',
  'googleSearchRetrieval',
  'googleMaps',
  'computerUse',
  'codeExecution',
  'urlContext',
])

/** A native tool of the caller is forwarded unchecked. */
type OutgoingTool = UncheckedObject<GeminiTool>

function encodeTools(body: ChatBody): UncheckedObject<Pick<GenerateContentRequest, 'tools' | 'toolConfig'>> {
  const { declarations, native } = readTools(body)
  const tools: OutgoingTool[] = declarations.length > 0 ? [{ functionDeclarations: declarations }, ...native] : native
  if (tools.length === 0) return {}
  const config = declarations.length > 0 ? encodeChoice(body) : null
  return config ? { tools, toolConfig: { functionCallingConfig: config } } : { tools }
}

function readTools(body: ChatBody): { declarations: FunctionDeclaration[]; native: OutgoingTool[] } {
  const declarations: FunctionDeclaration[] = []
  const native: OutgoingTool[] = []
  const add = (definition: UncheckedObject<ChatFunction>, param: string) => {
    const name = textOrNull(definition.name)
    if (name === null) throw invalidMember(`${param}.name`, 'expected the name of the function.', 'Give it a name.')
    if (isNativeTool(name, definition)) native.push({ [camelCase(name)]: objectOf(definition.parameters) })
    else declarations.push(declare(name, definition))
  }
  for (const [i, value] of listOf(body.tools).entries()) {
    const tool = objectOf(value)
    if (isObject(tool.function)) add(tool.function, `tools[${i}].function`)
    else if (tool.type === undefined && Object.keys(tool).length > 0) native.push(tool as JsonObject)
    else {
      throw invalidMember(
        `tools[${i}]`,
        'only function tools and Gemini’s own tools can be sent to Gemini.',
        CHOOSE_ANOTHER_PROVIDER,
      )
    }
  }
  for (const [i, value] of listOf(body.functions).entries()) add(objectOf(value), `functions[${i}]`)
  const { web_search_options: search } = body
  if (!isAbsent(objectOf(search).allowed_domains)) {
    throw invalidMember(
      'web_search_options.allowed_domains',
      'Google’s search cannot be limited to domains.',
      'Leave the domains out.',
    )
  }
  if (!isAbsent(search) && !native.some((tool) => tool.googleSearch !== undefined)) native.push({ googleSearch: {} })
  return { declarations, native }
}

function isNativeTool(name: string, definition: UncheckedObject<ChatFunction>): boolean {
  if (!NATIVE_TOOLS.has(camelCase(name))) return false
  const parameters: JsonObject = objectOf(definition.parameters)
  return parameters['type'] === undefined && parameters['properties'] === undefined
}

function declare(name: string, definition: UncheckedObject<ChatFunction>): FunctionDeclaration {
  const { description, parameters } = definition
  const declaration = { name, ...(!isAbsent(description) && { description: description as string }) }
  if (!isObject(parameters)) return declaration
  const reduced = reduceSchema(parameters)
  // Only `parametersJsonSchema` accepts a recursive schema.
  if (!reduced) return { ...declaration, parametersJsonSchema: parameters }
  // Gemini rejects an object schema without properties.
  const isEmpty = reduced['properties'] === undefined && reduced['anyOf'] === undefined
  return isEmpty ? declaration : { ...declaration, parameters: reduced }
}

function encodeChoice(body: ChatBody): FunctionCallingConfig | null {
  const isLegacy = isAbsent(body.tool_choice)
  const choice = isLegacy ? body.function_call : body.tool_choice
  if (isAbsent(choice)) return null
  if (choice === 'auto') return { mode: 'AUTO' }
  if (choice === 'none') return { mode: 'NONE' }
  if (choice === 'required' || choice === 'any') return { mode: 'ANY' }
  const named: UncheckedObject<(ChatToolChoice & object) | { name: string }> = objectOf(choice)
  if (named.type === 'allowed_tools') return allowedTools(named)
  const name = textOrNull(objectOf(named.function).name) ?? textOrNull(named.name)
  if (name !== null) return { mode: 'ANY', allowedFunctionNames: [name] }
  throw invalidMember(
    isLegacy ? 'function_call' : 'tool_choice',
    'expected auto, none, required or the name of a function.',
    'Send one of these forms.',
  )
}

type AllowedTools = { mode?: string; tools?: { function?: { name?: string }; name?: string }[] }

/** Only the modes ANY and VALIDATED accept names. With VALIDATED the model may also respond with text. */
function allowedTools(choice: { readonly allowed_tools?: unknown }): FunctionCallingConfig {
  const allowed: UncheckedObject<AllowedTools> = isObject(choice.allowed_tools)
    ? choice.allowed_tools
    : (choice as UncheckedObject<AllowedTools>)
  const names = listOf(allowed.tools)
    .map((value) => objectOf(value))
    .map((tool) => textOrNull(objectOf(tool.function).name) ?? textOrNull(tool.name))
    .filter((name) => name !== null)
  return { mode: allowed.mode === 'required' ? 'ANY' : 'VALIDATED', allowedFunctionNames: names }
}
