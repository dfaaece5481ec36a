/**
 * Encryption of the bodies in journal frames (AES-256-GCM). Each writer derives a key of its own from the journal key and
 * a random salt, and counts nonces: with one key and random nonces, a busy gateway would exceed the 2^32 messages that
 * are safe for GCM within days.
 *
 *     16 bytes salt | u64 nonce, little endian | ciphertext | 16 bytes tag
 */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const SALT_BYTES = 16
const COUNTER_BYTES = 8
const TAG_BYTES = 16
const TEXT_AT = SALT_BYTES + COUNTER_BYTES

/** What encryption adds to the length of a frame. */
export const SEAL_BYTES = TEXT_AT + TAG_BYTES

/** Derived keys that a reader keeps; each writer that is read from needs one. */
const MAX_KEYS = 64

export class FrameSealer {
  readonly #salt = randomBytes(SALT_BYTES)
  readonly #key: Buffer
  readonly #nonce = Buffer.alloc(12)
  readonly #counter = new DataView(this.#nonce.buffer, this.#nonce.byteOffset)
  #next = 0

  constructor(journalKey: Uint8Array) {
    this.#key = derived(journalKey, this.#salt)
  }

  /**
   * Encrypts `bytes` from `start` to `end` in place and returns the new end, `SEAL_BYTES` later. `associated` is
   * authenticated too.
   */
  seal(bytes: Buffer, start: number, end: number, associated: Uint8Array): number {
    // 2^53 frames take longer than any process lives.
    this.#counter.setUint32(0, this.#next % 2 ** 32, true)
    this.#counter.setUint32(4, Math.floor(this.#next / 2 ** 32), true)
    this.#next++
    const cipher = createCipheriv(CIPHER, this.#key, this.#nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(associated)
    const text = cipher.update(bytes.subarray(start, end))
    cipher.final()
    bytes.set(this.#salt, start)
    bytes.set(this.#nonce.subarray(0, COUNTER_BYTES), start + SALT_BYTES)
    bytes.set(text, start + TEXT_AT)
    bytes.set(cipher.getAuthTag(), start + TEXT_AT + text.length)
    return start + SEAL_BYTES + text.length
  }
}

export class FrameOpener {
  readonly #keys = new Map<string, Buffer>()
  readonly #nonce = Buffer.alloc(12)

  constructor(private readonly journalKey: Uint8Array) {}

  /** Throws if the bytes were changed, or encrypted with another key. */
  open(sealed: Buffer, associated: Uint8Array): Buffer {
    this.#nonce.set(sealed.subarray(SALT_BYTES, TEXT_AT))
    const decipher = createDecipheriv(CIPHER, this.#keyOf(sealed.subarray(0, SALT_BYTES)), this.#nonce, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(associated)
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const text = decipher.update(sealed.subarray(TEXT_AT, -TAG_BYTES))
    decipher.final()
    return text
  }

  #keyOf(salt: Buffer): Buffer {
    const name = salt.toString('latin1')
    let key = this.#keys.get(name)
    if (!key) {
      key = derived(this.journalKey, salt)
      if (this.#keys.size >= MAX_KEYS) this.#keys.delete(this.#keys.keys().next().value!)
      this.#keys.set(name, key)
    }
    return key
  }
}

function derived(journalKey: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', journalKey, salt, 'gatehouse journal frames', 32))
}
