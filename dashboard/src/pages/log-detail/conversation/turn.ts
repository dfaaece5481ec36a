/** A conversation in a format-independent form. */

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string }
  /** Null: an image that is not displayed; `note` describes it. */
  | { readonly kind: 'image'; readonly dataUrl: string | null; readonly note: string }
  | { readonly kind: 'tool-call'; readonly name: string; readonly input: string }
  | { readonly kind: 'tool-result'; readonly of: string; readonly text: string }
  | { readonly kind: 'other'; readonly name: string; readonly value: unknown }

export type Turn = { readonly role: string; readonly isAnswer: boolean; readonly parts: readonly Part[] }

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
