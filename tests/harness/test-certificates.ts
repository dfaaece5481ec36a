/** A certificate authority for one test and a certificate that it issued for `localhost`, made by openssl. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type TestCertificates = {
  /** Paths of PEM files. */
  readonly authority: string
  readonly certificate: string
  readonly key: string
}

export async function makeCertificates(folder: string, name = 'authority'): Promise<TestCertificates> {
  const at = (file: string) => join(folder, `${name}-${file}`)
  const [authority, authorityKey, key, request, certificate, names] = [
    ...[at('ca.pem'), at('ca-key.pem'), at('key.pem'), at('request.pem'), at('certificate.pem'), at('names.txt')],
  ] as [string, string, string, string, string, string]
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`, '-keyout', authorityKey, '-out', authority)
  openssl('req', ...newKey, '-subj', '/CN=localhost', '-keyout', key, '-out', request)
  await writeFile(names, 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
  const signer = ['-CA', authority, '-CAkey', authorityKey, '-CAcreateserial', '-days', '2', '-extfile', names]
  openssl('x509', '-req', '-in', request, ...signer, '-out', certificate)
  return { authority, certificate, key }
}

function openssl(...args: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(['openssl', ...args])
  if (exitCode !== 0) throw new Error(`openssl ${args[0]} failed: ${stderr}`)
}
