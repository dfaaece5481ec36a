/** An image the model drew: chat hosts give it as `images` of the message, Responses as an item of its own. */

import type { JsonObject } from '../../dialect.ts'
import { objectOf, textOf } from '../../framing/json-shape.ts'
import { type Emit, newId, type OutputItem } from './output-item.ts'

export class ImageItem implements OutputItem {
  readonly id = newId('ig')
  #status = 'in_progress'

  constructor(
    private readonly emit: Emit,
    private readonly outputIndex: number,
    private readonly base64: string,
  ) {}

  open(): string {
    return this.emit('response.output_item.added', { output_index: this.outputIndex, item: this.item() })
  }

  item(): JsonObject {
    const result = this.#status === 'completed' ? this.base64 : null
    return { id: this.id, type: 'image_generation_call', status: this.#status, result }
  }

  close(): string {
    if (this.#status === 'completed') return ''
    this.#status = 'completed'
    return this.emit('response.output_item.done', { output_index: this.outputIndex, item: this.item() })
  }
}

/** The base64 of a chat image; null when it is given by address, which the item cannot hold. */
export function base64Of(image: JsonObject): string | null {
  const url = textOf(objectOf(image['image_url'])['url'])
  const at = url.slice(0, 128).indexOf(';base64,')
  return url.startsWith('data:') && at > 0 ? url.slice(at + ';base64,'.length) : null
}
