/**
 * The tool loop at the end of a conversation: all turns since the user last wrote something other than tool results.
 * Claude treats them as one turn, with two rules (https://docs.claude.com/en/docs/build-with-claude/extended-thinking):
 * if a thinking budget is set, the loop must begin with thinking; if thinking is off, the loop must contain none.
 */

export type Turn<Block> = { readonly role: string | null; readonly content: string | Block[] }

/** How to recognize tool results and thinking among a format's blocks. */
export type BlockKinds<Block> = { isResult(block: Block): boolean; isThinking(block: Block): boolean }

/** True if the loop lost its thinking: a client dropped unknown members, or another provider made the calls. */
export function isLoopWithoutThinking<Block>(turns: readonly Turn<Block>[], kinds: BlockKinds<Block>): boolean {
  const first = turns[loopStart(turns, kinds)]
  if (first === undefined) return false
  const block = typeof first.content === 'string' ? undefined : first.content[0]
  return block === undefined || !kinds.isThinking(block)
}

/** Removes thinking from the loop. Thinking in earlier turns stays: Claude ignores it. */
export function withoutLoopThinking<Block, T extends Turn<Block>>(turns: readonly T[], kinds: BlockKinds<Block>): T[] {
  const start = loopStart(turns, kinds)
  if (start === turns.length) return [...turns]
  return turns.flatMap((turn, index) => {
    if (index < start || turn.role !== 'assistant' || typeof turn.content === 'string') return [turn]
    const content = turn.content.filter((block) => !kinds.isThinking(block))
    if (content.length === turn.content.length) return [turn]
    return content.length === 0 ? [] : [{ ...turn, content }]
  })
}

/** The index of the loop's first assistant turn; `turns.length` if there is no loop. */
function loopStart<Block>(turns: readonly Turn<Block>[], kinds: BlockKinds<Block>): number {
  let start = turns.length
  for (let i = turns.length - 1; i >= 0; i--) {
    const { role, content } = turns[i]!
    if (role === 'assistant') start = i
    else if (typeof content === 'string' || !content.some((block) => kinds.isResult(block))) break
  }
  return start
}
