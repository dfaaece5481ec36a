/**
 * Tools that take free text (Codex's `apply_patch`, with a grammar): chat hosts have only functions, so each becomes a function
 * with one text argument on the way out, and its calls become calls of a custom tool again.
 */

import type { JsonObject } from '../dialect.ts'
import { isAbsent, isObject, listOf, objectOf, textOf, unsayable } from '../framing/json-shape.ts'

/** The one argument of the function. */
const ARGUMENT = 'input'

/** The names of the custom tools that a Responses request offers. */
export function customToolNames(request: JsonObject): string[] {
  const tools = listOf(request['tools']).filter(isObject)
  return tools.filter(({ type }) => type === 'custom').map(({ name }) => textOf(name))
}

export function customFunction(tool: JsonObject, param: string): JsonObject {
  const { name, description, format, cache_control: cache } = tool
  if (typeof name !== 'string' || name === '') throw unsayable(`${param}.name`, 'expected a name.')
  const words = [textOf(description), grammarWords(objectOf(format))].filter((text) => text !== '')
  const argument = { type: 'string', description: 'The whole input of the tool, as plain text.' }
  const called = {
    name,
    ...(words.length > 0 && { description: words.join('\n\n') }),
    parameters: {
      type: 'object',
      properties: { [ARGUMENT]: argument },
      required: [ARGUMENT],
      additionalProperties: false,
    },
  }
  return { type: 'function', function: called, ...(!isAbsent(cache) && { cache_control: cache }) }
}

/** OpenAI holds the model to the grammar; elsewhere the model can only be told. */
function grammarWords({ type, syntax, definition }: JsonObject): string {
  if (type !== 'grammar' || textOf(definition) === '') return ''
  const kind = syntax === 'regex' ? 'regular expression' : `${textOf(syntax) || 'lark'} grammar`
  return `The text given as \`${ARGUMENT}\` must match this ${kind}:\n\n${textOf(definition)}`
}

/** The input of an earlier call as the arguments of the function. */
export function customArguments(input: unknown): string {
  return JSON.stringify({ [ARGUMENT]: textOf(input) })
}

/** The input in whole arguments; models that know the tool by heart write the text itself. */
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
