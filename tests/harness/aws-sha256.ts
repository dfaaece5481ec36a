/** The SHA-256 implementation that @smithy/signature-v4 needs as an argument. */
export class Sha256 {
  readonly #hash: Bun.CryptoHasher

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined ? new Bun.CryptoHasher('sha256') : new Bun.CryptoHasher('sha256', secret as Buffer)
  }

  update(bytes: Uint8Array | string): void {
    this.#hash.update(bytes)
  }

  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#hash.digest())
  }

  reset(): void {
    throw new Error('Signing needs no reset.')
  }
}
