/** Parses CSV with a header line: quoted fields may contain commas, quotes ("") and line breaks. */

import type { JsonObject } from '../../remote.ts'

export function parseCsv(text: string): readonly JsonObject[] {
  const [head = [], ...lines] = linesOf(text.replace(/^\uFEFF/, ''))
  return lines.map((fields) => Object.fromEntries(head.map((name, i) => [name.trim(), fields[i] ?? ''])))
}

function linesOf(text: string): readonly (readonly string[])[] {
  const lines: string[][] = []
  const field = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/y
  let line: string[] = []
  while (field.lastIndex < text.length) {
    const match = field.exec(text)
    if (match === null) break
    const [, value = '', end = ''] = match
    line.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === ',' && field.lastIndex < text.length) continue
    if (end === ',') line.push('')
    if (line.some((one) => one !== '')) lines.push(line)
    line = []
  }
  return lines
}
