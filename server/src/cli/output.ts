/** Output of commands: text, or JSON with --json. Data goes to stdout, messages to stderr. Colours need a terminal. */

import picocolors from 'picocolors'
import type { ErrorReport } from './command-error.ts'
import { printable, printableJson } from './printable.ts'
import { layoutTable } from './text-table.ts'

export type Column<Row> = readonly [head: string, cell: (row: Row) => string | number | null | undefined]

export class Output {
  readonly colours: ReturnType<typeof picocolors.createColors>
  #hasProgress = false

  constructor(
    /** True if --json was given. Errors are then JSON too. */
    readonly isJson: boolean,
    hasColours: boolean,
  ) {
    this.colours = picocolors.createColors(hasColours && !isJson)
  }

  /** `human` is not called with --json. */
  data(value: unknown, human: () => string): void {
    this.#clearProgress()
    process.stdout.write(this.isJson ? `${printableJson(value, 2)}\n` : `${printable(human())}\n`)
  }

  /** One item of a stream: a line of JSON, or a line of text. */
  line(value: unknown, human: () => string): void {
    this.#clearProgress()
    process.stdout.write(this.isJson ? `${printableJson(value)}\n` : `${printable(human())}\n`)
  }

  text(text: string): void {
    process.stdout.write(text)
  }

  /** Writes a message to stderr, so that it never mixes with the data. */
  note(text: string): void {
    this.#clearProgress()
    const shown = printable(text)
    process.stderr.write(`${process.stderr.isTTY ? shown : Bun.stripANSI(shown)}\n`)
  }

  /** Shows the `warnings` of a response. */
  warnings({ warnings }: { readonly warnings?: unknown }): void {
    if (Array.isArray(warnings)) for (const warning of warnings) this.note(`! ${warning}`)
  }

  /** Writes a progress line that overwrites itself. Does nothing if stderr is not a terminal. */
  progress(text: string): void {
    if (!process.stderr.isTTY) return
    process.stderr.write(`\r\u001b[2K${printable(text).replaceAll('\n', ' ')}`)
    this.#hasProgress = true
  }

  error({ what, why, fix }: ErrorReport): void {
    this.#clearProgress()
    if (this.isJson) {
      process.stderr.write(`${printableJson({ error: { what, why: why ?? null, fix: fix ?? null } })}\n`)
      return
    }
    const lines = [`gatehouse: ${what}`]
    if (why !== undefined) lines.push(`  why   ${why}`)
    if (fix !== undefined) lines.push(`  fix   ${fix}`)
    process.stderr.write(`${printable(lines.join('\n'))}\n`)
  }

  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], whenEmpty: string): string {
    if (rows.length === 0) return whenEmpty
    const cells = rows.map((row) => columns.map(([, cell]) => String(cell(row) ?? '').replaceAll('\n', ' ')))
    const heads = columns.map(([head]) => this.colours.dim(head))
    return layoutTable(heads, cells, terminalWidth())
  }

  #clearProgress(): void {
    if (this.#hasProgress) process.stderr.write('\r\u001b[2K')
    this.#hasProgress = false
  }
}

/** Infinity if stdout is not a terminal. */
export function terminalWidth(): number {
  return process.stdout.columns || Number.POSITIVE_INFINITY
}
