/** Removes other providers' thinking, images and citations from requests to Anthropic, which rejects them. */

import { isLoopWithoutThinking, withoutLoopThinking } from '../chat/tool-loop.ts'
import { isObject, objectOf, objectsIn, textOf, type UncheckedObject } from '../json.ts'
import { isForeignCitation, isUnsendable, type OutgoingBlock, type OutgoingTurn, withOwnCitations } from './messages.ts'
import { BLOCK_KINDS } from './thinking.ts'
import type { MessagesRequest } from './types.ts'

type Cleaned = {
  readonly messages: readonly OutgoingTurn[]
  /** True if the tool loop (chat/tool-loop.ts) lost its thinking. Anthropic would then reject a thinking budget. */
  readonly stopsThinking: boolean
}

/** Null if Anthropic produced the whole history, which then stays unchanged. */
export function withoutForeignParts(body: UncheckedObject<MessagesRequest>): Cleaned | null {
  const { messages, thinking } = body
  if (!Array.isArray(messages) || !messages.some(isForeignTurn)) return null
  const turns = messages.flatMap(cleanTurn)
  const isBudget = objectOf(thinking).type === 'enabled'
  if (isBudget && isLoopWithoutThinking(turns, BLOCK_KINDS)) {
    return { messages: withoutLoopThinking(turns, BLOCK_KINDS), stopsThinking: true }
  }
  return messages.some(hasForeignParts) ? { messages: turns, stopsThinking: false } : null
}

// toolu_01..., toolu_vrtx_01..., toolu_bdrk_01..., and srvtoolu_... for tools that Anthropic runs.
const OWN_CALL_ID = /^(?:srv)?toolu_/

/** True if another provider produced the turn: it has foreign thinking or foreign call ids. */
function isForeignTurn(message: unknown): boolean {
  return assistantBlocks(message).some(
    (block) => isForeignPart(block) || (block.type === 'tool_use' && !OWN_CALL_ID.test(textOf(block.id))),
  )
}

function hasForeignParts(message: unknown): boolean {
  return assistantBlocks(message).some(isForeignPart)
}

function isForeignPart(block: OutgoingBlock): boolean {
  return isUnsendableBlock(block) || objectsIn(block.citations).some(isForeignCitation)
}

function assistantBlocks(message: unknown): OutgoingBlock[] {
  return isObject(message) && message['role'] === 'assistant' ? objectsIn(message['content']) : []
}

/** Anthropic's models generate no images, and its API accepts them from users only. */
function isUnsendableBlock(block: OutgoingBlock): boolean {
  return block.type === 'image' || (BLOCK_KINDS.isThinking(block) && isUnsendable(block))
}

/** A turn of only foreign thinking and images is removed. */
function cleanTurn(message: unknown): OutgoingTurn[] {
  const turn = (isObject(message) ? message : { role: null, content: '' }) as OutgoingTurn
  if (!hasForeignParts(turn)) return [turn]
  const content = assistantBlocks(turn)
    .filter((block) => !isUnsendableBlock(block))
    .map(withOwnCitations)
  return content.length === 0 ? [] : [{ ...turn, content }]
}
