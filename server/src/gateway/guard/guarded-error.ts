/** The error of a provider while guardrails look at it: every string of a JSON body in any format, or the text itself. */

import { isObject, type JsonObject } from '../../core/json.ts'
import type { TextPart } from '../../guardrails/check.ts'
import { type Edit, edited } from './conversation.ts'
import { type JsonLeaves, jsonLeaves } from './json-leaves.ts'
import { type LocatedPart, Parts, type Position } from './parts.ts'
import type { Subject } from './subject.ts'

/** Paths of its texts begin with this name, such as `error_body.error.message`. */
const NAME = 'error_body'
const PLACE: Position = { role: 'assistant', isLast: true }

export class GuardedError implements Subject {
  #bytes: Uint8Array
  #json: JsonLeaves
  #located: readonly LocatedPart[]
  #parts: TextPart[]
  readonly #changes = new Map<number, string>()

  /** `bytes` are UTF-8. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#json = jsonLeaves(Buffer.from(bytes).toString())
    this.#located = partsOf(this.#json)
    this.#parts = [...this.#located]
  }

  get parts(): readonly TextPart[] {
    return this.#parts
  }

  readonly unreadable = null

  change(index: number, text: string): void {
    const part = this.#parts[index]
    if (!part || part.text === text) return
    this.#parts[index] = { ...part, text }
    this.#changes.set(index, text)
  }

  replaceBody(body: JsonObject): void {
    this.#take(Buffer.from(JSON.stringify(body)))
  }

  /** A text that is not JSON is the member `text`. */
  get body(): JsonObject {
    this.#apply()
    const { text, isJson } = this.#json
    const value: unknown = isJson ? JSON.parse(text) : text
    return isObject(value) ? value : { text: isJson ? JSON.stringify(value) : text }
  }

  /** With all changes. */
  get bytes(): Uint8Array {
    this.#apply()
    return this.#bytes
  }

  #apply(): void {
    if (this.#changes.size === 0) return
    const changes = [...this.#changes]
    if (this.#json.isJson) {
      const edits = changes.map(([index, text]): Edit => ({ leaf: this.#located[index]!.leaf, text }))
      return this.#take(Buffer.from(edited(this.#json, edits)))
    }
    // The decoded text, if a check changed it, else the text as it was sent.
    const [, text = ''] = changes.toSorted(([one], [other]) => other - one)[0]!
    this.#take(Buffer.from(text))
  }

  #take(bytes: Uint8Array): void {
    this.#bytes = bytes
    this.#json = jsonLeaves(Buffer.from(bytes).toString())
    this.#located = partsOf(this.#json)
    this.#parts = [...this.#located]
    this.#changes.clear()
  }
}

/** Of a text that is not JSON: the text, and the same without escapes, because a client may decode them. */
function partsOf({ text, isJson, leaves }: JsonLeaves): readonly LocatedPart[] {
  const parts = new Parts(true)
  if (!isJson) parts.text(text, NAME, PLACE)
  if (isJson || leaves[0]?.text !== text) parts.jsonText(text, NAME, PLACE, 'text')
  return parts.list
}
