/** Requests, streams, uploads and WebSockets over TLS, with one process and with several. */

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { downloadSha256 } from '../../../simulators/play-download.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { at } from '../../harness/at.ts'
import { eventually } from '../../harness/eventually.ts'
import { Pki } from '../../harness/pki.ts'
import { openSockets } from '../../harness/process-use.ts'
import { connectRaw, rawChat } from '../../harness/raw-client.ts'
import { connectSocket } from '../../harness/socket-client.ts'
import { startTlsGateway, type TlsGateway } from '../../harness/tls-gateway.ts'

const MEBIBYTE = 1024 * 1024

/** Reads a body, slowly at first; returns its length and hash. */
async function slowly(reply: Response): Promise<{ readonly bytes: number; readonly hash: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  let count = 0
  const reader = reply.body!.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    hash.update(part.value)
    bytes += part.value.length
    if (count++ < 20) await Bun.sleep(5)
  }
  return { bytes, hash: hash.digest('hex') }
}

function proxied(url: string): Record<string, string> {
  return { 'x-gateway-config': JSON.stringify({ provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk-x' }) }
}

describe.each([['1'], ['2']])('with %s workers', (workers) => {
  const open = (environment: Record<string, string>, options?: { readonly pki: Pki }) =>
    startTlsGateway({ GATEWAY_WORKERS: workers, ...environment }, options)
  let tls: TlsGateway
  beforeAll(async () => {
    const pki = new Pki()
    const authority = pki.path('ca.pem')
    const clients = { GATEWAY_TLS_CLIENT_CERTIFICATES: 'optional', GATEWAY_TLS_CLIENT_CA_FILE: authority }
    tls = await open(clients, { pki })
  })
  afterAll(() => tls[Symbol.asyncDispose]())

  test('large uploads and downloads arrive unchanged', async () => {
    const upload = randomBytes(6 * MEBIBYTE)
    await using sink = await startSimulator({ answers: [{ sink: true }] })
    const sent = await tls.gateway.fetch('/v1/proxy/files', {
      method: 'POST',
      headers: { ...proxied(sink.url), 'content-type': 'application/octet-stream' },
      body: upload,
    })
    const received = (await sent.json()) as Record<string, unknown>
    expect(Object.values(received)).toContain(createHash('sha256').update(upload).digest('hex'))

    const bytes = 16 * MEBIBYTE
    await using source = await startSimulator({ answers: [{ download: bytes }] })
    const through = await slowly(await tls.gateway.fetch('/v1/proxy/files/x/content', { headers: proxied(source.url) }))
    expect(through).toEqual({ bytes, hash: downloadSha256(bytes) })
  })

  test('a WebSocket works, and closes with its code', async () => {
    await using provider = startSocketSimulator({ message: (peer, message) => peer.send(message) })
    const client = await connectSocket(`${tls.gateway.url}/v1/realtime?model=gpt-realtime`, {
      headers: { ...proxied(provider.url), authorization: `Bearer ${tls.gateway.workspaceKey}` },
      tls: tls.trust,
    })
    for (const message of ['one', 'x'.repeat(3_000_000)]) {
      client.send(message)
      expect(String(await client.next()) === message).toBe(true)
    }
    client.socket.close(4010, 'done here')
    expect(await (await provider.peer(1)).closed).toEqual({ code: 4010, reason: 'done here' })
  })

  test('a caller that disconnects aborts the upstream call, and no socket stays open', async () => {
    const { gateway } = tls
    await using simulator = await startSimulator({ answers: [{ stream: ['one', 'two'], stallAfter: 1 }] })
    const before = openSockets(gateway.process.child.pid)
    const clients = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const client = await connectRaw(gateway.url, { tls: tls.trust })
        client.send(rawChat(gateway.workspaceKey, at(simulator), { stream: true }))
        await client.until('"content":"one"')
        return client
      }),
    )
    for (const client of clients) client.leave()
    await eventually('the upstream connections are closed', () => simulator.openConnections === 0)
    await eventually('the sockets are closed', () => openSockets(gateway.process.child.pid) <= before + 4)
  })

  test('a caller that does not read pauses the provider, and is cut off after GATEWAY_STALL_TIMEOUT_MS', async () => {
    await using impatient = await open({ GATEWAY_STALL_TIMEOUT_MS: '1000' })
    const { gateway, trust } = impatient
    await using source = await startSimulator({ answers: [{ download: 512 * MEBIBYTE }] })
    const client = await connectRaw(gateway.url, { tls: trust, keep: false })
    client.pause()
    const head = ['host: x', `x-gateway-api-key: ${gateway.workspaceKey}`]
    for (const [name, value] of Object.entries(proxied(source.url))) head.push(`${name}: ${value}`)
    client.send(`GET /v1/proxy/files/x/content HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
    const request = await source.received(1)
    expect(await request.ended).toBe('aborted')
    client.resume()
    await client.closed
    expect(client.receivedBytes).toBeLessThan(128 * MEBIBYTE)
  })

  test('the admin API and the dashboard see https and the client certificate', async () => {
    const files = tls.pki.issue('program', { names: 'DNS:program.example.com', usage: 'clientAuth' })
    const made = await tls.gateway.fetch('/v1/api-keys/workspace/service', {
      method: 'POST',
      key: tls.gateway.adminKey,
      body: { name: 'program', scopes: ['logs.list'], client_certificates: ['dns:program.example.com'] },
    })
    expect(made.status).toBe(200)
    const as = tls.as(files)
    const logs = await tls.gateway.fetch('/v1/logs', { key: null, tls: as })
    expect(logs.status).toBe(200)
    const forged = JSON.stringify({ names: ['sha256:00', 'dns:program.example.com'], expiresAtMs: 9e15 })
    const refused = await tls.gateway.fetch('/v1/logs', { key: null, headers: { 'x-gatehouse-certificate': forged } })
    expect(refused.status).toBe(401)
    const { error } = (await refused.json()) as { error: { doc_url: string } }
    expect(error.doc_url).toStartWith('https://')
    const text = await (await tls.gateway.fetch('/metrics', { key: tls.gateway.adminKey })).text()
    // The earliest time of all workers, not the sum of their times.
    expect(Number(/^gatehouse_tls_certificate_expiry_time_seconds (\S+)$/m.exec(text)?.[1])).toBeLessThan(
      Date.now() / 500,
    )
  })

  // The last test of this gateway.
  test('SIGTERM lets a running stream finish and closes the port', async () => {
    const { gateway } = tls
    await using simulator = await startSimulator({ answers: [{ stream: ['one', 'two', 'three', 'four'], gapMs: 200 }] })
    const reply = await gateway.chat(at(simulator), { body: { stream: true } })
    const reader = reply.body!.getReader()
    let text = Buffer.from((await reader.read()).value!).toString()
    const stopped = gateway.stop()
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += Buffer.from(part.value).toString()
    expect(text).toContain('[DONE]')
    expect(await stopped).toBe(0)
  })
})

test('the OpenAI SDK works with NODE_EXTRA_CA_CERTS', async () => {
  await using tls = await startTlsGateway()
  const program = tls.pki.path('program.ts')
  const sdk = import.meta.resolve('openai')
  writeFileSync(
    program,
    `import OpenAI from ${JSON.stringify(sdk)}
     const client = new OpenAI({ baseURL: process.env.BASE_URL, apiKey: process.env.KEY, maxRetries: 0,
       defaultHeaders: { 'x-gateway-provider': 'mock' } })
     const messages = [{ role: 'user', content: 'hi' }]
     const whole = await client.chat.completions.create({ model: 'mock-1', messages })
     let text = ''
     for await (const chunk of await client.chat.completions.create({ model: 'mock-1', messages, stream: true }))
       text += chunk.choices[0]?.delta?.content ?? ''
     console.log(JSON.stringify([whole.choices[0].message.content, text]))`,
  )
  const run = async (environment: Record<string, string>) => {
    const child = Bun.spawn([process.execPath, program], {
      env: { BASE_URL: tls.gateway.baseURL, KEY: tls.gateway.workspaceKey, ...environment },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    return (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
  }
  const printed = await run({ NODE_EXTRA_CA_CERTS: tls.pki.path('ca.pem') })
  const answer = 'Hello from the mock provider. You said: hi'
  expect(JSON.parse(printed)).toEqual([answer, answer])
  expect(await run({})).not.toContain(answer)
})
