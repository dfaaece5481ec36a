/**
 * Builds the `output` of a response from chat deltas, or from a complete chat message, which has the same members. Methods
 * return the SSE events of each change; `emit` returns '' for a complete response. Texts grow by `+=`, which is linear: the
 * engine concatenates when they are read.
 */

import { contentPieces } from '../chat/content.ts'
import { type DocumentCitation, documentCitations } from '../chat/document-citations.ts'
import { imageUrlOf, inlineImage } from '../chat/generated-image.ts'
import { DetailPieces } from '../chat/reasoning.ts'
import { isNoArguments } from '../chat/request.ts'
import { annotationOf, located, type Source } from '../chat/sources.ts'
import type { AssistantMessage, ChatDelta, ChatImage, ChatLogprobs, ChatToolCallDelta } from '../chat/types.ts'
import type { JsonObject } from '../dialect.ts'
import { isObject, listOf, objectOf, objectsIn, textOf, type Unchecked, type UncheckedObject } from '../json.ts'
import type { FoldedTool } from '../request-echo.ts'
import { packReasoning } from './carried-reasoning.ts'
import { CLIENT_TOOLS, type ClientToolKind, isClientTool } from './client-tools.ts'
import { TextArgument } from './text-argument.ts'
import { customInput } from './tools.ts'
import type { ItemStatus, OutputItem, OutputPart, ResponseEvent, SummaryPart } from './types.ts'

/** Returns one event as SSE text. */
type Emit = (event: ResponseEvent) => string

interface GrowingItem {
  /** The item as built so far. */
  item(): OutputItem
  /** The events that end the item; '' if it has ended. */
  close(status: ItemStatus): string
}

interface GrowingCall extends GrowingItem {
  readonly callId: string
  open(): string
  addArguments(delta: string): string
}

export function newId(prefix: 'resp' | 'msg' | 'rs' | 'fc' | 'ctc' | 'ig' | 'call'): string {
  return `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`
}

export class OutputItems {
  readonly #items: GrowingItem[] = []
  readonly #calls: GrowingCall[] = []
  readonly #callByIndex = new Map<number, GrowingCall | UnnamedCall>()
  #message: MessageItem | null = null
  #reasoning: ReasoningItem
  /** Collects details that arrive while another item is open, such as the text's signature. Sent after all other items. */
  readonly #late: ReasoningItem

  readonly #folded: ReadonlyMap<string, FoldedTool>

  /** Calls of the tools in `folded` get the form that the caller expects. */
  constructor(
    private readonly emit: Emit,
    folded: readonly FoldedTool[],
  ) {
    this.#folded = new Map(folded.map((tool) => [tool.chatName, tool]))
    this.#reasoning = new ReasoningItem(emit)
    this.#late = new ReasoningItem(emit)
  }

  add(delta: UncheckedObject<ChatDelta | AssistantMessage>, logprobs: Unchecked<ChatLogprobs>): string {
    let events = this.#addReasoning(delta)
    for (const { kind, text } of contentPieces(delta.content)) {
      if (kind === 'thinking') events += this.#openReasoning() + this.#reasoning.addText(text)
      else events += this.#openMessage() + this.#message!.addText(text, listOf(objectOf(logprobs).content))
    }
    const refusal = textOf(delta.refusal)
    if (refusal !== '') events += this.#openMessage() + this.#message!.addRefusal(refusal)
    if (delta.annotations !== undefined) events += this.#message?.annotate(delta.annotations) ?? ''
    if (delta.citations) events += this.#message?.annotate(documentCitations(delta.citations).map(fileCitation)) ?? ''
    for (const image of listOf(delta.images)) events += this.#addImage(objectOf(image))
    for (const [i, call] of listOf(delta.tool_calls).entries()) events += this.#addCall(objectOf(call), i)
    return events
  }

