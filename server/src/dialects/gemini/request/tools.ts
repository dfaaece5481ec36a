/** Tools and the choice among them, as Gemini's function declarations and calling config. */

import type { JsonObject } from '../../dialect.ts'
import { camelCase, isGiven, listOf, objectOf, refusal, textOf } from '../members.ts'
import { reduceSchema } from './schema.ts'

/** Tools that run at Google; a function of this name without a schema of its own means them (contract 7.5). */
const NATIVE: ReadonlySet<string> = new Set([
  'googleSearch',
  'googleSearchRetrieval',
  'googleMaps',
  'computerUse',
  'codeExecution',
  'urlContext',
])

export function encodeTools(body: JsonObject): JsonObject {
  const { declarations, native } = readTools(body)
  const tools = declarations.length > 0 ? [{ functionDeclarations: declarations }, ...native] : native
  if (tools.length === 0) return {}
  const config = declarations.length > 0 ? encodeChoice(body) : null
  return config ? { tools, toolConfig: { functionCallingConfig: config } } : { tools }
}

function readTools(body: JsonObject): { declarations: JsonObject[]; native: JsonObject[] } {
  const declarations: JsonObject[] = []
  const native: JsonObject[] = []
  const add = (definition: JsonObject, place: string) => {
    const name = textOf(definition['name'])
    if (name === null) throw refusal(`${place}.name`, 'expected the name of the function.', 'Give it a name.')
    if (isNative(name, definition)) native.push({ [camelCase(name)]: objectOf(definition['parameters']) ?? {} })
    else declarations.push(declare(name, definition))
  }
  for (const [i, value] of listOf(body['tools']).entries()) {
    const tool = objectOf(value) ?? {}
    const definition = objectOf(tool['function'])
    if (definition) add(definition, `tools[${i}].function`)
    else if (tool['type'] === undefined && Object.keys(tool).length > 0) native.push(tool)
    else throw refusal(`tools[${i}]`, 'only function tools and Gemini’s own tools can be sent to Gemini.')
  }
  for (const [i, value] of listOf(body['functions']).entries()) add(objectOf(value) ?? {}, `functions[${i}]`)
  if (isGiven(objectOf(body['web_search_options'])?.['allowed_domains'])) {
    throw refusal('web_search_options.allowed_domains', 'Google searches the whole web.', 'Leave the domains out.')
  }
  if (isGiven(body['web_search_options']) && !native.some((tool) => tool['googleSearch'] !== undefined)) {
    native.push({ googleSearch: {} })
  }
  return { declarations, native }
}

function isNative(name: string, definition: JsonObject): boolean {
  if (!NATIVE.has(camelCase(name))) return false
  const parameters = objectOf(definition['parameters']) ?? {}
  return parameters['type'] === undefined && parameters['properties'] === undefined
}

function declare(name: string, definition: JsonObject): JsonObject {
  const declaration: JsonObject = { name }
  if (isGiven(definition['description'])) declaration['description'] = definition['description']
  const parameters = objectOf(definition['parameters'])
  if (!parameters) return declaration
  const reduced = reduceSchema(parameters)
  // A recursive schema can only be said in the member that takes JSON schema as it is.
  if (!reduced) return { ...declaration, parametersJsonSchema: parameters }
  // An object without properties is refused; a function without parameters has none.
  const isEmpty = reduced['properties'] === undefined && reduced['anyOf'] === undefined
  return isEmpty ? declaration : { ...declaration, parameters: reduced }
}

function encodeChoice(body: JsonObject): JsonObject | null {
  const isLegacy = !isGiven(body['tool_choice'])
  const choice = isLegacy ? body['function_call'] : body['tool_choice']
  const place = isLegacy ? 'function_call' : 'tool_choice'
  if (!isGiven(choice)) return null
  if (choice === 'auto') return { mode: 'AUTO' }
  if (choice === 'none') return { mode: 'NONE' }
  if (choice === 'required' || choice === 'any') return { mode: 'ANY' }
  const named = objectOf(choice)
  if (named?.['type'] === 'allowed_tools') return allowedTools(named)
  const name = textOf(objectOf(named?.['function'])?.['name']) ?? textOf(named?.['name'])
  if (name !== null) return { mode: 'ANY', allowedFunctionNames: [name] }
  throw refusal(place, 'expected auto, none, required or the name of a function.', 'Send one of these forms.')
}

/** Only ANY and VALIDATED take names; VALIDATED leaves the model free to answer in words. */
function allowedTools(choice: JsonObject): JsonObject {
  const allowed = objectOf(choice['allowed_tools']) ?? choice
  const names = listOf(allowed['tools'])
    .map((tool) => textOf(objectOf(objectOf(tool)?.['function'])?.['name']) ?? textOf(objectOf(tool)?.['name']))
    .filter((name) => name !== null)
  return { mode: allowed['mode'] === 'required' ? 'ANY' : 'VALIDATED', allowedFunctionNames: names }
}
