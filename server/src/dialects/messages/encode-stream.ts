/** OpenAI's chunks as the events of Anthropic's stream. */

import { isObject, objectsIn, textOf } from '../anthropic/json-value.ts'
import type { JsonObject, StreamEncoder } from '../dialect.ts'
import { contentPieces } from '../framing/chat-content.ts'
import { markOrigin } from '../reasoning/reasoning-format.ts'
import { detailToBlocks, messageId, stopReason, usageFromChat } from './from-chat.ts'
import { fromStreamError } from './from-error.ts'
import { joinToolId } from './signed-tool-id.ts'

type Block = {
  readonly index: number
  readonly type: 'text' | 'thinking' | 'tool_use'
  lastCharacter: string
  /** The signature of thinking, or whose it is where nobody signed; empty when neither is known. */
  mark: string
}

export function messagesStream(request: JsonObject): StreamEncoder {
  return new MessagesStream(request)
}

class MessagesStream implements StreamEncoder {
  private isStarted = false
  private isOver = false
  private blockCount = 0
  /** The text or thinking under way; calls have their own list, because providers may interleave them. */
  private current: Block | null = null
  private readonly calls = new Map<unknown, Block>()
  private readonly openCalls = new Set<Block>()
  /** The open ones whose arguments seem complete: few, while `calls` holds all of a long answer. */
  private readonly finishedCalls = new Set<Block>()
  private finishReason: unknown = null
  private usage: unknown = null
  private isRefused = false

  constructor(private readonly request: JsonObject) {}

  chunk(chunk: JsonObject): string {
    if (this.isOver) return ''
    if (isObject(chunk.error)) return this.error(chunk.error)
    const events = [this.start(chunk)]
    if (isObject(chunk.usage)) this.usage = chunk.usage
    const choice = objectsIn(chunk.choices).find((candidate) => (candidate.index ?? 0) === 0)
    if (choice) {
      if (isObject(choice.delta)) this.say(choice.delta, events)
      if (typeof choice.finish_reason === 'string') this.finishReason = choice.finish_reason
    }
    return events.join('')
  }

