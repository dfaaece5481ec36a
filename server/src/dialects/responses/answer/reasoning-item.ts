/** A reasoning item: thinking a person may read as its summary, and what must travel back packed beside it. */

import type { JsonObject } from '../../dialect.ts'
import { packReasoning } from '../carried-reasoning.ts'
import { DetailPieces } from './detail-pieces.ts'
import { type Emit, newId, type OutputItem } from './output-item.ts'

export class ReasoningItem implements OutputItem {
  readonly #id = newId('rs')
  readonly details = new DetailPieces()
  readonly calls = new Map<string, JsonObject>()
  blocks: readonly JsonObject[] = []
  isNamedReasoning = false
  #outputIndex = -1
  #text = ''
  #isClosed = false

  constructor(private readonly emit: Emit) {}

  /** False while there is nothing in it that would have to travel back. */
  get isNeeded(): boolean {
    return !this.details.isEmpty || this.calls.size > 0 || this.blocks.length > 0
  }

  get isOpen(): boolean {
    return this.#outputIndex >= 0 && !this.#isClosed
  }

  open(outputIndex: number): string {
    this.#outputIndex = outputIndex
    return this.emit('response.output_item.added', { output_index: outputIndex, item: this.item() })
  }

  addText(delta: string): string {
    const opened =
      this.#text === ''
        ? this.emit('response.reasoning_summary_part.added', { ...this.#place(), part: this.#part() })
        : ''
    this.#text += delta
    return opened + this.emit('response.reasoning_summary_text.delta', { ...this.#place(), delta })
  }

  item(): JsonObject {
    return {
      id: this.#id,
      type: 'reasoning',
      summary: this.#text === '' ? [] : [this.#part()],
      encrypted_content: this.#isClosed ? this.#pack() : null,
    }
  }

  /** Reasoning has no status on the wire: it is there, or not. */
  close(): string {
    if (!this.isOpen) return ''
    this.#isClosed = true
    const place = this.#place()
    const summary =
      this.#text === ''
        ? ''
        : this.emit('response.reasoning_summary_text.done', { ...place, text: this.#text }) +
          this.emit('response.reasoning_summary_part.done', { ...place, part: this.#part() })
    return summary + this.emit('response.output_item.done', { output_index: this.#outputIndex, item: this.item() })
  }

  #pack(): string {
    return packReasoning({
      details: this.details.joined(),
      blocks: this.blocks,
      calls: Object.fromEntries(this.calls),
      isNamedReasoning: this.isNamedReasoning,
    })
  }

  #part(): JsonObject {
    return { type: 'summary_text', text: this.#text }
  }

  #place(): JsonObject {
    return { item_id: this.#id, output_index: this.#outputIndex, summary_index: 0 }
  }
}
