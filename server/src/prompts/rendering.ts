/** Renders a template once, within limits on work and output size. Variables are inserted as data, never as template text. */

import { isDeeperThan } from '../core/body/json-text.ts'
import { GatewayError } from '../core/errors.ts'
import type { Name, Template, TemplateNode } from './parse-template.ts'

const MAX_OUTPUT = 8 * 1024 * 1024
const MAX_PARTIALS_DEEP = 8
const MAX_ITERATIONS = 10_000
const MAX_STEPS = 300_000
const MAX_JSON_DEEP = 64
const MAX_WARNED = 20

const MISSING = Symbol('missing')

/** Thrown if a partial is not loaded. The caller loads it and renders again. */
export class PartialNeeded {
  constructor(readonly reference: string) {}
}

export type Variables = Readonly<Record<string, unknown>>
export type PartialFinder = (reference: string) => Template | undefined

export class Rendering {
  /** Variables that the template uses and the request does not set. */
  readonly #missing = new Set<string>()
  readonly #parsed = new Map<string, unknown>()
  #steps = 0
  #iterations = 0
  #length = 0
  #partialsDeep = 0

  constructor(
    private readonly variables: Variables,
    private readonly findPartial: PartialFinder,
  ) {}

  text(template: Template): string {
    return this.#run(template.nodes, [this.variables], null)
  }

  /** Renders a JSON document. A variable cannot end the string it is in; outside of strings it becomes one JSON value. */
  json(template: Template): string {
    return this.#run(template.nodes, [this.variables], new JsonCursor())
  }

  get warning(): string | null {
    if (this.#missing.size === 0) return null
    const names = [...this.#missing].slice(0, MAX_WARNED).map((name) => JSON.stringify(name))
    const more = this.#missing.size > MAX_WARNED ? ` and ${this.#missing.size - MAX_WARNED} more` : ''
    return `Prompt variables without a value: ${names.join(', ')}${more}.`
  }

  #run(nodes: readonly TemplateNode[], stack: readonly unknown[], json: JsonCursor | null): string {
    let out = ''
    for (const node of nodes) {
      if (++this.#steps > MAX_STEPS) throw limit(`renders more than ${MAX_STEPS} tags`)
      const piece = this.#render(node, stack, json)
      out += piece
      // Sections and partials have already counted their content.
      if (node.kind === 'text' || node.kind === 'value') this.#length += piece.length
      if (this.#length > MAX_OUTPUT) throw limit(`renders to more than ${MAX_OUTPUT} characters`)
    }
    return out
  }

  #render(node: TemplateNode, stack: readonly unknown[], json: JsonCursor | null): string {
    switch (node.kind) {
      case 'text':
        json?.follow(node.text)
        return node.text
      case 'value': {
        const text = this.#textOf(node.name, stack)
        return json === null ? text : json.value(text)
      }
      case 'section':
        return this.#section(node.nodes, node.isInverted, this.#find(node.name, stack), stack, json)
      case 'partial':
        return this.#partial(node.reference, stack, json)
      case 'chosen_partial': {
        const reference = this.#textOf(node.name, stack)
        return reference === '' ? '' : this.#partial(reference, stack, json)
      }
    }
  }

  #section(
    nodes: readonly TemplateNode[],
    isInverted: boolean,
    found: unknown,
    stack: readonly unknown[],
    json: JsonCursor | null,
  ): string {
    const value = found === MISSING ? undefined : this.#structured(found)
    const isEmpty = isNothing(value)
    if (isInverted) return isEmpty ? this.#run(nodes, stack, json) : ''
    if (isEmpty) return ''
    let out = ''
    for (const item of Array.isArray(value) ? value : [value]) {
      this.#count()
      out += this.#run(nodes, [...stack, item], json)
    }
    return out
  }

  #partial(reference: string, stack: readonly unknown[], json: JsonCursor | null): string {
    this.#count()
    if (this.#partialsDeep >= MAX_PARTIALS_DEEP)
      throw limit(`nests partials more than ${MAX_PARTIALS_DEEP} deep, or in a circle`)
    const template = this.findPartial(reference)
    if (template === undefined) throw new PartialNeeded(reference)
    this.#partialsDeep++
    // Inside a string the partial is escaped text; elsewhere it is part of the JSON document.
    const inQuotes = json?.isInString === true
    const text = this.#run(template.nodes, stack, inQuotes ? null : json)
    this.#partialsDeep--
    return inQuotes && json !== null ? json.value(text) : text
  }

  #count(): void {
    if (++this.#iterations > MAX_ITERATIONS)
      throw limit(`repeats its sections and partials more than ${MAX_ITERATIONS} times`)
  }

  #textOf(name: Name, stack: readonly unknown[]): string {
    const value = this.#find(name, stack)
    if (value === MISSING) this.#missing.add(name.whole)
    if (typeof value === 'string') return value
    if (value === MISSING || value === null || value === undefined) return ''
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }

  /** Looks up the name in the innermost context that has it, then follows the path. */
  #find({ whole, path }: Name, stack: readonly unknown[]): unknown {
    const [first] = path
    if (first === undefined) return stack.at(-1)
    for (let i = stack.length - 1; i >= 0; i--) {
      const exact = this.#member(stack[i], whole)
      if (exact !== MISSING) return exact
      if (path.length === 1) continue
      let value = this.#member(stack[i], first)
      if (value === MISSING) continue
      for (let step = 1; step < path.length && value !== MISSING; step++) value = this.#member(value, path[step] ?? '')
      return value
    }
    return MISSING
  }

  /** Own properties only, so that templates cannot reach prototypes. */
  #member(container: unknown, name: string): unknown {
    const value = this.#structured(container)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return MISSING
    return (value as Readonly<Record<string, unknown>>)[name]
  }

  /** Parses a string that contains a JSON list or object, because variables can be sent in that form. */
  #structured(value: unknown): unknown {
    if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
    const known = this.#parsed.get(value)
    if (known !== undefined) return known
    const parsed = parsedOr(value)
    this.#parsed.set(value, parsed)
    return parsed
  }
}

function parsedOr(text: string): unknown {
  if (isDeeperThan(Buffer.from(text), MAX_JSON_DEEP)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The strings `false` and `null` count as empty, because variables are often sent as strings. */
function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return !value || value === 'false' || value === 'null'
}

function limit(what: string): GatewayError {
  return new GatewayError('template_limit', { param: 'variables', message: `The prompt ${what}.` })
}

/** Tracks whether the end of a partly rendered JSON document is inside a string, so that variables can be escaped. */
class JsonCursor {
  #isInString = false
  #isEscaped = false

  get isInString(): boolean {
    return this.#isInString
  }

  /** Advances over text of the template itself. */
  follow(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (this.#isEscaped) this.#isEscaped = false
      else if (code === 0x22) this.#isInString = !this.#isInString
      else if (code === 0x5c && this.#isInString) this.#isEscaped = true
    }
  }

  /** Encodes a variable for the current position: escaped inside a string, and as a JSON value elsewhere. */
  value(text: string): string {
    if (this.#isEscaped) {
      throw new GatewayError('template_invalid', {
        param: 'string',
        message: 'The template has a backslash directly before a tag.',
        hint: 'Double the backslash, or remove it.',
      })
    }
    if (this.#isInString) return JSON.stringify(text).slice(1, -1)
    try {
      return JSON.stringify(JSON.parse(text))
    } catch {
      return JSON.stringify(text)
    }
  }
}
