/**
 * The tools of a Responses request as chat tools. Functions stay functions. Custom tools, which take free text (Codex's
 * `apply_patch`), become functions with one text argument. Of OpenAI's built-in tools only web search has an equivalent.
 */

import type { ChatRequest, ChatTool, WebSearchOptions } from '../chat/types.ts'
import {
  invalidMember,
  isAbsent,
  isObject,
  listOf,
  objectOf,
  objectsIn,
  textOf,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import type { ResponsesRequest, ResponsesTool, ResponsesToolChoice } from './types.ts'

type Tool = UncheckedObject<ResponsesTool>
type OutgoingTool = UncheckedObject<ChatTool>

type Choice = {
  /** The value of chat's `tool_choice`; undefined if the caller sent none. */
  readonly chatChoice: ChatRequest['tool_choice'] | undefined
  /** True if the choice allows the model to call this tool. */
  mayCall(tool: Tool): boolean
  /** True if tools that `mayCall` excludes must be left out: chat cannot forbid single tools. */
  readonly isNarrow: boolean
}

/** OpenAI accepts 128 tools. The main thread keeps the names of custom tools while it reads the response. */
const MAX_CUSTOM_TOOLS = 10_000

export function chatTools(body: UncheckedObject<ResponsesRequest>): UncheckedObject<ChatRequest> {
  const tools = readTools(body.tools)
  if (tools.length > MAX_CUSTOM_TOOLS && customToolNames(body).length > MAX_CUSTOM_TOOLS)
    throw invalidMember('tools', `has more than ${MAX_CUSTOM_TOOLS} custom tools.`)
  const choice = readChoice(body.tool_choice)
  rejectBuiltInTools(tools, choice)
  const functions = tools.flatMap((tool, i) => {
    if (!CALLABLE_TYPES.has(tool.type) || (choice.isNarrow && !choice.mayCall(tool))) return []
    return [tool.type === 'custom' ? customFunction(tool, `tools[${i}]`) : chatFunction(tool, `tools[${i}]`)]
  })
  const search = webSearch(tools.find((tool) => isSearch(tool) && choice.mayCall(tool)))
  const { chatChoice } = choice
  if (functions.length === 0) {
    if (chatChoice === 'auto' || chatChoice === 'none' || chatChoice === undefined) return search
    if (chatChoice === 'required' && Object.keys(search).length > 0) return search
    throw invalidMember('tool_choice', 'requires a tool, but there is none.', 'Send the function in tools.')
  }
  const isParallel = body.parallel_tool_calls
  return {
    tools: functions,
    ...search,
    ...(chatChoice !== undefined && { tool_choice: chatChoice }),
    ...(typeof isParallel === 'boolean' && { parallel_tool_calls: isParallel }),
  }
}

/** Tools that the caller runs. */
const CALLABLE_TYPES: ReadonlySet<unknown> = new Set(['function', 'custom'])

/** web_search, web_search_2025_08_26, web_search_preview, ... */
function isSearch(tool: Tool): boolean {
  return textOf(tool.type).startsWith('web_search')
}

/** Providers without web search reject `web_search_options`. */
function webSearch(tool: Tool | undefined): { web_search_options?: UncheckedObject<WebSearchOptions> } {
  if (!tool) return {}
  const { search_context_size: size, user_location: location, filters } = tool
  const { type: _, ...approximate } = objectOf(location)
  const domains = objectOf(filters).allowed_domains
  return {
    web_search_options: {
      ...(!isAbsent(size) && { search_context_size: size }),
      ...(!isAbsent(location) && { user_location: { type: 'approximate', approximate } }),
      ...(Array.isArray(domains) && domains.length > 0 && { allowed_domains: domains }),
    },
  }
}

function readTools(tools: UncheckedObject<ResponsesRequest>['tools']): readonly Tool[] {
  if (isAbsent(tools)) return []
  if (!Array.isArray(tools)) throw invalidMember('tools', 'expected a list of tools.')
  return tools.map((tool, i) => {
    if (isObject(tool) && typeof tool.type === 'string') return tool
    throw invalidMember(`tools[${i}]`, 'expected a tool with a type.')
  })
}

function readChoice(choice: Unchecked<ResponsesToolChoice>): Choice {
  if (isAbsent(choice)) return { chatChoice: undefined, mayCall: () => true, isNarrow: false }
  if (choice === 'none') return { chatChoice: choice, mayCall: () => false, isNarrow: false }
  if (choice === 'auto' || choice === 'required') return { chatChoice: choice, mayCall: () => true, isNarrow: false }
  const { type, name, mode, tools } = objectOf(choice)
  if (CALLABLE_TYPES.has(type) && typeof name === 'string' && name !== '') {
    const isNamed = (tool: Tool) => tool.type === type && tool.name === name
    return { chatChoice: { type: 'function', function: { name } }, mayCall: isNamed, isNarrow: false }
  }
  if (type === 'allowed_tools') {
    const allowed = new Set(listOf(tools).map((tool) => labelOf(objectOf(tool))))
    const chatChoice = mode === 'required' ? 'required' : 'auto'
    return { chatChoice, mayCall: (tool) => allowed.has(labelOf(tool)), isNarrow: true }
  }
  const label = typeof type === 'string' ? `a choice of type ${type}` : JSON.stringify(choice)
  throw invalidMember(
    'tool_choice',
    `chat has no equivalent of ${label}.`,
    'Use "auto", "none", "required", {"type":"function","name":...}, {"type":"custom","name":...} or allowed_tools.',
  )
}

function rejectBuiltInTools(tools: readonly Tool[], choice: Choice): void {
  const rejected = tools.filter((tool) => !CALLABLE_TYPES.has(tool.type) && !isSearch(tool) && choice.mayCall(tool))
  const [first] = rejected
  if (!first) return
  throw invalidMember(
    `tools[${tools.indexOf(first)}]`,
    `this provider only has chat completions, which have no ${[...new Set(rejected.map(labelOf))].join(', ')}.`,
    'Leave these tools out, offer functions instead, or choose a provider that has the Responses endpoint itself.',
  )
}

/** `web_search`, `custom apply_patch`, `function weather`. */
function labelOf(tool: Tool): string {
  return [tool.type, tool.name ?? tool.server_label].filter((word) => typeof word === 'string').join(' ')
}

function chatFunction(tool: Tool & { readonly function?: unknown }, param: string): OutgoingTool {
  const { name, description, parameters, strict, cache_control: cache } = tool
  if (typeof name !== 'string' || name === '') {
    const hint = isObject(tool.function) ? 'Responses has no inner "function": put its members beside type.' : undefined
    throw invalidMember(`${param}.name`, 'expected a name.', hint)
  }
  const called = {
    name,
    ...(textOf(description) !== '' && { description }),
    ...(isObject(parameters) && { parameters }),
    ...(typeof strict === 'boolean' && { strict }),
  }
  return { type: 'function', function: called, ...(!isAbsent(cache) && { cache_control: cache }) }
}

/** The only argument of a custom tool's function. */
const ARGUMENT = 'input'

/** The names of the request's custom tools. */
export function customToolNames(request: UncheckedObject<ResponsesRequest>): string[] {
  const tools = objectsIn(request.tools)
  return tools.filter(({ type }) => type === 'custom').map(({ name }) => textOf(name))
}

function customFunction(tool: Tool, param: string): OutgoingTool {
  const { name, description, format, cache_control: cache } = tool
  if (typeof name !== 'string' || name === '') throw invalidMember(`${param}.name`, 'expected a name.')
  const descriptions = [textOf(description), grammarDescription(objectOf(format))].filter((text) => text !== '')
  const argument = { type: 'string', description: 'The whole input of the tool, as plain text.' }
  const called = {
    name,
    ...(descriptions.length > 0 && { description: descriptions.join('\n\n') }),
    parameters: {
      type: 'object',
      properties: { [ARGUMENT]: argument },
      required: [ARGUMENT],
      additionalProperties: false,
    },
  }
  return { type: 'function', function: called, ...(!isAbsent(cache) && { cache_control: cache }) }
}

/** OpenAI constrains the model to the grammar. Other providers cannot, so the description contains it. */
function grammarDescription(format: UncheckedObject<NonNullable<ResponsesTool['format']>>): string {
  const { type, syntax, definition } = format
  if (type !== 'grammar' || textOf(definition) === '') return ''
  const kind = syntax === 'regex' ? 'regular expression' : `${textOf(syntax) || 'lark'} grammar`
  return `The text given as \`${ARGUMENT}\` must match this ${kind}:\n\n${textOf(definition)}`
}

/** The function arguments for the input of an earlier custom call. */
export function customArguments(input: unknown): string {
  return JSON.stringify({ [ARGUMENT]: textOf(input) })
}

/** The input in complete function arguments. Models that were trained on the tool may write the input itself. */
export function customInput(args: string): string {
  try {
    const value: unknown = JSON.parse(args)
    if (typeof value === 'string') return value
    const texts = Object.values(objectOf(value))
    const input = isObject(value) ? (value[ARGUMENT] ?? (texts.length === 1 ? texts[0] : undefined)) : undefined
    return typeof input === 'string' ? input : args
  } catch {
    return args
  }
}
