/** Maps a failed form submission to the inputs it concerns, and focuses the first of them. */

import { useLayoutEffect } from 'preact/hooks'
import type { ApiError } from '../../api/api-error.ts'

/** The error message for one of these body fields; null: no error. */
export type FieldErrors = (...params: readonly string[]) => string | null

const NAMED = /^([A-Za-z_][\w.[\]-]*): (.+)$/s
const COUNTED = / \d+ more in details\.$/

/** The admin API names the first invalid field in `param` and the others in `details`, as `field: message`. */
export function fieldErrors(error: ApiError | null): FieldErrors {
  const words = new Map<string, string>()
  if (error?.param) words.set(error.param, wordsOf(error.message.replace(COUNTED, '')))
  for (const detail of error?.details ?? []) {
    const named = typeof detail === 'string' ? NAMED.exec(detail) : null
    if (named?.[1] && named[2] && !words.has(named[1])) words.set(named[1], sentence(named[2]))
  }
  return (...params) => params.map((param) => words.get(param)).find((found) => found !== undefined) ?? null
}

function wordsOf(message: string): string {
  return sentence(NAMED.exec(message)?.[2] ?? message)
}

/** Messages of schema validation, and what is shown at an input instead; `$1` is a number. */
const PLAIN: readonly (readonly [schema: RegExp, plain: string])[] = [
  [/^Too small: expected string to have >=1 characters\.$/, 'Required.'],
  [/^Too small: expected array to have >=1 items\.$/, 'At least one is required.'],
  [/^Too small: expected string to have >=(\d+) characters\.$/, 'At least $1 characters.'],
  [/^Too big: expected string to have <=(\d+) characters\.$/, 'At most $1 characters.'],
  [/^Too small: expected (?:number|int) to be >=([\d.-]+)\.$/, 'Must be $1 or more.'],
  [/^Too small: expected (?:number|int) to be >([\d.-]+)\.$/, 'Must be more than $1.'],
  [/^Too big: expected (?:number|int) to be <=?([\d.-]+)\.$/, 'Must be $1 or less.'],
  [/^Invalid input: expected (?:number|int), received .+$/, 'Enter a number.'],
  [/^Invalid email address\.$/, 'Enter an e-mail address such as ada@example.com.'],
  [/^must be an ISO 8601 time.*$/, 'Enter a day such as 2027-01-31.'],
  [/^unknown provider ""\.$/, 'Required.'],
  [/^[\w.[\]-]+ is missing\.$/, 'Required.'],
]

function sentence(text: string): string {
  const known = PLAIN.find(([schema]) => schema.test(text))
  if (known) return text.replace(...known)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * After a failed submission, reveals and focuses the first invalid input. `error` is null if there is none. Moves the
 * focus as soon as the error appears. Later, keys that the user meant for another input would go to this one.
 */
export function useFirstErrorFocus(error: object | null): void {
  useLayoutEffect(() => {
    if (error === null) return
    const scope = document.querySelector('dialog[open]') ?? document
    const wrong = scope.querySelector<HTMLElement>('[aria-invalid="true"]')
    const fold = wrong?.closest('details')
    if (fold) fold.open = true
    wrong?.focus()
  }, [error])
}
