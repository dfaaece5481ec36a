/** The master key: given by the operator, or made once and kept in a file only we can read. It seals the data key. */

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
/** Here while the file's key is being replaced; from its first sight on it is the one to use. */
const NEXT_FILE = 'master.key.next'

export class MasterKeyError extends Error {}

export type GivenMasterKeys = {
  readonly dataDirectory: string
  /** GATEWAY_MASTER_KEY; null: the key file. */
  readonly given: Uint8Array | null
  /** GATEWAY_MASTER_KEY_PREVIOUS: the key before, while it is being replaced. */
  readonly previous: Uint8Array | null
}

/** As the data key is sealed with it; `secret` is the key itself. */
export type MasterKey = SealingKey & { readonly secret: Uint8Array }

export type MasterKeys = {
  /** What the data key is to be sealed with. */
  readonly wanted: MasterKey
  /** What it may still be sealed with. */
  readonly previous: MasterKey | null
  /** Where `wanted` comes from, for messages. */
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

/** The first step of replacing the file's key; done already when an earlier try was cut off. */
export function makeNextKey(dataDirectory: string): void {
  makeKeyFile(dataDirectory, NEXT_FILE)
}

/** The last step, after the data key is durably sealed with the next key; `keys` are those it was opened with. */
export function adoptNextKey(dataDirectory: string, keys: MasterKeys): void {
  const next = join(dataDirectory, NEXT_FILE)
  // A next key that came up only now seals nothing yet.
  if (keys.source !== NEXT_FILE || !existsSync(next)) return
  try {
    renameSync(next, join(dataDirectory, KEY_FILE))
  } catch (error) {
    // Another process that was at it too has done it.
    if (existsSync(next)) throw error
  }
  syncFolder(dataDirectory)
}

/** Whole or not at all, and never over another: a key file cut in half or replaced would be a lost store. */
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
    // Another process was faster: its key is as good.
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
    throw new MasterKeyError(`${name} in the data folder is damaged: it must hold 64 hexadecimal digits.`)
  }
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new MasterKeyError(`${name} in the data folder can be read by others: run chmod 600 on it.`)
  }
  return masterKey(Buffer.from(text, 'hex'))
}

function masterKey(secret: Uint8Array): MasterKey {
  const id = derive(secret, 'gatehouse fingerprint', 8).toString('hex')
  return { id, bytes: derive(secret, 'gatehouse data key'), secret }
}

/** One key for each purpose: none of them tells anything about the others. */
export function derive(key: Uint8Array, purpose: string, sizeBytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, sizeBytes))
}

/** The keyed hash under which gateway keys and tokens are stored and looked up. */
export function keyHasher(dataKey: Uint8Array): (secret: string) => string {
  const key = derive(dataKey, 'gatehouse api key lookup')
  return (secret) => new Bun.CryptoHasher('sha256', key).update(secret).digest('base64')
}
