/** An output message that grows by text and refusal. Its texts grow by `+=`, which the engine keeps as ropes: linear. */

import type { JsonObject } from '../../dialect.ts'
import { isObject, listOf } from '../../framing/json-shape.ts'
import { type Emit, type ItemStatus, newId, type OutputItem } from './output-item.ts'

type TextPart = { readonly kind: 'output_text'; text: string; readonly annotations: JsonObject[]; logprobs: unknown[] }
type RefusalPart = { readonly kind: 'refusal'; text: string }
type Part = TextPart | RefusalPart

export class MessageItem implements OutputItem {
  readonly #id = newId('msg')
  readonly #parts: Part[] = []
  #status: ItemStatus = 'in_progress'

  constructor(
    private readonly emit: Emit,
    private readonly outputIndex: number,
  ) {}

  get isOpen(): boolean {
    return this.#status === 'in_progress'
  }

  open(): string {
    return this.emit('response.output_item.added', { output_index: this.outputIndex, item: this.item() })
  }

  addText(delta: string, logprobs: readonly unknown[]): string {
    const last = this.#parts.at(-1)
    const isFitting = last?.kind === 'output_text'
    const part: TextPart = isFitting ? last : { kind: 'output_text', text: '', annotations: [], logprobs: [] }
    const opened = isFitting ? '' : this.#openPart(part)
    part.text += delta
    for (const logprob of logprobs) part.logprobs.push(logprob)
    return opened + this.emit('response.output_text.delta', { ...this.#place(), delta, logprobs })
  }

  addRefusal(delta: string): string {
    const last = this.#parts.at(-1)
    const isFitting = last?.kind === 'refusal'
    const part: RefusalPart = isFitting ? last : { kind: 'refusal', text: '' }
    const opened = isFitting ? '' : this.#openPart(part)
    part.text += delta
    return opened + this.emit('response.refusal.delta', { ...this.#place(), delta })
  }

  /** Sources of the text; chat nests them one level deeper. */
  annotate(annotations: unknown): string {
    const part = this.#parts.at(-1)
    if (part?.kind !== 'output_text') return ''
    let said = ''
    for (const annotation of listOf(annotations).filter(isObject)) {
      const { type, url_citation: citation } = annotation
      const flat = type === 'url_citation' && isObject(citation) ? { type, ...citation } : annotation
      const place = { ...this.#place(), annotation_index: part.annotations.length }
      part.annotations.push(flat)
      said += this.emit('response.output_text.annotation.added', { ...place, annotation: flat })
    }
    return said
  }

  item(): JsonObject {
    const content = this.#parts.map(wirePart)
    return { id: this.#id, type: 'message', status: this.#status, role: 'assistant', content }
  }

  close(status: ItemStatus): string {
    if (!this.isOpen) return ''
    const closed = this.#closePart()
    this.#status = status
    return closed + this.emit('response.output_item.done', { output_index: this.outputIndex, item: this.item() })
  }

  #openPart(part: Part): string {
    const closed = this.#closePart()
    this.#parts.push(part)
    return closed + this.emit('response.content_part.added', { ...this.#place(), part: wirePart(part) })
  }

  #closePart(): string {
    const part = this.#parts.at(-1)
    if (!part) return ''
    const place = this.#place()
    const done =
      part.kind === 'output_text'
        ? this.emit('response.output_text.done', { ...place, text: part.text, logprobs: part.logprobs })
        : this.emit('response.refusal.done', { ...place, refusal: part.text })
    return done + this.emit('response.content_part.done', { ...place, part: wirePart(part) })
  }

  #place(): JsonObject {
    return { item_id: this.#id, output_index: this.outputIndex, content_index: this.#parts.length - 1 }
  }
}

function wirePart(part: Part): JsonObject {
  if (part.kind === 'refusal') return { type: 'refusal', refusal: part.text }
  return { type: 'output_text', text: part.text, annotations: part.annotations, logprobs: part.logprobs }
}
