/** Recovery codes. Each can replace a second factor once. Only keyed hashes are stored. */

import type { Vault } from '../../core/stores/stores.ts'

const CODES = 10
/** Without letters that look like digits. 32 characters, so that random bytes give no bias. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 12 characters of 5 bits each have 60 bits of entropy. */
const LETTERS = 12

/** Each code is in groups of four characters: `7k2m-9xqp-41rt`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: CODES }, () => {
    const letters = [...crypto.getRandomValues(new Uint8Array(LETTERS))].map((byte) => ALPHABET[byte % 32])
    return (letters.join('').match(/.{4}/g) ?? []).join('-')
  })
}

export function recoveryCodeHash(userId: string, code: string, vault: Pick<Vault, 'hash'>): string {
  return vault.hash(`recovery-code/${userId}/${code.toLowerCase().replace(/[\s-]/g, '')}`)
}
