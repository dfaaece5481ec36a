/**
 * The blocks that coding agents add to every request. With `strip_scaffolding` they are sent unchanged and unchecked.
 */

/** Tags of blocks that Claude Code, Cline, Roo Code, Cursor, Codex and others write into messages. */
const TAGS = [
  'system-reminder',
  'command-name',
  'command-message',
  'command-args',
  'local-command-stdout',
  'environment_details',
  'environment_context',
  'user_instructions',
  'additional_data',
  'open_and_recently_viewed_files',
  'user_info',
  'rules',
  'cursor_rules',
  'available_skills',
  'policy_spec',
  'env',
  'claude_background_info',
  'antml_thinking_mode',
] as const

const OPENING = new RegExp(`<(${TAGS.join('|')})>`, 'g')

/** The text with spaces in place of the blocks, so that offsets stay the same. A block that is not closed stays. */
export function withoutScaffolding(text: string): string {
  if (!text.includes('<')) return text
  let out = ''
  let from = 0
  OPENING.lastIndex = 0
  for (let opening = OPENING.exec(text); opening; opening = OPENING.exec(text)) {
    const closing = `</${opening[1]}>`
    const end = text.indexOf(closing, OPENING.lastIndex)
    // The block is not closed, so nothing is known to belong to it. The rest of the text is checked as it is.
    if (end < 0) break
    const after = end + closing.length
    out += text.slice(from, opening.index) + ' '.repeat(after - opening.index)
    from = after
    OPENING.lastIndex = after
  }
  return from === 0 ? text : out + text.slice(from)
}
