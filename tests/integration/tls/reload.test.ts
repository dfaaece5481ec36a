/** A changed certificate is used for new connections; open connections continue. */

import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { StreamItem } from '../../../simulators/answer.ts'
import { eventChannel } from '../../../simulators/event-channel.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { type CertificateFiles, instant, Pki } from '../../harness/pki.ts'
import type { GatewayProcess } from '../../harness/start-gateway-process.ts'
import { startTlsGateway } from '../../harness/tls-gateway.ts'

const DAY_MS = 86_400_000

/** Certificate files at a fixed path, with which the gateway is configured. */
function liveFiles(pki: Pki, first: CertificateFiles): CertificateFiles {
  const live = { cert: pki.path('live.pem'), key: pki.path('live.key') }
  copyFileSync(first.cert, live.cert)
  copyFileSync(first.key, live.key)
  return live
}

type Readiness = {
  readonly status: string
  readonly problems: readonly string[]
  readonly tls: { readonly certificate_expires_at: string }
}

async function problems(gateway: GatewayProcess): Promise<Readiness> {
  return (await gateway.fetch('/readyz')).json() as Promise<Readiness>
}

async function metric(gateway: GatewayProcess, name: string): Promise<number> {
  const text = await (await gateway.fetch('/metrics', { key: gateway.adminKey })).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

test('files replaced by writing, by renaming and by swapping a link are loaded; a stream continues', async () => {
  const pki = new Pki()
  const files = liveFiles(pki, pki.server('first'))
  await using tls = await startTlsGateway({}, { pki, files })
  const { gateway } = tls
  const channel = eventChannel<StreamItem>()
  channel.push('alpha')
  await using simulator = await startSimulator({ answers: [{ stream: channel }] })
  const reply = await gateway.chat(at(simulator), { body: { stream: true } })
  const reader = reply.body!.getReader()
  expect(Buffer.from((await reader.read()).value!).toString()).toContain('alpha')
  expect(await tls.served()).toBe('first')

  const written = pki.server('written')
  copyFileSync(written.cert, files.cert)
  copyFileSync(written.key, files.key)
  await eventually('the written certificate is served', async () => (await tls.served()) === 'written')

  const renamed = pki.server('renamed')
  renameSync(renamed.key, files.key)
  renameSync(renamed.cert, files.cert)
  await eventually('the renamed certificate is served', async () => (await tls.served()) === 'renamed')

  // Like Kubernetes: the files are links into a folder that is itself a link, and that link is replaced.
  const swap = (name: string) => {
    const { cert, key } = pki.server(name)
    mkdirSync(pki.path(`data-${name}`))
    copyFileSync(cert, pki.path(`data-${name}/tls.crt`))
    copyFileSync(key, pki.path(`data-${name}/tls.key`))
    rmSync(pki.path('..data-new'), { force: true })
    symlinkSync(`data-${name}`, pki.path('..data-new'))
    renameSync(pki.path('..data-new'), pki.path('..data'))
  }
  swap('linked')
  for (const [file, name] of [
    [files.cert, 'tls.crt'],
    [files.key, 'tls.key'],
  ] as const) {
    rmSync(file)
    symlinkSync(`..data/${name}`, file)
  }
  await eventually('the linked certificate is served', async () => (await tls.served()) === 'linked')
  swap('swapped')
  await eventually('the swapped certificate is served', async () => (await tls.served()) === 'swapped')

  channel.push('omega')
  channel.close()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read())
    rest += Buffer.from(part.value).toString()
  expect(rest).toContain('omega')
  expect(rest).toContain('[DONE]')
  expect(await metric(gateway, 'gatehouse_tls_reloads')).toBeGreaterThanOrEqual(4)
  expect(await problems(gateway)).toMatchObject({ status: 'ready', problems: [] })
})

test('requests during reloads all succeed', async () => {
  const pki = new Pki()
  const files = liveFiles(pki, pki.server('first'))
  await using tls = await startTlsGateway({}, { pki, files })
  const statuses: number[] = []
  let isDone = false
  const load = Array.from({ length: 4 }, async () => {
    while (!isDone) {
      const reply = await tls.gateway.fetch('/healthz', { headers: { connection: 'close' } })
      statuses.push(reply.status)
      await reply.text()
      // Handshakes without a pause would use both cores until the last reload.
      await Bun.sleep(20)
    }
  })
  for (const name of ['a', 'b', 'c']) {
    const { cert, key } = pki.server(name)
    renameSync(cert, files.cert)
    renameSync(key, files.key)
    await eventually(`the certificate ${name} is served`, async () => (await tls.served()) === name)
  }
  isDone = true
  await Promise.all(load)
  expect(statuses.length).toBeGreaterThan(3)
  expect(statuses.every((status) => status === 200)).toBe(true)
})

test('an unusable file is reported, and the gateway keeps its certificate until the file is repaired', async () => {
  const pki = new Pki()
  const files = liveFiles(pki, pki.server('first'))
  await using tls = await startTlsGateway({}, { pki, files })
  const { gateway } = tls
  const broken: [string, () => void][] = [
    ['contains no certificate', () => writeFileSync(files.cert, 'not a certificate')],
    [
      'damaged certificate',
      () => writeFileSync(files.cert, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'),
    ],
    ['is not the key', () => copyFileSync(pki.server('other').cert, files.cert)],
    ['larger than 1 MiB', () => writeFileSync(files.cert, '\u8a9e'.repeat(400_000))],
    ['cannot be read', () => rmSync(files.cert)],
  ]
  for (const [message, damage] of broken) {
    damage()
    await eventually(`/readyz reports: ${message}`, async () =>
      (await problems(gateway)).problems.some((problem) => problem.includes(message)),
    )
    expect((await problems(gateway)).status).toBe('degraded')
    expect(await tls.served()).toBe('first')
  }
  expect(await metric(gateway, 'gatehouse_tls_reload_failures')).toBe(broken.length)
  expect(gateway.process.output()).toContain('"event":"tls_certificate"')
  const expired = pki.server('expired', { from: '20200101000000Z', until: '20210101000000Z' })
  copyFileSync(expired.key, files.key)
  copyFileSync(expired.cert, files.cert)
  await eventually('an expired certificate is reported', async () =>
    (await problems(gateway)).problems.some((problem) => problem.includes('has expired')),
  )
  expect(await tls.served()).toBe('first')
  const repaired = pki.server('repaired')
  copyFileSync(repaired.key, files.key)
  copyFileSync(repaired.cert, files.cert)
  await eventually('the repaired certificate is served', async () => (await tls.served()) === 'repaired')
  expect(await problems(gateway)).toMatchObject({ status: 'ready', problems: [] })
})

test('a certificate that expires within 14 days is reported by /readyz, and its expiry is a metric', async () => {
  const pki = new Pki()
  await using tls = await startTlsGateway({}, { pki, files: pki.server('short', { until: instant(13 * DAY_MS) }) })
  const { status, problems: found, tls: shown } = await problems(tls.gateway)
  expect(Date.parse(shown.certificate_expires_at) - Date.now()).toBeWithin(12 * DAY_MS, 13 * DAY_MS + 1)
  expect(status).toBe('degraded')
  expect(found.join()).toContain('expires on')
  const expiry = await metric(tls.gateway, 'gatehouse_tls_certificate_expiry_time_seconds')
  expect(expiry * 1_000 - Date.now()).toBeWithin(12 * DAY_MS, 13 * DAY_MS + 1)
})
