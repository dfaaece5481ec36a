/** Translates OpenAI's chunks to the events of Anthropic's stream. */

import type { BlockDelta, MessagesEvent, ResponseBlock } from '../anthropic/types.ts'
import { contentPieces } from '../chat/content.ts'
import { documentCitations } from '../chat/document-citations.ts'
import { isAnotherCall, usageInChunk } from '../chat/host-variants.ts'
import { type IncomingDetail, markOrigin } from '../chat/reasoning.ts'
import { isNoArguments } from '../chat/request.ts'
import { annotatedSources, latestLists, listedSources, type SourceLists } from '../chat/sources.ts'
import type { ChatChunk, ChatDelta, ChatImage, ChatToolCallDelta } from '../chat/types.ts'
import type { JsonObject, StreamEncoder } from '../dialect.ts'
import { isObject, objectOf, objectsIn, textOf, type UncheckedObject } from '../json.ts'
import {
  citationOf,
  detailToBlocks,
  documentCitationOf,
  fromStreamError,
  imageFromChat,
  isTextSignature,
  messageId,
  type OutgoingBlock,
  stopReason,
  usageFromChat,
} from './response.ts'
import { joinToolId } from './signed-tool-id.ts'

type Block = {
  readonly index: number
  readonly type: 'text' | 'thinking' | 'tool_use'
  lastCharacter: string
  /** For a call: the provider's id. */
  readonly callId: string
  /** For thinking: its signature, or the mark of its provider; '' if it has neither. */
  signature: string
}

export class MessagesStream implements StreamEncoder {
  private isStarted = false
  private isOver = false
  private blockCount = 0
  /** The open text or thinking block. Calls are tracked separately, because providers may interleave them. */
  private current: Block | null = null
  private readonly calls = new Map<unknown, Block>()
  private readonly openCalls = new Set<Block>()
  /** Open calls whose arguments seem complete. Small, so closing them stays cheap in a response with many calls. */
  private readonly finishedCalls = new Set<Block>()
  /** Signature of the previous text. Sent only before another block: clients treat the last block as the response. */
  private textSignature: IncomingDetail | null = null
  private finishReason: unknown = null
  private usage: unknown = null
  private isRefused = false
  /** The latest source lists that the host sent next to `choices`. If the last block is text, it cites them. */
  private lists: SourceLists = {}

  constructor(private readonly request: JsonObject) {}

  chunk(chunk: UncheckedObject<ChatChunk> & { readonly error?: unknown }): string {
    if (this.isOver) return ''
    if (isObject(chunk.error)) return this.error(chunk.error)
    const events = [this.start(chunk)]
    this.usage = usageInChunk(chunk) ?? this.usage
    this.lists = latestLists(this.lists, chunk)
    const choice = objectsIn(chunk.choices).find((candidate) => (candidate.index ?? 0) === 0)
    if (choice) {
      if (isObject(choice.delta)) this.addDelta(choice.delta, events)
      if (typeof choice.finish_reason === 'string') this.finishReason = choice.finish_reason
    }
    return events.join('')
  }

  end(): string {
    if (this.isOver) return ''
    if (this.finishReason === null) {
      return this.error({ message: 'The provider’s response ended early.', code: 'upstream_broken' })
    }
    const reason = stopReason(this.finishReason, this.calls.size > 0, this.isRefused)
    const listed = this.current?.type === 'text' ? this.cite(listedSources(this.lists).map(citationOf)) : ''
    const events = [
      listed + this.closeAll(),
      frame({
        type: 'message_delta',
        delta: { stop_reason: reason, stop_sequence: null },
        usage: usageFromChat(this.usage),
      }),
      frame({ type: 'message_stop' }),
    ]
    this.isOver = true
    return events.join('')
  }

  error(error: JsonObject): string {
    if (this.isOver) return ''
    this.isOver = true
    return frame(fromStreamError(error))
  }

  private start(chunk: UncheckedObject<ChatChunk>): string {
    if (this.isStarted) return ''
    this.isStarted = true
    return frame({
      type: 'message_start',
      message: {
        id: messageId(chunk.id),
        type: 'message',
        role: 'assistant',
        model: textOf(chunk.model) || textOf(this.request['model']),
        content: [],
        stop_reason: null,
        stop_sequence: null,
        // OpenAI reports usage at the end. SDKs take the numbers from the message_delta event.
        usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
      },
    })
  }

  private addDelta(delta: UncheckedObject<ChatDelta>, events: string[]): void {
    const reasoning = textOf(delta.reasoning_content) || textOf(delta.reasoning)
    if (reasoning !== '') this.addThinking(reasoning, events)
    // A signature without text closes the open thinking block. Without an open one it signs the response text.
    const open = this.current?.type
    const details: IncomingDetail[] = objectsIn(delta.reasoning_details)
    const followsText = (detail: IncomingDetail) =>
      open === 'text'
        ? detail.type === 'thinking' && textOf(detail.text) === ''
        : open !== 'thinking' && isTextSignature(detail)
    for (const detail of details) if (!followsText(detail)) this.addDetail(detail, events)
    const pieces = contentPieces(delta.content)
    for (const { kind, text } of pieces) {
      if (kind === 'thinking') this.addThinking(text, events)
      else this.addText(text, events)
    }
    const refusal = textOf(delta.refusal)
    if (refusal !== '') this.isRefused = true
    if (refusal !== '' && !pieces.some(({ kind }) => kind === 'text')) this.addText(refusal, events)
    if (delta.annotations) events.push(this.cite(annotatedSources(delta.annotations).map(citationOf)))
    if (delta.citations) events.push(this.cite(documentCitations(delta.citations).map(documentCitationOf)))
    this.textSignature = details.findLast(followsText) ?? this.textSignature
    for (const image of objectsIn(delta.images)) this.addImage(image, events)
    for (const call of objectsIn(delta.tool_calls)) this.addCall(call, events)
    for (const block of objectsIn(delta.content_blocks)) this.addOriginalBlock(block, events)
  }

