/**
 * Encryption of blocks (AES-256-GCM), after compression:
 *
 *     "GHE1" | u32 version of the workspace's key, little endian | 12 bytes nonce | ciphertext | 16 bytes tag
 *
 * A block that is not encrypted starts with zstd's magic number instead. The authenticated data binds a block to its
 * organisation, workspace, key version, kind and id, so that it cannot be read in place of another block.
 */

import type { BodyKey } from '../../core/logs/body-keys.ts'
import { nodeCrypto } from '../../core/runtime/node-crypto.ts'

const CIPHER = 'aes-256-gcm'
const MAGIC = Buffer.from('GHE1', 'latin1')
const NONCE_BYTES = 12
const TAG_BYTES = 16
const NONCE_AT = MAGIC.length + 4
const TEXT_AT = NONCE_AT + NONCE_BYTES

/** Enough of a block for `keyVersionOf`. */
export const HEAD_BYTES = TEXT_AT + TAG_BYTES

export type BlockKind = 'detail' | 'body'

/** Part of the authenticated data of a block. */
export type BlockIdentity = { readonly id: number; readonly kind: BlockKind }

export function sealBlock(compressed: Uint8Array, key: BodyKey, block: BlockIdentity): Buffer {
  const sealed = Buffer.allocUnsafeSlow(TEXT_AT + compressed.length + TAG_BYTES)
  const { createCipheriv, randomBytes } = nodeCrypto()
  const nonce = randomBytes(NONCE_BYTES)
  sealed.set(MAGIC)
  sealed.writeUInt32LE(key.version, MAGIC.length)
  sealed.set(nonce, NONCE_AT)
  const cipher = createCipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(identityOf(key, block))
  sealed.set(cipher.update(compressed), TEXT_AT)
  cipher.final()
  sealed.set(cipher.getAuthTag(), TEXT_AT + compressed.length)
  return sealed
}

/** Version of the key that encrypted a stored block; null if it is not encrypted. */
export function keyVersionOf(data: Uint8Array): number | null {
  if (data.length < HEAD_BYTES || MAGIC.some((byte, i) => data[i] !== byte)) return null
  return new DataView(data.buffer, data.byteOffset).getUint32(MAGIC.length, true)
}

/** Returns the compressed block. Throws if it was changed, moved, or encrypted with another key. */
export function openBlock(data: Uint8Array, key: BodyKey, block: BlockIdentity): Buffer {
  const decipher = nodeCrypto().createDecipheriv(CIPHER, key.bytes, data.subarray(NONCE_AT, TEXT_AT), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(identityOf(key, block))
  decipher.setAuthTag(data.subarray(-TAG_BYTES))
  try {
    const compressed = decipher.update(data.subarray(TEXT_AT, -TAG_BYTES))
    decipher.final()
    return compressed
  } catch {
    throw new Error(
      `block ${block.id} of workspace ${key.workspaceId} cannot be decrypted: it was changed or moved, or encrypted with another key`,
    )
  }
}

function identityOf({ organisationId, workspaceId, version }: BodyKey, { id, kind }: BlockIdentity): Buffer {
  return Buffer.from(JSON.stringify([organisationId, workspaceId, version, kind, id]), 'utf8')
}
