/** A pasted table of inputs: one row is one set of values, with or without a head of names. */

import type { Values } from '../playground-column.ts'

export type Inputs = { readonly rows: readonly Values[]; readonly problem: string | null }

/** Each is a paid request for each column. */
export const MOST_INPUTS = 20

/** `names` are the variables in the order of their first use: what rows without a head follow. */
export function readInputs(text: string, names: readonly string[]): Inputs {
  const mark = text.includes('\t') ? '\t' : ','
  const table = splitRows(text, mark).filter((row) => row.some((cell) => cell.trim() !== ''))
  const [first = []] = table
  const hasHead = first.length > 0 && first.every((cell) => names.includes(cell.trim()))
  const head = hasHead ? first.map((cell) => cell.trim()) : names
  const found = hasHead ? table.slice(1) : table
  if (found.length > MOST_INPUTS) return { rows: [], problem: `At most ${MOST_INPUTS} inputs at once.` }
  const rows: Values[] = []
  for (const [index, cells] of found.entries()) {
    // One variable takes the whole line: its commas are its own.
    const given = head.length === 1 ? [cells.join(mark)] : cells
    if (given.length > head.length) {
      return { rows: [], problem: `Input ${index + 1} has ${given.length} values for ${head.length} variables.` }
    }
    rows.push(Object.fromEntries(given.map((cell, at) => [head[at] ?? '', cell.trim()])))
  }
  return { rows, problem: null }
}

/** As spreadsheets copy and save them: quotes keep commas, tabs and line ends, two of them are one. */
function splitRows(text: string, mark: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (isQuoted) {
      if (sign === '"') isQuoted = false
      else cell += sign
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (sign === mark) endCell()
    else if (sign === '\n') {
      endCell()
      rows.push([])
    } else if (sign !== '\r') cell += sign
  }
  endCell()
  return rows
}
