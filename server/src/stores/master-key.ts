/** The master key: given by the operator, or made once and kept in a file only we can read. */

import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'master.key'

export class MasterKeyError extends Error {}

export function loadMasterKey(dataDirectory: string, given: Uint8Array | null): Uint8Array {
  if (given) return given
  const path = join(dataDirectory, FILE)
  if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== 32)
    throw new MasterKeyError(`${FILE} in the data folder is damaged: it must hold 64 hexadecimal digits.`)
  if ((statSync(path).mode & 0o077) !== 0)
    throw new MasterKeyError(`${FILE} in the data folder can be read by others: run chmod 600 on it.`)
  return key
}

/** The keyed hash under which gateway keys are stored and looked up. */
export function keyHasher(masterKey: Uint8Array): (secret: string) => string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'gatehouse api key lookup', 32))
  return (secret) => createHmac('sha256', key).update(secret).digest('base64')
}
