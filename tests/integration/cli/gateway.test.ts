import { afterAll, expect, test } from 'bun:test'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimOwner, OWNER } from '../../harness/claim-owner.ts'
import { startGateway } from '../../harness/start-gateway.ts'
import { currentStep, totpCode } from '../../harness/totp.ts'
import { askCommand, beginCommand, onTerminal, runCommand } from './run-command.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'))
  folders.push(folder)
  return folder
}

type Report = {
  problems: number
  warnings: number
  findings: { check: string; verdict: string; what: string; fix?: string }[]
}

/** Runs `doctor` for a gateway that is not running. */
async function examine(data: string, environment: Record<string, string> = {}, words: string[] = []) {
  const { code, out } = await runCommand(
    ['doctor', '--url', 'http://127.0.0.1:1', '--port', '0', '--data', data, '--json', ...words],
    { environment },
  )
  const report = JSON.parse(out) as Report
  const bad = report.findings.filter(({ verdict }) => verdict !== 'ok')
  return { code, report, bad, of: (check: string) => report.findings.find((finding) => finding.check === check) }
}

test('doctor finds no problem in a running gateway, and tests its virtual keys on request', async () => {
  await using gateway = await startGateway()
  await gateway.fetch('/v1/virtual-keys', { method: 'POST', body: { name: 'team', slug: 'team', provider: 'mock' } })
  const words = ['doctor', '--data', gateway.dataDirectory, '--providers']
  const report = await askCommand<Report>(words, { gateway })
  expect(report.findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
  const checks = report.findings.map(({ check }) => check)
  for (const check of [
    'gateway',
    'ready',
    'data folder',
    'lock',
    'master key',
    'disk',
    'clock',
    'key',
    'virtual key team',
  ])
    expect(checks).toContain(check)
  const { screen, code } = await onTerminal([...words, '--no-color'], { gateway })
  expect([code, screen.includes('✔ gateway'), screen.includes('No problems found.')]).toEqual([0, true, true])
})

test('doctor names a virtual key whose provider does not respond, and exits with 1', async () => {
  await using gateway = await startGateway()
  const body = {
    name: 'far',
    slug: 'far',
    provider: 'openai',
    key: 'sk-1234567890',
    custom_host: 'http://127.0.0.1:1/v1',
  }
  await gateway.fetch('/v1/virtual-keys', { method: 'POST', body })
  const { code, out } = await runCommand(['doctor', '--data', gateway.dataDirectory, '--providers', '--json'], {
    gateway,
  })
  expect(code).toBe(1)
  const { findings } = JSON.parse(out) as Report
  expect(findings.find(({ verdict }) => verdict === 'problem')).toMatchObject({
    check: 'virtual key far',
    fix: 'gatehouse virtual-keys rotate far --key-env NAME',
  })
})

test('doctor reports that the first start will create a missing data folder', async () => {
  const { code, bad, of } = await examine(join(await temporaryFolder(), 'data'))
  expect([code, bad]).toEqual([0, []])
  expect(of('data folder')?.what).toContain('will be created at the first start')
})

test('doctor finds a readable, damaged or missing master key', async () => {
  const folder = await temporaryFolder()
  const gateway = await startGateway({ dataDirectory: folder })
  await gateway.stop()
  expect(await examine(folder)).toMatchObject({ code: 0, bad: [] })
  const path = join(folder, 'master.key')
  const key = await readFile(path, 'utf8')
  await chmod(path, 0o644)
  expect((await examine(folder)).bad).toMatchObject([{ check: 'master key', fix: `chmod 600 ${path}` }])
  await chmod(path, 0o600)
  await writeFile(path, key.slice(0, 20))
  expect((await examine(folder)).bad).toMatchObject([{ check: 'master key', what: `${path} is damaged.` }])
  await rm(path)
  expect(await examine(folder)).toMatchObject({ code: 1, bad: [{ check: 'master key', what: `${path} is missing.` }] })
})

test('doctor finds a readable folder, a lock of another gateway, and invalid settings', async () => {
  await using gateway = await startGateway()
  await chmod(gateway.dataDirectory, 0o755)
  const { bad } = await examine(gateway.dataDirectory)
  expect(bad.map(({ check, verdict }) => [check, verdict])).toEqual([
    ['data folder', 'warning'],
    ['lock', 'warning'],
  ])
  const wrong = await examine(gateway.dataDirectory, { GATEWAY_RETENTION_DAYS: 'long' })
  expect([wrong.code, wrong.of('settings')?.verdict]).toEqual([1, 'problem'])
})

test('doctor reports a port that another program uses', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((ready) => other.once('listening', ready))
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const data = join(await temporaryFolder(), 'data')
  const { code, out } = await runCommand([
    'doctor',
    '--url',
    'http://127.0.0.1:1',
    '--port',
    String(port),
    '--data',
    data,
    '--json',
  ])
  other.close()
  expect(code).toBe(1)
  expect((JSON.parse(out) as Report).findings[0]).toMatchObject({
    check: 'port',
    verdict: 'problem',
    fix: expect.stringContaining(`--port ${port + 1}`),
  })
})

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let seen = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    seen += decoder.decode(chunk, { stream: true })
    if (seen.includes('\n')) break
  }
  return seen.slice(0, seen.indexOf('\n'))
}

