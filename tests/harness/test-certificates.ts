/** A certificate authority for one test and a certificate that it issued for `localhost`. */

import { Pki } from './pki.ts'

export type TestCertificates = {
  /** Paths of PEM files. */
  readonly authority: string
  readonly certificate: string
  readonly key: string
}

/** The files are removed when the process ends. */
export function makeCertificates(): TestCertificates {
  const pki = new Pki()
  process.on('exit', () => pki[Symbol.dispose]())
  const { cert, key } = pki.server('localhost')
  return { authority: pki.path('ca.pem'), certificate: cert, key }
}
