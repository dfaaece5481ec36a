/** Issues X.509 certificates. Node makes keys and signatures, but no certificates, and not every machine has openssl. */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'

export type Issued = { readonly certificate: string; readonly key: string }

export type IssueTerms = {
  readonly subject: string
  /** `DNS:localhost,IP:127.0.0.1,URI:spiffe://a/b`. */
  readonly names?: string
  /** Extended key usage. */
  readonly usage?: 'clientAuth' | 'serverAuth'
  readonly isAuthority?: boolean
  /** An RSA key of this size instead of P-256. */
  readonly rsaBits?: number
  readonly serial: number
  /** `20200101000000Z`. */
  readonly from: string
  readonly until: string
  /** A certificate without an issuer signs itself. */
  readonly issuer?: { readonly subject: string; readonly key: KeyObject }
}

/** A certificate with a new key. */
export function issueCertificate(terms: IssueTerms): Issued {
  const { publicKey, privateKey } = terms.rsaBits
    ? generateKeyPairSync('rsa', { modulusLength: terms.rsaBits })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = terms.issuer ?? { subject: terms.subject, key: privateKey }
  const algorithm = issuer.key.asymmetricKeyType === 'rsa' ? SHA256_WITH_RSA : ECDSA_WITH_SHA256
  const content = sequence(
    explicit(0, integer(2)),
    integer(terms.serial),
    algorithm,
    commonName(issuer.subject),
    sequence(time(terms.from), time(terms.until)),
    commonName(terms.subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions(terms))),
  )
  const whole = sequence(content, algorithm, bits(sign('sha256', content, issuer.key)))
  return { certificate: pem('CERTIFICATE', whole), key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) }
}

const USAGES = { serverAuth: '1.3.6.1.5.5.7.3.1', clientAuth: '1.3.6.1.5.5.7.3.2' } as const
const KEY_CERT_SIGN = 0b0000_0100

function extensions({ isAuthority = false, names, usage }: IssueTerms): Buffer[] {
  const yes = tagged(0x01, Buffer.from([0xff]))
  const basic = octets(isAuthority ? sequence(yes) : sequence())
  const found = [isAuthority ? sequence(oid('2.5.29.19'), yes, basic) : sequence(oid('2.5.29.19'), basic)]
  if (isAuthority) found.push(sequence(oid('2.5.29.15'), octets(tagged(0x03, Buffer.from([2, KEY_CERT_SIGN])))))
  if (usage) found.push(sequence(oid('2.5.29.37'), octets(sequence(oid(USAGES[usage])))))
  if (names) found.push(sequence(oid('2.5.29.17'), octets(sequence(...names.split(',').map(alternativeName)))))
  return found
}

const NAME_TAGS: Readonly<Record<string, number>> = { email: 0x81, DNS: 0x82, URI: 0x86, IP: 0x87 }

function alternativeName(text: string): Buffer {
  const [, kind = '', value = ''] = /^(\w+):(.*)$/.exec(text.trim()) ?? []
  const tag = NAME_TAGS[kind]
  if (tag === undefined) throw new Error(`${text} is not a name of a certificate`)
  return tagged(tag, kind === 'IP' ? addressBytes(value) : Buffer.from(value))
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  if (address === '::1') return Buffer.from([...Array<number>(15).fill(0), 1])
  throw new Error(`${address} is not an address that tests use`)
}

// DER (X.690): every value is a tag, a length and its bytes.

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
const SHA256_WITH_RSA = sequence(oid('1.2.840.113549.1.1.11'), tagged(0x05, Buffer.alloc(0)))

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function explicit(number: number, content: Buffer): Buffer {
  return tagged(0xa0 + number, content)
}

function octets(content: Buffer): Buffer {
  return tagged(0x04, content)
}

function bits(content: Buffer): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([0]), content]))
}

/** A positive number below 2^31. */
function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  let from = 0
  while (from < 3 && bytes[from] === 0 && bytes[from + 1]! < 0x80) from++
  return tagged(0x02, bytes.subarray(from))
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return tagged(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift(0x80 | (left & 0x7f))
  return digits
}

function time(text: string): Buffer {
  return tagged(0x18, Buffer.from(text))
}

function commonName(text: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from(text)))))
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
