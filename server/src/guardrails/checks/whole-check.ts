/** Builds whole checks from a function that examines a text or a request. */

import type { JsonObject } from '../../core/body/json-text.ts'
import type { CheckInput, WholeCheck } from '../check.ts'
import { checkedTexts } from './checked-texts.ts'

/** The result for one text. `data` explains it and contains no part of the text. */
export type Finding = { readonly isMet: boolean; readonly data: JsonObject }

/** Passes if every text meets the requirement, or with `not` if none does. */
export function requireOfTexts(id: string, not: boolean, examine: (text: string) => Finding): WholeCheck {
  return {
    id,
    kind: 'whole',
    messages: 'last',
    run: (input) => {
      let last: Finding | null = null
      for (const text of checkedTexts(input)) {
        last = examine(text)
        if (last.isMet === not) return { verdict: false, data: withNot(last.data, not) }
      }
      return { verdict: true, data: last === null ? null : withNot(last.data, not) }
    },
  }
}

function withNot(data: JsonObject, not: boolean): JsonObject {
  return not ? { ...data, not } : data
}

/** A check of the request itself, independent of its texts. */
export function requireOfRequest(id: string, examine: (input: CheckInput) => Finding, not = false): WholeCheck {
  return {
    id,
    kind: 'whole',
    messages: 'last',
    run: (input) => {
      const { isMet, data } = examine(input)
      return { verdict: isMet !== not, data: withNot(data, not) }
    },
  }
}
