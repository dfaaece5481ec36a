/** Text sealed with AES-256-GCM: `v1.<key id>.<base64url of nonce, ciphertext, tag>`, bound to the place it belongs to. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SEALED_SHAPE } from '../core/sealed-shape.ts'

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
/** Said aloud at both ends: Node takes tags of four bytes otherwise, which can be guessed. */
const TAG_BYTES = 16

/** 32 bytes, and 16 hexadecimal digits to know them by. */
export type SealingKey = { readonly id: string; readonly bytes: Uint8Array }

/** Names no secret and no reason an attacker could learn from. */
export class SealError extends Error {}

export function sealText(text: string, place: string, key: SealingKey): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(associated(key.id, place))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${key.id}.${sealed.toString('base64url')}`
}

export function openText(sealed: string, place: string, key: SealingKey): string {
  const [, keyId, encoded = ''] = SEALED_SHAPE.exec(sealed) ?? []
  const bytes = Buffer.from(encoded, 'base64url')
  // The last digit of base64 has bits that mean nothing: only the one canonical spelling is taken.
  const isWhole = bytes.length >= NONCE_BYTES + TAG_BYTES && bytes.toString('base64url') === encoded
  if (keyId !== key.id || !isWhole) throw unopened()
  const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(associated(key.id, place))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const ciphertext = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
  } catch {
    throw unopened()
  }
}

/** Which key a text was sealed with; null when it is no sealed text. */
export function sealedWith(sealed: string): string | null {
  return SEALED_SHAPE.exec(sealed)?.[1] ?? null
}

function associated(keyId: string, place: string): Buffer {
  return Buffer.from(`${VERSION}.${keyId}.${place}`, 'utf8')
}

function unopened(): SealError {
  return new SealError('A sealed text does not open: it was changed, moved, or sealed with another key.')
}
