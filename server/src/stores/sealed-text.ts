/** Encrypts text (AES-256-GCM): `v1.<key id>.<base64url of nonce, ciphertext, tag>`. The context is authenticated. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SEALED_SHAPE } from '../core/sealed-shape.ts'

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
/** Passed on encryption and decryption: by default Node accepts 4-byte tags, which can be guessed. */
const TAG_BYTES = 16

/** A 32-byte key and its id of 16 hexadecimal digits. */
export type SealingKey = { readonly id: string; readonly bytes: Uint8Array }

/** The message contains no secret and does not say which check failed. */
export class SealError extends Error {}

export function sealText(text: string, context: string, key: SealingKey): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(associated(key.id, context))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${VERSION}.${key.id}.${sealed.toString('base64url')}`
}

export function openText(sealed: string, context: string, key: SealingKey): string {
  const [, keyId, encoded = ''] = SEALED_SHAPE.exec(sealed) ?? []
  const bytes = Buffer.from(encoded, 'base64url')
  // The last base64 digit has unused bits; accept only the canonical encoding.
  const isWhole = bytes.length >= NONCE_BYTES + TAG_BYTES && bytes.toString('base64url') === encoded
  if (keyId !== key.id || !isWhole) throw decryptError()
  const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(associated(key.id, context))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const ciphertext = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
  } catch {
    throw decryptError()
  }
}

/** Id of the key that encrypted the text; null if it is not an encrypted text. */
export function sealedWith(sealed: string): string | null {
  return SEALED_SHAPE.exec(sealed)?.[1] ?? null
}

function associated(keyId: string, context: string): Buffer {
  return Buffer.from(`${VERSION}.${keyId}.${context}`, 'utf8')
}

function decryptError(): SealError {
  return new SealError(
    'An encrypted value cannot be decrypted: it was changed, moved to another row, or encrypted with another key.',
  )
}
