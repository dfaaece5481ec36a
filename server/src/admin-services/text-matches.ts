/** Collects the positions where checks matched in a text. Each check sees the text as changed by earlier checks. */

import type { TextMatch } from '../core/guardrails/guardrail-tester.ts'
import type { TextEdit, TextWatch } from '../gateway/guard/run-guardrails.ts'
import type { Span } from '../guardrails/check.ts'

const MAX_MATCHES = 1_000

export class TextMatches implements TextWatch {
  readonly #matches = new Map<string, TextMatch>()
  /** Maps each offset in the current text to the offset in the original text. Null: the text is unchanged. */
  #origins: readonly number[] | null = null

  /** `text`: the original text. Null collects nothing. */
  constructor(private text: string | null) {}

  /** Sorted by position. */
  get list(): readonly TextMatch[] {
    return [...this.#matches.values()].sort((one, other) => one.start - other.start || one.end - other.end)
  }

  found(check: string, part: number, text: string, spans: readonly Span[]): void {
    // The text differs if a check has replaced the body.
    if (part !== 0 || text !== this.text) return
    for (const { start: from, end: to, label } of spans) {
      const [start, end] = [this.#origin(from), this.#origin(to)]
      // The match is inside text that an earlier check inserted, so it has no position in the original.
      if (start === end || this.#matches.size >= MAX_MATCHES) continue
      this.#matches.set(JSON.stringify([check, label, start, end]), { check, label, start, end })
    }
  }

  changed(part: number, text: string, edits: readonly TextEdit[]): void {
    if (part !== 0 || text !== this.text) return
    const origins: number[] = []
    let changed = ''
    let from = 0
    for (const edit of edits) {
      for (let at = from; at < edit.start; at++) origins.push(this.#origin(at))
      for (let at = 0; at < edit.text.length; at++) origins.push(this.#origin(edit.start))
      changed += text.slice(from, edit.start) + edit.text
      from = edit.end
    }
    for (let at = from; at <= text.length; at++) origins.push(this.#origin(at))
    this.text = changed + text.slice(from)
    this.#origins = origins
  }

  #origin(at: number): number {
    return this.#origins?.[at] ?? at
  }
}
