/** GET /v1/models and /v1/models/{id} in the formats of OpenAI and Anthropic: what the key may use. */

import { describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { ControlScene } from '../harness/control-scene.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { shareSimulator } from '../harness/share-simulator.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const rows = ['gpt-a', 'gpt-b', 'org/gpt-c'].map((id) => ({
  id,
  object: 'model',
  created: 1_700_000_000,
  owned_by: 'o',
}))
const openaiHost = await shareSimulator({ answers: [{ body: { object: 'list', data: rows } }] })
const claudes = ['claude-x', 'claude-y'].map((id) => ({
  type: 'model',
  id,
  display_name: `Claude ${id.at(-1)}`,
  created_at: '2025-05-14T00:00:00Z',
}))
const anthropicHost = await shareSimulator({
  answers: [{ body: { data: claudes, has_more: false, first_id: 'claude-x', last_id: 'claude-y' } }],
})
const chatHost = await shareSimulator({ answers: ['hello'] })

type Body = Record<string, unknown>

async function must(actor: Parameters<ControlScene['call']>[0], method: string, path: string, body: unknown) {
  const reply = await scene.call(actor, method, path, body)
  if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
  return reply.body
}

/** A workspace with a virtual key for each host and a virtual model. */
const made = await (async () => {
  const id = await scene.workspace()
  const actor = await scene.workspaceKey(id, await scene.scopesOf('workspace'))
  const key = async (name: string, provider: string, host: string) =>
    String((await must(actor, 'POST', '/virtual-keys', { name, provider, key: 'sk', custom_host: host }))['slug'])
  const openai = await key('Plain', 'openai-compatible', `${openaiHost.url}/v1`)
  const anthropic = await key('Claude', 'anthropic', `${anthropicHost.url}/v1`)
  const chat = await key('Chat', 'openai-compatible', `${chatHost.url}/v1`)
  const config = { virtual_key: chat, override_params: { model: 'behind-the-name' } }
  const saved = await must(actor, 'POST', '/configs', { name: 'Virtual', config })
  await must(actor, 'POST', '/virtual-models', { name: 'claude-of-ours', config: saved['slug'] })
  return { id, key: actor.headers['x-gateway-api-key']!, openai, anthropic, chat }
})()

const anthropic = (headers: Record<string, string> = {}) =>
  new Anthropic({ baseURL: gateway.url, apiKey: made.key, defaultHeaders: headers, maxRetries: 0 })
const openai = (headers: Record<string, string> = {}) =>
  new OpenAI({ baseURL: gateway.baseURL, apiKey: made.key, defaultHeaders: headers, maxRetries: 0 })

async function allOf<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of pages) all.push(one)
  return all
}

describe('without a provider', () => {
  test("Anthropic's client pages through every model that the key may use", async () => {
    const few = await anthropic().models.list({ limit: 3 })
    expect(few.data).toHaveLength(3)
    expect(few.has_more).toBe(true)
    const models = await allOf(anthropic().models.list({ limit: 3 }))
    const ids = models.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids[0]).toBe('claude-of-ours')
    for (const id of [`@${made.openai}/gpt-a`, `@${made.openai}/org/gpt-c`, `@${made.anthropic}/claude-x`])
      expect(ids).toContain(id)
    for (const id of ids) expect(id).toMatch(/^@[^/]+\/.|^claude-of-ours$/)
    for (const model of models) {
      expect([model.type, typeof model.id, typeof model.display_name]).toEqual(['model', 'string', 'string'])
      expect(Number.isNaN(Date.parse(model.created_at))).toBe(false)
    }
    expect(models.find(({ id }) => id === `@${made.anthropic}/claude-x`)?.display_name).toBe('Claude x')
  })

  test("OpenAI's client gets the same models in its own format", async () => {
    const models = await allOf(openai().models.list())
    const ids = models.map(({ id }) => id)
    const others = await allOf(anthropic().models.list({ limit: 1000 }))
    expect(ids).toEqual(expect.arrayContaining(others.map(({ id }) => id)))
    // A virtual key without a list, and a provider that a header selects.
    for (const id of [`@${made.chat}`, 'mock']) expect(ids).toContain(id)
    for (const model of models)
      expect([model.object, typeof model.created, typeof model.owned_by]).toEqual(['model', 'number', 'string'])
  })

  test('as Claude Code discovers models: with a bearer token, and with ids that start with claude', async () => {
    const reply = await fetch(`${gateway.url}/v1/models?limit=1000`, {
      headers: { authorization: `Bearer ${made.key}`, 'anthropic-version': '2023-06-01' },
      redirect: 'error',
    })
    const { data } = (await reply.json()) as { data: Body[] }
    expect(data.find(({ id }) => id === 'claude-of-ours')).toMatchObject({ display_name: 'claude-of-ours' })
  })

  test('one model is read by its id, with the slash encoded or not', async () => {
    for (const id of ['claude-of-ours', `@${made.openai}/org/gpt-c`, `@${made.anthropic}/claude-y`, 'mock']) {
      expect((await openai().models.retrieve(id)).id).toBe(id)
      expect(await anthropic().models.retrieve(id)).toMatchObject({ id, type: 'model' })
      const plain = await gateway.fetch(`/v1/models/${id}`, { key: made.key })
      expect(((await plain.json()) as Body)['id']).toBe(id)
    }
    // The provider has no list, so any model may be served.
    expect((await openai().models.retrieve(`@${made.chat}/any`)).id).toBe(`@${made.chat}/any`)
    for (const id of [`@${made.openai}/gpt-z`, '@unknown/gpt-a', 'gpt-a']) {
      const failure = await openai()
        .models.retrieve(id)
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(OpenAI.NotFoundError)
    }
  })

  test('listed names work when they are chosen', async () => {
    const messages = [{ role: 'user' as const, content: 'hi' }]
    for (const model of ['claude-of-ours', `@${made.chat}/gpt-a`]) {
      const answer = await anthropic().messages.create({ model, max_tokens: 10, messages })
      expect(answer.content).toMatchObject([{ type: 'text', text: 'hello' }])
    }
    const sent = chatHost.requests.slice(-2).map(({ text }) => (JSON.parse(text) as Body)['model'])
    expect(sent).toEqual(['behind-the-name', 'gpt-a'])
  })

  test('wrong page parameters are refused', async () => {
    for (const query of ['limit=0', 'after_id=nothing']) {
      const headers = { 'anthropic-version': '2023-06-01' }
      const reply = await gateway.fetch(`/v1/models?${query}`, { key: made.key, headers })
      expect([query, reply.status]).toEqual([query, 400])
    }
  })
})

