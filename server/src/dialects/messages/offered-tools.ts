/**
 * Converts the tools of a Messages request to chat tools. Anthropic's own tools, which other providers do not have, are
 * left out with a warning. Web search is replaced by the provider's, if it has one.
 */

import type { MessagesRequest, MessagesTool, MessagesToolChoice } from '../anthropic/types.ts'
import { cacheControlOf } from '../chat/request.ts'
import type { ChatRequest, WebSearchOptions } from '../chat/types.ts'
import type { InboundContext, JsonObject } from '../dialect.ts'
import { invalidBody, isAbsent, isObject, listOf, objectOf, objectsIn, textOf, type UncheckedObject } from '../json.ts'
import { listed } from '../responses/offered-tools.ts'

type Tool = UncheckedObject<MessagesTool>

/** The context if the provider is unknown. */
const ANY_PROVIDER: InboundContext = { webSearch: null, hasAnthropicTools: true, warn: () => {} }

export function toolsToChat(
  body: UncheckedObject<MessagesRequest>,
  { webSearch, hasAnthropicTools = false, warn }: InboundContext = ANY_PROVIDER,
): UncheckedObject<ChatRequest> {
  const given: Tool[] = objectsIn(body.tools)
  const others = hasAnthropicTools ? [] : given.filter(isAnthropicTool)
  const tools = hasAnthropicTools ? given : given.filter((tool) => !isAnthropicTool(tool))
  const searched = others.find((tool) => isSearch(tool) && canSearch(tool, webSearch, tools.length > 0))
  const dropped = others.filter((tool) => !(searched && isSearch(tool)))
  const choice = choiceOf(body.tool_choice, tools, others, searched)
  if (dropped.length > 0) warn(`Left out tools that this provider does not have: ${listed(dropped.map(labelOf))}.`)
  return {
    ...(searched && { web_search_options: searchOptions(searched) }),
    ...(tools.length > 0 && {
      tools: tools.map(toolToChat),
      ...(choice && choiceToChat(choice)),
      ...(choice?.disable_parallel_tool_use === true && { parallel_tool_calls: false }),
    }),
  }
}

/** Null if the request has no tool choice, or if the choice requires web search, which the provider runs itself. */
function choiceOf(
  given: unknown,
  tools: readonly Tool[],
  others: readonly Tool[],
  searched: Tool | undefined,
): UncheckedObject<MessagesToolChoice> | null {
  if (!isObject(given)) return null
  const choice: UncheckedObject<MessagesToolChoice> = given
  const named = choice.type === 'tool' ? others.find(({ name }) => name === choice.name) : undefined
  const isAnyOther = choice.type === 'any' && tools.length === 0 && others.length > 0
  if (!named && !isAnyOther) return choice
  if (searched && (isAnyOther || (named && isSearch(named)))) return null
  throw invalidBody(
    'tool_choice',
    `The choice requires a tool, but this provider does not have ${listed((named ? [named] : others).map(labelOf))}.`,
    'Send { type: "auto" }, offer functions, or choose an Anthropic model.',
  )
}

/** Tools with a date in their type (web_search_20250305, bash_20250124), and `mcp_toolset`. */
function isAnthropicTool({ type }: Tool): boolean {
  return !isAbsent(type) && type !== 'custom'
}

function labelOf({ type }: Tool): string {
  return textOf(type)
}

function isSearch({ type }: Tool): boolean {
  return textOf(type).startsWith('web_search')
}

function canSearch(tool: Tool, support: InboundContext['webSearch'], hasFunctions: boolean): boolean {
  if (support === null || listOf(tool.blocked_domains).length > 0) return false
  if (hasFunctions && !support.withFunctions) return false
  return support.byDomain || listOf(tool.allowed_domains).length === 0
}

function searchOptions({ user_location: location, allowed_domains: domains }: Tool): UncheckedObject<WebSearchOptions> {
  const { type: _, ...approximate } = objectOf(location)
  return {
    ...(!isAbsent(location) && { user_location: { type: 'approximate', approximate } }),
    ...(listOf(domains).length > 0 && { allowed_domains: [...listOf(domains)] }),
  }
}

function toolToChat(tool: Tool): UncheckedObject<NonNullable<ChatRequest['tools']>[number]> {
  if (isAnthropicTool(tool)) return tool as JsonObject
  return {
    type: 'function',
    function: {
      name: tool.name,
      ...(!isAbsent(tool.description) && { description: tool.description }),
      parameters: isObject(tool.input_schema) ? tool.input_schema : { type: 'object', properties: {} },
      ...(tool.strict === true && { strict: true }),
    },
    ...cacheControlOf(tool),
  }
}

function choiceToChat(choice: UncheckedObject<MessagesToolChoice>): UncheckedObject<ChatRequest> {
  switch (choice.type) {
    case 'auto':
    case 'none':
      return { tool_choice: choice.type }
    case 'any':
      return { tool_choice: 'required' }
    case 'tool':
      return { tool_choice: { type: 'function', function: { name: choice.name } } }
    default:
      throw invalidBody('tool_choice.type', 'The tool choice is unknown.', 'Use auto, any, tool or none.')
  }
}
