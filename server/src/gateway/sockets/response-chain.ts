/** The responses of one connection, so that `previous_response_id` can continue them at providers that store nothing. */

import { isObject, type JsonObject, memberOf } from '../../core/json.ts'

const MAX_BYTES = 32 * 1024 * 1024
const MAX_RESPONSES = 256

/** The size of a reference to an item that is shared with other responses. */
const REFERENCE_BYTES = 16

type Entry = { readonly items: readonly unknown[]; readonly keptBytes: number }

export class ResponseChain {
  /** In order of arrival. The items of a response include those that it continues; the objects are shared. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  /** The size of what is kept: items as JSON, and references to them. */
  get bytes(): number {
    return this.#bytes
  }

  /** The conversation up to a response; null if it is unknown or was dropped. */
  itemsOf(responseId: string): readonly unknown[] | null {
    return this.#entries.get(responseId)?.items ?? null
  }

  /** `before`: the items that the request continued. */
  add(responseId: string, before: readonly unknown[], added: readonly unknown[]): void {
    const items = added.length === 0 ? before : [...before, ...added]
    const keptBytes = Buffer.byteLength(JSON.stringify(added)) + items.length * REFERENCE_BYTES
    this.#bytes += keptBytes - (this.#entries.get(responseId)?.keptBytes ?? 0)
    this.#entries.set(responseId, { items, keptBytes })
    for (const [id, entry] of this.#entries) {
      if (this.#bytes <= MAX_BYTES && this.#entries.size <= MAX_RESPONSES) break
      this.#entries.delete(id)
      this.#bytes -= entry.keptBytes
    }
  }
}

/** The input of a request as items. */
export function inputItems(input: unknown): readonly unknown[] {
  if (Array.isArray(input)) return input
  return typeof input === 'string'
    ? [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }]
    : []
}

/** The output of a response as input of the next. Leaves out reasoning whose content only the provider has. */
export function outputItems(response: unknown): readonly JsonObject[] {
  const output = memberOf(response, 'output')
  if (!Array.isArray(output)) return []
  return output.filter(isObject).filter(({ type, encrypted_content }) => {
    return type !== 'reasoning' || (typeof encrypted_content === 'string' && encrypted_content !== '')
  })
}
