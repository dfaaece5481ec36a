/**
 * Converts the tools of a Responses request to chat tools. Functions stay functions. Custom tools, which take free text
 * (Codex's `apply_patch`), become functions with one text argument. The tools of a namespace become functions too. Of
 * the tools that OpenAI runs, only web search has an equivalent; the others are left out with a warning.
 */

import type { ChatRequest, ChatTool, WebSearchOptions } from '../chat/types.ts'
import type { InboundContext, JsonObject } from '../dialect.ts'
import { invalidMember, isAbsent, isObject, listOf, objectOf, textOf, type UncheckedObject } from '../json.ts'
import { CLIENT_TOOLS, isClientTool } from './client-tools.ts'
import { type CallableTool, labelOf, listed, type OfferedTools, type Tool } from './offered-tools.ts'
import { readChoice } from './tool-choice.ts'
import type { ResponsesRequest, ResponsesTool } from './types.ts'

type OutgoingTool = UncheckedObject<ChatTool>

/** Limits memory: the names of changed tools are kept while the response is read. OpenAI accepts only 128 tools. */
const MAX_CHANGED_TOOLS = 10_000

export function chatTools(
  body: UncheckedObject<ResponsesRequest>,
  { callable, hosted }: OfferedTools,
  { webSearch, warn }: InboundContext,
): UncheckedObject<ChatRequest> {
  checkTools(body.tools)
  if (callable.filter(({ kind, namespace }) => kind !== 'function' || namespace !== null).length > MAX_CHANGED_TOOLS)
    throw invalidMember('tools', `has more than ${MAX_CHANGED_TOOLS} custom tools and tools in namespaces.`)
  const { chatChoice, mayCall, mayRun } = readChoice(body.tool_choice, callable)
  const functions = callable.filter(mayCall).map(chatFunction)
  const wanted = hosted.filter(mayRun)
  const searched = wanted.find((tool) => isSearch(tool) && canSearch(tool, webSearch, functions.length > 0))
  const dropped = wanted.filter((tool) => !(searched && isSearch(tool)))
  const search = searchOptions(searched)
  if (functions.length === 0) {
    const isOptional = chatChoice === 'auto' || chatChoice === 'none' || chatChoice === undefined
    if (!isOptional && !(chatChoice === 'required' && searched)) throw missingTool(dropped)
  }
  if (dropped.length > 0) warn(`Left out tools that this provider does not have: ${listed(dropped.map(labelOf))}.`)
  if (functions.length === 0) return search
  const isParallel = body.parallel_tool_calls
  return {
    tools: functions,
    ...search,
    ...(chatChoice !== undefined && { tool_choice: chatChoice }),
    ...(typeof isParallel === 'boolean' && { parallel_tool_calls: isParallel }),
  }
}

function missingTool(dropped: readonly Tool[]) {
  if (dropped.length === 0)
    return invalidMember('tool_choice', 'requires a tool, but there is none.', 'Send the function in tools.')
  return invalidMember(
    'tool_choice',
    `requires a tool, but this provider does not have ${listed(dropped.map(labelOf))}.`,
    'Send "auto", offer functions, or choose a provider that has the Responses endpoint itself.',
  )
}

/** web_search, web_search_2025_08_26, web_search_preview, ... */
function isSearch(tool: Tool): boolean {
  return textOf(tool.type).startsWith('web_search')
}

/** `external_web_access: false` limits the search to OpenAI's index; other providers search the live web. */
function canSearch(tool: Tool, support: InboundContext['webSearch'], hasFunctions: boolean): boolean {
  if (support === null || tool.external_web_access === false) return false
  if (hasFunctions && !support.withFunctions) return false
  return support.byDomain || domainsOf(tool).length === 0
}

function domainsOf(tool: Tool) {
  return listOf(objectOf(tool.filters).allowed_domains)
}

function searchOptions(tool: Tool | undefined): { web_search_options?: UncheckedObject<WebSearchOptions> } {
  if (!tool) return {}
  const { search_context_size: size, user_location: location } = tool
  const { type: _, ...approximate } = objectOf(location)
  const domains = domainsOf(tool)
  return {
    web_search_options: {
      ...(!isAbsent(size) && { search_context_size: size }),
      ...(!isAbsent(location) && { user_location: { type: 'approximate', approximate } }),
      ...(domains.length > 0 && { allowed_domains: [...domains] }),
    },
  }
}

function checkTools(tools: UncheckedObject<ResponsesRequest>['tools']): void {
  if (isAbsent(tools)) return
  if (!Array.isArray(tools)) throw invalidMember('tools', 'expected a list of tools.')
  for (const [i, tool] of tools.entries()) {
    if (!isObject(tool) || typeof tool.type !== 'string')
      throw invalidMember(`tools[${i}]`, 'expected a tool with a type.')
    if (tool.type === 'namespace' && (textOf(tool.name) === '' || !Array.isArray(tool.tools)))
      throw invalidMember(`tools[${i}]`, 'expected a namespace with a name and a list of tools.')
  }
}

type Definition = { readonly description: string; readonly parameters?: JsonObject; readonly strict?: boolean }

function chatFunction(offered: CallableTool): OutgoingTool {
  const { tool, param, chatName, name } = offered
  if (name === '') throw namelessTool(tool, param)
  const { description, ...definition } = definitionOf(offered)
  const descriptions = [description, aboutNamespace(offered)].filter((text) => text !== '')
  const { cache_control: cache } = tool
  const called = {
    name: chatName,
    ...(descriptions.length > 0 && { description: descriptions.join('\n\n') }),
    ...definition,
  }
  return { type: 'function', function: called, ...(!isAbsent(cache) && { cache_control: cache }) }
}

function definitionOf({ kind, tool }: CallableTool): Definition {
  if (kind === 'custom') return customDefinition(tool)
  if (isClientTool(kind)) {
    const { description, parameters } = CLIENT_TOOLS[kind]
    return { description: description(tool), parameters: parameters(tool) }
  }
  const { description, parameters, strict } = tool
  return {
    description: textOf(description),
    ...(isObject(parameters) && { parameters }),
    ...(typeof strict === 'boolean' && { strict }),
  }
}

function namelessTool(tool: Tool & { readonly function?: unknown }, param: string) {
  const hint = isObject(tool.function) ? 'Responses has no inner "function": put its members beside type.' : undefined
  return invalidMember(`${param}.name`, 'expected a name.', hint)
}

/** Chat has no namespaces, so the first tool of a namespace gets the description of the namespace. */
function aboutNamespace({ about, namespace }: CallableTool): string {
  return about === '' || namespace === null ? '' : `All tools in ${namespace}: ${about}`
}

/** The only argument of a custom tool's function. */
const ARGUMENT = 'input'

function customDefinition({ description, format }: Tool): Definition {
  const descriptions = [textOf(description), grammarDescription(objectOf(format))].filter((text) => text !== '')
  const argument = { type: 'string', description: 'The whole input of the tool, as plain text.' }
  return {
    description: descriptions.join('\n\n'),
    parameters: {
      type: 'object',
      properties: { [ARGUMENT]: argument },
      required: [ARGUMENT],
      additionalProperties: false,
    },
  }
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
