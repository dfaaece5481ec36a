/** Reads `tools` and `tool_choice` of OpenAI's format: which functions the model may call, and whether it must. */

import type { JsonObject } from '../dialect.ts'
import { isAbsent, isObject, objectOf, textOf, unsayable } from './json-shape.ts'

export type FunctionTool = {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  readonly strict: boolean
  readonly cacheControl: unknown
}

export type ToolMode = 'auto' | 'none' | 'required' | { readonly name: string }

export type ToolChoice = {
  readonly functions: readonly FunctionTool[]
  /** Tools that are no functions, for the provider's own kinds. */
  readonly others: readonly { readonly tool: JsonObject; readonly param: string }[]
  readonly mode: ToolMode
}

/** A function without parameters takes an empty object. */
const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }

export function chooseTools(body: JsonObject): ToolChoice {
  for (const old of ['functions', 'function_call']) {
    if (!isAbsent(body[old])) throw unsayable(old, 'is OpenAI’s old form.', 'Send tools and tool_choice instead.')
  }
  const functions: FunctionTool[] = []
  const others: { tool: JsonObject; param: string }[] = []
  const tools = body['tools']
  if (!isAbsent(tools) && !Array.isArray(tools)) throw unsayable('tools', 'expected a list of tools.')
  for (const [i, tool] of (tools ?? []).entries()) {
    const param = `tools[${i}]`
    if (!isObject(tool)) throw unsayable(param, 'expected a tool.')
    if (tool['type'] === 'function') functions.push(readFunction(tool, param))
    else others.push({ tool, param })
  }
  const { mode, allowed } = readChoice(body['tool_choice'])
  return { functions: allowed ? functions.filter(({ name }) => allowed.has(name)) : functions, others, mode }
}

function readFunction(tool: JsonObject, param: string): FunctionTool {
  const { name, description, parameters, strict } = objectOf(tool['function'])
  if (typeof name !== 'string' || name === '') throw unsayable(`${param}.function.name`, 'expected a name.')
  return {
    name,
    description: textOf(description),
    parameters: isObject(parameters) ? parameters : NO_PARAMETERS,
    strict: strict === true,
    cacheControl: tool['cache_control'] ?? objectOf(tool['function'])['cache_control'],
  }
}

type Choice = { readonly mode: ToolMode; readonly allowed?: ReadonlySet<string> }

function readChoice(choice: unknown): Choice {
  if (isAbsent(choice)) return { mode: 'auto' }
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { mode: choice }
  const { type, function: called, allowed_tools: allowed } = objectOf(choice)
  const name = textOf(objectOf(called)['name'])
  if (type === 'function' && name !== '') return { mode: { name } }
  if (type === 'allowed_tools') {
    const { mode, tools } = objectOf(allowed)
    const names = (Array.isArray(tools) ? tools : []).map((tool) =>
      textOf(objectOf(objectOf(tool)['function'])['name']),
    )
    return { mode: mode === 'required' ? 'required' : 'auto', allowed: new Set(names) }
  }
  throw unsayable('tool_choice', 'expected "auto", "none", "required" or {"type":"function","function":{"name":...}}.')
}
