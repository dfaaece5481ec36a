/** Joins the pieces of `reasoning_details` that a stream gives, by their `index`, to what a whole answer would have had. */

import type { JsonObject } from '../../dialect.ts'

/** Members that come in pieces; every other one is said whole. */
const GROWING: ReadonlySet<string> = new Set(['text', 'summary', 'signature', 'data'])

export class DetailPieces {
  readonly #details: JsonObject[] = []
  readonly #byIndex = new Map<number, JsonObject>()

  get isEmpty(): boolean {
    return this.#details.length === 0
  }

  add(piece: JsonObject): void {
    const { index, ...members } = piece
    const known = typeof index === 'number' ? this.#byIndex.get(index) : undefined
    if (known && known['type'] === members['type']) return grow(known, members)
    const detail = { ...members }
    this.#details.push(detail)
    if (typeof index === 'number') this.#byIndex.set(index, detail)
  }

  joined(): readonly JsonObject[] {
    return this.#details
  }
}

function grow(detail: JsonObject, members: JsonObject): void {
  for (const [name, value] of Object.entries(members)) {
    const before = detail[name]
    const isPiece = GROWING.has(name) && typeof before === 'string' && typeof value === 'string'
    if (name !== '__proto__' && value !== undefined && value !== null) detail[name] = isPiece ? before + value : value
  }
}
