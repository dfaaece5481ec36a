import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { keyVersionOf, openBlock, sealBlock } from './block-cipher.ts'

const key = { organisationId: 'org_1', workspaceId: 'ws_1', version: 7, bytes: randomBytes(32) }
const block = { id: 12, kind: 'body' } as const
const text = Buffer.from('compressed bytes')

test('a block opens as itself only: not under another id, kind, workspace, organisation, version or key', () => {
  const sealed = sealBlock(text, key, block)
  expect(keyVersionOf(sealed)).toBe(7)
  expect(sealed.includes(text)).toBe(false)
  expect(openBlock(sealed, key, block)).toEqual(text)
  const refused = [
    () => openBlock(sealed, key, { ...block, id: 13 }),
    () => openBlock(sealed, key, { ...block, kind: 'detail' }),
    () => openBlock(sealed, { ...key, workspaceId: 'ws_2' }, block),
    () => openBlock(sealed, { ...key, organisationId: 'org_2' }, block),
    () => openBlock(sealed, { ...key, version: 8 }, block),
    () => openBlock(sealed, { ...key, bytes: randomBytes(32) }, block),
  ]
  for (const open of refused) expect(open).toThrow('block')
})

test('a change of any byte after the version is noticed', () => {
  const sealed = sealBlock(text, key, block)
  for (let at = 8; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => openBlock(changed, key, block)).toThrow('cannot be decrypted')
  }
})

test('equal blocks have different ciphertexts, and a compressed block of plain text has no version', () => {
  expect(sealBlock(text, key, block)).not.toEqual(sealBlock(text, key, block))
  expect(keyVersionOf(Bun.zstdCompressSync(Buffer.alloc(500, 'a')))).toBeNull()
  expect(keyVersionOf(Buffer.from('GHE1'))).toBeNull()
})
