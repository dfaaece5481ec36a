/** Codes of an authenticator app (RFC 6238), computed independently of the server. */

import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Half minutes since 1970. */
export const currentStep = () => Math.floor(Date.now() / 30_000)

/** A code that the gateway refuses for at least ten minutes. */
export function wrongTotpCode(secret: string): string {
  const first = currentStep() - 2
  const right = new Set(Array.from({ length: 25 }, (_, i) => totpCode(secret, first + i)))
  for (let code = 0; ; code++) {
    const text = String(code).padStart(6, '0')
    if (!right.has(text)) return text
  }
}

/** `step`: half minutes since 1970. */
export function totpCode(secret: string, step: number): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(step, 4)
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
