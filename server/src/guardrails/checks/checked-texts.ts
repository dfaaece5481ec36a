/** The texts that a check requires something of: one per message, or one per choice of a response. */

import type { CheckInput, TextPart } from '../check.ts'

/** Parts of one element of these lists belong together, such as `choices[1].message.content`. */
const ELEMENT = /^(?:choices|candidates|messages|contents|input|prompt)\[\d+\]/

/**
 * The parts of a message are joined by line feeds. Reasoning and the arguments of tool calls are left out, because they
 * are not what the caller sees. There is always one text at least, which is empty if nothing else is left.
 */
export function checkedTexts(input: CheckInput): readonly string[] {
  const groups = new Map<string, string[]>()
  for (const part of input.parts) {
    if (!isVisible(part)) continue
    const key = ELEMENT.exec(part.path)?.[0] ?? ''
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [part.text])
    else group.push(part.text)
  }
  if (groups.size === 0) return ['']
  return [...groups.values()].map((texts) => texts.join('\n'))
}

function isVisible({ kind }: TextPart): boolean {
  return kind === 'text' || kind === 'tool_result' || kind === 'document'
}
