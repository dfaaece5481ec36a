/** Calls the first offered tool with arguments that match its schema, if the text contains `mock:tool`. */

import { isObject, type JsonObject, newId } from './reply.ts'

export type ToolCall = {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

export function composeToolCall(tools: unknown, prompt: string): ToolCall | null {
  if (!prompt.includes('mock:tool') || !Array.isArray(tools)) return null
  const tool: unknown = tools.find((entry) => isObject(entry) && isObject(entry['function']))
  if (!isObject(tool) || !isObject(tool['function'])) return null
  const { name, parameters } = tool['function']
  if (typeof name !== 'string') return null
  const values = JSON.stringify(isObject(parameters) ? sample(parameters, 0) : {})
  return { id: newId('call_'), type: 'function', function: { name, arguments: values } }
}

/** The simplest value the schema allows. Depth is limited, because schemas may be recursive. */
function sample(schema: JsonObject, depth: number): unknown {
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object': {
      const properties = isObject(schema['properties']) && depth < 4 ? Object.entries(schema['properties']) : []
      return Object.fromEntries(
        properties.map(([key, value]) => [key, isObject(value) ? sample(value, depth + 1) : null]),
      )
    }
    default:
      return 'mock'
  }
}
