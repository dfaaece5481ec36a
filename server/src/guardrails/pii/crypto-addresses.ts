/** Recognizes addresses of Bitcoin wallets, by checksum, and of Ethereum wallets, by format. */

import { createHash } from 'node:crypto'

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** A number of this many base-58 digits is a safe integer. */
const CHUNK = 9
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

export function isEthereumAddress(word: string): boolean {
  return word.length === 42 && /^0x[0-9a-fA-F]{40}$/.test(word) && !/^0x(.)\1*$/.test(word)
}

export function isBitcoinAddress(word: string): boolean {
  if (word.length >= 26 && word.length <= 35 && (word[0] === '1' || word[0] === '3')) return isBase58Address(word)
  return word.length >= 14 && word.length <= 74 && /^(bc1|tb1)/i.test(word) && isBech32Address(word)
}

/** 25 bytes in base 58. The last four are the first four of the double SHA-256 of the others. */
function isBase58Address(word: string): boolean {
  let value = 0n
  for (let at = 0; at < word.length; at += CHUNK) {
    const chunk = word.slice(at, at + CHUNK)
    let part = 0
    for (let i = 0; i < chunk.length; i++) {
      const digit = BASE58.indexOf(chunk.charAt(i))
      if (digit < 0) return false
      part = part * 58 + digit
    }
    value = value * 58n ** BigInt(chunk.length) + BigInt(part)
  }
  const bytes = Buffer.from(value.toString(16).padStart(50, '0'), 'hex')
  if (bytes.length !== 25) return false
  const once = createHash('sha256').update(bytes.subarray(0, 21)).digest()
  return createHash('sha256').update(once).digest().subarray(0, 4).equals(bytes.subarray(21))
}

/** BIP 173 and BIP 350. */
function isBech32Address(word: string): boolean {
  const lower = word.toLowerCase()
  if (lower !== word && word.toUpperCase() !== word) return false
  const prefix = lower.slice(0, 2)
  const values = [...prefix].map((c) => c.charCodeAt(0) >> 5)
  values.push(0, ...[...prefix].map((c) => c.charCodeAt(0) & 31))
  for (const character of lower.slice(3)) {
    const value = BECH32.indexOf(character)
    if (value < 0) return false
    values.push(value)
  }
  let check = 1
  for (const value of values) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
    for (let i = 0; i < 5; i++) if (((top >> i) & 1) === 1) check ^= generators[i] as number
  }
  return check === 1 || check === 0x2bc830a3
}
