/** The interface of a compiled pattern, whether it comes from RE2 or from a list of words. */

/** A range of a text. `start` is inclusive, `end` is exclusive. */
export type TextRange = { readonly start: number; readonly end: number }

/** Finds a pattern in a text in linear time. Throws if a text would take too long. */
export type TextPattern = {
  /** True if the pattern can have an empty match, such as `a*` and `^`. `find` omits empty matches. */
  readonly matchesEmpty: boolean
  readonly matches: (text: string) => boolean
  /** Like `SpanCheck.find`. Returns the leftmost matches without empty ones. */
  readonly find: (text: string, from: number) => readonly TextRange[]
  /** Like `SpanCheck.settledUntil`. */
  readonly settledUntil: (text: string, from: number) => number
}
