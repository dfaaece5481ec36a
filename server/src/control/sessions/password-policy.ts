/** Password policy: minimum length and no common passwords, but no composition rules, as NIST SP 800-63B recommends. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { WEAK_PASSWORDS } from './weak-passwords.ts'

const MIN_CHARACTERS = 12
const MAX_BYTES = 1_024
const LEAST_DIFFERENT = 4

/** For existing passwords. New ones must also pass `checkPassword`. */
export const passwordSchema = z.string().min(1).max(MAX_BYTES)

export const newPasswordSchema = passwordSchema.meta({
  description: `${MIN_CHARACTERS} characters to ${MAX_BYTES} bytes. Common passwords are rejected.`,
})

/** Also rejects the email address as password. */
export function checkPassword(password: string, email: string, param = 'password'): void {
  const problem = problemOf(password.normalize('NFKC'), email)
  if (problem !== null) {
    throw new GatewayError('invalid_body', {
      param,
      message: problem,
      hint: `Let a password manager generate one, or use ${MIN_CHARACTERS} characters or more that nobody else would choose.`,
    })
  }
}

function problemOf(password: string, email: string): string | null {
  if ([...password].length < MIN_CHARACTERS) return `The password must have at least ${MIN_CHARACTERS} characters.`
  if (Buffer.byteLength(password) > MAX_BYTES) return `The password must have at most ${MAX_BYTES} bytes.`
  const lower = password.toLowerCase()
  if (lower === email.toLowerCase()) return 'The password must not be the email address.'
  if (WEAK_PASSWORDS.has(lower) || /^\d+$/.test(lower)) return 'The password is too common.'
  if (new Set(lower).size < LEAST_DIFFERENT) return 'The password has too few different characters.'
  return null
}
