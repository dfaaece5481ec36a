/** Gathers what one assistant turn said in several Responses items into the one chat message that says it all. */

import type { JsonObject } from '../../dialect.ts'
import { listOf, objectOf, textOf } from '../../framing/json-shape.ts'
import { unpackReasoning } from '../carried-reasoning.ts'
import { simplify } from './content-parts.ts'

export class AssistantTurn {
  readonly #parts: JsonObject[] = []
  readonly #calls: JsonObject[] = []
  readonly #images: JsonObject[] = []
  readonly #thoughts: string[] = []
  readonly #details: JsonObject[] = []
  #blocks: readonly JsonObject[] = []
  #isNamedReasoning = false

  addParts(parts: readonly JsonObject[]): void {
    for (const part of parts) if (part['type'] !== 'text' || part['text'] !== '') this.#parts.push(part)
  }

  addCall(call: JsonObject): void {
    this.#calls.push(call)
  }

  addImage(image: JsonObject): void {
    this.#images.push(image)
  }

  /** What another provider thought is left out, the readable part too: who encrypts it does not want to share it. */
  addReasoning(item: JsonObject): void {
    const carried = unpackReasoning(item['encrypted_content'])
    if (!carried && textOf(item['encrypted_content']) !== '') return
    const texts = [...textsIn(item['summary']), ...textsIn(item['content'])]
    if (texts.length > 0) this.#thoughts.push(texts.join('\n\n'))
    if (!carried) return
    for (const detail of carried.details) this.#details.push(detail)
    if (carried.blocks.length > 0) this.#blocks = carried.blocks
    if (carried.isNamedReasoning) this.#isNamedReasoning = true
  }

  /** Null when nothing was said or called: no provider takes a turn of thoughts alone. */
  message(): JsonObject | null {
    const isSaid = this.#parts.length + this.#images.length + this.#blocks.length > 0
    if (!isSaid && this.#calls.length === 0) return null
    const thoughts = this.#thoughts.join('')
    return {
      role: 'assistant',
      content: isSaid ? simplify(this.#parts) : null,
      ...(thoughts !== '' && { [this.#isNamedReasoning ? 'reasoning' : 'reasoning_content']: thoughts }),
      ...(this.#details.length > 0 && { reasoning_details: this.#details }),
      ...(this.#blocks.length > 0 && { content_blocks: this.#blocks }),
      ...(this.#images.length > 0 && { images: this.#images }),
      ...(this.#calls.length > 0 && { tool_calls: this.#calls }),
    }
  }
}

function textsIn(parts: unknown): string[] {
  return listOf(parts)
    .map((part) => textOf(objectOf(part)['text']))
    .filter((text) => text !== '')
}
