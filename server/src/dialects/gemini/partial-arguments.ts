/** Assembles the arguments of a function call that Vertex streams value by value (`partialArgs`). */

import type { JsonObject } from '../dialect.ts'
import { listOf, objectOf, textOf, type Unchecked, type UncheckedObject } from '../json.ts'
import type { PartialArg } from './types.ts'

/** Limits the depth of the built object. */
const MAX_DEPTH = 64
/** One step of a JSONPath (RFC 9535): `.name`, `['name']`, `["name"]` or `[0]`. */
const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y

type Step = string | number

export class PartialArguments {
  // Without a prototype, so that `__proto__` is an ordinary member.
  readonly #root: JsonObject = Object.create(null) as JsonObject

  /** Adds arguments that arrived complete. */
  assign(args: JsonObject): void {
    for (const [name, value] of Object.entries(args)) this.#root[name] = value
  }

  add(partialArgs: Unchecked<PartialArg[]>): void {
    for (const item of listOf(partialArgs)) {
      const argument = objectOf(item)
      const steps = readPath(textOf(argument.jsonPath))
      if (steps) this.#put(steps, readValue(argument))
    }
  }

  toText(): string {
    return JSON.stringify(this.#root)
  }

  #put(steps: readonly Step[], value: unknown): void {
    let holder: unknown = this.#root
    for (const [i, step] of steps.entries()) {
      const key = Array.isArray(holder) ? Math.min(Number(step) || 0, holder.length) : step
      const members = holder as Record<Step, unknown>
      const found = members[key]
      if (i === steps.length - 1) {
        // Pieces of a string have the same path. The engine concatenates without copying.
        members[key] = typeof found === 'string' && typeof value === 'string' ? found + value : value
        return
      }
      if (typeof found === 'object' && found !== null) holder = found
      else holder = members[key] = typeof steps[i + 1] === 'number' ? [] : (Object.create(null) as JsonObject)
    }
  }
}

function readValue(argument: UncheckedObject<PartialArg>): unknown {
  for (const name of ['stringValue', 'numberValue', 'boolValue'] as const) {
    if (argument[name] !== undefined) return argument[name]
  }
  return argument.nullValue === undefined ? '' : null
}

function readPath(path: string): Step[] | null {
  if (!path.startsWith('$')) return null
  const steps: Step[] = []
  STEP.lastIndex = 1
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path)
    if (!match || steps.length >= MAX_DEPTH) return null
    const [, name, index, single, double] = match
    if (index !== undefined) steps.push(Number(index))
    else steps.push(name ?? (single ?? double ?? '').replace(/\\(.)/g, '$1'))
  }
  return steps.length > 0 ? steps : null
}
