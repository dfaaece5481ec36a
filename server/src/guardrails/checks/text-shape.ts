/** The checks `alluppercase`, `alllowercase`, `endsWith` and `notNull`. */

import { z } from 'zod'
import type { Check } from '../check.ts'
import { not, text } from './parameter-schemas.ts'
import { requireOfTexts } from './whole-check.ts'

export const onlyNot = z.strictObject({ not })
export const endsWithParameters = z.strictObject({
  suffix: text(1_024).describe('The end that the text must have.'),
  not,
})

export function compileAllUppercase(id: string, parameters: z.output<typeof onlyNot>): Check {
  return requireOfTexts(id, parameters.not, (checked) => {
    // Fast path: most texts have a lower-case letter near their start.
    const isMet = !/[a-z]/.test(checked) && checked === checked.toUpperCase()
    return { isMet, data: { explanation: `The text ${isMet ? 'has no' : 'has'} lower-case letters.` } }
  })
}

export function compileAllLowercase(id: string, parameters: z.output<typeof onlyNot>): Check {
  return requireOfTexts(id, parameters.not, (checked) => {
    const isMet = !/[A-Z]/.test(checked) && checked === checked.toLowerCase()
    return { isMet, data: { explanation: `The text ${isMet ? 'has no' : 'has'} upper-case letters.` } }
  })
}

/** A full stop after the suffix is accepted, as in Portkey. */
export function compileEndsWith(id: string, parameters: z.output<typeof endsWithParameters>): Check {
  const { suffix } = parameters
  return requireOfTexts(id, parameters.not, (checked) => {
    const isMet = checked.endsWith(suffix) || checked.endsWith(`${suffix}.`)
    return { isMet, data: { explanation: `The text ${isMet ? 'ends' : 'does not end'} with the suffix.` } }
  })
}

export function compileNotNull(id: string, parameters: z.output<typeof onlyNot>): Check {
  return requireOfTexts(id, parameters.not, (checked) => {
    const isMet = /\S/.test(checked)
    return { isMet, data: { explanation: `The text is ${isMet ? 'not ' : ''}empty.` } }
  })
}
