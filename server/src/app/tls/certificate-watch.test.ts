import { afterAll, expect, test } from 'bun:test'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { type CertificateFiles, instant, Pki } from '../../../../tests/harness/pki.ts'
import type { TlsOptions } from '../../settings/tls-settings.ts'
import { CertificateWatch } from './certificate-watch.ts'
import { loadCertificate } from './load-certificate.ts'

const DAY_MS = 86_400_000
const pki = new Pki()
const opened: CertificateWatch[] = []
afterAll(() => {
  for (const watch of opened) watch.close()
  pki[Symbol.dispose]()
})

function options({ cert, key }: CertificateFiles, more: Partial<TlsOptions> = {}): TlsOptions {
  return {
    certificateFile: cert,
    keyFile: key,
    keyPassphrase: null,
    minVersion: 'TLSv1.2',
    clientCertificates: 'off',
    clientCaFile: null,
    hstsSeconds: 0,
    redirectPort: null,
    ...more,
  }
}

/** Checks the files only when the test says so. */
async function open(files: CertificateFiles) {
  const clock = { nowMs: Date.now() }
  const watch = await CertificateWatch.open(options(files), { checkMs: 2 ** 30, now: () => clock.nowMs })
  opened.push(watch)
  return { watch, clock }
}

/** Copies of a certificate and its key, which the test can change. */
function live(name: string): CertificateFiles {
  const made = pki.server(name)
  const files = { cert: pki.path(`${name}-live.pem`), key: pki.path(`${name}-live.key`) }
  copyFileSync(made.cert, files.cert)
  copyFileSync(made.key, files.key)
  return files
}

test('a half-written pair is not reported: only a state that stays is', async () => {
  const files = live('pair')
  const { watch } = await open(files)
  const next = pki.server('next')
  copyFileSync(next.cert, files.cert)
  await watch.check()
  expect([watch.problems(), watch.state.reloadFailures]).toEqual([[], 0])
  await watch.check()
  expect(watch.problems().join()).toContain('is not the key of the first certificate')
  await watch.check()
  expect(watch.state.reloadFailures).toBe(1)
  copyFileSync(next.key, files.key)
  await watch.check()
  expect([watch.problems(), watch.state.reloads]).toEqual([[], 1])
  expect(watch.current.fingerprint).toBe(pki.fingerprint(next.cert).replaceAll(':', '').toLowerCase())
})

test('files that do not change are not loaded again', async () => {
  const { watch } = await open(live('same'))
  const { current } = watch
  for (let i = 0; i < 3; i++) await watch.check()
  expect(watch.current).toBe(current)
})

test('a certificate that becomes valid later is used then', async () => {
  const files = live('waiting')
  const { watch, clock } = await open(files)
  const later = pki.server('later', { from: instant(DAY_MS) })
  copyFileSync(later.key, files.key)
  copyFileSync(later.cert, files.cert)
  await watch.check()
  await watch.check()
  expect(watch.problems().join()).toContain('is valid from')
  clock.nowMs += 2 * DAY_MS
  await watch.check()
  expect([watch.problems(), watch.state.reloads]).toEqual([[], 1])
})

test('the expiry is reported from 14 days before', async () => {
  const { watch, clock } = await open(live('expiring'))
  const { expiresAtMs } = watch.current
  clock.nowMs = expiresAtMs - 14 * DAY_MS - 1
  expect(watch.problems()).toEqual([])
  clock.nowMs++
  expect(watch.problems().join()).toContain('expires on')
  clock.nowMs = expiresAtMs
  expect(watch.problems().join()).toContain('expired on')
})

test('an expired certificate replaces only one that has expired too', async () => {
  const files = live('outdated')
  const { watch, clock } = await open(files)
  const past = pki.server('past', { from: '20200101000000Z', until: '20210101000000Z' })
  copyFileSync(past.key, files.key)
  copyFileSync(past.cert, files.cert)
  await watch.check()
  await watch.check()
  expect(watch.problems().join()).toContain('has expired')
  clock.nowMs = watch.current.expiresAtMs
  await watch.check()
  expect(watch.state.reloads).toBe(1)
})

test('a removed file keeps the certificate', async () => {
  const files = live('removed')
  const { watch } = await open(files)
  const { current } = watch
  rmSync(files.key)
  await watch.check()
  await watch.check()
  expect(watch.problems().join()).toContain('cannot be read (ENOENT)')
  expect(watch.current).toBe(current)
})

test('an RSA key with 1024 bits and an empty authority file are refused', async () => {
  const weak = pki.selfSigned('weak', { rsaBits: 1024 })
  expect(await failure(options(weak))).toContain('has 1024 bits')
  const empty = pki.path('empty.pem')
  writeFileSync(empty, '')
  expect(await failure(options(live('authority'), { clientCaFile: empty }))).toContain(
    'GATEWAY_TLS_CLIENT_CA_FILE: ' + empty,
  )
})

async function failure(given: TlsOptions): Promise<string> {
  return loadCertificate(given).then(
    () => 'loaded',
    (error: unknown) => String(error),
  )
}
