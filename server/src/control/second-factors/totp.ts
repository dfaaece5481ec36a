/** Time-based one-time passwords (RFC 6238) with the parameters that all apps support: SHA-1, 6 digits, 30 s. */

import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
/** Number of steps before and after the current one whose codes are accepted, because clocks differ. */
const WINDOW = 1
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret in base32 (RFC 4648) without padding. */
export function newTotpSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}

/** The time step that the code belongs to. Null if the code is wrong or its step is not after `lastStep`. */
export function matchingStep(secret: string, code: string, lastStep: number, nowMs: number): number | null {
  const current = Math.floor(nowMs / STEP_MS)
  let found: number | null = null
  // Compares with every step of the window, so that the response time does not reveal the step.
  for (let step = current - WINDOW; step <= current + WINDOW; step++)
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), sixBytes(code)) && step > lastStep) found ??= step
  return found
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = mac[mac.length - 1]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The URI that authenticator apps read from a QR code. */
export function totpUri(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** The code as six bytes. Text that is not six digits becomes a value that no step has. */
function sixBytes(code: string): Buffer {
  return Buffer.from(/^\d{6}$/.test(code) ? code : '------')
}