  /** Adds sources that the host lists next to `choices`. Call it after the last text. */
  cite(sources: readonly Source[]): string {
    return sources.length === 0 ? '' : (this.#message?.cite(sources) ?? '')
  }

  /** Ends every item. If the response was truncated, the last item is incomplete. */
  finish(isComplete: boolean): string {
    let events = ''
    for (const [index, call] of this.#callByIndex)
      if (call instanceof UnnamedCall) events += this.#open(index, call, '')
    const last = this.#calls.at(-1) ?? this.#message
    events += this.#reasoning.close()
    for (const item of [this.#message, ...this.#calls]) {
      if (item) events += item.close(isComplete || item !== last ? 'completed' : 'incomplete')
    }
    return events + this.#addReasoningItem(this.#late)
  }

  items(): OutputItem[] {
    return this.#items.map((item) => item.item())
  }

  #addReasoning(delta: UncheckedObject<ChatDelta | AssistantMessage>): string {
    const named = textOf(delta.reasoning)
    const text = textOf(delta.reasoning_content) || named
    const details = objectsIn(delta.reasoning_details)
    const blocks = objectsIn(delta.content_blocks)
    let events = ''
    const isFirst = this.#items.length === 0 && details.length + blocks.length > 0
    if (text !== '' || isFirst) events += this.#openReasoning()
    const carrier = this.#reasoning.isOpen ? this.#reasoning : this.#late
    for (const detail of details) carrier.details.add(detail)
    if (blocks.length > 0) carrier.blocks = blocks
    if (text === '') return events
    if (text === named) this.#reasoning.isNamedReasoning = true
    return events + this.#reasoning.addText(text)
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

  #addImage(image: UncheckedObject<ChatImage>): string {
    const inline = inlineImage(image)
    if (inline === null) return this.#addImageUrl(imageUrlOf(image))
    const closed = this.#reasoning.close() + this.#closeMessage()
    const item = new ImageItem(this.emit, this.#items.length, inline.base64)
    this.#items.push(item)
    if (isObject(image.extra_content)) this.#late.calls.set(item.id, image.extra_content)
    return closed + item.open() + item.close()
  }

  /** An image item can only contain base64, so a URL becomes a Markdown image in the text. */
  #addImageUrl(url: string): string {
    return url === '' ? '' : this.#openMessage() + this.#message!.addText(`\n![image](${url})\n`, [])
  }

  #addCall(piece: UncheckedObject<ChatToolCallDelta>, position: number): string {
    const index = typeof piece.index === 'number' ? piece.index : position
    const id = textOf(piece.id)
    const { name, arguments: given } = objectOf(piece.function)
    const args = isObject(given) ? JSON.stringify(given) : textOf(given)
    let call = this.#callByIndex.get(index)
    // Some hosts send the same index for all parallel calls. A new id with a name starts a new call.
    const isAnother = call && id !== '' && id !== call.callId && textOf(name) !== ''
    let events = ''
    if (call instanceof UnnamedCall && isAnother) events += this.#open(index, call, '')
    if (!call || isAnother) {
      call = new UnnamedCall(id || newId('call'))
      this.#callByIndex.set(index, call)
    }
    if (!(call instanceof UnnamedCall)) {
      if (isObject(piece.extra_content)) this.#late.calls.set(call.callId, piece.extra_content)
      return events + call.addArguments(args)
    }
    if (isObject(piece.extra_content)) call.extraContent = piece.extra_content
    call.args += args
    return textOf(name) === '' ? events : events + this.#open(index, call, textOf(name))
  }

  #open(index: number, { callId, args, extraContent }: UnnamedCall, name: string): string {
    const before = this.#beforeCall(callId, extraContent)
    const call = this.#newCall(callId, name)
    this.#items.push(call)
    this.#calls.push(call)
    this.#callByIndex.set(index, call)
    return before + call.open() + call.addArguments(args)
  }

  #newCall(callId: string, chatName: string): GrowingCall {
    const { kind = 'function', name = chatName, namespace = null } = this.#folded.get(chatName) ?? {}
    const at = this.#items.length
    if (isClientTool(kind)) return new ClientCallItem(this.emit, at, callId, kind)
    const Item = kind === 'custom' ? CustomCallItem : FunctionCallItem
    return new Item(this.emit, at, callId, namespace === null ? { name } : { name, namespace })
  }

  /** A call's signature precedes the call, in the open reasoning item or in a new one. */
  #beforeCall(callId: string, extraContent: unknown): string {
    const carrier = this.#reasoning.isOpen ? this.#reasoning : new ReasoningItem(this.emit)
    if (isObject(extraContent)) carrier.calls.set(callId, extraContent)
    if (carrier === this.#reasoning) return carrier.close()
    return this.#closeMessage() + this.#addReasoningItem(carrier)
  }

  #addReasoningItem(item: ReasoningItem): string {
    if (!item.isNeeded) return ''
    return item.open(this.#items.push(item) - 1) + item.close()
  }
}

