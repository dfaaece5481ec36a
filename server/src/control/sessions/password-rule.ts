/** Which passwords are taken: long ones that are not everybody's first guess; no composition rules (reliability 5.2). */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { KNOWN_PASSWORDS } from './known-passwords.ts'

const LEAST_CHARACTERS = 12
const MOST_BYTES = 1_024
const LEAST_DIFFERENT = 4

/** A password as it is typed; the rule is asked only where one is chosen. */
export const passwordSchema = z.string().min(1).max(MOST_BYTES)

export const newPasswordSchema = passwordSchema.meta({
  description: `At least ${LEAST_CHARACTERS} characters and at most ${MOST_BYTES} bytes; the best known ones are refused.`,
})

/** `email` is what the account is called: it is no secret. */
export function checkPassword(password: string, email: string, param = 'password'): void {
  const problem = problemOf(password.normalize('NFKC'), email)
  if (problem !== null) {
    throw new GatewayError('invalid_body', {
      param,
      message: problem,
      hint: 'Four or five words that do not belong together make a good password; a password manager makes a better one.',
    })
  }
}

function problemOf(password: string, email: string): string | null {
  if ([...password].length < LEAST_CHARACTERS) return `The password needs at least ${LEAST_CHARACTERS} characters.`
  if (Buffer.byteLength(password) > MOST_BYTES) return `The password has more than ${MOST_BYTES} bytes.`
  const lower = password.toLowerCase()
  if (lower === email.toLowerCase()) return 'The password is the e-mail address.'
  if (KNOWN_PASSWORDS.has(lower) || /^\d+$/.test(lower)) return 'The password is one that everybody tries first.'
  if (new Set(lower).size < LEAST_DIFFERENT) return 'The password repeats too few characters.'
  return null
}
