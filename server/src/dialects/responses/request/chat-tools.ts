/** The tools of a Responses request as chat's: those the caller runs have an equal there, most that OpenAI runs have none. */

import type { JsonObject } from '../../dialect.ts'
import { isAbsent, isObject, listOf, objectOf, textOf, unsayable } from '../../framing/json-shape.ts'
import { customFunction, customToolNames } from '../custom-tool.ts'

type Choice = {
  /** As chat says it. */
  readonly said: unknown
  /** True when the model may call this tool under the choice. */
  mayCall(tool: JsonObject): boolean
  /** True when tools outside the choice must not even be shown, because chat cannot forbid single ones. */
  readonly isNarrow: boolean
}

/** OpenAI takes 128 tools. The main thread keeps the names of these while it reads the answer. */
const MAX_CUSTOM_TOOLS = 10_000

export function chatTools(body: JsonObject): JsonObject {
  const tools = readTools(body['tools'])
  if (tools.length > MAX_CUSTOM_TOOLS && customToolNames(body).length > MAX_CUSTOM_TOOLS)
    throw unsayable('tools', `has more than ${MAX_CUSTOM_TOOLS} custom tools.`)
  const choice = readChoice(body['tool_choice'])
  refuseUnsayableTools(tools, choice)
  const functions = tools.flatMap((tool, i) => {
    if (!CALLABLE.has(tool['type']) || (choice.isNarrow && !choice.mayCall(tool))) return []
    return [tool['type'] === 'custom' ? customFunction(tool, `tools[${i}]`) : chatFunction(tool, `tools[${i}]`)]
  })
  const search = webSearch(tools.find((tool) => isSearch(tool) && choice.mayCall(tool)))
  if (functions.length === 0) {
    if (choice.said === 'auto' || choice.said === 'none' || choice.said === undefined) return search
    if (choice.said === 'required' && Object.keys(search).length > 0) return search
    throw unsayable('tool_choice', 'asks for a tool and there is none.', 'Send the function in tools.')
  }
  const isParallel = body['parallel_tool_calls']
  return {
    tools: functions,
    ...search,
    ...(choice.said !== undefined && { tool_choice: choice.said }),
    ...(typeof isParallel === 'boolean' && { parallel_tool_calls: isParallel }),
  }
}

/** Tools that the caller runs. */
const CALLABLE: ReadonlySet<unknown> = new Set(['function', 'custom'])

/** web_search, web_search_2025_08_26, web_search_preview, ... */
function isSearch(tool: JsonObject): boolean {
  return textOf(tool['type']).startsWith('web_search')
}

/** Chat's word for it; a provider that cannot search says so. */
function webSearch(tool: JsonObject | undefined): JsonObject {
  if (!tool) return {}
  const { search_context_size: size, user_location: location, filters } = tool
  const { type: _, ...place } = objectOf(location)
  const domains = objectOf(filters)['allowed_domains']
  const options = {
    ...(!isAbsent(size) && { search_context_size: size }),
    ...(!isAbsent(location) && { user_location: { type: 'approximate', approximate: place } }),
    ...(Array.isArray(domains) && domains.length > 0 && { allowed_domains: domains }),
  }
  return { web_search_options: options }
}

function readTools(tools: unknown): readonly JsonObject[] {
  if (isAbsent(tools)) return []
  if (!Array.isArray(tools)) throw unsayable('tools', 'expected a list of tools.')
  return tools.map((tool: unknown, i) => {
    if (isObject(tool) && typeof tool['type'] === 'string') return tool
    throw unsayable(`tools[${i}]`, 'expected a tool with a type.')
  })
}

function readChoice(choice: unknown): Choice {
  if (isAbsent(choice)) return { said: undefined, mayCall: () => true, isNarrow: false }
  if (choice === 'none') return { said: choice, mayCall: () => false, isNarrow: false }
  if (choice === 'auto' || choice === 'required') return { said: choice, mayCall: () => true, isNarrow: false }
  const { type, name, mode, tools } = objectOf(choice)
  if (CALLABLE.has(type) && typeof name === 'string' && name !== '') {
    const isNamed = (tool: JsonObject) => tool['type'] === type && tool['name'] === name
    return { said: { type: 'function', function: { name } }, mayCall: isNamed, isNarrow: false }
  }
  if (type === 'allowed_tools') {
    const allowed = new Set(listOf(tools).map((tool) => nameOf(objectOf(tool))))
    const said = mode === 'required' ? 'required' : 'auto'
    return { said, mayCall: (tool) => allowed.has(nameOf(tool)), isNarrow: true }
  }
  const what = typeof type === 'string' ? `a choice of type ${type}` : JSON.stringify(choice)
  throw unsayable(
    'tool_choice',
    `${what} has no equal in chat.`,
    'Use "auto", "none", "required", {"type":"function","name":...}, {"type":"custom","name":...} or allowed_tools.',
  )
}

function refuseUnsayableTools(tools: readonly JsonObject[], choice: Choice): void {
  const refused = tools.filter((tool) => !CALLABLE.has(tool['type']) && !isSearch(tool) && choice.mayCall(tool))
  const [first] = refused
  if (!first) return
  throw unsayable(
    `tools[${tools.indexOf(first)}]`,
    `this provider is reached through chat, which has no ${[...new Set(refused.map(nameOf))].join(', ')}.`,
    'Leave these tools out, offer functions instead, or choose a provider that has the Responses endpoint itself.',
  )
}

/** `web_search`, `custom apply_patch`, `function weather`. */
function nameOf(tool: JsonObject): string {
  return [tool['type'], tool['name'] ?? tool['server_label']].filter((word) => typeof word === 'string').join(' ')
}

function chatFunction(tool: JsonObject, param: string): JsonObject {
  const { name, description, parameters, strict, cache_control: cache } = tool
  if (typeof name !== 'string' || name === '') {
    const hint = isObject(tool['function'])
      ? 'Responses has no inner "function": put its members beside type.'
      : undefined
    throw unsayable(`${param}.name`, 'expected a name.', hint)
  }
  const called = {
    name,
    ...(textOf(description) !== '' && { description }),
    ...(isObject(parameters) && { parameters }),
    ...(typeof strict === 'boolean' && { strict }),
  }
  return { type: 'function', function: called, ...(!isAbsent(cache) && { cache_control: cache }) }
}
