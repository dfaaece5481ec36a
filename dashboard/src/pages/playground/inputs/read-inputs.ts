/** Parses a pasted table of inputs: one row per set of values, with or without a header. */

import type { Values } from '../playground-column.ts'

export type Inputs = { readonly rows: readonly Values[]; readonly problem: string | null }

/** Limits the cost: each input is a paid request per column. */
export const MAX_INPUTS = 20

/** `names` are the variables in order of first use; rows without a header follow this order. */
export function readInputs(text: string, names: readonly string[]): Inputs {
  const mark = text.includes('\t') ? '\t' : ','
  const table = splitRows(text, mark).filter((row) => row.some((cell) => cell.trim() !== ''))
  const [first = []] = table
  const hasHead = first.length > 0 && first.every((cell) => names.includes(cell.trim()))
  const head = hasHead ? first.map((cell) => cell.trim()) : names
  const found = hasHead ? table.slice(1) : table
  if (found.length > MAX_INPUTS) return { rows: [], problem: `At most ${MAX_INPUTS} inputs at once.` }
  const rows: Values[] = []
  for (const [index, cells] of found.entries()) {
    // A single variable takes the whole line, including commas.
    const given = head.length === 1 ? [cells.join(mark)] : cells
    if (given.length > head.length) {
      return { rows: [], problem: `Input ${index + 1} has ${given.length} values for ${head.length} variables.` }
    }
    rows.push(Object.fromEntries(given.map((cell, at) => [head[at] ?? '', cell.trim()])))
  }
  return { rows, problem: null }
}

/** CSV or TSV as spreadsheets write it: quotes protect separators and line breaks, and are escaped by doubling. */
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
