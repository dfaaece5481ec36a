/** A conversation in OpenAI's messages as Gemini's contents and system instruction. */

import type { JsonObject } from '../../dialect.ts'
import { isGeneratedCallId } from '../call-id.ts'
import { geminiVersion, isGiven, listOf, objectOf, refusal, textOf } from '../members.ts'
import { encodeAssistant } from './assistant.ts'
import { encodeParts, encodeTextParts, splitResult } from './content-parts.ts'

export type ContentRules = {
  readonly model: string
  /** Vertex refuses `id` in calls and results ("Unknown name"); the Gemini API wants its own ids back. */
  readonly sendsCallIds: boolean
}

type Call = { readonly name: string; readonly ordinal: number }
type Result = { readonly ordinal: number; readonly parts: readonly JsonObject[] }

export function encodeContents(messages: unknown, rules: ContentRules): JsonObject {
  if (!Array.isArray(messages) || messages.length === 0) {
    throw refusal('messages', 'expected an array of messages.', 'Send at least one message.')
  }
  const conversation = new Conversation(rules)
  for (const [i, value] of messages.entries()) {
    const message = objectOf(value)
    if (!message) throw refusal(`messages[${i}]`, 'expected a message.', 'Send { "role": ..., "content": ... }.')
    conversation.add(message, `messages[${i}]`)
  }
  return conversation.finish()
}

class Conversation {
  readonly #rules: ContentRules
  readonly #system: JsonObject[] = []
  readonly #contents: { role: string; parts: JsonObject[] }[] = []
  /** The turn that further messages of its role join; null behind results. */
  #open: { role: string; parts: JsonObject[] } | null = null
  readonly #calls = new Map<string, Call>()
  #results: Result[] = []

  constructor(rules: ContentRules) {
    this.#rules = rules
  }

  add(message: JsonObject, place: string): void {
    const { role } = message
    if (role === 'tool' || role === 'function') {
      this.#results.push(this.#result(message, place))
      return
    }
    this.#closeResults()
    if (role === 'system' || role === 'developer') {
      for (const part of encodeTextParts(message['content'], `${place}.content`)) this.#system.push(part)
    } else if (role === 'user') {
      this.#append('user', encodeParts(message['content'], `${place}.content`))
    } else if (role === 'assistant') {
      const isSignatureRequired = (geminiVersion(this.#rules.model) ?? 0) >= 3
      this.#remember(message)
      const mayName = (id: string) => this.#mayName(id)
      this.#append('model', encodeAssistant(message, place, { mayName, isSignatureRequired }))
    } else {
      const known = 'system, developer, user, assistant, tool'
      throw refusal(`${place}.role`, `unknown role ${JSON.stringify(role)}.`, `Use one of ${known}.`)
    }
  }

  finish(): JsonObject {
    this.#closeResults()
    // Gemini answers no request without contents: a lone system message is then the question.
    if (this.#contents.length === 0) return { contents: [{ role: 'user', parts: this.#system }] }
    if (this.#system.length === 0) return { contents: this.#contents }
    return { systemInstruction: { parts: this.#system }, contents: this.#contents }
  }

  #mayName(id: string): boolean {
    return this.#rules.sendsCallIds && !isGeneratedCallId(id)
  }

  #remember(message: JsonObject): void {
    for (const [ordinal, value] of listOf(message['tool_calls']).entries()) {
      const call = objectOf(value)
      const id = textOf(call?.['id'])
      const name = textOf(objectOf(call?.['function'])?.['name'])
      if (id !== null && name !== null) this.#calls.set(id, { name, ordinal })
    }
  }

  #append(role: string, parts: JsonObject[]): void {
    if (parts.length === 0) return
    if (this.#open?.role === role) {
      for (const part of parts) this.#open.parts.push(part)
      return
    }
    this.#open = { role, parts }
    this.#contents.push(this.#open)
  }

  /** Parallel results go back in one turn, in the order of their calls: without ids it is the order that joins them. */
  #closeResults(): void {
    if (this.#results.length === 0) return
    const ordered = this.#results.toSorted((a, b) => a.ordinal - b.ordinal)
    this.#contents.push({ role: 'user', parts: ordered.flatMap((result) => result.parts) })
    // Results stay a turn of their own, because their number must equal that of the calls.
    this.#open = null
    this.#results = []
  }

  #result(message: JsonObject, place: string): Result {
    const id = textOf(message['tool_call_id'])
    const call = id === null ? undefined : this.#calls.get(id)
    const name = call?.name ?? textOf(message['name'])
    if (name === null) {
      throw refusal(
        `${place}.tool_call_id`,
        'no earlier assistant message has a tool call with this id.',
        'Send the assistant message with its tool_calls before the results.',
      )
    }
    const { text, media } = splitResult(message['content'], `${place}.content`)
    const response = message['is_error'] === true ? { error: text } : { output: text }
    const functionResponse: JsonObject = { name, response }
    if (id !== null && this.#mayName(id)) functionResponse['id'] = id
    const ordinal = call?.ordinal ?? Number.MAX_SAFE_INTEGER
    // Gemini 3 takes inline media inside the result; earlier models, and files by URI, only beside it.
    const isNested = (geminiVersion(this.#rules.model) ?? 0) >= 3
    const goesInside = (part: JsonObject) => isNested && isGiven(part['inlineData'])
    const nested = media.filter(goesInside)
    if (nested.length > 0) functionResponse['parts'] = nested
    return { ordinal, parts: [{ functionResponse }, ...media.filter((part) => !goesInside(part))] }
  }
}
