import { describe, expect, test } from 'bun:test'
import { createCipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { openText, SealError, type SealingKey, sealedWith, sealText } from './sealed-text.ts'

const KEY: SealingKey = { id: '0123456789abcdef', bytes: new Uint8Array(32).fill(7) }
const PLACE = 'virtual_key_credentials/sealed/row-1/w'
const SECRET = 'sk-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function opens(sealed: string, place = PLACE, key = KEY): boolean {
  try {
    openText(sealed, place, key)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(SealError)
    return false
  }
}

describe('an encrypted text', () => {
  test('decrypts to the original, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
        expect(openText(sealText(text, place, KEY), place, KEY)).toBe(text.toWellFormed())
      }),
    )
  })

  test('contains nothing of the secret, and names its key', () => {
    const sealed = sealText(SECRET, PLACE, KEY)
    expect(sealed).toStartWith('v1.0123456789abcdef.')
    expect(sealedWith(sealed)).toBe(KEY.id)
    expect(Buffer.from(sealed.split('.')[2]!, 'base64url').includes(Buffer.from(SECRET.slice(0, 4)))).toBe(false)
  })

  test('does not decrypt after any bit was flipped', () => {
    const sealed = sealText(SECRET, PLACE, KEY)
    const bytes = Buffer.from(sealed)
    let flips = 0
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      expect(opens(flipped.toString('latin1'))).toBe(false)
      flips++
    }
    // Flips in the decoded bytes, where the result is always well-formed base64.
    const raw = Buffer.from(sealed.split('.')[2]!, 'base64url')
    for (let bit = 0; bit < raw.length * 8; bit++) {
      const flipped = Buffer.from(raw)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      expect(opens(`v1.${KEY.id}.${flipped.toString('base64url')}`)).toBe(false)
      flips++
    }
    expect(flips).toBeGreaterThan(1600)
  })

  test('does not decrypt in another row, column, table or workspace', () => {
    const sealed = sealText(SECRET, PLACE, KEY)
    for (const place of ['virtual_key_credentials/sealed/row-2/w', 'virtual_key_credentials/hint/row-1/w', 'x', '']) {
      expect(opens(sealed, place)).toBe(false)
    }
  })

  test('does not decrypt with another key, not even one with the same id', () => {
    const sealed = sealText(SECRET, PLACE, KEY)
    expect(opens(sealed, PLACE, { ...KEY, bytes: new Uint8Array(32).fill(8) })).toBe(false)
    expect(opens(sealed, PLACE, { ...KEY, id: '0123456789abcdee' })).toBe(false)
  })

  test.each([4, 8, 12, 13, 14, 15])('does not open with a tag of %i bytes', (tagBytes) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', KEY.bytes, nonce, { authTagLength: tagBytes })
    cipher.setAAD(Buffer.from(`v1.${KEY.id}.${PLACE}`))
    const body = Buffer.concat([nonce, cipher.update(SECRET, 'utf8'), cipher.final(), cipher.getAuthTag()])
    expect(opens(`v1.${KEY.id}.${body.toString('base64url')}`)).toBe(false)
    const whole = Buffer.from(sealText(SECRET, PLACE, KEY).split('.')[2]!, 'base64url')
    const cut = whole.subarray(0, whole.length - (16 - tagBytes))
    expect(opens(`v1.${KEY.id}.${cut.toString('base64url')}`)).toBe(false)
  })

  test.each(['', 'v1', 'v1..', `v1.${KEY.id}.`, `v2.${KEY.id}.AAAA`, SECRET, `v1.${KEY.id}.AAAA=`, 'null'])(
    'that is not encrypted (%j) is refused',
    (text) => {
      expect(opens(text)).toBe(false)
    },
  )

  test('has a new nonce each time', () => {
    const count = 50_000
    const nonces = new Set<string>()
    for (let i = 0; i < count; i++) nonces.add(sealText('x', PLACE, KEY).slice(20, 36))
    expect(nonces.size).toBe(count)
  })

  test('matches another implementation of AES-256-GCM', async () => {
    const nonce = Buffer.from('000102030405060708090a0b', 'hex')
    const key = await crypto.subtle.importKey('raw', Buffer.from(KEY.bytes), 'AES-GCM', false, ['encrypt'])
    const additionalData = Buffer.from(`v1.${KEY.id}.${PLACE}`)
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv: nonce, additionalData, tagLength: 128 },
      key,
      Buffer.from(SECRET),
    )
    const text = `v1.${KEY.id}.${Buffer.concat([nonce, Buffer.from(sealed)]).toString('base64url')}`
    expect(openText(text, PLACE, KEY)).toBe(SECRET)
  })
})
