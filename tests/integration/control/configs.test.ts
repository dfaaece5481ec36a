import { describe, expect, test } from 'bun:test'
import { type Actor, ControlScene, type Reply, withKey } from '../../harness/control-scene.ts'
import { dataFiles } from '../../harness/data-files.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const owner = withKey('first workspace key', gateway.workspaceKey)

const SECRET = 'sk-never-to-be-seen-0123456789'
const KEYED = { provider: 'openai-compatible', custom_host: 'http://127.0.0.1:9/v1', api_key: SECRET }
const MOCK = { provider: 'mock' }

type Row = Record<string, unknown>

const errorOf = (reply: Reply) =>
  reply.body['error'] as { code: string; param: string; message: string; details?: string[] } | undefined
const codeOf = (reply: Reply) => `${reply.status} ${errorOf(reply)?.code ?? ''} ${errorOf(reply)?.param ?? ''}`.trim()

async function must(method: string, path: string, body?: unknown, actor: Actor = owner): Promise<Row> {
  const reply = await scene.call(actor, method, path, body)
  if (reply.status !== 200) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
  return reply.body
}

async function save(config: unknown, more: object = {}): Promise<string> {
  return String((await must('POST', '/configs', { name: 'A config', config, ...more }))['slug'])
}

const read = (slug: string) => must('GET', `/configs/${slug}`)
const put = (slug: string, body: object) => scene.call(owner, 'PUT', `/configs/${slug}`, body)

async function versionsOf(slug: string): Promise<readonly Row[]> {
  return (await must('GET', `/configs/${slug}/versions`))['data'] as Row[]
}

describe('a saved config', () => {
  test('is returned as it was sent, as text and as an object', async () => {
    const config = { strategy: { mode: 'fallback' }, targets: [MOCK, { provider: 'mock', overrideParams: { n: 2 } }] }
    const made = await must('POST', '/configs', { name: '  Two ways ', config })
    expect(made).toMatchObject({ object: 'config', version: 1, warnings: [] })
    expect(made['slug']).toMatch(/^pc-twoway-[0-9a-f]{6}$/)
    for (const name of [made['slug'], made['id']]) {
      const row = await read(String(name))
      expect(row).toMatchObject({
        id: made['id'],
        slug: made['slug'],
        version_id: made['version_id'],
        name: 'Two ways',
        is_default: 0,
        status: 'active',
        format: 'json',
        type: 'ORG_CONFIG',
        config_object: config,
      })
      expect(JSON.parse(String(row['config']))).toEqual(config)
    }
  })

  test('may be sent as its JSON text, and is listed newest first', async () => {
    const older = await save(JSON.stringify(MOCK, null, 2))
    const newer = await save({ ...MOCK, retry: { attempts: 1 } })
    const { data } = (await must('GET', '/configs?page_size=2')) as { data: Row[] }
    expect(data.map((row) => row['slug'])).toEqual([newer, older])
    expect(data[0]).not.toHaveProperty('config')
  })

  test('gets a version with each change of its content only', async () => {
    const slug = await save(MOCK)
    const first = await read(slug)
    expect((await put(slug, { config: ' { "provider" : "mock" } ' })).body).toMatchObject({
      version: 1,
      version_id: first['version_id'],
    })
    expect((await put(slug, { name: 'Renamed' })).body['version']).toBe(1)
    expect((await put(slug, { config: { ...MOCK, weight: 2 } })).body).toMatchObject({ version: 2, object: 'config' })
    expect(await read(slug)).toMatchObject({ name: 'Renamed', version: 2, config_object: { ...MOCK, weight: 2 } })
    const versions = await versionsOf(slug)
    expect(versions.map((row) => [row['version'], row['config']])).toEqual([
      [2, '{"provider":"mock","weight":2}'],
      [1, '{"provider":"mock"}'],
    ])
    for (const name of ['1', first['version_id']])
      expect(await must('GET', `/configs/${slug}/versions/${name}`)).toEqual(versions[1]!)
    expect(codeOf(await scene.call(owner, 'GET', `/configs/${slug}/versions/9`))).toBe('404 not_found version')
  })

  test('can be restored to an earlier version, which becomes a new version', async () => {
    const slug = await save(MOCK)
    await put(slug, { config: { ...MOCK, weight: 2 } })
    expect(await must('POST', `/configs/${slug}/rollback`, { version: 1 })).toMatchObject({ version: 3 })
    expect((await read(slug))['config_object']).toEqual(MOCK)
    const wrong = await scene.call(owner, 'POST', `/configs/${slug}/rollback`, { version: 7 })
    expect(codeOf(wrong)).toBe('404 not_found version')
  })

  test('is not overwritten by a caller with an outdated version', async () => {
    const slug = await save(MOCK)
    const { version_id } = await read(slug)
    expect((await put(slug, { config: { ...MOCK, weight: 2 }, version_id })).status).toBe(200)
    const stale = await put(slug, { config: { ...MOCK, weight: 3 }, version_id })
    expect(codeOf(stale)).toBe('409 conflict version_id')
    expect(errorOf(stale)?.message).toMatch(/changed by .+ after you read it\. Its newest version is .+ \(number 2\)/)
    expect((await read(slug))['config_object']).toEqual({ ...MOCK, weight: 2 })
    const both = await Promise.all([5, 6].map((weight) => put(slug, { config: { ...MOCK, weight } })))
    const numbers = (await versionsOf(slug)).map((row) => row['version'])
    expect(numbers).toHaveLength(2 + both.filter((reply) => reply.status === 200).length)
  })

  test('is gone after it was deleted', async () => {
    const slug = await save(MOCK)
    expect(await must('DELETE', `/configs/${slug}`)).toEqual({})
    for (const path of [`/configs/${slug}`, `/configs/${slug}/versions`])
      expect(codeOf(await scene.call(owner, 'GET', path))).toBe('404 not_found slug')
    expect(codeOf(await scene.call(owner, 'DELETE', `/configs/${slug}`))).toBe('404 not_found slug')
  })
})

