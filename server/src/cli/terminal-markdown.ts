/** Renders the Markdown of docs/ for a terminal: headings, wrapped paragraphs, indented code and aligned tables. */

import type { Output } from './output.ts'

type Colours = Output['colours']

const DEFAULT_WIDTH = 100
const MIN_WIDTH = 40
const MIN_COLUMN = 10
const INDENT = '    '
const GAP = '  '

const FENCE = /^```/
const HEADING = /^(#{1,4}) (.+)$/
const LIST_ITEM = /^(-|\d+\.) (.*)$/
const COMMENT = /^<!--.*-->$/
const INLINE =
  /\\([\\`*_[\]|])|`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)/g

/** `columns`: the width of the terminal; 0 if the output is not a terminal. */
export function renderForTerminal(markdown: string, columns: number, colours: Colours): string {
  const width = Math.max(MIN_WIDTH, Math.min(columns || DEFAULT_WIDTH, DEFAULT_WIDTH))
  const blocks = blocksOf(markdown.replaceAll('\r\n', '\n').split('\n'))
  return `${blocks.map((block) => renderBlock(block, width, colours).join('\n')).join('\n\n')}\n`
}

/** Groups lines into headings, code, tables, list items and paragraphs. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = []
  let block: string[] = []
  let isCode = false
  const end = () => {
    if (block.length > 0) blocks.push(block)
    block = []
  }
  for (const line of lines) {
    if (isCode) {
      block.push(line)
      if (!FENCE.test(line)) continue
      isCode = false
      end()
    } else if (FENCE.test(line)) {
      end()
      block.push(line)
      isCode = true
    } else if (line.trim() === '' || COMMENT.test(line)) end()
    else {
      if (HEADING.test(line) || startsOtherKind(block[0], line)) end()
      block.push(line)
      if (HEADING.test(line)) end()
    }
  }
  end()
  return blocks
}

function startsOtherKind(first: string | undefined, line: string): boolean {
  if (first === undefined) return false
  if (first.startsWith('|') !== line.startsWith('|')) return true
  return LIST_ITEM.test(line) && !LIST_ITEM.test(first)
}

function renderBlock(block: readonly string[], width: number, colours: Colours): readonly string[] {
  const [first = ''] = block
  const [, marks, title = ''] = HEADING.exec(first) ?? []
  if (marks !== undefined) return heading(marks.length, inline(title, colours), colours)
  if (FENCE.test(first)) {
    const isClosed = block.length > 1 && FENCE.test(block.at(-1) ?? '')
    return block.slice(1, isClosed ? -1 : undefined).map((line) => colours.cyan(INDENT + line))
  }
  if (first.startsWith('|')) return table(block, width, colours)
  if (LIST_ITEM.test(first)) return itemsOf(block).flatMap((item) => listItem(item, width, colours))
  return wrap(inline(block.join(' '), colours), width)
}

function heading(level: number, text: string, colours: Colours): readonly string[] {
  if (level === 1) return [colours.bold(text), colours.dim('='.repeat(Bun.stringWidth(text)))]
  if (level === 2) return [colours.bold(text), colours.dim('-'.repeat(Bun.stringWidth(text)))]
  return [colours.bold(text)]
}

function itemsOf(block: readonly string[]): readonly string[] {
  const items: string[] = []
  for (const line of block) {
    if (LIST_ITEM.test(line)) items.push(line)
    else items[items.length - 1] += ` ${line.trim()}`
  }
  return items
}

function listItem(item: string, width: number, colours: Colours): readonly string[] {
  const [, mark = '', text = ''] = LIST_ITEM.exec(item) ?? []
  const lead = `  ${mark === '-' ? '•' : mark} `
  return wrap(inline(text, colours), width - lead.length).map(
    (line, i) => (i === 0 ? lead : ' '.repeat(lead.length)) + line,
  )
}

function table(block: readonly string[], width: number, colours: Colours): readonly string[] {
  const [head = [], , ...rows] = block.map((line) => cellsOf(line).map((cell) => inline(cell, colours)))
  const shown = head.every((cell) => cell === '') ? rows : [head.map((cell) => colours.bold(cell)), ...rows]
  const widths = columnWidths(shown, head.length, width)
  const lines = shown.map((row) => tableRow(row, widths))
  // An empty line separates rows if some have several lines, so that readers see where each row ends.
  const isLong = lines.some((row) => row.length > 1)
  return lines.flatMap((row, i) => (isLong && i > 0 ? ['', ...row] : row))
}

function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
}

/** Shrinks the widest columns until the row fits. */
function columnWidths(rows: readonly (readonly string[])[], count: number, width: number): number[] {
  const widths = Array.from({ length: count }, (_, i) => Math.max(...rows.map((row) => Bun.stringWidth(row[i] ?? ''))))
  const available = width - GAP.length * (count - 1)
  for (;;) {
    const total = widths.reduce((sum, each) => sum + each, 0)
    const widest = Math.max(...widths)
    if (total <= available || widest <= MIN_COLUMN) return widths
    const next = Math.max(MIN_COLUMN, ...widths.filter((each) => each < widest))
    const at = widths.indexOf(widest)
    widths[at] = Math.max(next === widest ? widest - 1 : next, widest - (total - available))
  }
}

function tableRow(row: readonly string[], widths: readonly number[]): readonly string[] {
  const cells = widths.map((width, i) => wrap(row[i] ?? '', width))
  const height = Math.max(...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, i) => {
        const text = lines[line] ?? ''
        return text + ' '.repeat(Math.max(0, (widths[i] ?? 0) - Bun.stringWidth(text)))
      })
      .join(GAP)
      .trimEnd(),
  )
}

function wrap(text: string, width: number): readonly string[] {
  return Bun.wrapAnsi(text, width, { trim: true }).split('\n')
}

function inline(text: string, colours: Colours): string {
  return text.replace(INLINE, (_whole, escaped, code, strong, emphasis, label, address) => {
    if (escaped !== undefined) return escaped
    if (code !== undefined) return colours.cyan(code.replaceAll('\\|', '|'))
    if (strong !== undefined) return colours.bold(inline(strong, colours))
    if (emphasis !== undefined) return colours.italic(inline(emphasis, colours))
    const shown = inline(label, colours)
    return /^https?:/.test(address) && address !== label ? `${shown} (${address})` : shown
  })
}
