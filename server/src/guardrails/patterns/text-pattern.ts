/** What a compiled pattern does, whether it came from RE2 or from a list of words. */

/** A part of a text, by its first character and the character after its last. */
export type TextRange = { readonly start: number; readonly end: number }

/** Finds a pattern in texts, in time linear in their length. Fails if a text would take too long. */
export type TextPattern = {
  /** True if the pattern matches an empty text somewhere, such as `a*` and `^`. `find` leaves empty matches out. */
  readonly matchesEmpty: boolean
  readonly matches: (text: string) => boolean
  /** As `SpanCheck.find`: leftmost matches, without empty ones. */
  readonly find: (text: string, from: number) => readonly TextRange[]
  /** As `SpanCheck.settledUntil`. */
  readonly settledUntil: (text: string, from: number) => number
}