describe('secrets', () => {
  test('are masked in every response, and sending the mask back keeps the value', async () => {
    const slug = await save(KEYED)
    const shown = await read(slug)
    const masked = { ...KEYED, api_key: 'sk*******89' }
    expect(shown['config_object']).toEqual(masked)
    expect((await put(slug, { config: shown['config'] })).body['version']).toBe(1)
    expect((await put(slug, { config: { ...masked, weight: 2 } })).body['version']).toBe(2)
    const answers = [
      await scene.call(owner, 'GET', `/configs/${slug}`),
      await scene.call(owner, 'GET', `/configs/${slug}/versions`),
      await scene.call(owner, 'GET', `/configs/${slug}/versions/1`),
      await scene.call(owner, 'POST', `/configs/${slug}/rollback`, { version: 1 }),
      await scene.call(owner, 'POST', `/configs/${slug}/explain`, {}),
      await scene.call(owner, 'DELETE', `/configs/${slug}`),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(200)
      expect(text).not.toContain(SECRET)
    }
  })

  test('are not kept by a mask if the host changes', async () => {
    const slug = await save(KEYED)
    const stolen = { ...KEYED, api_key: 'sk*******89', custom_host: 'https://elsewhere.example/v1' }
    expect(codeOf(await put(slug, { config: stolen }))).toBe('400 config_invalid api_key')
    expect(codeOf(await scene.call(owner, 'POST', '/configs', { name: 'x', config: stolen }))).toBe(
      '400 config_invalid api_key',
    )
  })

  test('are not saved without their provider', async () => {
    const reply = await scene.call(owner, 'POST', '/configs', { name: 'x', config: { api_key: SECRET } })
    expect(codeOf(reply)).toBe('400 config_invalid provider')
    expect(reply.text).not.toContain(SECRET)
  })

  test('are neither in the audit log nor in any file of the store', async () => {
    const slug = await save(JSON.stringify(KEYED))
    await put(slug, { config: { ...KEYED, weight: 3 } })
    await put(slug, { config: JSON.stringify({ ...KEYED, retry: 'wrong' }) })
    const audit = await scene.call(scene.admin, 'GET', '/audit-logs?page_size=100')
    expect(audit.text).toContain('config.update')
    expect(audit.text).not.toContain(SECRET)
    for (const { path, bytes } of await dataFiles(gateway.dataDirectory)) {
      const forms = [SECRET, Buffer.from(SECRET).toString('base64').slice(0, 24), Buffer.from(SECRET).toString('hex')]
      for (const form of forms) expect([path, bytes.includes(form)]).toEqual([path, false])
    }
  })
})