  /** Only an open text block can have citations. */
  private cite(citations: readonly JsonObject[]): string {
    const block = this.current
    if (block?.type !== 'text') return ''
    return citations.map((citation) => deltaFrame(block.index, { type: 'citations_delta', citation })).join('')
  }

  private addTextSignature(events: string[]): void {
    const detail = this.textSignature
    this.textSignature = null
    if (detail !== null) this.addDetail(detail, events)
  }

  private addText(text: string, events: string[]): void {
    this.addTextSignature(events)
    const block = this.enter('text', { type: 'text', text: '' }, events)
    events.push(deltaFrame(block.index, { type: 'text_delta', text }))
  }

  private addThinking(thinking: string, events: string[]): void {
    this.addTextSignature(events)
    const block = this.enter('thinking', { type: 'thinking', thinking: '', signature: '' }, events)
    block.lastCharacter = thinking.slice(-1) || block.lastCharacter
    events.push(deltaFrame(block.index, { type: 'thinking_delta', thinking }))
  }

  /** If the provider also sends `reasoning_content`, the detail's text was already sent. A signature closes the block. */
  private addDetail(detail: IncomingDetail, events: string[]): void {
    if (detail.type === 'redacted') return this.addComplete(detailToBlocks(detail)[0]!, events)
    const text = textOf(detail.text)
    const isSent = this.current?.type === 'thinking' && this.current.lastCharacter !== ''
    if (text !== '' && !isSent) this.addThinking(text, events)
    const isSigned = textOf(detail.signature) !== ''
    if (!isSigned && this.current?.type === 'thinking') this.current.signature = markOrigin('', detail.format)
    if (!isSigned) return
    const block = this.enter('thinking', { type: 'thinking', thinking: '', signature: '' }, events)
    block.signature = markOrigin(textOf(detail.signature), detail.format)
    events.push(this.leave())
  }

  private addCall(call: UncheckedObject<ChatToolCallDelta>, events: string[]): void {
    const called = objectOf(call.function)
    const key = call.index ?? call.id
    let block = this.calls.get(key)
    if (!block || isAnotherCall(call, block.callId)) {
      this.addTextSignature(events)
      events.push(this.leave(), this.closeCalls(this.finishedCalls))
      const start = { type: 'tool_use', id: joinToolId(call), name: textOf(called.name), input: {} } as const
      block = this.open('tool_use', start, events, textOf(call.id))
      this.calls.set(key, block)
      this.openCalls.add(block)
    }
    const text = textOf(called.arguments)
    if (text === '' || (block.lastCharacter === '' && isNoArguments(text))) return
    block.lastCharacter = text.trimEnd().slice(-1) || block.lastCharacter
    // Arguments that do not end in a brace are incomplete.
    if (block.lastCharacter === '}' && this.openCalls.has(block)) this.finishedCalls.add(block)
    else this.finishedCalls.delete(block)
    events.push(deltaFrame(block.index, { type: 'input_json_delta', partial_json: text }))
  }

  private addImage(image: UncheckedObject<ChatImage>, events: string[]): void {
    for (const block of imageFromChat(image)) {
      this.addTextSignature(events)
      this.addComplete(block, events)
    }
  }

  /** `content_blocks` repeats blocks that were already sent in pieces. Only the other types are sent here. */
  private addOriginalBlock(block: UncheckedObject<ResponseBlock>, events: string[]): void {
    const isSent = ['text', 'thinking', 'redacted_thinking', 'tool_use'].includes(textOf(block.type))
    if (!isSent) this.addComplete(block, events)
  }

  private addComplete(block: OutgoingBlock, events: string[]): void {
    events.push(this.leave(), this.closeCalls(this.finishedCalls))
    const index = this.blockCount++
    events.push(startFrame(index, block), frame({ type: 'content_block_stop', index }))
  }

  private enter(type: 'text' | 'thinking', start: ResponseBlock, events: string[]): Block {
    if (this.current?.type === type) return this.current
    events.push(this.leave(), this.closeCalls(this.finishedCalls))
    this.current = this.open(type, start, events)
    return this.current
  }

  private open(type: Block['type'], start: ResponseBlock, events: string[], callId = ''): Block {
    const index = this.blockCount++
    events.push(startFrame(index, start))
    return { index, type, callId, lastCharacter: '', signature: '' }
  }

  private leave(): string {
    const block = this.current
    this.current = null
    if (!block) return ''
    const { index, signature } = block
    const signed = signature === '' ? '' : deltaFrame(index, { type: 'signature_delta', signature })
    return signed + frame({ type: 'content_block_stop', index })
  }

  private closeAll(): string {
    return this.leave() + this.closeCalls(this.openCalls)
  }

  private closeCalls(blocks: Set<Block>): string {
    let text = ''
    for (const block of blocks) {
      text += frame({ type: 'content_block_stop', index: block.index })
      this.openCalls.delete(block)
      this.finishedCalls.delete(block)
    }
    return text
  }
}

function startFrame(index: number, block: OutgoingBlock): string {
  return frame({ type: 'content_block_start', index, content_block: block as ResponseBlock })
}

function deltaFrame(index: number, delta: BlockDelta): string {
  return frame({ type: 'content_block_delta', index, delta })
}

function frame(event: MessagesEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
