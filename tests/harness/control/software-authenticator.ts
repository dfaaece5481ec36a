/** A WebAuthn authenticator in software (ES256, attestation "none"), with faults for tests of forgeries. */

import { createHash, createSign, generateKeyPairSync } from 'node:crypto'

type Options = { readonly challenge: string; readonly rpId?: string; readonly rp?: { readonly id?: string } }

export type Faults = {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly counter?: number
  /** False: the device did not verify its user (no PIN, no fingerprint). */
  readonly isUserVerified?: boolean
  readonly isUserPresent?: boolean
  /** Claims to be another credential. */
  readonly id?: string
  readonly isSignatureBroken?: boolean
}

export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id = text(crypto.getRandomValues(new Uint8Array(32)))
  counter = 0

  constructor(private readonly origin: string) {}

  create(options: Options, faults: Faults = {}): object {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    // COSE_Key: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    const cose = Buffer.concat([hex('a5010203262001215820'), bytes(x), hex('225820'), bytes(y)])
    const id = bytes(this.id)
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
    const data = Buffer.concat([this.#head(options, faults, 0x40), attested])
    const length = Buffer.from([0x58, data.length])
    // {"fmt": "none", "attStmt": {}, "authData": h'…'}
    const attestation = Buffer.concat([hex('a363666d74646e6f6e656761747453746d74a0686175746844617461'), length, data])
    const response = {
      clientDataJSON: text(this.#clientData(options, faults, 'webauthn.create')),
      attestationObject: text(attestation),
      transports: ['usb'],
    }
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response }
  }

  sign(options: Options, faults: Faults = {}): object {
    this.counter = faults.counter ?? this.counter + 1
    const data = this.#head(options, faults, 0)
    const client = this.#clientData(options, faults, 'webauthn.get')
    const signed = Buffer.concat([data, sha256(client)])
    const signature = createSign('sha256').update(signed).sign(this.#keys.privateKey)
    if (faults.isSignatureBroken) signature[signature.length - 1]! ^= 1
    const id = faults.id ?? this.id
    const response = { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) }
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #head(options: Options, faults: Faults, flags: number): Buffer {
    const rpId = faults.rpId ?? options.rpId ?? options.rp?.id ?? ''
    const present = faults.isUserPresent === false ? 0 : 1
    const verified = faults.isUserVerified === false ? 0 : 4
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags | present | verified]), counter])
  }

  #clientData(options: Options, faults: Faults, type: string): Buffer {
    const challenge = faults.challenge ?? options.challenge
    const origin = faults.origin ?? this.origin
    return Buffer.from(JSON.stringify({ type: faults.type ?? type, challenge, origin, crossOrigin: false }))
  }
}

function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}

function text(data: Uint8Array): string {
  return Buffer.from(data).toString('base64url')
}

function bytes(base64url: string): Buffer {
  return Buffer.from(base64url, 'base64url')
}

function hex(digits: string): Buffer {
  return Buffer.from(digits, 'hex')
}
