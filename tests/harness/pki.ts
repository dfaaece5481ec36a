/** Certificates for tests, made with the `openssl` of the machine. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type CertificateFiles = { readonly cert: string; readonly key: string }

export type CertificateTerms = {
  /** As in an OpenSSL extension file: `DNS:localhost,IP:127.0.0.1`. */
  readonly names?: string
  /** Extended key usage: `clientAuth` or `serverAuth`. */
  readonly usage?: string
  /** `20200101000000Z`. The defaults are an hour ago and in 90 days. */
  readonly from?: string
  readonly until?: string
  readonly authority?: string
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
const DAY_MS = 86_400_000

export class Pki implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-pki-'))
  #serial = 1

  constructor() {
    this.authority('ca')
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** Creates a self-signed certificate authority. The constructor creates the one called `ca`. */
  authority(name: string): CertificateFiles {
    const files = { cert: this.path(`${name}.pem`), key: this.path(`${name}.key`) }
    const extensions = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=keyCertSign']
    this.#run([
      'req',
      '-x509',
      ...NEW_KEY,
      '-keyout',
      files.key,
      '-out',
      files.cert,
      '-subj',
      `/CN=${name}`,
      ...extensions,
    ])
    writeFileSync(this.path(`${name}.index`), '')
    return files
  }

  issue(name: string, terms: CertificateTerms = {}): CertificateFiles {
    const { names, usage, authority = 'ca' } = terms
    const files = { cert: this.path(`${name}.pem`), key: this.path(`${name}.key`) }
    const request = this.path(`${name}.csr`)
    this.#run(['req', '-new', ...NEW_KEY, '-keyout', files.key, '-out', request, '-subj', `/CN=${name}`])
    const config = this.path(`${name}.cnf`)
    writeFileSync(config, caConfig(this.path(`${authority}.index`), this.folder, names, usage))
    writeFileSync(this.path('serial'), (0x1000 + this.#serial++).toString(16))
    const signer = ['-cert', this.path(`${authority}.pem`), '-keyfile', this.path(`${authority}.key`)]
    const times = ['-startdate', terms.from ?? instant(-DAY_MS / 24), '-enddate', terms.until ?? instant(90 * DAY_MS)]
    this.#run(['ca', '-batch', '-notext', '-config', config, ...signer, ...times, '-in', request, '-out', files.cert])
    return files
  }

  selfSigned(name: string, names: string): CertificateFiles {
    const files = { cert: this.path(`${name}.pem`), key: this.path(`${name}.key`) }
    const extensions = ['-addext', `subjectAltName=${names}`]
    this.#run([
      'req',
      '-x509',
      ...NEW_KEY,
      '-keyout',
      files.key,
      '-out',
      files.cert,
      '-subj',
      `/CN=${name}`,
      ...extensions,
    ])
    return files
  }

  /** A certificate for the gateway on loopback. */
  server(name: string, terms: CertificateTerms = {}): CertificateFiles {
    return this.issue(name, { names: 'DNS:localhost,IP:127.0.0.1', usage: 'serverAuth', ...terms })
  }

  fingerprint(cert: string): string {
    const printed = this.#run(['x509', '-in', cert, '-noout', '-fingerprint', '-sha256'])
    return printed.split('=')[1]!.trim()
  }

  openssl(words: readonly string[]): string {
    return this.#run(words)
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #run(words: readonly string[]): string {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['openssl', ...words], { stdin: 'ignore' })
    if (exitCode === 0) return stdout.toString()
    throw new Error(`openssl ${words.join(' ')} failed:\n${stderr.toString()}`)
  }
}

/** The current time plus `fromNowMs`, in the format of OpenSSL. */
export function instant(fromNowMs: number): string {
  const text = new Date(Date.now() + fromNowMs).toISOString()
  return `${text.slice(0, 19).replace(/[-:T]/g, '')}Z`
}

function caConfig(index: string, folder: string, names?: string, usage?: string): string {
  return [
    '[ca]',
    'default_ca = own',
    '[own]',
    `database = ${index}`,
    `new_certs_dir = ${folder}`,
    `serial = ${join(folder, 'serial')}`,
    'default_md = sha256',
    'policy = any',
    'unique_subject = no',
    'x509_extensions = ext',
    '[any]',
    'commonName = supplied',
    '[ext]',
    'basicConstraints = CA:FALSE',
    ...(usage === undefined ? [] : [`extendedKeyUsage = ${usage}`]),
    ...(names === undefined ? [] : [`subjectAltName = ${names}`]),
    '',
  ].join('\n')
}
