/** The master key: given by the operator, or made once and kept in a file only we can read. */

import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_FILE = 'master.key'
const FINGERPRINT_FILE = 'master.fingerprint'

export class MasterKeyError extends Error {}

export function loadMasterKey(dataDirectory: string, given: Uint8Array | null): Uint8Array {
  const key = given ?? ownKey(join(dataDirectory, KEY_FILE))
  checkFingerprint(join(dataDirectory, FINGERPRINT_FILE), key, given ? 'GATEWAY_MASTER_KEY' : KEY_FILE)
  return key
}

function ownKey(path: string): Uint8Array {
  if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-fA-F]{64}$/.test(text)) {
    throw new MasterKeyError(`${KEY_FILE} in the data folder is damaged: it must hold 64 hexadecimal digits.`)
  }
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new MasterKeyError(`${KEY_FILE} in the data folder can be read by others: run chmod 600 on it.`)
  }
  return Buffer.from(text, 'hex')
}

/** With another master key every gateway key would be unknown, without a word why. */
function checkFingerprint(path: string, key: Uint8Array, source: string): void {
  const fingerprint = Buffer.from(hkdfSync('sha256', key, '', 'gatehouse fingerprint', 16)).toString('hex')
  if (!existsSync(path)) writeFileSync(path, `${fingerprint}\n`, { mode: 0o600 })
  if (readFileSync(path, 'utf8').trim() !== fingerprint) {
    throw new MasterKeyError(
      `${source} is not the master key this data folder was made with. Give that one, or choose another folder.`,
    )
  }
}

/** The keyed hash under which gateway keys are stored and looked up. */
export function keyHasher(masterKey: Uint8Array): (secret: string) => string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'gatehouse api key lookup', 32))
  return (secret) => new Bun.CryptoHasher('sha256', key).update(secret).digest('base64')
}