describe('an invalid config', () => {
  test('is rejected with every config path, and nothing is written', async () => {
    const before = (await must('GET', '/configs'))['total']
    const config = { strategy: { mode: 'fallback' }, targets: [{ provider: 'opnai', retries: 1 }, {}] }
    const reply = await scene.call(owner, 'POST', '/configs', { name: 'x', config })
    expect(codeOf(reply)).toBe('400 config_invalid targets[0].retries')
    expect(errorOf(reply)?.details?.[0]).toStartWith('targets[1].provider: required')
    expect((await must('GET', '/configs'))['total']).toBe(before!)
  })

  test.each([
    ['a virtual key', { virtual_key: 'gone' }, 'virtual_key'],
    ['a provider by @slug', { provider: '@gone' }, 'provider'],
    [
      'a model by @slug in a target',
      { strategy: { mode: 'single' }, targets: [{ override_params: { model: '@gone/m' } }] },
      'targets[0].override_params.model',
    ],
  ])('%s that does not exist is named with its path', async (_, config, path) => {
    const reply = await scene.call(owner, 'POST', '/configs', { name: 'x', config })
    expect(codeOf(reply)).toBe(`400 config_reference_unknown ${path}`)
    expect(errorOf(reply)?.message).toContain('"gone"')
    const slug = await save(MOCK)
    expect(codeOf(await put(slug, { config }))).toBe(`400 config_reference_unknown ${path}`)
    expect((await read(slug))['version']).toBe(1)
  })

  test.each([
    ['a name of 10,000 characters', { name: 'n'.repeat(10_000), config: MOCK }, '400 invalid_body name'],
    ['an empty name', { name: '  ', config: MOCK }, '400 invalid_body name'],
    ['no config', { name: 'x' }, '400 invalid_body config'],
    ['a list as config', { name: 'x', config: [MOCK] }, '400 invalid_body config'],
    ['text that is no JSON', { name: 'x', config: 'pc-abc' }, '400 config_invalid config'],
    ['a key given twice', { name: 'x', config: '{"weight":1,"weight":2}' }, '400 config_invalid weight'],
    ['an unknown field', { name: 'x', config: MOCK, colour: 'red' }, '400 invalid_body colour'],
    [
      'another workspace',
      { name: 'x', config: MOCK, workspace_id: crypto.randomUUID() },
      '404 workspace_unknown workspace_id',
    ],
  ])('%s', async (_, body, expected) => {
    expect(codeOf(await scene.call(owner, 'POST', '/configs', body))).toBe(expected)
  })
})

describe('the workspace’s default', () => {
  test('is at most one config, however it is set', async () => {
    const workspaceId = await scene.workspace()
    const actor = await scene.workspaceKey(workspaceId, await scene.scopesOf('workspace'))
    const make = async (more: object) =>
      String((await must('POST', '/configs', { name: 'x', config: MOCK, ...more }, actor))['slug'])
    const defaults = async () => {
      const { data } = (await must('GET', '/configs', undefined, actor)) as { data: Row[] }
      return data.filter((row) => row['is_default'] === 1).map((row) => row['slug'])
    }
    const [first, second, third] = [await make({ isDefault: 1 }), await make({ is_default: true }), await make({})]
    expect(await defaults()).toEqual([second])
    await must('PUT', `/configs/${third}`, { isDefault: true }, actor)
    expect(await defaults()).toEqual([third])
    await must('PUT', `/configs/${first}`, { is_default: 0 }, actor)
    expect(await defaults()).toEqual([third])
    await must('PUT', `/configs/${third}`, { is_default: 0 }, actor)
    expect(await defaults()).toEqual([])
    await scene.do('PUT', `/admin/workspaces/${workspaceId}`, { defaults: { config_id: first } })
    expect(await defaults()).toEqual([first])
  })
})

