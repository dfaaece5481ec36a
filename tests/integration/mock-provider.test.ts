import { describe, expect, test } from 'bun:test'
import { ControlScene } from '../harness/control-scene.ts'
import { contentOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

test('a request with nothing but a key and the name of the mock provider works without any account', async () => {
  const headers = { 'x-gateway-provider': 'mock', 'content-type': 'application/json' }
  const body = '{"model":"mock","messages":[{"role":"user","content":"Hello"}]}'
  const reply = await gateway.fetch('/v1/chat/completions', { method: 'POST', headers, body })
  expect((await contentOf(reply))?.length).toBeGreaterThan(0)
})

test('mock also works as a config, and is logged like any provider', async () => {
  const headers = { 'x-gateway-trace-id': 'mocked' }
  expect((await contentOf(await gateway.chat({ provider: 'mock' }, { headers })))?.length).toBeGreaterThan(0)
  const log = await gateway.waitForLog('mocked')
  expect(log).toMatchObject({ provider: 'mock', status_code: 200, attempt_count: 1, target: 'config' })
  expect(log.usage?.total_tokens).toBeGreaterThan(0)
})

test('mock streams', async () => {
  const reply = await gateway.chat({ provider: 'mock' }, { body: { stream: true } })
  expect(reply.headers.get('content-type')).toStartWith('text/event-stream')
  const text = await reply.text()
  expect(text.split('\n\n').length).toBeGreaterThan(4)
  expect(text).toEndWith('data: [DONE]\n\n')
})

test('mock fails on request, and a fallback to a second mock recovers it', async () => {
  const failing = await gateway.chat({ provider: 'mock' }, { body: { model: 'mock-error-429-after-2' } })
  expect([failing.status, failing.headers.get('retry-after')]).toEqual([429, '2'])
  const config = {
    strategy: { mode: 'fallback' },
    targets: [{ provider: 'mock', override_params: { model: 'mock-error-503' } }, { provider: 'mock' }],
  }
  const reply = await gateway.chat(config)
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[1]')
  expect(reply.status).toBe(200)
})

test('mock cuts its stream on request, and the caller sees it', async () => {
  const reply = await gateway.chat({ provider: 'mock' }, { body: { stream: true, model: 'mock-cut' } })
  await expect(reply.text()).rejects.toThrow()
})

test('GET /v1/models without a provider includes the models of the mock', async () => {
  const reply = await gateway.fetch('/v1/models')
  expect(reply.status).toBe(200)
  expect(reply.headers.get('x-gateway-provider')).toBe('mock')
  const { data } = (await reply.json()) as { data: { id: string }[] }
  expect(data.map((model) => model.id)).toContain('mock-embedding')
})

describe('mock storage', () => {
  const scene = new ControlScene(gateway)

  async function callers(): Promise<{ own: Record<string, string>; other: Record<string, string> }> {
    const own = await scene.workspaceKey(await scene.defaultWorkspace(), [])
    const other = await scene.workspaceKey(await scene.workspace(), [])
    return { own: { ...own.headers }, other: { ...other.headers } }
  }

  function ask(path: string, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> {
    return fetch(`${gateway.baseURL}${path}`, { ...init, headers: { 'x-gateway-provider': 'mock', ...headers } })
  }

  function upload(headers: Record<string, string>, bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
    const form = new FormData()
    form.set('purpose', 'user_data')
    form.set('file', new File([bytes], 'a.bin'))
    return ask('/files', headers, { method: 'POST', body: form })
  }

  test('is per workspace: another workspace cannot list, read or delete it, whatever headers it sends', async () => {
    const { own, other } = await callers()
    const { id } = (await (await upload(own, new TextEncoder().encode('a secret file'))).json()) as { id: string }
    const created = await ask('/responses', own, {
      method: 'POST',
      body: JSON.stringify({ model: 'mock', input: 'a secret question' }),
    })
    const response = (await created.json()) as { id: string }
    const items = [`/files/${id}`, `/files/${id}/content`, `/responses/${response.id}`]
    for (const path of items) expect((await ask(path, own)).status).toBe(200)
    const ownWorkspace = await scene.defaultWorkspace()
    const tries: Record<string, string>[] = [
      {},
      { authorization: `Bearer mock.${ownWorkspace}.AAAA` },
      {
        authorization: `Bearer mock.${ownWorkspace}.AAAA`,
        'x-gateway-config': JSON.stringify({ provider: 'mock', forward_headers: ['authorization'] }),
      },
    ]
    for (const more of tries) {
      for (const path of items) {
        const refused = await ask(path, { ...other, ...more })
        expect(refused.status).toBe(404)
        expect(await refused.text()).not.toContain('secret')
      }
      expect(await (await ask('/files', { ...other, ...more })).text()).not.toContain(id)
    }
    await ask(`/files/${id}`, other, { method: 'DELETE' })
    expect(await (await ask(`/files/${id}/content`, own)).text()).toBe('a secret file')
  })

  test('is limited: an upload of 120 MB is rejected and not stored', async () => {
    const { own } = await callers()
    const refused = await upload(own, new Uint8Array(120_000_000))
    expect(refused.status).toBe(413)
    expect((await upload(own, new Uint8Array(1_000_000))).status).toBe(200)
  })
})
