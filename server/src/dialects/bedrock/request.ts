/** Translates a chat request to the body of Converse and ConverseStream, which take the same body. */

import {
  extraMembers,
  type FunctionTool,
  readTools,
  rejectUnsupported,
  stopSequences,
  type ToolMode,
} from '../chat/request.ts'
import { isLoopWithoutThinking, withoutLoopThinking } from '../chat/tool-loop.ts'
import type { ChatBody, ChatResponseFormat, ChatTool, ChatToolChoice } from '../chat/types.ts'
import type { DialectContext, JsonObject } from '../dialect.ts'
import {
  countOf,
  invalidMember,
  isAbsent,
  isObject,
  numberMember,
  objectOf,
  textOf,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import { BLOCK_KINDS, cachePoint, encodeMessages } from './messages.ts'
import { familyOf, takesSchemas } from './models.ts'
import { encodeReasoning } from './reasoning.ts'
import { SCHEMA_TOOL } from './response.ts'
import type {
  ConverseBlock,
  ConverseRequest,
  ConverseTool,
  InferenceConfig,
  OutputConfig,
  ToolChoice,
  ToolConfig,
} from './types.ts'

/** Converse's own members, which callers may add to a chat request in camelCase or snake_case. */
const NATIVE_MEMBERS: ReadonlyMap<string, keyof ConverseRequest> = new Map(
  (
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
    ] as const
  ).flatMap((name) => [
    [name, name] as const,
    [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name] as const,
  ]),
)

export function encodeRequest(body: ChatBody, { model }: DialectContext): JsonObject {
  rejectUnsupported(body)
  const { native, fields } = splitExtraMembers(extraMembers(body))
  const { system, messages: turns, calledTools } = encodeMessages(body.messages, model)
  const format = readFormat(body.response_format, model)
  const { fields: reasoning, maxTokens } = encodeReasoning(body, model, {
    // The budget must fit into the limit that is sent. The caller's own inferenceConfig overrides the chat members.
    maxTokens:
      countOf(objectOf(native.inferenceConfig).maxTokens) ??
      numberMember(body, 'max_completion_tokens') ??
      numberMember(body, 'max_tokens'),
    isForced: isForced(body.tool_choice),
    isLoopWithoutThinking: isLoopWithoutThinking(turns, BLOCK_KINDS),
  })
  const { thinking } = reasoning
  const isThinking = isObject(thinking) && thinking['type'] !== 'disabled'
  const messages = isThinking || familyOf(model) !== 'claude' ? turns : withoutLoopThinking(turns, BLOCK_KINDS)
  const tools = encodeTools(body, model, { calledTools, schema: format.schema, isThinking })
  const inference = encodeInference(body, maxTokens, isThinking && !isObject(body.thinking))
  const translated: ConverseRequest = {
    messages,
    ...filled('system', [...system, ...format.system]),
    ...filled('inferenceConfig', inference),
    ...(tools === null ? {} : { toolConfig: tools }),
    ...(format.outputConfig === null ? {} : { outputConfig: format.outputConfig }),
    ...filled('additionalModelRequestFields', { ...reasoning, ...topK(body, model), ...fields }),
    ...serviceTier(body.service_tier),
  }
  const encoded: JsonObject = { ...translated }
  // The caller's own members override the translated ones, member by member.
  for (const [name, value] of Object.entries(native)) {
    const ours = encoded[name]
    encoded[name] = isObject(ours) && isObject(value) ? { ...ours, ...value } : value
  }
  return encoded
}

type ExtraMembers = { readonly native: UncheckedObject<ConverseRequest>; readonly fields: JsonObject }

/** Separates Converse's own members from those that Converse forwards to the model. */
function splitExtraMembers(extra: JsonObject): ExtraMembers {
  const native: JsonObject = {}
  const fields: JsonObject = {}
  for (const [name, value] of Object.entries(extra)) {
    const known = NATIVE_MEMBERS.get(name)
    if (known !== undefined) native[known] = value
    else if (name !== 'thinking' && name !== 'top_k') fields[name] = value
  }
  return { native, fields }
}

function encodeInference(body: ChatBody, maxTokens: number | undefined, isSamplingFixed: boolean): InferenceConfig {
  const temperature = numberMember(body, 'temperature')
  const topP = numberMember(body, 'top_p')
  const stop = stopSequences(body.stop)
  return {
    ...(maxTokens === undefined ? {} : { maxTokens }),
    // Converse accepts 0 to 1, OpenAI 0 to 2. Claude accepts no sampling parameters while it thinks.
    ...(temperature === undefined || isSamplingFixed ? {} : { temperature: Math.min(temperature, 1) }),
    ...(topP === undefined || isSamplingFixed ? {} : { topP }),
    ...(stop.length === 0 ? {} : { stopSequences: stop }),
  }
}

type Format = {
  readonly outputConfig: OutputConfig | null
  /** The schema of SCHEMA_TOOL, for models without native schemas. */
  readonly schema: JsonObject | null
  readonly system: readonly ConverseBlock[]
}

