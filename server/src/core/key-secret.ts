/** Gateway key secrets: `gww_` (workspace) or `gwa_` (Admin), 40 random characters, 6 checksum characters. */

import type { KeyKind } from './caller.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 40
const KEY_LENGTH = 50
const SHAPE = /^(gww|gwa)_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/

export function newKeySecret(kind: KeyKind): string {
  let random = ''
  while (random.length < RANDOM_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      // 248 is the largest multiple of 62 below 256; larger bytes would make the first characters more likely.
      if (byte < 248 && random.length < RANDOM_LENGTH) random += ALPHABET[byte % 62]
    }
  }
  const body = `${kind === 'admin' ? 'gwa' : 'gww'}_${random}`
  return body + checksum(body)
}

/** Message and hint for an unknown key. The checksum distinguishes a mistyped key from a deleted or foreign one. */
export function describeUnknownKey(secret: string): { readonly message: string; readonly hint?: string } {
  const match = SHAPE.exec(secret)
  if (match) {
    const intact = checksum(`${match[1]}_${match[2]}`) === match[3]
    return intact
      ? {
          message: 'This gateway does not know the API key: it was deleted, or it belongs to another gateway.',
          hint: 'Check the address of the gateway, or create a new key.',
        }
      : {
          message: 'The gateway API key is damaged: its checksum does not match.',
          hint: 'A character is missing or wrong. Copy the whole key again.',
        }
  }
  if (/^gw[aw]_/.test(secret))
    return {
      message: 'The gateway API key is not known.',
      hint: `Copy the whole key again: generated keys have ${KEY_LENGTH} characters, this one has ${secret.length}.`,
    }
  if (secret.startsWith('sk-'))
    return { message: 'The gateway API key looks like a provider key: it starts with "sk-".' }
  return { message: 'The gateway API key is not known.' }
}

/** Keys of LiteLLM start with this; no key of ours does. */
const FOREIGN_PREFIX = 'sk-'
/** Shorter secrets can be guessed. LiteLLM generates 25 characters. */
const MIN_FOREIGN_LENGTH = 12

/**
 * The hash under which a key imported from another gateway is stored, computed from the SHA-256 of its secret. Null if
 * the secret cannot be such a key, which saves a query.
 */
export function foreignHashOf(secret: string, hash: (text: string) => string): string | null {
  if (!secret.startsWith(FOREIGN_PREFIX) || secret.length < MIN_FOREIGN_LENGTH) return null
  return foreignHash(new Bun.CryptoHasher('sha256').update(secret).digest('hex'), hash)
}

/**
 * `hash` is keyed and applied twice. Someone who knows only the SHA-256 cannot send a text with this hash, and someone
 * who reads the database cannot test guesses.
 */
export function foreignHash(sha256: string, hash: (text: string) => string): string {
  return hash(hash(`sha256:${sha256.toLowerCase()}`))
}

/** The first and last characters, for display. Keys set by an operator can be short, so the hint shows fewer. */
export function keyHint(secret: string): string {
  return SHAPE.test(secret) ? `${secret.slice(0, 6)}…${secret.slice(-4)}` : `${secret.slice(0, 2)}…${secret.slice(-2)}`
}

function checksum(text: string): string {
  let value = Bun.hash.crc32(text)
  let out = ''
  for (let i = 0; i < 6; i++) {
    out += ALPHABET[value % 62]
    value = Math.floor(value / 62)
  }
  return out
}
