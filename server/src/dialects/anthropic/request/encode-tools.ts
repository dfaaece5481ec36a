/** Tool definitions and tool choice of OpenAI's format in Anthropic's. */

import type { JsonObject } from '../../dialect.ts'
import { cacheControlOf, isGiven, isObject, objectsIn, refusal, textOf } from '../json-value.ts'
import type { ModelTraits } from './model-traits.ts'
import { strictSchema } from './strict-schema.ts'

/** Anthropic's own members of a tool that a caller may set on OpenAI's form of it. */
const NATIVE_MEMBERS = ['defer_loading', 'allowed_callers', 'input_examples', 'eager_input_streaming'] as const

// platform.claude.com/docs/en/build-with-claude/structured-outputs: more strict tools than this are refused.
const MAX_STRICT_TOOLS = 20

const NATIVE_CHOICES = new Set(['auto', 'any', 'tool', 'none'])

export type ToolMembers = { tools?: JsonObject[]; tool_choice?: JsonObject }

export function encodeTools(body: JsonObject, traits: ModelTraits): ToolMembers {
  const search = searchTool(body.web_search_options)
  if (!isGiven(body.tools)) return search === null ? {} : { tools: [search] }
  if (!Array.isArray(body.tools)) throw refusal('tools', '`tools` must be a list.', 'Send a list of tools.')
  const allowed = allowedNames(body.tool_choice)
  const given = objectsIn(body.tools).filter((tool) => allowed === null || allowed.has(nameOf(tool)))
  const strictCount = given.filter((tool) => isObject(tool.function) && tool.function.strict === true).length
  const isStrictTaken = traits.takesStrictTools && strictCount <= MAX_STRICT_TOOLS
  const tools = given.map((tool, index) => encodeTool(tool, `tools[${index}]`, isStrictTaken))
  if (search !== null) tools.push(search)
  // Anthropic refuses a choice where there is nothing to choose from.
  if (tools.length === 0) return {}
  const choice = encodeChoice(body.tool_choice, body.parallel_tool_calls === false)
  return { tools, ...(choice && { tool_choice: choice }) }
}

/** OpenAI switches web search on by a member of the request, Anthropic offers it as a tool that it runs itself. */
function searchTool(options: unknown): JsonObject | null {
  if (!isGiven(options)) return null
  const { user_location: location, allowed_domains: domains } = isObject(options) ? options : {}
  const place = isObject(location) && isObject(location.approximate) ? location.approximate : null
  return {
    type: 'web_search_20250305',
    name: 'web_search',
    ...(place && { user_location: { ...place, type: 'approximate' } }),
    ...(Array.isArray(domains) && { allowed_domains: domains }),
  }
}

function nameOf(tool: JsonObject): string {
  return isObject(tool.function) ? textOf(tool.function.name) : textOf(tool.name)
}

function encodeTool(tool: JsonObject, param: string, isStrictTaken: boolean): JsonObject {
  if (tool.type === 'custom' && isObject(tool.custom)) {
    throw refusal(param, 'Custom tools with free text cannot be said in Anthropic’s format.', 'Use a function tool.')
  }
  // A tool in Anthropic's own words (web_search_20250305, bash_20250124, { name, input_schema }) goes along as it is.
  if (!isObject(tool.function)) return tool
  const { name, description, parameters, strict } = tool.function
  if (typeof name !== 'string') throw refusal(`${param}.function.name`, 'A function needs a name.', 'Send its name.')
  const schema: JsonObject = { type: 'object', ...(isObject(parameters) ? parameters : { properties: {} }) }
  const isStrict = strict === true && isStrictTaken
  const native = NATIVE_MEMBERS.filter((member) => isGiven(tool[member])).map((member) => [member, tool[member]])
  return {
    name,
    ...(typeof description === 'string' && { description }),
    input_schema: isStrict ? strictSchema(schema) : schema,
    ...(isStrict && { strict: true }),
    ...Object.fromEntries(native),
    ...cacheControlOf(tool.function),
    ...cacheControlOf(tool),
  }
}

function encodeChoice(choice: unknown, isSerial: boolean): JsonObject | null {
  const encoded = choiceOf(choice)
  if (!isSerial || encoded?.type === 'none') return encoded
  return { ...(encoded ?? { type: 'auto' }), disable_parallel_tool_use: true }
}

function choiceOf(choice: unknown): JsonObject | null {
  if (!isGiven(choice)) return null
  if (choice === 'auto' || choice === 'none') return { type: choice }
  if (choice === 'required') return { type: 'any' }
  if (isObject(choice)) {
    if (isObject(choice.function)) return { type: 'tool', name: textOf(choice.function.name) }
    if (choice.type === 'allowed_tools') {
      const allowed = isObject(choice.allowed_tools) ? choice.allowed_tools : choice
      return { type: allowed.mode === 'required' ? 'any' : 'auto' }
    }
    if (typeof choice.type === 'string' && NATIVE_CHOICES.has(choice.type)) return choice
  }
  throw refusal(
    'tool_choice',
    `The tool choice ${JSON.stringify(choice)} cannot be said in Anthropic's format.`,
    'Use auto, none, required, or { type: "function", function: { name } }.',
  )
}

/** OpenAI's `allowed_tools` narrows the list for one call; Anthropic has only the list itself. */
function allowedNames(choice: unknown): Set<string> | null {
  if (!isObject(choice) || choice.type !== 'allowed_tools') return null
  const allowed = isObject(choice.allowed_tools) ? choice.allowed_tools : choice
  return new Set(objectsIn(allowed.tools).map(nameOf))
}
