/**
 * The tool loop under way at the end of a conversation: the turns since the user last spoke without bringing results, which
 * Claude takes for one turn of its own. Its two rules (https://docs.claude.com/en/docs/build-with-claude/extended-thinking):
 * with a budget, the loop must begin with its thinking; without thinking, there must be none in it.
 */

import type { JsonObject } from '../dialect.ts'

export type LoopTurn = { readonly role: unknown; readonly content: string | readonly JsonObject[] }

/** How a format says results and thinking. */
export type LoopWords = { isResult(block: JsonObject): boolean; isThinking(block: JsonObject): boolean }

/** True when the loop lost its thinking: to a client that drops unknown members, or to another provider that made the calls. */
export function isLoopWithoutThinking(turns: readonly LoopTurn[], words: LoopWords): boolean {
  const first = turns[loopStart(turns, words)]
  if (first === undefined) return false
  const block = typeof first.content === 'string' ? undefined : first.content[0]
  return block === undefined || !words.isThinking(block)
}

/** The turns without thinking in the loop; earlier thinking stays, Claude leaves it out by itself. */
export function withoutLoopThinking<T extends LoopTurn>(turns: readonly T[], words: LoopWords): T[] {
  const start = loopStart(turns, words)
  if (start === turns.length) return [...turns]
  return turns.flatMap((turn, index) => {
    if (index < start || turn.role !== 'assistant' || typeof turn.content === 'string') return [turn]
    const content = turn.content.filter((block) => !words.isThinking(block))
    if (content.length === turn.content.length) return [turn]
    return content.length === 0 ? [] : [{ ...turn, content }]
  })
}

/** Where its first turn of the assistant stands; the number of turns when there is no loop. */
function loopStart(turns: readonly LoopTurn[], words: LoopWords): number {
  let start = turns.length
  for (let i = turns.length - 1; i >= 0; i--) {
    const { role, content } = turns[i]!
    if (role === 'assistant') start = i
    else if (typeof content === 'string' || !content.some((block) => words.isResult(block))) break
  }
  return start
}