function readFormat(format: Unchecked<ChatResponseFormat>, model: string): Format {
  const none: Format = { outputConfig: null, schema: null, system: [] }
  if (isAbsent(format)) return none
  const { type, json_schema: definition } = objectOf(format)
  if (type === 'text') return none
  // Converse has no JSON mode without a schema.
  if (type === 'json_object') {
    return { ...none, system: [{ text: 'Answer with one valid JSON object and nothing else.' }] }
  }
  const { schema, name, description } = objectOf(definition)
  if (type !== 'json_schema' || !isObject(schema)) {
    throw invalidMember('response_format', 'expected text, json_object, or json_schema with a schema.')
  }
  if (!takesSchemas(model)) return { ...none, schema }
  const jsonSchema = {
    schema: JSON.stringify(schema),
    ...(textOf(name) === '' ? {} : { name: textOf(name) }),
    ...(textOf(description) === '' ? {} : { description: textOf(description) }),
  }
  return { ...none, outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } }
}

function topK(body: ChatBody, model: string): JsonObject {
  const value = numberMember(body, 'top_k')
  if (value === undefined) return {}
  return familyOf(model) === 'nova' ? { inferenceConfig: { topK: value } } : { top_k: value }
}

function serviceTier(tier: unknown): Pick<ConverseRequest, 'serviceTier'> {
  return typeof tier === 'string' && tier !== 'auto' ? { serviceTier: { type: tier } } : {}
}

function isForced(choice: Unchecked<ChatToolChoice>): boolean {
  return choice === 'required' || objectOf(choice).type === 'function'
}

function filled<K extends keyof ConverseRequest>(
  name: K,
  value: ConverseRequest[K] & object,
): Partial<ConverseRequest> {
  return Object.keys(value).length === 0 ? {} : { [name]: value }
}

/** Converse's own kinds of tools. */
const NATIVE_TOOLS = ['toolSpec', 'systemTool', 'cachePoint'] as const

type ToolOptions = {
  readonly calledTools: ReadonlySet<string>
  readonly schema: JsonObject | null
  /** Claude rejects a forced tool while it thinks. */
  readonly isThinking: boolean
}

function encodeTools(body: ChatBody, model: string, options: ToolOptions): ToolConfig | null {
  const { functions, others, mode } = readTools(body)
  const tools: ConverseTool[] = [
    ...functions.flatMap((tool) => [toolSpec(tool, model), ...cachePoint(tool.cacheControl)]),
    ...others.map(({ tool, param }) => nativeTool(tool, param)),
  ]
  const offered = mode === 'none' ? [] : tools
  if (options.schema) {
    const all = [...offered, schemaTool(options.schema)]
    // If the caller offers tools too, the model chooses one of them or SCHEMA_TOOL.
    const forced: ToolChoice = offered.length === 0 ? { tool: { name: SCHEMA_TOOL } } : { any: {} }
    return { tools: all, toolChoice: options.isThinking ? { auto: {} } : forced }
  }
  if (offered.length > 0) return { tools: offered, ...toolChoice(mode) }
  if (options.calledTools.size === 0) return null
  // Converse has no choice "none", and rejects tool blocks in the history if the request has no tools.
  return { tools: tools.length > 0 ? tools : [...options.calledTools].map(placeholderTool) }
}

function toolChoice(mode: ToolMode): Pick<ToolConfig, 'toolChoice'> {
  if (mode === 'required') return { toolChoice: { any: {} } }
  if (typeof mode === 'object') return { toolChoice: { tool: { name: mode.name } } }
  return {}
}

function toolSpec(tool: FunctionTool, model: string): ConverseTool {
  return {
    toolSpec: {
      name: tool.name,
      ...(tool.description === '' ? {} : { description: tool.description }),
      inputSchema: { json: tool.parameters },
      ...(tool.strict && takesSchemas(model) ? { strict: true } : {}),
    },
  }
}

function nativeTool(tool: UncheckedObject<ChatTool>, param: string): ConverseTool {
  if (isNativeTool(tool)) return tool
  throw invalidMember(
    `${param}.type`,
    `tools of type ${JSON.stringify(tool.type ?? null)} cannot be sent to this provider.`,
    'Send function tools, or Converse’s own forms (toolSpec, systemTool, cachePoint).',
  )
}

/** Checks only that the tool has one of Converse's members. Bedrock validates the rest. */
function isNativeTool(tool: object): tool is ConverseTool {
  const members = tool as JsonObject
  return NATIVE_TOOLS.some((name) => isObject(members[name]))
}

function schemaTool(schema: JsonObject): ConverseTool {
  return {
    toolSpec: {
      name: SCHEMA_TOOL,
      description: 'Gives the final answer. Call this once, with the answer as its input.',
      inputSchema: { json: schema },
    },
  }
}

/** Stands for a tool in the history that the caller no longer offers. */
function placeholderTool(name: string): ConverseTool {
  return { toolSpec: { name, inputSchema: { json: { type: 'object', properties: {} } } } }
}