test('mock runs alone, returns the given status after the given delay, and exits with 0 at ctrl-c', async () => {
  for (const [flags, status, leastMs] of [
    [['--latency', '300'], 200, 295],
    [['--fail', '503'], 503, 0],
  ] as const) {
    const child = beginCommand(['mock', '--port', '0', '--json', ...flags])
    const { base_url: base } = JSON.parse(await firstLine(child.stdout)) as { base_url: string }
    const startedAtMs = performance.now()
    const response = await fetch(`${base}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'mock', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    expect(response.status).toBe(status)
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(leastMs)
    child.kill('SIGINT')
    expect(await child.exited).toBe(0)
  }
  const wrong = await runCommand(['mock', '--fail', '429:0.8', '--fail', '500:0.3'])
  expect([wrong.code, wrong.problem.includes('add up to more than 1')]).toEqual([2, true])
})

test('reset-owner prints a sign-in link that works once, whether the gateway runs or not', async () => {
  const folder = await temporaryFolder()
  await using gateway = await startGateway({ dataDirectory: folder })
  await claimOwner(gateway)
  const words = ['reset-owner', '--data', folder, '--url', gateway.url]
  const link = await askCommand<{ email: string; password_link: string }>(words)
  expect(link.email).toBe(OWNER.email)
  expect(link.password_link).toStartWith(`${gateway.url}/#/password/`)
  const body = { token: link.password_link.split('/').at(-1), password: 'another long and dull password' }
  const headers = { origin: gateway.url, 'x-gateway-csrf': '1' }
  const use = () => gateway.fetch('/v1/sessions/password', { method: 'POST', key: null, body, headers })
  expect([(await use()).status, (await use()).status]).toEqual([200, 400])
  const audit = await gateway.fetch('/v1/audit-logs/verify', { key: gateway.adminKey })
  expect(await audit.json()).toMatchObject({ is_whole: true })
  await gateway.stop()
  expect(await askCommand<object>(words)).toMatchObject({ email: OWNER.email })
})

test('reset-owner reports a missing store, a missing owner and an unknown address', async () => {
  const folder = await temporaryFolder()
  const none = await runCommand(['reset-owner', '--data', folder])
  expect([none.code, none.problem.includes('No store found')]).toEqual([1, true])
  await using gateway = await startGateway({ dataDirectory: folder })
  const unowned = await runCommand(['reset-owner', '--data', folder])
  expect([unowned.code, unowned.problem.includes('has no owner yet')]).toEqual([1, true])
  await claimOwner(gateway)
  const other = await runCommand(['reset-owner', '--data', folder, '--email', 'somebody@example.com'])
  expect([other.code, other.problem.includes(OWNER.email)]).toEqual([1, true])
})

test('remove-second-factors lets an owner who lost them sign in with the password again', async () => {
  const folder = await temporaryFolder()
  const words = ['remove-second-factors', '--data', folder]
  const none = await runCommand(words)
  expect([none.code, none.problem.includes('No store found')]).toEqual([1, true])
  await using gateway = await startGateway({ dataDirectory: folder })
  const owner = await claimOwner(gateway)
  const call = async (method: string, path: string, body?: object) => {
    const reply = await gateway.fetch(`/v1${path}`, {
      method,
      key: null,
      headers: owner.headers,
      ...(body && { body }),
    })
    return (await reply.json()) as Record<string, unknown>
  }
  const signIn = () => call('POST', '/sessions', OWNER)
  const { secret } = await call('POST', '/users/me/totp')
  await call('PUT', '/users/me/totp', { code: totpCode(String(secret), currentStep()) })
  expect(await signIn()).toMatchObject({ object: 'pending_sign_in' })
  expect(await askCommand<object>(words)).toEqual({ email: OWNER.email, passkeys: 0, totp: true })
  expect(await call('GET', '/sessions/current')).toMatchObject({ error: { code: 'session_invalid' } })
  expect(await signIn()).toMatchObject({ object: 'caller' })
  const audit = await gateway.fetch('/v1/audit-logs?page_size=5', { key: gateway.adminKey })
  expect(await audit.text()).toContain('user.second_factors_delete')
})

test('start works without a command, with flags only and with --json', async () => {
  const folder = await temporaryFolder()
  for (const words of [
    ['--port', '0', '--data', folder, '--json'],
    ['start', '--port', '0', '--data', folder, '--json'],
  ]) {
    const child = beginCommand(words)
    const { url } = JSON.parse(await firstLine(child.stdout)) as { url: string }
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  }
})

test('a start with invalid settings exits with 78 (EX_CONFIG)', async () => {
  const { code, problem } = await runCommand(['start', '--port', 'many'])
  expect([code, problem.includes('GATEWAY_PORT must be a whole number')]).toEqual([78, true])
})

test('any admin API call can be made, and an invalid one prints the usage', async () => {
  await using gateway = await startGateway()
  const circumstances = { gateway }
  const body = JSON.stringify({ name: 'By hand', config: { provider: 'mock' } })
  const saved = await askCommand<{ slug: string }>(['api', 'post', '/v1/configs', '--body', body], circumstances)
  const found = await askCommand<{ name: string }>(['api', 'get', `/v1/configs/${saved.slug}`], circumstances)
  expect(found.name).toBe('By hand')
  const list = await askCommand<{ data: unknown[] }>(['api', 'get', '/v1/configs?page_size=1'], circumstances)
  expect(list.data).toHaveLength(1)
  const wrong = await runCommand(['api', 'fetch', '/v1/configs'], circumstances)
  expect([wrong.code, wrong.problem.includes('is not a valid method')]).toEqual([2, true])
})

test('bench starts its own gateway and leaves no process running', async () => {
  type Found = {
    requests: number
    gateway: { p50_ms: number }
    direct: { p50_ms: number }
    requests_per_second: number
  }
  const found = await askCommand<Found>(['bench', '--requests', '30'])
  expect(found).toMatchObject({ requests: 30 })
  for (const figure of [found.gateway.p50_ms, found.direct.p50_ms, found.requests_per_second])
    expect(figure).toBeGreaterThan(0)
})
