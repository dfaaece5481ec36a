/** Joins the parts that whole checks examine into texts: one per message, or one per choice of a response. */

import type { CheckInput, TextPart } from '../check.ts'

/** Parts whose paths start with the same element, such as `choices[1]`, form one text. */
const ELEMENT = /^(?:choices|candidates|messages|contents|input|prompt)\[\d+\]/

/**
 * Joins the parts of a message with line feeds. Leaves out reasoning, tool arguments, definitions and other members,
 * because they are not what the caller sees. Returns one empty string if no part is left.
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
