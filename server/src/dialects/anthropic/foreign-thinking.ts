/** A request in Anthropic's own format whose history another provider made in part: its thinking must not reach Anthropic. */

import type { JsonObject } from '../dialect.ts'
import { isLoopWithoutThinking, type LoopTurn, withoutLoopThinking } from '../reasoning/tool-loop.ts'
import { isObject, objectsIn, textOf } from './json-value.ts'
import { isUnsendable } from './request/encode-assistant.ts'
import { LOOP_WORDS } from './request/encode-thinking.ts'

type Cleaned = {
  readonly messages: readonly LoopTurn[]
  /** True when the tool loop lost its thinking, so that Anthropic would refuse a budget for it. */
  readonly stopsThinking: boolean
}

/** Null when Anthropic made all of it, which is to stay as it is. */
export function withoutForeignThinking(body: JsonObject): Cleaned | null {
  const { messages, thinking } = body
  if (!Array.isArray(messages) || !messages.some(isForeignTurn)) return null
  const turns = messages.flatMap((message: unknown) => cleanTurn(message))
  const isBudget = isObject(thinking) && thinking.type === 'enabled'
  if (isBudget && isLoopWithoutThinking(turns, LOOP_WORDS)) {
    return { messages: withoutLoopThinking(turns, LOOP_WORDS), stopsThinking: true }
  }
  return messages.some(hasForeignThinking) ? { messages: turns, stopsThinking: false } : null
}

// toolu_01..., toolu_vrtx_01..., toolu_bdrk_01..., and those of tools that Anthropic runs.
const OWN_CALL_ID = /^(?:srv)?toolu_/

/** Made by another provider: by its thinking, or by the ids of its calls. */
function isForeignTurn(message: unknown): boolean {
  if (!isObject(message) || message.role !== 'assistant') return false
  return objectsIn(message.content).some(
    (block) => isForeignThinking(block) || (block.type === 'tool_use' && !OWN_CALL_ID.test(textOf(block.id))),
  )
}

function hasForeignThinking(message: unknown): boolean {
  if (!isObject(message) || message.role !== 'assistant') return false
  return objectsIn(message.content).some(isForeignThinking)
}

function isForeignThinking(block: JsonObject): boolean {
  return LOOP_WORDS.isThinking(block) && isUnsendable(block)
}

/** A turn of thoughts alone is none. */
function cleanTurn(message: unknown): LoopTurn[] {
  const turn = (isObject(message) ? message : { role: null, content: '' }) as LoopTurn
  if (!hasForeignThinking(turn)) return [turn]
  const content = objectsIn(turn.content).filter((block) => !isForeignThinking(block))
  return content.length === 0 ? [] : [{ ...turn, content }]
}
