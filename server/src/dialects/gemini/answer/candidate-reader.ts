/** Reads a candidate's parts, whole or piece by piece, into members of OpenAI's message or delta. */

import type { JsonObject } from '../../dialect.ts'
import type { ReasoningFormat } from '../../reasoning/reasoning-format.ts'
import { generateCallId } from '../call-id.ts'
import { listOf, objectOf, textOf } from '../members.ts'
import { PartialArguments } from './partial-arguments.ts'

type ToolCall = {
  readonly index: number
  readonly id?: string
  readonly type?: 'function'
  readonly function: { readonly name?: string; arguments: string }
  readonly extra_content?: JsonObject
}

export const GEMINI_FORMAT: ReasoningFormat = 'google-gemini-v1'

type Detail = {
  readonly type: 'thinking'
  text?: string
  signature?: string
  readonly format: ReasoningFormat
  readonly index: number
}

export type Delta = {
  content?: string
  reasoning_content?: string
  reasoning_details?: Detail[]
  tool_calls?: ToolCall[]
  images?: JsonObject[]
}

export class CandidateReader {
  readonly #answerId: string
  readonly #candidate: number
  #calls = 0
  #details = 0
  #images = 0
  /** Pieces of one thought share an index until a signature or another part closes it. */
  #isThoughtOpen = false
  #pending: { readonly index: number; readonly args: PartialArguments } | null = null

  constructor(answerId: string, candidate: number) {
    this.#answerId = answerId
    this.#candidate = candidate
  }

  get hasCalls(): boolean {
    return this.#calls > 0
  }

  read(parts: unknown): Delta {
    const delta: Delta = {}
    for (const value of listOf(parts)) {
      const part = objectOf(value)
      if (part) this.#readPart(part, delta)
    }
    return delta
  }

  /** The candidate is over: a call whose end was not announced is complete now. */
  finish(delta: Delta = {}): Delta {
    if (this.#pending) this.#closeCall(delta)
    return delta
  }

  #readPart(part: JsonObject, delta: Delta): void {
    const signature = textOf(part['thoughtSignature'])
    const call = objectOf(part['functionCall'])
    const text = typeof part['text'] === 'string' ? part['text'] : null
    if (text !== null && part['thought'] === true) this.#readThought(text, signature, delta)
    else if (call) this.#readCall(call, signature, delta)
    else if (objectOf(part['inlineData'])) this.#readImage(part, signature, delta)
    else this.#readText(text ?? codeText(part), signature, delta)
  }

  #readThought(text: string, signature: string | null, delta: Delta): void {
    if (text !== '') delta.reasoning_content = (delta.reasoning_content ?? '') + text
    if (text === '' && signature === null) return
    const index = this.#isThoughtOpen ? this.#details - 1 : this.#details++
    const open = delta.reasoning_details?.at(-1)
    if (open?.index === index) {
      open.text = (open.text ?? '') + text
      if (signature !== null) open.signature = signature
    } else
      addDetail(delta, {
        type: 'thinking',
        text,
        ...(signature !== null && { signature }),
        format: GEMINI_FORMAT,
        index,
      })
    this.#isThoughtOpen = signature === null
  }

  /**
   * A signature on the answer's own text becomes a detail without text; one on an empty part (where streams put it)
   * a detail with empty text, because signed parts must go back unmerged.
   */
  #readText(text: string, signature: string | null, delta: Delta): void {
    if (text !== '') {
      delta.content = (delta.content ?? '') + text
      this.#isThoughtOpen = false
    }
    if (signature === null) return
    this.#isThoughtOpen = false
    const index = this.#details++
    addDetail(delta, { type: 'thinking', ...(text === '' && { text }), signature, format: GEMINI_FORMAT, index })
  }

  #readCall(call: JsonObject, signature: string | null, delta: Delta): void {
    const name = textOf(call['name'])
    const args = objectOf(call['args']) ?? {}
    const willContinue = call['willContinue'] === true
    this.#isThoughtOpen = false
    if (name !== null) {
      if (this.#pending) this.#closeCall(delta)
      this.#openCall(name, textOf(call['id']), signature, delta)
    }
    if (!this.#pending) return
    this.#pending.args.assign(args)
    this.#pending.args.add(call['partialArgs'])
    if (!willContinue) this.#closeCall(delta)
  }

  #openCall(name: string, givenId: string | null, signature: string | null, delta: Delta): void {
    const index = this.#calls++
    delta.tool_calls ??= []
    delta.tool_calls.push({
      index,
      id: givenId ?? generateCallId(this.#answerId, this.#candidate, index),
      type: 'function',
      function: { name, arguments: '' },
      ...(signature !== null && { extra_content: { google: { thought_signature: signature } } }),
    })
    this.#pending = { index, args: new PartialArguments() }
  }

  #closeCall(delta: Delta): void {
    const { index, args } = this.#pending!
    this.#pending = null
    delta.tool_calls ??= []
    const last = delta.tool_calls.at(-1)
    if (last?.index === index) last.function.arguments = args.toText()
    else delta.tool_calls.push({ index, function: { arguments: args.toText() } })
  }

  #readImage(part: JsonObject, signature: string | null, delta: Delta): void {
    const { mimeType, data } = part['inlineData'] as JsonObject
    this.#isThoughtOpen = false
    // Drafts of the thinking are not part of the answer.
    if (part['thought'] === true || typeof data !== 'string') return
    delta.images ??= []
    delta.images.push({
      type: 'image_url',
      image_url: { url: `data:${textOf(mimeType) ?? 'image/png'};base64,${data}` },
      index: this.#images++,
      ...(signature !== null && { extra_content: { google: { thought_signature: signature } } }),
    })
  }
}

function addDetail(delta: Delta, detail: Detail): void {
  delta.reasoning_details ??= []
  delta.reasoning_details.push(detail)
}

/** Code that ran at Google, and what it printed, as a reader would quote it. */
function codeText(part: JsonObject): string {
  const code = textOf(objectOf(part['executableCode'])?.['code'])
  if (code !== null) return `\n\`\`\`python\n${code}\n\`\`\`\n`
  const output = textOf(objectOf(part['codeExecutionResult'])?.['output'])
  return output === null ? '' : `\n\`\`\`\n${output}\n\`\`\`\n`
}
