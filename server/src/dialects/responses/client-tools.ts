/**
 * Converts OpenAI's special tool types that the caller runs (shells, patches, tool search) to chat functions. Their
 * calls are returned as the items that the caller expects.
 */

import type { JsonObject } from '../dialect.ts'
import { finiteOf, isObject, listOf, objectOf, textOf, type UncheckedObject } from '../json.ts'
import type { InputItem, ResponsesTool } from './types.ts'

type Tool = UncheckedObject<ResponsesTool>
type Item = UncheckedObject<InputItem>

export type ClientToolKind = 'local_shell' | 'shell' | 'apply_patch' | 'tool_search'

type ClientTool = {
  /** False if OpenAI runs the tool. */
  runsAtCaller(tool: Tool): boolean
  description(tool: Tool): string
  parameters(tool: Tool): JsonObject
  /** The members of the response item. Clients reject items without them, so each has a value. */
  membersOf(args: unknown): JsonObject
  /** The arguments of an earlier call. */
  argumentsOf(item: Item): unknown
}

const text = { type: 'string' }
const integer = { type: 'integer' }
const texts = { type: 'array', items: text }

function schema(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false }
}

function textsIn(value: unknown): string[] {
  return listOf(value).filter((item): item is string => typeof item === 'string')
}

export const CLIENT_TOOLS: Readonly<Record<ClientToolKind, ClientTool>> = {
  local_shell: {
    runsAtCaller: () => true,
    description: () => 'Runs a command on the user’s machine and returns its output.',
    parameters: () =>
      schema(
        {
          command: { ...texts, description: 'The program and its arguments.' },
          working_directory: text,
          timeout_ms: integer,
          env: { type: 'object', additionalProperties: text },
        },
        ['command'],
      ),
    membersOf(value) {
      const args: JsonObject = objectOf(value)
      const directory = textOf(args['working_directory']) || null
      const action = {
        type: 'exec',
        command: textsIn(args['command']),
        env: objectOf(args['env']),
        timeout_ms: finiteOf(args['timeout_ms']),
        working_directory: directory,
        user: null,
      }
      return { action }
    },
    argumentsOf(item) {
      const { command, env, timeout_ms: timeout, working_directory: directory } = objectOf(item.action)
      return {
        command: textsIn(command),
        ...(textOf(directory) !== '' && { working_directory: directory }),
        ...(finiteOf(timeout) !== null && { timeout_ms: timeout }),
        ...(Object.keys(objectOf(env)).length > 0 && { env }),
      }
    },
  },
  shell: {
    runsAtCaller(tool) {
      const { type } = objectOf(tool.environment)
      return type === undefined || type === 'local'
    },
    description: () => 'Runs shell commands on the user’s machine and returns their output.',
    parameters: () => schema({ commands: texts, timeout_ms: integer, max_output_length: integer }, ['commands']),
    membersOf(value) {
      const args: JsonObject = objectOf(value)
      const action = {
        commands: textsIn(args['commands']),
        timeout_ms: finiteOf(args['timeout_ms']),
        max_output_length: finiteOf(args['max_output_length']),
      }
      return { action, environment: null }
    },
    argumentsOf(item) {
      const { commands, timeout_ms: timeout, max_output_length: most } = objectOf(item.action)
      return {
        commands: textsIn(commands),
        ...(finiteOf(timeout) !== null && { timeout_ms: timeout }),
        ...(finiteOf(most) !== null && { max_output_length: most }),
      }
    },
  },
  apply_patch: {
    runsAtCaller: () => true,
    description: () =>
      'Creates, changes or deletes one file. `diff` is in V4A format: each line starts with a space (unchanged), - (removed) ' +
      'or + (added), and @@ starts a section. For create_file, each line starts with +. delete_file has no diff.',
    parameters: () =>
      schema(
        { type: { type: 'string', enum: ['create_file', 'update_file', 'delete_file'] }, path: text, diff: text },
        ['type', 'path'],
      ),
    membersOf(value) {
      const { type, path, diff }: JsonObject = objectOf(value)
      const named = { type: textOf(type) || 'update_file', path: textOf(path) }
      return { operation: type === 'delete_file' ? named : { ...named, diff: textOf(diff) } }
    },
    argumentsOf: (item) => objectOf(item.operation),
  },
  tool_search: {
    runsAtCaller: (tool) => tool.execution === 'client',
    description: (tool) => textOf(tool.description) || 'Finds tools and makes them available.',
    parameters: (tool) => (isObject(tool.parameters) ? tool.parameters : schema({ query: text }, ['query'])),
    membersOf: (value) => ({ execution: 'client', arguments: value ?? {} }),
    argumentsOf: (item) => (isObject(item.arguments) ? item.arguments : {}),
  },
}

export function isClientTool(kind: unknown): kind is ClientToolKind {
  return typeof kind === 'string' && Object.hasOwn(CLIENT_TOOLS, kind)
}

/** The kind of the tool that an item calls: `shell_call` calls `shell`. */
export function calledTool(itemType: string): ClientToolKind | null {
  const kind = itemType.endsWith('_call') ? itemType.slice(0, -'_call'.length) : ''
  return isClientTool(kind) ? kind : null
}

/** The result of an earlier call as text; null if the item is not a result. */
export function resultText(item: Item): string | null {
  switch (item.type) {
    case 'local_shell_call_output':
      return textOf(item.output)
    case 'shell_call_output':
      return typeof item.output === 'string' ? item.output : JSON.stringify(item.output ?? [])
    case 'apply_patch_call_output':
      return textOf(item.output) || textOf(item.status)
    case 'tool_search_output':
      return JSON.stringify(item.tools ?? [])
    default:
      return null
  }
}
