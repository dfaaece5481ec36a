/**
 * Encryption of the bodies in journal frames: AES-256-CTR with one key stream for each writer. The key of a stream is
 * derived from the journal key and a random salt. A frame names the position of its first byte in the stream. Positions
 * only grow, so no part of a stream is used twice.
 *
 *     16 bytes salt | 8 bytes key check | u64 position, little endian | ciphertext
 *
 * Frames are not authenticated: an attacker who can write to the journal could add plain-text frames anyway. The CRC of
 * the frame detects damage, and the key check detects another key. An authenticated cipher (GCM) needs a new context
 * for each frame, which takes two to three times as long.
 */

import type { Cipheriv, Decipheriv } from 'node:crypto'
import { nodeCrypto } from '../../core/runtime/node-crypto.ts'

const CIPHER = 'aes-256-ctr'
const CIPHER_BLOCK_BYTES = 16
const KEY_BYTES = 32
const SALT_BYTES = 16
const CHECK_AT = SALT_BYTES
const CHECK_BYTES = 8
const POSITION_AT = CHECK_AT + CHECK_BYTES
const TEXT_AT = POSITION_AT + 8

/** Bytes that encryption adds to a frame. */
export const SEAL_BYTES = TEXT_AT

/** Maximum number of derived keys that a reader keeps. There is one per writer. */
const MAX_STREAMS = 64

export class FrameSealer {
  /** Salt and key check: the same in all frames of this writer. */
  readonly #prefix: Buffer
  readonly #cipher: Cipheriv
  #position = 0

  constructor(journalKey: Uint8Array) {
    const { createCipheriv, randomBytes } = nodeCrypto()
    const salt = randomBytes(SALT_BYTES)
    const { key, check } = derived(journalKey, salt)
    this.#prefix = Buffer.concat([salt, check])
    this.#cipher = createCipheriv(CIPHER, key, counterAt(0))
  }

  /** Encrypts `bytes` from `start` to `end` in place and returns the new end, `SEAL_BYTES` later. */
  seal(bytes: Buffer, start: number, end: number): number {
    const text = this.#cipher.update(bytes.subarray(start, end))
    bytes.set(this.#prefix, start)
    // Exact up to 2^53 bytes, which no process reaches.
    bytes.writeBigUInt64LE(BigInt(this.#position), start + POSITION_AT)
    bytes.set(text, start + TEXT_AT)
    this.#position += text.length
    return start + TEXT_AT + text.length
  }
}

type Stream = {
  readonly key: Buffer
  readonly check: Buffer
  /** Continues where the last frame ended; frames of a journal are read in order. */
  decipher: Decipheriv
  position: number
}

export class FrameOpener {
  readonly #streams = new Map<string, Stream>()

  constructor(private readonly journalKey: Uint8Array) {}

  /** Throws if the bytes were encrypted with another key. */
  open(sealed: Buffer): Buffer {
    const stream = this.#streamOf(sealed.subarray(0, SALT_BYTES))
    if (!stream.check.equals(sealed.subarray(CHECK_AT, POSITION_AT)))
      throw new Error('the journal frame is encrypted with another key')
    const position = Number(sealed.readBigUInt64LE(POSITION_AT))
    if (position !== stream.position) {
      stream.decipher = decipherAt(stream.key, position)
      stream.position = position
    }
    const text = stream.decipher.update(sealed.subarray(TEXT_AT))
    stream.position += text.length
    return text
  }

  #streamOf(salt: Buffer): Stream {
    const name = salt.toString('latin1')
    let stream = this.#streams.get(name)
    if (!stream) {
      const { key, check } = derived(this.journalKey, salt)
      stream = { key, check, decipher: decipherAt(key, 0), position: 0 }
      if (this.#streams.size >= MAX_STREAMS) this.#streams.delete(this.#streams.keys().next().value!)
      this.#streams.set(name, stream)
    }
    return stream
  }
}

function decipherAt(key: Buffer, position: number): Decipheriv {
  const decipher = nodeCrypto().createDecipheriv(CIPHER, key, counterAt(Math.floor(position / CIPHER_BLOCK_BYTES)))
  decipher.update(Buffer.alloc(position % CIPHER_BLOCK_BYTES))
  return decipher
}

/** The initial CTR counter block (IV) for this block number, big endian. */
function counterAt(block: number): Buffer {
  const counter = Buffer.alloc(CIPHER_BLOCK_BYTES)
  counter.writeBigUInt64BE(BigInt(block), CIPHER_BLOCK_BYTES - 8)
  return counter
}

function derived(journalKey: Uint8Array, salt: Uint8Array): { key: Buffer; check: Buffer } {
  const length = KEY_BYTES + CHECK_BYTES
  const bytes = Buffer.from(nodeCrypto().hkdfSync('sha256', journalKey, salt, 'gatehouse journal frames', length))
  return { key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) }
}
