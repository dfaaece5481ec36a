/** Parses CSV with a header line: quoted fields may contain commas, quotes ("") and line breaks. */

import { CommandError } from '../../command-error.ts'
import type { JsonObject } from '../../remote.ts'

export function parseCsv(text: string): readonly JsonObject[] {
  const [head = [], ...lines] = linesOf(text.replace(/^\uFEFF/, ''))
  return lines.map((fields) => Object.fromEntries(head.map((name, i) => [name.trim(), fields[i] ?? ''])))
}

/** Skips empty lines. */
function linesOf(text: string): readonly (readonly string[])[] {
  const lines: string[][] = []
  let line: string[] = []
  let at = 0
  while (at < text.length) {
    const [value, end] = text[at] === '"' ? quoted(text, at) : plain(text, at)
    line.push(value)
    const isLast = text[end] !== ','
    at = end + 1
    // A comma at the end of the text is followed by an empty field.
    if (!isLast && at >= text.length) line.push('')
    if (!isLast && at < text.length) continue
    if (line.some((one) => one !== '')) lines.push(line)
    line = []
  }
  return lines
}

/** The value, and the index of the comma or line break after it. */
type Field = readonly [value: string, end: number]

function plain(text: string, start: number): Field {
  const end = endOf(text, start)
  return [text.slice(start, end).replace(/\r$/, ''), end]
}

function quoted(text: string, start: number): Field {
  const parts: string[] = []
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0)
      throw new CommandError({ what: 'The CSV file has a quoted field that does not end.', fix: 'Export it again.' })
    parts.push(text.slice(from, quote))
    if (text[quote + 1] !== '"') return [parts.join('"'), endOf(text, quote + 1)]
    from = quote + 2
  }
}

function endOf(text: string, start: number): number {
  let end = start
  while (end < text.length && text[end] !== ',' && text[end] !== '\n') end++
  return end
}
