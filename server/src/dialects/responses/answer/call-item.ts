/** A function call that grows by pieces of its arguments. */

import type { JsonObject } from '../../dialect.ts'
import { type CallOutput, type Emit, type ItemStatus, newId } from './output-item.ts'

export class CallItem implements CallOutput {
  readonly #id = newId('fc')
  readonly callId: string
  name: string
  #arguments = ''
  #status: ItemStatus = 'in_progress'

  constructor(
    private readonly emit: Emit,
    private readonly outputIndex: number,
    callId: string,
    name: string,
  ) {
    this.callId = callId
    this.name = name
  }

  open(): string {
    return this.emit('response.output_item.added', { output_index: this.outputIndex, item: this.item() })
  }

  addArguments(delta: string): string {
    if (delta === '') return ''
    this.#arguments += delta
    const place = { item_id: this.#id, output_index: this.outputIndex }
    return this.emit('response.function_call_arguments.delta', { ...place, delta })
  }

  item(): JsonObject {
    const called = { call_id: this.callId, name: this.name, arguments: this.#arguments }
    return { id: this.#id, type: 'function_call', status: this.#status, ...called }
  }

  close(status: ItemStatus): string {
    if (this.#status !== 'in_progress') return ''
    // Some models say nothing for no arguments; clients parse what they get.
    const missing = status === 'completed' && this.#arguments.trim() === '' ? this.addArguments('{}') : ''
    this.#status = status
    const place = { item_id: this.#id, output_index: this.outputIndex }
    const said = { ...place, name: this.name, arguments: this.#arguments }
    return (
      missing +
      this.emit('response.function_call_arguments.done', said) +
      this.emit('response.output_item.done', { output_index: this.outputIndex, item: this.item() })
    )
  }
}
