/** Turns what a chat answer says, piece by piece or at once, into the items of a response's `output`, in order. */

import type { JsonObject } from '../../dialect.ts'
import { contentPieces } from '../../framing/chat-content.ts'
import { isObject, listOf, objectOf, textOf } from '../../framing/json-shape.ts'
import { CallItem } from './call-item.ts'
import { CustomCallItem } from './custom-call-item.ts'
import { base64Of, ImageItem } from './image-item.ts'
import { MessageItem } from './message-item.ts'
import type { CallOutput, Emit, OutputItem } from './output-item.ts'
import { ReasoningItem } from './reasoning-item.ts'

export class OutputItems {
  readonly #items: OutputItem[] = []
  readonly #calls: CallOutput[] = []
  readonly #callByIndex = new Map<number, CallOutput>()
  #message: MessageItem | null = null
  #reasoning: ReasoningItem
  /** Comes while something else is being said (a signature of the text): an item of its own, when all is said. */
  readonly #late: ReasoningItem

  /** `customNames`: the tools whose calls are given as text. */
  constructor(
    private readonly emit: Emit,
    private readonly customNames: ReadonlySet<string>,
  ) {
    this.#reasoning = new ReasoningItem(emit)
    this.#late = new ReasoningItem(emit)
  }

  /** A delta of a stream, or the message of a whole answer: they have the same members. */
  add(delta: JsonObject, logprobs: unknown): string {
    let said = this.#addReasoning(delta)
    for (const { kind, text } of contentPieces(delta['content'])) {
      if (kind === 'thinking') said += this.#openReasoning() + this.#reasoning.addText(text)
      else said += this.#openMessage() + this.#message!.addText(text, listOf(objectOf(logprobs)['content']))
    }
    const refusal = textOf(delta['refusal'])
    if (refusal !== '') said += this.#openMessage() + this.#message!.addRefusal(refusal)
    if (delta['annotations'] !== undefined) said += this.#message?.annotate(delta['annotations']) ?? ''
    for (const image of listOf(delta['images'])) said += this.#addImage(objectOf(image))
    for (const [i, call] of listOf(delta['tool_calls']).entries()) said += this.#addCall(objectOf(call), i)
    return said
  }

  /** Ends every item; the one that was being said when a limit struck is incomplete. */
  finish(isComplete: boolean): string {
    const last = this.#calls.at(-1) ?? this.#message
    let said = this.#reasoning.close()
    for (const item of [this.#message, ...this.#calls]) {
      if (item) said += item.close(isComplete || item !== last ? 'completed' : 'incomplete')
    }
    return said + this.#sayReasoning(this.#late)
  }

  items(): JsonObject[] {
    return this.#items.map((item) => item.item())
  }

  #addReasoning(delta: JsonObject): string {
    const named = textOf(delta['reasoning'])
    const text = textOf(delta['reasoning_content']) || named
    const details = listOf(delta['reasoning_details']).filter(isObject)
    const blocks = listOf(delta['content_blocks']).filter(isObject)
    let said = ''
    const isFirst = this.#items.length === 0 && details.length + blocks.length > 0
    if (text !== '' || isFirst) said += this.#openReasoning()
    const carrier = this.#reasoning.isOpen ? this.#reasoning : this.#late
    for (const detail of details) carrier.details.add(detail)
    if (blocks.length > 0) carrier.blocks = blocks
    if (text === '') return said
    if (text === named) this.#reasoning.isNamedReasoning = true
    return said + this.#reasoning.addText(text)
  }

  #openReasoning(): string {
    if (this.#reasoning.isOpen) return ''
    const closed = this.#closeMessage()
    this.#reasoning = new ReasoningItem(this.emit)
    return closed + this.#reasoning.open(this.#items.push(this.#reasoning) - 1)
  }

  #openMessage(): string {
    if (this.#message?.isOpen) return ''
    const closed = this.#reasoning.close()
    this.#message = new MessageItem(this.emit, this.#items.length)
    this.#items.push(this.#message)
    return closed + this.#message.open()
  }

  #closeMessage(): string {
    return this.#message?.close('completed') ?? ''
  }

  #addImage(image: JsonObject): string {
    const base64 = base64Of(image)
    if (base64 === null) return ''
    const closed = this.#reasoning.close() + this.#closeMessage()
    const item = new ImageItem(this.emit, this.#items.length, base64)
    this.#items.push(item)
    if (isObject(image['extra_content'])) this.#late.calls.set(item.id, image['extra_content'])
    return closed + item.open() + item.close()
  }

  #addCall(piece: JsonObject, position: number): string {
    const index = typeof piece['index'] === 'number' ? piece['index'] : position
    const id = textOf(piece['id'])
    const { name, arguments: given } = objectOf(piece['function'])
    let call = this.#callByIndex.get(index)
    // Some hosts give every parallel call the same index: a new id with a name is a new call.
    const isAnother = call && id !== '' && id !== call.callId && textOf(name) !== ''
    let said = ''
    if (!call || isAnother) {
      const callId = id || `call_${crypto.randomUUID().replaceAll('-', '')}`
      said = this.#beforeCall(callId, piece['extra_content'])
      const Item = this.customNames.has(textOf(name)) ? CustomCallItem : CallItem
      call = new Item(this.emit, this.#items.length, callId, textOf(name))
      this.#items.push(call)
      this.#calls.push(call)
      this.#callByIndex.set(index, call)
      said += call.open()
    } else {
      if (call instanceof CallItem && call.name === '') call.name = textOf(name)
      if (isObject(piece['extra_content'])) this.#late.calls.set(call.callId, piece['extra_content'])
    }
    return said + call.addArguments(isObject(given) ? JSON.stringify(given) : textOf(given))
  }

  /** What signs the call stands before it, as reasoning does: in the item under way, or in one for it alone. */
  #beforeCall(callId: string, extraContent: unknown): string {
    const carrier = this.#reasoning.isOpen ? this.#reasoning : new ReasoningItem(this.emit)
    if (isObject(extraContent)) carrier.calls.set(callId, extraContent)
    if (carrier === this.#reasoning) return carrier.close()
    return this.#closeMessage() + this.#sayReasoning(carrier)
  }

  #sayReasoning(item: ReasoningItem): string {
    if (!item.isNeeded) return ''
    return item.open(this.#items.push(item) - 1) + item.close()
  }
}
