/** The format of encrypted ("sealed") text: `v1.<key id>.<base64url of nonce, ciphertext and tag>`. */

export const SEALED_SHAPE = /^v1\.([0-9a-f]{16})\.([A-Za-z0-9_-]+)$/

export function isSealed(text: string): boolean {
  return SEALED_SHAPE.test(text)
}