describe('with a virtual key', () => {
  test('the list is in the format of the caller, whatever the provider sends', async () => {
    const plain = { 'x-gateway-virtual-key': made.openai }
    const claude = { 'x-gateway-virtual-key': made.anthropic }
    expect<unknown>(await allOf(anthropic(plain).models.list())).toEqual(
      rows.map(({ id }) => ({ type: 'model', id, display_name: id, created_at: '2023-11-14T22:13:20Z' })),
    )
    expect(await allOf(openai(plain).models.list())).toMatchObject(rows)
    expect(await allOf(anthropic(claude).models.list())).toMatchObject(claudes)
    expect(await allOf(openai(claude).models.list())).toMatchObject(
      claudes.map(({ id }) => ({ id, object: 'model', created: 1_747_180_800, owned_by: 'anthropic' })),
    )
  })

  test('page parameters are not sent to the provider', async () => {
    await anthropic({ 'x-gateway-virtual-key': made.openai }).models.list({ limit: 2 })
    expect(openaiHost.requests.at(-1)!.target).toBe('/v1/models')
    await anthropic({ 'x-gateway-virtual-key': made.anthropic }).models.list({ limit: 1 })
    expect(anthropicHost.requests.at(-1)!.target).toBe('/v1/models?limit=1000')
  })

  test('only the models that its integration serves are listed and read', async () => {
    const created = await scene.do('POST', '/integrations', {
      name: 'Some models',
      ai_provider_id: 'openai-compatible',
      key: 'sk',
      configurations: { custom_host: `${openaiHost.url}/v1` },
    })
    const integration = String(created['slug'])
    await scene.do('PUT', `/integrations/${integration}/models`, {
      allow_all_models: true,
      models: [{ slug: 'gpt-b', enabled: false }],
    })
    await scene.do('PUT', `/integrations/${integration}/workspaces`, { workspaces: [{ id: made.id, enabled: true }] })
    const key = await scene.do('POST', '/providers', {
      name: 'Of the integration',
      integration_id: integration,
      workspace_id: made.id,
    })
    const slug = String(key['slug'])
    const headers = { 'x-gateway-virtual-key': slug }
    const expected = ['gpt-a', 'org/gpt-c']
    expect((await allOf(openai(headers).models.list())).map(({ id }) => id)).toEqual(expected)
    expect((await allOf(anthropic(headers).models.list())).map(({ id }) => id)).toEqual(expected)
    const ids = (await allOf(anthropic().models.list({ limit: 1000 }))).map(({ id }) => id)
    expect(ids.filter((id) => id.startsWith(`@${slug}/`))).toEqual(expected.map((id) => `@${slug}/${id}`))
    const failure = async (reading: Promise<unknown>) =>
      (await reading.catch((error: unknown) => error)) as InstanceType<typeof OpenAI.APIError>
    expect((await failure(openai(headers).models.retrieve('gpt-b'))).code).toBe('model_not_allowed')
    expect((await failure(openai().models.retrieve(`@${slug}/gpt-b`))).code).toBe('not_found')
  })

  test('the bytes of the provider stay as they are if nothing changes', async () => {
    const headers = { 'x-gateway-virtual-key': made.openai }
    const reply = await gateway.fetch('/v1/models', { key: made.key, headers })
    expect(await reply.text()).toBe(JSON.stringify({ object: 'list', data: rows }))
  })
})
