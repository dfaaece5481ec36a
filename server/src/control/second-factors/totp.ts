/** Time-based one-time passwords (RFC 6238) with the parameters that all authenticator apps support: SHA-1, 6 digits, 30 s. */

import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
/** Accepts the code of the previous and of the next step, because clocks differ. */
const WINDOW = 1
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret, base32 as in RFC 4648 without padding. */
export function newTotpSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}

/** The time step of a valid code after `lastStep`; null if there is none. */
export function matchingStep(secret: string, code: string, lastStep: number, nowMs: number): number | null {
  const current = Math.floor(nowMs / STEP_MS)
  let found: number | null = null
  // Compares with every step of the window, so that the time taken does not depend on the step.
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

/** The address that authenticator apps read from a QR code. */
export function totpUri(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** Six bytes of any text; a code of another length becomes one that no step has. */
function sixBytes(code: string): Buffer {
  return Buffer.from(/^\d{6}$/.test(code) ? code : '------')
}
