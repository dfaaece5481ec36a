/** Compiles a prompt: chat prompts to messages whose strings are templates, text prompts to one template. */

import { GatewayError } from '../core/errors.ts'
import { parseTemplate, type Template, type TemplateNode } from './parse-template.ts'
import type { Rendering } from './rendering.ts'

const MAX_DEPTH = 32
const MAX_RENDERED_BYTES = 8 * 1024 * 1024

export type CompiledPrompt = {
  readonly kind: 'chat' | 'text'
  /** Returns messages (chat) or a string (text). */
  readonly render: (rendering: Rendering) => unknown
  /** As written in the template: `slug`, `slug@5`. */
  readonly partials: readonly string[]
}

type Part = (rendering: Rendering) => unknown

export function compilePrompt(source: string, isRaw: boolean): CompiledPrompt {
  if (isRaw) return compileRaw(source)
  const messages = readMessages(source)
  if (messages === null) {
    const template = parseTemplate(source)
    return { kind: 'text', render: (rendering) => rendering.text(template), partials: partialsOf(template.nodes) }
  }
  for (const message of messages) refuseMovingRole(message)
  const partials = new Set<string>()
  const part = compileValue(messages, partials, 0)
  return { kind: 'chat', render: part ?? (() => messages), partials: [...partials] }
}

/** Null for plain text, such as Llama's `[INST]`. Invalid JSON that starts like messages is an error. */
function readMessages(source: string): readonly Readonly<Record<string, unknown>>[] | null {
  if (!source.trimStart().startsWith('[')) return null
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    if (!/^\s*\[\s*\{\s*"/.test(source)) return null
    throw invalid(
      `The messages are not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}.`,
      'Fix the JSON, or set "is_raw_template": 1 to use sections between messages.',
    )
  }
  return requireMessages(value, 'string')
}

function requireMessages(value: unknown, param: string): readonly Readonly<Record<string, unknown>>[] {
  const isList = Array.isArray(value) && value.length > 0
  const messages = (isList ? value : []) as readonly Readonly<Record<string, unknown>>[]
  const wrong = messages.findIndex(
    (message) =>
      typeof message !== 'object' || message === null || typeof message['role'] !== 'string' || message['role'] === '',
  )
  if (isList && wrong < 0) return messages
  const what = isList ? `message ${wrong} has no role` : 'it is not a list of at least one message'
  throw new GatewayError('template_invalid', {
    param,
    message: `A chat prompt is a list of messages: ${what}.`,
    hint: 'Write [{"role": "user", "content": "Hello {{name}}"}].',
  })
}

/** A variable must not be able to change the role of a message. */
function refuseMovingRole(message: Readonly<Record<string, unknown>>): void {
  if (!String(message['role']).includes('{{')) return
  throw invalid('The role of a message cannot contain a tag.', 'Write the role itself, or use "is_raw_template": 1.')
}

/** Null if the value contains no template and can be used unchanged. */
function compileValue(value: unknown, partials: Set<string>, depth: number): Part | null {
  if (depth > MAX_DEPTH) throw invalid(`The messages nest deeper than ${MAX_DEPTH} levels.`)
  if (typeof value === 'string') {
    if (!value.includes('{{')) return null
    const template = parseTemplate(value)
    for (const partial of partialsOf(template.nodes)) partials.add(partial)
    return (rendering) => rendering.text(template)
  }
  if (typeof value !== 'object' || value === null) return null
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, inner as unknown, compileValue(inner, partials, depth + 1)] as const,
  )
  // Frozen, because all requests share it.
  Object.freeze(value)
  if (entries.every(([, , part]) => part === null)) return null
  if (Array.isArray(value)) return (rendering) => entries.map(([, inner, part]) => (part ? part(rendering) : inner))
  return (rendering) => {
    const made: Record<string, unknown> = {}
    for (const [key, inner, part] of entries) made[key] = part ? part(rendering) : inner
    return made
  }
}

function compileRaw(source: string): CompiledPrompt {
  const template: Template = parseTemplate(source)
  refuseLooseBackslash(template.nodes)
  return {
    kind: 'chat',
    partials: partialsOf(template.nodes),
    render(rendering) {
      const text = rendering.json(template)
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch (error) {
        throw invalid(
          `With these variables the template is not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}.`,
          'Check the commas between sections; POST /v1/prompts/{id}/render shows the result.',
        )
      }
      return requireMessages(value, 'variables')
    },
  }
}

/** In `\{{value}}` the backslash would escape the first character of the value. */
function refuseLooseBackslash(nodes: readonly TemplateNode[]): void {
  for (const [i, node] of nodes.entries()) {
    if (node.kind === 'section') refuseLooseBackslash(node.nodes)
    if (node.kind !== 'text' || i === nodes.length - 1) continue
    const backslashes = /\\*$/.exec(node.text.slice(-64))?.[0].length ?? 0
    if (backslashes % 2 === 1) throw invalid('The template has a backslash directly before a tag.')
  }
}

export function partialsOf(nodes: readonly TemplateNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'partial') return [node.reference]
    return node.kind === 'section' ? partialsOf(node.nodes) : []
  })
}

export function refuseTooLarge(text: string): void {
  if (Buffer.byteLength(text) <= MAX_RENDERED_BYTES) return
  throw new GatewayError('template_limit', {
    param: 'variables',
    message: `The prompt renders to more than ${MAX_RENDERED_BYTES} bytes.`,
  })
}

function invalid(message: string, hint?: string): GatewayError {
  return new GatewayError('template_invalid', { param: 'string', message, ...(hint !== undefined && { hint }) })
}
