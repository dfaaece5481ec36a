/** An error of a provider that guardrails check: every string of a JSON body in any format, or the text itself. */

import { isObject, type JsonObject } from '../../core/json.ts'
import type { TextPart } from '../../guardrails/check.ts'
import { type Edit, edited } from './conversation.ts'
import { type JsonLeaves, jsonLeaves } from './json-leaves.ts'
import { type LocatedPart, Parts, type Position } from './parts.ts'
import type { Subject } from './subject.ts'

/** The paths of the texts begin with this name, such as `error_body.error.message`. */
const NAME = 'error_body'
const POSITION: Position = { role: 'assistant', isLast: true }

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

  /** The error as an object. If it is not a JSON object, its text is the member `text`. */
  get body(): JsonObject {
    this.#apply()
    const { text, isJson } = this.#json
    const value: unknown = isJson ? JSON.parse(text) : text
    return isObject(value) ? value : { text: isJson ? JSON.stringify(value) : text }
  }

  /** The bytes with all changes. */
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
    // If a check changed the decoded text, that text is sent. Otherwise the changed original text is sent.
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

/** An error that is not JSON has two parts: its text, and the text with escapes decoded, as a client may read it. */
function partsOf({ text, isJson, leaves }: JsonLeaves): readonly LocatedPart[] {
  const parts = new Parts(true)
  if (!isJson) parts.text(text, NAME, POSITION)
  if (isJson || leaves[0]?.text !== text) parts.jsonText(text, NAME, POSITION, 'text')
  return parts.list
}
