import { expect, test } from 'bun:test'
import type { Answer } from '../../simulators/answer.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { buildDashboard } from '../harness/build-dashboard.ts'
import type { CallOptions } from '../harness/call-options.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

buildDashboard()

const gateway = await shareGateway()

const PAGE: Answer = {
  headers: [
    ['content-type', 'text/html'],
    ['content-security-policy', "default-src * 'unsafe-inline'"],
    ['Content-Security-Policy', 'script-src *'],
    ['content-security-policy-report-only', 'default-src *'],
    ['x-content-type-options', 'sniff'],
  ],
  body: '<script>alert(document.domain)</script>',
}

const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
const post: CallOptions = { method: 'POST', body }

function expectSandboxed(reply: Response): void {
  expect(reply.headers.get('content-security-policy')).toBe('sandbox')
  expect(reply.headers.get('content-security-policy-report-only')).toBeNull()
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
}

test.each<[path: string, options: CallOptions]>([
  ['/v1/files/x/content', {}],
  ['/v1/files', {}],
  ['/v1/responses/x', {}],
  ['/v1/batches', {}],
  ['/v1/models', {}],
  ['/v1/models/x', {}],
  ['/v1/proxy/page', {}],
  ['/v1/page', {}],
  ['/v1/files/x/content', { method: 'HEAD' }],
  ['/v1/files/x', { method: 'DELETE' }],
  ['/v1/chat/completions', post],
  ['/v1/messages', post],
  ['/v1/responses', post],
  ['/v1/audio/speech', { method: 'POST', body: { model: 'm', input: 'hi', voice: 'v' } }],
])('an HTML response of a provider at %s never runs in the dashboard’s origin', async (path, options) => {
  await using simulator = await startSimulator({ answers: [PAGE] })
  const headers = { 'x-gateway-config': JSON.stringify(at(simulator)) }
  const reply = await gateway.fetch(path, { ...options, headers })
  expectSandboxed(reply)
  await reply.text()
})

test('errors, streams, cached responses and responses we fell back from are sandboxed', async () => {
  await using simulator = await startSimulator({ answers: [{ ...PAGE, status: 503 }] })
  const fallback = { strategy: { mode: 'fallback' }, targets: [at(simulator), at(simulator)] }
  const kept = await gateway.chat(fallback)
  expect([kept.status, kept.headers.get('content-type')]).toEqual([503, 'text/html'])
  expectSandboxed(kept)

  await using streaming = await startSimulator({ answers: [{ stream: ['hi'] }] })
  const stream = await gateway.chat(at(streaming), { body: { stream: true } })
  expectSandboxed(stream)
  await stream.text()

  await using cacheable = await startSimulator({ answers: ['hello'] })
  const config = at(cacheable, { cache: { mode: 'simple' } })
  await (await gateway.chat(config)).text()
  const cached = await gateway.chat(config)
  expect(cached.headers.get('x-gateway-cache-status')).toBe('HIT')
  expectSandboxed(cached)

  await using unreachable = await startSimulator({ answers: [{ fault: 'reset' }] })
  const refused = await gateway.chat(at(unreachable))
  expect(refused.status).toBe(502)
  expectSandboxed(refused)
})

test('responses of prompt routes and workers are sandboxed; the dashboard keeps its own policy', async () => {
  await using simulator = await startSimulator({ answers: [PAGE] })
  await using workers = await startGatewayProcess({ environment: { GATEWAY_WORKERS: '2' } })
  const scene = new ControlScene(workers)
  await scene.do('POST', '/virtual-keys', {
    name: 'Page',
    slug: 'page',
    provider: 'openai-compatible',
    key: 'sk-sim',
    custom_host: `${simulator.url}/v1`,
  })
  const messages = [{ role: 'user', content: 'hi' }]
  const prompt = { name: 'Page', string: messages, parameters: {}, model: 'm', virtual_key: 'page' }
  const made = await scene.do('POST', '/prompts', prompt)
  const reply = await workers.fetch(`/v1/prompts/${String(made['slug'])}/completions`, { ...post, body: {} })
  expect(reply.headers.get('content-type')).toBe('text/html')
  expectSandboxed(reply)
  const own = await fetch(`${workers.url}/docs`, { headers: { accept: 'text/html' } })
  expect(own.headers.get('content-security-policy')).toStartWith("default-src 'none'")
})