  end(): string {
    if (this.isOver) return ''
    if (this.finishReason === null) {
      return this.error({ message: 'The provider broke off its answer.', code: 'upstream_broken' })
    }
    const events = [this.closeAll()]
    const reason = stopReason(this.finishReason, this.calls.size > 0, this.isRefused)
    events.push(
      frame('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: usageFromChat(this.usage) }),
      frame('message_stop', {}),
    )
    this.isOver = true
    return events.join('')
  }

  error(error: JsonObject): string {
    if (this.isOver) return ''
    this.isOver = true
    return frame('error', fromStreamError(error))
  }

  private start(chunk: JsonObject): string {
    if (this.isStarted) return ''
    this.isStarted = true
    const message = {
      id: messageId(chunk.id),
      type: 'message',
      role: 'assistant',
      model: textOf(chunk.model) || textOf(this.request.model),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      // OpenAI counts at the end; the last event carries the true numbers and SDKs take them from there.
      usage: { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
    }
    return frame('message_start', { message })
  }

  private say(delta: JsonObject, events: string[]): void {
    const reasoning = textOf(delta.reasoning_content) || textOf(delta.reasoning)
    if (reasoning !== '') this.sayThinking(reasoning, events)
    // A signature without text ends the thinking under way; with none under way it signs the answer's text and follows it.
    const isThinking = this.current?.type === 'thinking'
    const details = objectsIn(delta.reasoning_details)
    const isLate = (detail: JsonObject) => detail.type === 'thinking' && typeof detail.text !== 'string' && !isThinking
    for (const detail of details) if (!isLate(detail)) this.sayDetail(detail, events)
    const pieces = contentPieces(delta.content)
    for (const { kind, text } of pieces) {
      if (kind === 'thinking') this.sayThinking(text, events)
      else this.sayText(text, events)
    }
    const refusal = textOf(delta.refusal)
    if (refusal !== '') this.isRefused = true
    if (refusal !== '' && !pieces.some(({ kind }) => kind === 'text')) this.sayText(refusal, events)
    for (const detail of details) if (isLate(detail)) this.sayDetail(detail, events)
    for (const call of objectsIn(delta.tool_calls)) this.sayCall(call, events)
    for (const block of objectsIn(delta.content_blocks)) this.sayWhole(block, events)
  }

  private sayText(text: string, events: string[]): void {
    const block = this.enter('text', { type: 'text', text: '' }, events)
    events.push(deltaFrame(block.index, { type: 'text_delta', text }))
  }

  private sayThinking(thinking: string, events: string[]): void {
    const block = this.enter('thinking', { type: 'thinking', thinking: '', signature: '' }, events)
    block.lastCharacter = thinking.slice(-1) || block.lastCharacter
    events.push(deltaFrame(block.index, { type: 'thinking_delta', thinking }))
  }

  /** The text was already said as reasoning_content where a provider gives both; the signature ends the block. */
  private sayDetail(detail: JsonObject, events: string[]): void {
    if (detail.type === 'redacted') return this.sayOnce(detailToBlocks(detail)[0]!, events)
    const text = textOf(detail.text)
    const isSaid = this.current?.type === 'thinking' && this.current.lastCharacter !== ''
    if (text !== '' && !isSaid) this.sayThinking(text, events)
    const isSigned = textOf(detail.signature) !== ''
    if (!isSigned && this.current?.type === 'thinking') this.current.mark = markOrigin('', detail.format)
    if (!isSigned) return
    const block = this.enter('thinking', { type: 'thinking', thinking: '', signature: '' }, events)
    block.mark = markOrigin(textOf(detail.signature), detail.format)
    events.push(this.leave())
  }

  private sayCall(call: JsonObject, events: string[]): void {
    const called = isObject(call.function) ? call.function : {}
    const key = call.index ?? call.id
    let block = this.calls.get(key)
    if (!block) {
      events.push(this.leave(), this.closeFinishedCalls())
      block = this.open(
        'tool_use',
        { type: 'tool_use', id: joinToolId(call), name: textOf(called.name), input: {} },
        events,
      )
      this.calls.set(key, block)
      this.openCalls.add(block)
    }
    const text = textOf(called.arguments)
    if (text === '') return
    block.lastCharacter = text.trimEnd().slice(-1) || block.lastCharacter
    // One whose arguments do not end in a brace is still being written.
    if (block.lastCharacter === '}' && this.openCalls.has(block)) this.finishedCalls.add(block)
    else this.finishedCalls.delete(block)
    events.push(deltaFrame(block.index, { type: 'input_json_delta', partial_json: text }))
  }

  /** Blocks OpenAI has no word for come whole and late; the others among them were said piece by piece. */
  private sayWhole(block: JsonObject, events: string[]): void {
    const isSaid = ['text', 'thinking', 'redacted_thinking', 'tool_use'].includes(textOf(block.type))
    if (!isSaid) this.sayOnce(block, events)
  }

  private sayOnce(block: JsonObject, events: string[]): void {
    events.push(this.leave(), this.closeFinishedCalls())
    const index = this.blockCount++
    events.push(frame('content_block_start', { index, content_block: block }), frame('content_block_stop', { index }))
  }

  private enter(type: 'text' | 'thinking', start: JsonObject, events: string[]): Block {
    if (this.current?.type === type) return this.current
    events.push(this.leave(), this.closeFinishedCalls())
    this.current = this.open(type, start, events)
    return this.current
  }

  private open(type: Block['type'], start: JsonObject, events: string[]): Block {
    const index = this.blockCount++
    events.push(frame('content_block_start', { index, content_block: start }))
    return { index, type, lastCharacter: '', mark: '' }
  }

  private leave(): string {
    const block = this.current
    this.current = null
    if (!block) return ''
    const { index, mark } = block
    const signed = mark === '' ? '' : deltaFrame(index, { type: 'signature_delta', signature: mark })
    return signed + frame('content_block_stop', { index })
  }

  /** Calls come one after another almost always. */
  private closeFinishedCalls(): string {
    return this.closeCalls(this.finishedCalls)
  }

  private closeAll(): string {
    return this.leave() + this.closeCalls(this.openCalls)
  }

  private closeCalls(blocks: Set<Block>): string {
    let text = ''
    for (const block of blocks) {
      text += frame('content_block_stop', { index: block.index })
      this.openCalls.delete(block)
      this.finishedCalls.delete(block)
    }
    return text
  }
}

function deltaFrame(index: number, delta: JsonObject): string {
  return frame('content_block_delta', { index, delta })
}

function frame(type: string, data: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}
