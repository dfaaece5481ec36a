/** A call of a custom tool: the model calls a function with one text, the caller gets the text itself. */

import type { JsonObject } from '../../dialect.ts'
import { customInput } from '../custom-tool.ts'
import { type CallOutput, type Emit, type ItemStatus, newId } from './output-item.ts'
import { TextArgument } from './text-argument.ts'

export class CustomCallItem implements CallOutput {
  readonly #id = newId('ctc')
  readonly #argument = new TextArgument()
  #arguments = ''
  #input = ''
  #status: ItemStatus = 'in_progress'

  constructor(
    private readonly emit: Emit,
    private readonly outputIndex: number,
    readonly callId: string,
    readonly name: string,
  ) {}

  open(): string {
    return this.emit('response.output_item.added', { output_index: this.outputIndex, item: this.item() })
  }

  addArguments(delta: string): string {
    this.#arguments += delta
    return this.#say(this.#argument.add(delta))
  }

  item(): JsonObject {
    const called = { call_id: this.callId, name: this.name, input: this.#input }
    return { id: this.#id, type: 'custom_tool_call', status: this.#status, ...called }
  }

  close(status: ItemStatus): string {
    if (this.#status !== 'in_progress') return ''
    const rest = this.#argument.isRead ? '' : this.#say(customInput(this.#arguments))
    this.#status = status
    const place = { item_id: this.#id, output_index: this.outputIndex }
    return (
      rest +
      this.emit('response.custom_tool_call_input.done', { ...place, input: this.#input }) +
      this.emit('response.output_item.done', { output_index: this.outputIndex, item: this.item() })
    )
  }

  #say(delta: string): string {
    if (delta === '') return ''
    this.#input += delta
    const place = { item_id: this.#id, output_index: this.outputIndex }
    return this.emit('response.custom_tool_call_input.delta', { ...place, delta })
  }
}