describe('a config in use', () => {
  test('is deleted or archived only by force, and the error names its users', async () => {
    const slug = await save(MOCK, { is_default: 1 })
    const key = await scene.do('POST', '/api-keys/workspace/service', {
      name: 'The robot',
      scopes: ['logs.list'],
      workspace_id: (await read(slug))['workspace_id'],
      defaults: { config_id: slug },
    })
    const refused = await scene.call(owner, 'DELETE', `/configs/${slug}`)
    expect(codeOf(refused)).toBe('409 in_use slug')
    expect(errorOf(refused)?.details).toEqual([
      'It is the default config of its workspace.',
      `API key "The robot" (${key['id']}) uses it as default config.`,
    ])
    expect(codeOf(await put(slug, { status: 'archived' }))).toBe('409 in_use slug')
    expect(await must('DELETE', `/configs/${slug}?force=true`)).toEqual({})
    expect(codeOf(await scene.call(owner, 'GET', `/configs/${slug}`))).toBe('404 not_found slug')
  })
})

describe('another workspace', () => {
  test('gets the same responses as for unknown configs that a body names', async () => {
    const slug = await save(KEYED)
    const { id } = await read(slug)
    const stranger = await scene.workspaceKey(await scene.workspace(), await scene.scopesOf('workspace'))
    const calls = (name: string): [string, string, unknown?][] => [
      ['POST', '/configs/explain', { config: name }],
      ['POST', '/configs/validate', { config: MOCK, slug: name }],
    ]
    const answers = async (name: string) => {
      const replies = await Promise.all(calls(name).map((call) => scene.call(stranger, ...call)))
      return replies.map((reply) => [reply.status, { ...errorOf(reply), trace_id: null }])
    }
    const unknown = await answers('pc-nothing-000000')
    for (const [status] of unknown) expect(status).toBe(404)
    expect(await answers(slug)).toEqual(unknown)
    expect(await answers(String(id))).toEqual(unknown)
    expect((await read(slug))['name']).toBe('A config')
  })
})

describe('validate', () => {
  const validate = (config: unknown, more: object = {}) =>
    must('POST', '/configs/validate', { config, ...more }) as Promise<{
      valid: boolean
      errors: { path: string; code: string }[]
      warnings: string[]
    }>

  test('reports the problems of a config without saving it', async () => {
    const total = (await must('GET', '/configs'))['total']
    expect(await validate(MOCK)).toMatchObject({ valid: true, errors: [], warnings: [] })
    const wrong = await validate({ strategy: { mode: 'fallbck' }, targets: [{ virtual_key: 'gone' }] })
    expect([wrong.valid, wrong.errors.map((error) => error.path)]).toEqual([false, ['strategy.mode']])
    const missing = await validate({ strategy: { mode: 'single' }, targets: [{ virtual_key: 'gone' }] })
    expect(missing.errors).toMatchObject([{ path: 'targets[0].virtual_key', code: 'config_reference_unknown' }])
    expect((await validate({ ...MOCK, cache: 'semantic' })).warnings[0]).toContain('no embedder')
    expect((await must('GET', '/configs'))['total']).toBe(total!)
  })

  test('accepts the masks of a saved config', async () => {
    const slug = await save(KEYED)
    const { config } = await read(slug)
    expect((await validate(config, { slug })).valid).toBe(true)
    expect((await validate(config)).errors).toMatchObject([{ path: 'api_key' }])
  })
})

