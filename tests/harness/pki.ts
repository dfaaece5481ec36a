/** Certificates for tests, as files in a folder of their own. */

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type IssueTerms, issueCertificate } from './certificate.ts'

export type CertificateFiles = { readonly cert: string; readonly key: string }

export type CertificateTerms = Pick<IssueTerms, 'names' | 'usage'> & {
  /** `20200101000000Z`. The defaults are an hour ago and in 90 days. */
  readonly from?: string
  readonly until?: string
  readonly authority?: string
}

const DAY_MS = 86_400_000
const FIRST_SERIAL = 0x1000

export class Pki implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-pki-'))
  #serial = FIRST_SERIAL

  constructor() {
    this.authority('ca')
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** Creates a self-signed certificate authority. The constructor creates the one called `ca`. */
  authority(name: string): CertificateFiles {
    return this.#write(name, { isAuthority: true })
  }

  issue(name: string, { authority = 'ca', ...terms }: CertificateTerms = {}): CertificateFiles {
    return this.#write(name, { ...terms, issuer: { subject: authority, key: this.#keyOf(authority) } })
  }

  selfSigned(name: string, terms: Pick<IssueTerms, 'names' | 'rsaBits'>): CertificateFiles {
    return this.#write(name, terms)
  }

  /** A certificate for the gateway on loopback. */
  server(name: string, terms: CertificateTerms = {}): CertificateFiles {
    return this.issue(name, { names: 'DNS:localhost,IP:127.0.0.1', usage: 'serverAuth', ...terms })
  }

  fingerprint(cert: string): string {
    return new X509Certificate(readFileSync(cert)).fingerprint256
  }

  /** Writes the key of these files encrypted. */
  encryptKey({ key }: CertificateFiles, path: string, passphrase: string): void {
    const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const
    writeFileSync(path, createPrivateKey(readFileSync(key)).export(cipher))
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #keyOf(name: string): KeyObject {
    return createPrivateKey(readFileSync(this.path(`${name}.key`)))
  }

  #write(name: string, terms: Partial<IssueTerms>): CertificateFiles {
    const files = { cert: this.path(`${name}.pem`), key: this.path(`${name}.key`) }
    const { certificate, key } = issueCertificate({
      from: instant(-DAY_MS / 24),
      until: instant(90 * DAY_MS),
      ...terms,
      subject: name,
      serial: this.#serial++,
    })
    writeFileSync(files.cert, certificate)
    writeFileSync(files.key, key)
    return files
  }
}

/** The current time plus `fromNowMs`, in the format of certificates. */
export function instant(fromNowMs: number): string {
  const text = new Date(Date.now() + fromNowMs).toISOString()
  return `${text.slice(0, 19).replace(/[-:T]/g, '')}Z`
}
