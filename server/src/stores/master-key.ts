/** The master key encrypts the data key. The operator sets it, or the gateway creates it once in a private file. */

import { hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { SealingKey } from './sealed-text.ts'

const KEY_FILE = 'master.key'
/** Exists while the key file is being replaced. As soon as it exists, it is the key to use. */
const NEXT_FILE = 'master.key.next'

export class MasterKeyError extends Error {}

export type GivenMasterKeys = {
  readonly dataDirectory: string
  /** GATEWAY_MASTER_KEY; null: the key file. */
  readonly given: Uint8Array | null
  /** GATEWAY_MASTER_KEY_PREVIOUS: the old key during a rotation. */
  readonly previous: Uint8Array | null
}

/** `bytes`, derived from `secret`, encrypt the data key. */
export type MasterKey = SealingKey & { readonly secret: Uint8Array }

export type MasterKeys = {
  /** The key to encrypt the data key with. */
  readonly wanted: MasterKey
  /** The old key, with which the data key may still be encrypted. */
  readonly previous: MasterKey | null
  /** Name of the setting or file of `wanted`, for messages. */
  readonly source: string
}

export function loadMasterKeys({ dataDirectory, given, previous }: GivenMasterKeys): MasterKeys {
  if (given) {
    return {
      wanted: masterKey(given),
      previous: previous ? masterKey(previous) : null,
      source: 'GATEWAY_MASTER_KEY',
    }
  }
  makeKeyFile(dataDirectory, KEY_FILE)
  const current = readKeyFile(dataDirectory, KEY_FILE)
  if (!existsSync(join(dataDirectory, NEXT_FILE))) return { wanted: current, previous: null, source: KEY_FILE }
  return { wanted: readKeyFile(dataDirectory, NEXT_FILE), previous: current, source: NEXT_FILE }
}

/** First step of replacing the key file. Does nothing if an interrupted rotation already did it. */
export function makeNextKey(dataDirectory: string): void {
  makeKeyFile(dataDirectory, NEXT_FILE)
}

/** Last step, after the data key is durably encrypted with the next key. `keys`: those that decrypted the data key. */
export function adoptNextKey(dataDirectory: string, keys: MasterKeys): void {
  const next = join(dataDirectory, NEXT_FILE)
  // A next key created after `keys` were loaded does not encrypt anything yet.
  if (keys.source !== NEXT_FILE || !existsSync(next)) return
  try {
    renameSync(next, join(dataDirectory, KEY_FILE))
  } catch (error) {
    // Another process already renamed it.
    if (existsSync(next)) throw error
  }
  syncFolder(dataDirectory)
}

/** Creates the file atomically and never overwrites one: without the right key the store cannot be decrypted. */
function makeKeyFile(dataDirectory: string, name: string): void {
  const path = join(dataDirectory, name)
  if (existsSync(path)) return
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  writeSync(file, `${randomBytes(32).toString('hex')}\n`)
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(draft, path)
  } catch (error) {
    // Another process created the key file first; use that one.
    if (!existsSync(path)) throw error
  } finally {
    unlinkSync(draft)
  }
  syncFolder(dataDirectory)
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function readKeyFile(dataDirectory: string, name: string): MasterKey {
  const path = join(dataDirectory, name)
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-fA-F]{64}$/.test(text)) {
    throw new MasterKeyError(`${name} in the data folder is damaged: it must contain 64 hexadecimal digits.`)
  }
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new MasterKeyError(`${name} in the data folder can be read by other users: run chmod 600 on it.`)
  }
  return masterKey(Buffer.from(text, 'hex'))
}

function masterKey(secret: Uint8Array): MasterKey {
  const id = derive(secret, 'gatehouse fingerprint', 8).toString('hex')
  return { id, bytes: derive(secret, 'gatehouse data key'), secret }
}

/** Fingerprint of a master key. It does not reveal the key. */
export function masterKeyId(secret: Uint8Array): string {
  return masterKey(secret).id
}

/** The key in the folder's key file; null if there is none. */
export function findKeyFile(dataDirectory: string): Uint8Array | null {
  return existsSync(join(dataDirectory, KEY_FILE)) ? readKeyFile(dataDirectory, KEY_FILE).secret : null
}

/** Derives an independent key for each purpose (HKDF-SHA256). */
export function derive(key: Uint8Array, purpose: string, sizeBytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, sizeBytes))
}

/** The keyed hash under which gateway keys and tokens are stored and looked up. */
export function keyHasher(dataKey: Uint8Array): (secret: string) => string {
  const key = derive(dataKey, 'gatehouse api key lookup')
  return (secret) => new Bun.CryptoHasher('sha256', key).update(secret).digest('base64')
}