describe('explain', () => {
  const explain = (body: object) => scene.call(owner, 'POST', '/configs/explain', body)

  test('explains an object, a text or a saved config, and reports the worst case', async () => {
    const config = {
      strategy: { mode: 'fallback' },
      targets: [
        { ...MOCK, request_timeout: 1000, retry: { attempts: 1 } },
        { ...MOCK, request_timeout: 500 },
      ],
    }
    const slug = await save(config)
    const outcomes = { 'targets[0]': [503, 'timeout'], 'targets[1]': { status: 200, duration_ms: 20 } }
    const answers = [
      await explain({ config, outcomes }),
      await explain({ config: JSON.stringify(config), outcomes }),
      await explain({ config: slug, outcomes }),
      await scene.call(owner, 'POST', `/configs/${slug}/explain`, { outcomes }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toEqual(answers[0]!.body)
    }
    expect(answers[0]!.body).toMatchObject({
      object: 'config-explanation',
      status: 200,
      target: 'config.targets[1]',
      error: null,
      duration: 1770,
      worst_case: { calls: 3, duration: 3500, wait: 1000, cost: 0, unpriced: [] },
    })
  })

  test.each([
    ['no config', {}, '400 invalid_body config'],
    ['a config that is none', { config: { provider: 5 } }, '400 config_invalid provider'],
    ['a target that does not exist', { config: MOCK, outcomes: { 'targets[3]': 503 } }, '400 invalid_body outcomes'],
    ['a status that is none', { config: MOCK, outcomes: { config: 42 } }, '400 invalid_body outcomes.config'],
    ['a name that pollutes', { config: MOCK, outcomes: JSON.parse('{"__proto__":503}') }, '400 invalid_body __proto__'],
  ])('rejects %s', async (_, body, expected) => {
    expect(codeOf(await explain(body))).toBe(expected)
  })

  test('a request without a matching target is a result, not an error', async () => {
    // biome-ignore lint/suspicious/noThenProperty: the wire name of the key.
    const conditions = [{ query: { 'metadata.tier': 'paid' }, then: 'a' }]
    const config = { strategy: { mode: 'conditional', conditions }, targets: [{ ...MOCK, name: 'a' }] }
    const refused = (await explain({ config })).body
    expect(refused).toMatchObject({ status: 400, target: null, error: { code: 'no_condition_matched' } })
    const served = (await explain({ config, request: { metadata: { tier: 'paid' } } })).body
    expect(served).toMatchObject({ status: 200, target: 'config.targets[0]' })
  })
})

describe('the history of a config', () => {
  test('has the author and note of each version; a note without a change is ignored with a warning', async () => {
    const manager = await scene.person('member', [{ id: await scene.defaultWorkspace(), role: 'manager' }])
    const slug = await save(MOCK, { note: '  first try ' })
    await must('PUT', `/configs/${slug}`, { config: { ...MOCK, weight: 2 }, note: 'heavier' }, manager)
    await must('PUT', `/configs/${slug}`, { config: { ...MOCK, weight: 3 } })
    const kept = await must('PUT', `/configs/${slug}`, { config: { ...MOCK, weight: 3 }, note: 'nothing new' })
    expect(kept['warnings']).toEqual([expect.stringContaining('note: ignored')])
    await must('POST', `/configs/${slug}/rollback`, { version: 1 })
    const versions = await versionsOf(slug)
    expect(versions.map(({ version, note }) => [version, note])).toEqual([
      [4, 'Rolled back to version 1.'],
      [3, null],
      [2, 'heavier'],
      [1, 'first try'],
    ])
    const [, , second, first] = versions
    expect(second).toMatchObject({ created_by: manager.id, created_by_name: 'member' })
    expect(first?.['created_by_name']).toEqual(expect.any(String))
    expect(await must('GET', `/configs/${slug}/versions/2`)).toMatchObject({
      note: 'heavier',
      created_by_name: 'member',
    })
    expect(await read(slug)).toMatchObject({
      version_note: 'Rolled back to version 1.',
      updated_by_name: first?.['created_by_name'],
    })
    // A deleted user has no name.
    await scene.do('DELETE', `/admin/users/${manager.id}`)
    expect((await versionsOf(slug))[2]).toMatchObject({ created_by: manager.id, created_by_name: null })
    expect(codeOf(await put(slug, { note: 'x'.repeat(1025), config: MOCK }))).toBe('400 invalid_body note')
    expect((await put(slug, { note: 'alone' })).status).toBe(400)
  })

  test('an unknown prompt in a config is rejected with the closest name', async () => {
    const { slug } = await must('POST', '/prompts', { name: 'Greeting', string: 'Hello', parameters: {} })
    const near = `${slug}x`
    const config = (prompt: unknown) => ({ strategy: { mode: 'single' }, targets: [{ ...MOCK, prompt_id: prompt }] })
    const refused = await scene.call(owner, 'POST', '/configs', { name: 'Prompted', config: config(near) })
    expect(codeOf(refused)).toBe('400 config_reference_unknown targets[0].prompt_id')
    expect(errorOf(refused)?.message).toContain(`Did you mean "${slug}"?`)
    await save(config(slug))
    const alone = await must('POST', '/configs/validate', {
      config: { strategy: { mode: 'single' }, targets: [{ prompt_id: slug }] },
    })
    expect(String(alone['warnings'])).toContain('has no virtual key, and the target names no provider')
  })
})