type TextPart = { readonly kind: 'output_text'; text: string; readonly annotations: unknown[]; logprobs: unknown[] }
type RefusalPart = { readonly kind: 'refusal'; text: string }
type Part = TextPart | RefusalPart

class MessageItem implements GrowingItem {
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
    return this.emit({ type: 'response.output_item.added', output_index: this.outputIndex, item: this.item() })
  }

  addText(delta: string, logprobs: unknown[]): string {
    const last = this.#parts.at(-1)
    const isSameKind = last?.kind === 'output_text'
    const part: TextPart = isSameKind ? last : { kind: 'output_text', text: '', annotations: [], logprobs: [] }
    const opened = isSameKind ? '' : this.#openPart(part)
    part.text += delta
    for (const logprob of logprobs) part.logprobs.push(logprob)
    return opened + this.emit({ type: 'response.output_text.delta', ...this.#position(), delta, logprobs })
  }

  addRefusal(delta: string): string {
    const last = this.#parts.at(-1)
    const isSameKind = last?.kind === 'refusal'
    const part: RefusalPart = isSameKind ? last : { kind: 'refusal', text: '' }
    const opened = isSameKind ? '' : this.#openPart(part)
    part.text += delta
    return opened + this.emit({ type: 'response.refusal.delta', ...this.#position(), delta })
  }

  cite(sources: readonly Source[]): string {
    const part = this.#parts.at(-1)
    return part?.kind === 'output_text' ? this.annotate(located(sources, part.text).map(annotationOf)) : ''
  }

  /** Adds sources. Chat nests the members of a URL citation one level deeper. */
  annotate(annotations: unknown): string {
    const part = this.#parts.at(-1)
    if (part?.kind !== 'output_text') return ''
    let events = ''
    for (const annotation of objectsIn(annotations)) {
      const { type, url_citation: citation } = annotation
      const flat = type === 'url_citation' && isObject(citation) ? { type, ...citation } : annotation
      const index = part.annotations.push(flat) - 1
      events += this.emit({
        type: 'response.output_text.annotation.added',
        ...this.#position(),
        annotation_index: index,
        annotation: flat,
      })
    }
    return events
  }

  item(): OutputItem {
    const content = this.#parts.map(wirePart)
    return { id: this.#id, type: 'message', status: this.#status, role: 'assistant', content }
  }

  close(status: ItemStatus): string {
    if (!this.isOpen) return ''
    const closed = this.#closePart()
    this.#status = status
    return closed + this.emit({ type: 'response.output_item.done', output_index: this.outputIndex, item: this.item() })
  }

  #openPart(part: Part): string {
    const closed = this.#closePart()
    this.#parts.push(part)
    return closed + this.emit({ type: 'response.content_part.added', ...this.#position(), part: wirePart(part) })
  }

  #closePart(): string {
    const part = this.#parts.at(-1)
    if (!part) return ''
    const position = this.#position()
    const { text } = part
    const done =
      part.kind === 'output_text'
        ? this.emit({ type: 'response.output_text.done', ...position, text, logprobs: part.logprobs })
        : this.emit({ type: 'response.refusal.done', ...position, refusal: text })
    return done + this.emit({ type: 'response.content_part.done', ...position, part: wirePart(part) })
  }

  #position() {
    return { item_id: this.#id, output_index: this.outputIndex, content_index: this.#parts.length - 1 }
  }
}

/** A document of the request has no id at OpenAI, but the format requires one. */
function fileCitation({ id, title, index }: DocumentCitation): JsonObject {
  const position = index ?? 0
  return { type: 'file_citation', file_id: id || `document_${position}`, filename: title, index: position }
}

function wirePart(part: Part): OutputPart {
  if (part.kind === 'refusal') return { type: 'refusal', refusal: part.text }
  return { type: 'output_text', text: part.text, annotations: part.annotations, logprobs: part.logprobs }
}

/** The start of a call. The name determines the item type, so nothing is sent before the name is known. */
class UnnamedCall {
  args = ''
  extraContent: JsonObject | null = null

  constructor(readonly callId: string) {}
}

type CalledTool = { readonly name: string; readonly namespace?: string }

class FunctionCallItem implements GrowingCall {
  readonly #id = newId('fc')
  #arguments = ''
  #status: ItemStatus = 'in_progress'

  constructor(
    private readonly emit: Emit,
    private readonly outputIndex: number,
    readonly callId: string,
    private readonly called: CalledTool,
  ) {}

  open(): string {
    return this.emit({ type: 'response.output_item.added', output_index: this.outputIndex, item: this.item() })
  }

  addArguments(delta: string): string {
    if (delta === '' || (this.#arguments === '' && isNoArguments(delta))) return ''
    this.#arguments += delta
    return this.emit({ type: 'response.function_call_arguments.delta', ...this.#position(), delta })
  }

  item(): OutputItem {
    const called = { call_id: this.callId, ...this.called, arguments: this.#arguments }
    return { id: this.#id, type: 'function_call', status: this.#status, ...called }
  }

  close(status: ItemStatus): string {
    if (this.#status !== 'in_progress') return ''
    // Clients parse the arguments. Some models write nothing for a call without arguments.
    const missing = status === 'completed' && this.#arguments.trim() === '' ? this.addArguments('{}') : ''
    this.#status = status
    const called = { name: this.called.name, arguments: this.#arguments }
    return (
      missing +
      this.emit({ type: 'response.function_call_arguments.done', ...this.#position(), ...called }) +
      this.emit({ type: 'response.output_item.done', output_index: this.outputIndex, item: this.item() })
    )
  }

  #position() {
    return { item_id: this.#id, output_index: this.outputIndex }
  }
}

/** A call of a custom tool. The model calls a function with one text argument; the caller gets the text. */
class CustomCallItem implements GrowingCall {
  readonly #id = newId('ctc')
  readonly #argument = new TextArgument()
  #arguments = ''
  #input = ''
  #status: ItemStatus = 'in_progress'

  constructor(
    private readonly emit: Emit,
    private readonly outputIndex: number,
    readonly callId: string,
    private readonly called: CalledTool,
  ) {}

  open(): string {
    return this.emit({ type: 'response.output_item.added', output_index: this.outputIndex, item: this.item() })
  }

  addArguments(delta: string): string {
    this.#arguments += delta
    return this.#addInput(this.#argument.add(delta))
  }

  item(): OutputItem {
    const called = { call_id: this.callId, ...this.called, input: this.#input }
    return { id: this.#id, type: 'custom_tool_call', status: this.#status, ...called }
  }

  close(status: ItemStatus): string {
    if (this.#status !== 'in_progress') return ''
    const rest = this.#argument.isRead ? '' : this.#addInput(customInput(this.#arguments))
    this.#status = status
    return (
      rest +
      this.emit({ type: 'response.custom_tool_call_input.done', ...this.#position(), input: this.#input }) +
      this.emit({ type: 'response.output_item.done', output_index: this.outputIndex, item: this.item() })
    )
  }

  #addInput(delta: string): string {
    if (delta === '') return ''
    this.#input += delta
    return this.emit({ type: 'response.custom_tool_call_input.delta', ...this.#position(), delta })
  }

  #position() {
    return { item_id: this.#id, output_index: this.outputIndex }
  }
}

/** A call of a client tool (see client-tools.ts). Its item type has no events for pieces of the arguments. */
class ClientCallItem implements GrowingCall {
  readonly #id = newId('fc')
  #arguments = ''
  #status: ItemStatus = 'in_progress'

  constructor(
    private readonly emit: Emit,
    private readonly outputIndex: number,
    readonly callId: string,
    private readonly kind: ClientToolKind,
  ) {}

  open(): string {
    return this.emit({ type: 'response.output_item.added', output_index: this.outputIndex, item: this.item() })
  }

  addArguments(delta: string): string {
    this.#arguments += delta
    return ''
  }

  item(): OutputItem {
    const args = this.#status === 'in_progress' ? null : parsed(this.#arguments)
    const members = { call_id: this.callId, ...CLIENT_TOOLS[this.kind].membersOf(args) }
    return { id: this.#id, type: `${this.kind}_call`, status: this.#status, ...members }
  }

  close(status: ItemStatus): string {
    if (this.#status !== 'in_progress') return ''
    this.#status = status
    return this.emit({ type: 'response.output_item.done', output_index: this.outputIndex, item: this.item() })
  }
}

/** Null if the arguments are not JSON. The caller then gets a call without arguments and can tell the model. */
function parsed(args: string): unknown {
  try {
    return JSON.parse(args)
  } catch {
    return null
  }
}

/** An image that the model generated. Chat hosts send it in the member `images` of the message. */
class ImageItem implements GrowingItem {
  readonly id = newId('ig')
  #status: ItemStatus = 'in_progress'

  constructor(
    private readonly emit: Emit,
    private readonly outputIndex: number,
    private readonly base64: string,
  ) {}

  open(): string {
    return this.emit({ type: 'response.output_item.added', output_index: this.outputIndex, item: this.item() })
  }

  item(): OutputItem {
    const result = this.#status === 'completed' ? this.base64 : null
    return { id: this.id, type: 'image_generation_call', status: this.#status, result }
  }

  close(): string {
    if (this.#status === 'completed') return ''
    this.#status = 'completed'
    return this.emit({ type: 'response.output_item.done', output_index: this.outputIndex, item: this.item() })
  }
}

/** Readable thinking as the summary, and the data that the provider needs back in `encrypted_content`. It has no status. */
class ReasoningItem implements GrowingItem {
  readonly #id = newId('rs')
  readonly details = new DetailPieces()
  readonly calls = new Map<string, JsonObject>()
  blocks: readonly JsonObject[] = []
  isNamedReasoning = false
  #outputIndex = -1
  #text = ''
  #isClosed = false

  constructor(private readonly emit: Emit) {}

  /** True if it contains data that the provider needs back. */
  get isNeeded(): boolean {
    return !this.details.isEmpty || this.calls.size > 0 || this.blocks.length > 0
  }

  get isOpen(): boolean {
    return this.#outputIndex >= 0 && !this.#isClosed
  }

  open(outputIndex: number): string {
    this.#outputIndex = outputIndex
    return this.emit({ type: 'response.output_item.added', output_index: outputIndex, item: this.item() })
  }

  addText(delta: string): string {
    const isFirst = this.#text === ''
    const opened = isFirst
      ? this.emit({ type: 'response.reasoning_summary_part.added', ...this.#position(), part: this.#part() })
      : ''
    this.#text += delta
    return opened + this.emit({ type: 'response.reasoning_summary_text.delta', ...this.#position(), delta })
  }

  item(): OutputItem {
    return {
      id: this.#id,
      type: 'reasoning',
      summary: this.#text === '' ? [] : [this.#part()],
      encrypted_content: this.#isClosed ? this.#pack() : null,
    }
  }

  close(): string {
    if (!this.isOpen) return ''
    this.#isClosed = true
    const position = this.#position()
    const text = this.#text
    const summary =
      text === ''
        ? ''
        : this.emit({ type: 'response.reasoning_summary_text.done', ...position, text }) +
          this.emit({ type: 'response.reasoning_summary_part.done', ...position, part: this.#part() })
    return (
      summary + this.emit({ type: 'response.output_item.done', output_index: this.#outputIndex, item: this.item() })
    )
  }

  #pack(): string {
    return packReasoning({
      details: this.details.joined(),
      blocks: this.blocks,
      calls: Object.fromEntries(this.calls),
      isNamedReasoning: this.isNamedReasoning,
    })
  }

  #part(): SummaryPart {
    return { type: 'summary_text', text: this.#text }
  }

  #position() {
    return { item_id: this.#id, output_index: this.#outputIndex, summary_index: 0 }
  }
}
