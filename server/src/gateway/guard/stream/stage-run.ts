/**
 * Passes one text of a stream through one check. Its segments (the pieces that came in separate events) are emitted in
 * order, as soon as the check has settled them (see `settledUntil`), with replacements applied. A replacement goes into
 * the segment in which it begins.
 */

import type { Span, SpanCheck } from '../../../guardrails/check.ts'
import { spansIn } from '../run-guardrails.ts'

/** A check, with what happens on a finding. */
export type StageCheck = Pick<SpanCheck, 'find' | 'settledUntil'> & {
  /** Returns the text that replaces the span; null if it stays. */
  readonly onSpan: (span: Span, found: string, path: string) => string | null
  /** Called if the check cannot be run on a text. */
  readonly onError: (error: unknown) => void
  /** Called with the milliseconds that the check took. */
  readonly onTime: ((ms: number) => void) | null
}

/** Settled text kept as context for checks. */
const CONTEXT_LENGTH = 1_024
/** Settled text is removed in pieces of at least this length. */
const CUT_LENGTH = 4_096
/** A longer unsettled text is searched again only after it has grown by an eighth, so that the work stays linear. */
const SHORT_LENGTH = 256
const GROWTH = 8
/** Sent segments are removed from the list in groups. */
const GROUP = 64

type Segment<Ref> = { readonly ref: Ref; readonly end: number }
type Replacement = { readonly start: number; readonly end: number; readonly text: string }

export class StageRun<Ref> {
  /** The end of the text so far, from the position `#base` on. All positions refer to the whole text. */
  #text = ''
  #base = 0
  #length = 0
  /** The length when the text was last searched. */
  #searched = 0
  #settled = 0
  #segments: Segment<Ref>[] = []
  #firstSegment = 0
  /** The end of the last segment that was emitted. */
  #sent = 0
  /** In order, without overlaps. */
  #replacements: Replacement[] = []
  #firstReplacement = 0
  /** The end of the last replacement that was emitted: it covers the text up to here. */
  #covered = 0

  constructor(
    private readonly check: StageCheck,
    private readonly path: string,
    private readonly emit: (ref: Ref, text: string) => void,
  ) {}

  get isEmpty(): boolean {
    return this.#firstSegment === this.#segments.length
  }

  push(ref: Ref, text: string): void {
    if (text !== '') this.#text += text
    this.#length += text.length
    this.#segments.push({ ref, end: this.#length })
  }

  /** Emits the segments that are settled now. `isEnded`: no text follows. */
  settle(isEnded: boolean): void {
    if (this.isEmpty) return
    if (this.#settled < this.#length && (isEnded || this.#hasGrown())) this.#search(isEnded)
    this.#send()
    this.#cut()
  }

  #hasGrown(): boolean {
    const unsettled = this.#searched - this.#settled
    return this.#length > this.#searched && (this.#length - this.#searched) * GROWTH >= unsettled - SHORT_LENGTH
  }

  #search(isEnded: boolean): void {
    const { check } = this
    this.#searched = this.#length
    const startedMs = check.onTime ? performance.now() : 0
    try {
      this.#settled = this.#find(check, this.#settled - this.#base, isEnded) + this.#base
    } catch (error) {
      check.onError(error)
      this.#settled = this.#length
    }
    check.onTime?.(performance.now() - startedMs)
  }

  #find(check: StageCheck, from: number, isEnded: boolean): number {
    const text = this.#text
    const settled = isEnded ? text.length : check.settledUntil(text, from)
    if (settled <= from) return from
    for (const span of check.find(text, from)) {
      const { start, end } = span
      if (start >= settled) break
      const changed = check.onSpan(span, text.slice(start, end), this.path)
      if (changed !== null) this.#replacements.push({ start: start + this.#base, end: end + this.#base, text: changed })
    }
    return settled
  }

  #send(): void {
    while (this.#firstSegment < this.#segments.length) {
      const { ref, end } = this.#segments[this.#firstSegment]!
      if (end > this.#settled) break
      this.#firstSegment++
      const start = this.#sent
      this.#sent = end
      this.emit(ref, this.#replaced(start, end))
    }
    if (this.#firstSegment >= GROUP || this.isEmpty) {
      this.#segments = this.#segments.slice(this.#firstSegment)
      this.#firstSegment = 0
    }
    if (this.#firstReplacement === this.#replacements.length && this.#firstReplacement > 0) {
      this.#replacements = []
      this.#firstReplacement = 0
    }
  }

  #replaced(start: number, end: number): string {
    const base = this.#base
    let at = Math.min(end, Math.max(start, this.#covered))
    let text = ''
    for (; this.#firstReplacement < this.#replacements.length; this.#firstReplacement++) {
      const replacement = this.#replacements[this.#firstReplacement]!
      if (replacement.start >= end) break
      text += this.#text.slice(at - base, replacement.start - base) + replacement.text
      this.#covered = replacement.end
      at = Math.min(end, this.#covered)
    }
    const rest = this.#text.slice(at - base, end - base)
    return text === '' ? rest : text + rest
  }

  #cut(): void {
    const start = Math.min(this.#sent, this.#settled) - CONTEXT_LENGTH
    if (start - this.#base < CUT_LENGTH) return
    this.#text = this.#text.slice(start - this.#base)
    this.#base = start
  }
}

/** Runs a check on a complete text. Returns the text with its replacements. */
export function runCheck(check: StageCheck, text: string, path: string, context: string): string {
  const startedMs = check.onTime ? performance.now() : 0
  try {
    let out = ''
    let from = 0
    for (const span of spansIn(check, { context }, text)) {
      const changed = check.onSpan(span, text.slice(span.start, span.end), path)
      if (changed === null || span.start < from) continue
      out += text.slice(from, span.start) + changed
      from = span.end
    }
    return from === 0 ? text : out + text.slice(from)
  } catch (error) {
    check.onError(error)
    return text
  } finally {
    check.onTime?.(performance.now() - startedMs)
  }
}
