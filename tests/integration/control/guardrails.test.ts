import { expect, test } from 'bun:test'
import { type Actor, ControlScene, type Reply } from '../../harness/control-scene.ts'
import { filesWith } from '../../harness/data-files.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const CONTAINS = { id: 'default.contains', parameters: { words: ['Falcon'], operator: 'none' } }

type Team = { readonly id: string; readonly key: Actor }

async function team(): Promise<Team> {
  const id = await scene.workspace()
  return { id, key: await scene.workspaceKey(id, await scene.scopesOf('workspace')) }
}

const bodyOf = (more: object = {}) => ({ name: scene.uniqueName('Guardrail'), checks: [CONTAINS], ...more })

async function organisationId(): Promise<string> {
  return String((await scene.do('GET', '/admin/organisation'))['id'])
}

const shared = async (more: object = {}) =>
  String((await scene.do('POST', '/guardrails', bodyOf({ organisation_id: await organisationId(), ...more })))['slug'])

const errorIn = ({ status, body }: Reply) => {
  const { code, param, message, details } = (body['error'] ?? {}) as Record<string, unknown>
  return { status, code, param, message, details }
}

const codeOf = ({ status, body }: Reply) =>
  `${status} ${(body['error'] as { code: string } | undefined)?.code ?? ''}`.trim()

test('a guardrail is created, read by slug and id, listed, updated with versions and deleted', async () => {
  const { id: workspaceId, key } = await team()
  const created = await scene.call(key, 'POST', '/guardrails', {
    name: 'No Falcon!',
    checks: [
      { ...CONTAINS, name: 'Names' },
      { id: 'wordCount', parameters: { maxWords: 5 }, is_enabled: false },
    ],
    actions: {
      deny: true,
      async: false,
      on_success: { feedback: { value: 5, weight: 1, metadata: '' } },
      on_failure: { feedback: { value: -3, weight: 0.5, metadata: '{"team":"a"}' } },
    },
  })
  const { id, slug, version_id: first } = created.body as Record<string, string>
  expect(created.body).toEqual({ id, slug, version_id: first, version: 1, object: 'guardrail', warnings: [] })
  expect(slug).toMatch(/^pg-nofalc-[0-9a-f]{6}$/)
  const detail = {
    id,
    slug,
    name: 'No Falcon!',
    workspace_id: workspaceId,
    type: 'workspace',
    status: 'active',
    version: 1,
    version_id: first,
    is_trusted: false,
    object: 'guardrail',
    checks: [
      { ...CONTAINS, name: 'Names', is_enabled: true },
      { id: 'default.wordCount', name: null, parameters: { maxWords: 5 }, is_enabled: false },
    ],
    actions: {
      deny: true,
      async: false,
      sequential: false,
      soft_deny: false,
      shadow: false,
      fail_on_error: null,
      strip_scaffolding: false,
      messages: null,
      on_success: { feedback: { value: 5, weight: 1, metadata: '' } },
      on_fail: { feedback: { value: -3, weight: 0.5, metadata: { team: 'a' } } },
    },
  }
  for (const name of [slug, id])
    expect((await scene.call(key, 'GET', `/guardrails/${name}`)).body).toMatchObject(detail)
  const listed = (await scene.call(key, 'GET', '/guardrails?type=workspace')).body as { data: object[] }
  expect(listed).toMatchObject({ object: 'list', total: 1, data: [{ id, slug, version: 1 }] })
  expect(Object.keys(listed.data[0]!)).not.toContain('checks')

  const renamed = await scene.call(key, 'PUT', `/guardrails/${slug}`, { name: 'Renamed' })
  expect(renamed.body).toMatchObject({ version_id: first, version: 1 })
  const changed = await scene.call(key, 'PUT', `/guardrails/${id}`, { checks: [CONTAINS] })
  expect(changed.body).toMatchObject({ id, slug, version: 2 })
  const second = String(changed.body['version_id'])
  expect((await scene.call(key, 'PUT', `/guardrails/${slug}`, { checks: [CONTAINS] })).body).toMatchObject({
    version_id: second,
  })
  const older = await scene.call(key, 'GET', `/guardrails/${slug}?version_id=${first}`)
  expect(older.body).toMatchObject({ name: 'Renamed', version: 1, checks: detail.checks })
  expect(codeOf(await scene.call(key, 'GET', `/guardrails/${slug}?version_id=none`))).toBe('404 not_found')
  const versions = (await scene.call(key, 'GET', `/guardrails/${slug}/versions`)).body as { data: object[] }
  expect(versions).toMatchObject({
    total: 2,
    data: [
      { version: 2, version_id: second, object: 'guardrail-version', checks: [{ id: CONTAINS.id }] },
      { version: 1, version_id: first, checks: detail.checks, actions: detail.actions },
    ],
  })
  const stale = await scene.call(key, 'PUT', `/guardrails/${slug}`, { actions: { deny: true }, version_id: first })
  expect(codeOf(stale)).toBe('409 conflict')
  const warned = await scene.call(key, 'PUT', `/guardrails/${slug}`, { actions: { deny: true } })
  expect(warned.body['warnings']).toEqual([expect.stringContaining('actions.async is true')])
  expect((await scene.call(key, 'DELETE', `/guardrails/${slug}`)).body).toEqual({})
  expect(codeOf(await scene.call(key, 'GET', `/guardrails/${slug}`))).toBe('404 not_found')
})

test('every wrong field is named, and checks of partner services are refused', async () => {
  const { key } = await team()
  const refused = async (more: object) => errorIn(await scene.call(key, 'POST', '/guardrails', bodyOf(more)))
  const wrong = await refused({
    checks: [
      { id: 'default.contains', parameters: { words: 'x', operator: 'some', extra: 1 } },
      { id: 'default.regexMatch', parameters: { rule: '(?=a)b' } },
      { id: 'default.regexMach', parameters: {} },
      { id: 'default.wordCount', parameters: { minWords: -1 }, is_enabled: false },
    ],
  })
  expect(wrong).toMatchObject({ status: 400, code: 'invalid_body', param: 'checks[0].parameters.words' })
  const named = [wrong.message, ...(wrong.details as string[])].map((text) => String(text).split(':')[0])
  expect(named).toEqual([
    'checks[0].parameters.words',
    'checks[0].parameters.operator',
    'checks[0].parameters.extra',
    'checks[1].parameters.rule',
    'checks[2].id',
    'checks[3].parameters.minWords',
  ])
  const partner = await refused({ checks: [{ id: 'pangea.pii', parameters: {} }] })
  expect(partner).toMatchObject({ status: 400, code: 'not_supported', param: 'checks[0].id' })
  expect(partner.message).toContain('default.webhook')
  for (const [more, param] of [
    [{ checks: [] }, 'checks'],
    [{ actions: { denny: true } }, 'actions.denny'],
    [{ actions: { on_fail: { feedback: { value: 11 } } } }, 'actions.on_fail.feedback.value'],
    [{ actions: { on_fail: { feedback: { metadata: 'text' } } } }, 'actions.on_fail.feedback.metadata'],
    [{ actions: { messages: 'first' } }, 'actions.messages'],
    [{ slug: 'checks' }, 'slug'],
    [{ name: '' }, 'name'],
  ] as const)
    expect(await refused(more)).toMatchObject({ status: 400, code: 'invalid_body', param })
  expect(await refused({ organisation_id: 'another' })).toMatchObject({ status: 400, param: 'organisation_id' })
})

test('guardrails of the organisation are used by all workspaces and changed by Admin keys only', async () => {
  const [one, other] = [await team(), await team()]
  const slug = await shared()
  for (const { key } of [one, other]) {
    expect((await scene.call(key, 'GET', `/guardrails/${slug}`)).body).toMatchObject({
      workspace_id: null,
      type: 'organisation',
      is_trusted: true,
    })
    const { data } = (await scene.call(key, 'GET', '/guardrails')).body as { data: { slug: string }[] }
    expect(data.map((row) => row.slug)).toContain(slug)
    expect(codeOf(await scene.call(key, 'PUT', `/guardrails/${slug}`, { name: 'Mine' }))).toBe('403 scope_missing')
    expect(codeOf(await scene.call(key, 'DELETE', `/guardrails/${slug}`))).toBe('403 scope_missing')
  }
  const own = bodyOf({ organisation_id: await organisationId() })
  expect(codeOf(await scene.call(one.key, 'POST', '/guardrails', own))).toBe('403 scope_missing')
  const narrow = await scene.adminKey(['guardrails.create', 'guardrails.update', 'guardrails.list'])
  expect(codeOf(await scene.call(narrow, 'POST', '/guardrails', own))).toBe('403 scope_missing')
  expect(codeOf(await scene.call(narrow, 'PUT', `/guardrails/${slug}`, { name: 'x' }))).toBe('403 scope_missing')
  expect(codeOf(await scene.call(narrow, 'GET', '/guardrails?type=organisation'))).toBe('403 scope_missing')
  const seen = (await scene.call(narrow, 'GET', '/guardrails')).body as { data: { type: string }[] }
  expect(seen.data.every(({ type }) => type === 'workspace')).toBe(true)
  const wide = await scene.adminKey(['organisation_guardrails.create', 'organisation_guardrails.list'])
  expect(codeOf(await scene.call(wide, 'POST', '/guardrails', own))).toBe('200')
  expect(codeOf(await scene.call(wide, 'POST', '/guardrails', bodyOf({ workspace_id: one.id })))).toBe(
    '403 scope_missing',
  )
  const all = (await scene.call(wide, 'GET', '/guardrails')).body as { data: { type: string }[] }
  expect(all.data.every(({ type }) => type === 'organisation')).toBe(true)
})

test('a guardrail of another workspace cannot be seen, used or guessed', async () => {
  const [one, other] = [await team(), await team()]
  const { slug, id } = (await scene.call(one.key, 'POST', '/guardrails', bodyOf())).body as Record<string, string>
  for (const name of [slug, id])
    for (const [method, path, body] of [
      ['GET', `/guardrails/${name}`],
      ['GET', `/guardrails/${name}/versions`],
      ['PUT', `/guardrails/${name}`, { name: 'Stolen' }],
      ['DELETE', `/guardrails/${name}`],
    ] as const)
      expect(codeOf(await scene.call(other.key, method, path, body))).toBe('404 not_found')
  expect(codeOf(await scene.call(other.key, 'GET', `/guardrails?workspace_id=${one.id}`))).toBe('404 workspace_unknown')
  const listed = (await scene.call(other.key, 'GET', '/guardrails')).body as { data: { slug: string }[] }
  expect(listed.data.map((row) => row.slug)).not.toContain(slug)
  const named = { defaults: { input_guardrails: [slug] } }
  const refused = errorIn(await scene.call(scene.admin, 'PUT', `/admin/workspaces/${other.id}`, named))
  expect(refused).toMatchObject({ status: 400, param: 'defaults.input_guardrails[0]' })
  // Two workspaces may use the same slug; no workspace may use a slug of the organisation.
  const chosen = bodyOf({ slug: `same-${one.id.slice(-6)}` })
  for (const { key } of [one, other]) expect(codeOf(await scene.call(key, 'POST', '/guardrails', chosen))).toBe('200')
  expect(codeOf(await scene.call(one.key, 'POST', '/guardrails', chosen))).toBe('409 conflict')
  const ofAll = { ...chosen, organisation_id: await organisationId() }
  expect(codeOf(await scene.call(scene.admin, 'POST', '/guardrails', ofAll))).toBe('409 conflict')
  const taken = await shared()
  expect(codeOf(await scene.call(one.key, 'POST', '/guardrails', bodyOf({ slug: taken })))).toBe('409 conflict')
})

test('defaults are set by slug or id, shown, kept, cleared and audited, and keep a guardrail from deletion', async () => {
  const one = await team()
  const { slug: own, id } = (await scene.call(one.key, 'POST', '/guardrails', bodyOf())).body as Record<string, string>
  const common = await shared()
  const path = `/admin/workspaces/${one.id}`
  const defaultsIn = async () =>
    (await scene.do('GET', path))['defaults'] as { input_guardrails: string[]; output_guardrails: string[] }
  expect(codeOf(await scene.call(one.key, 'PUT', path, { defaults: { input_guardrails: [own] } }))).toBe(
    '403 scope_missing',
  )
  await scene.do('PUT', path, { defaults: { input_guardrails: [common, id, own], output_guardrails: [own] } })
  expect(await defaultsIn()).toMatchObject({ input_guardrails: [common, own], output_guardrails: [own] })
  await scene.do('PUT', path, { description: 'changed', defaults: { metadata: { a: 'b' } } })
  expect(await defaultsIn()).toMatchObject({ input_guardrails: [common, own], output_guardrails: [own] })
  const inUse = errorIn(await scene.call(one.key, 'DELETE', `/guardrails/${own}`))
  expect(inUse).toMatchObject({ status: 409, code: 'in_use' })
  expect(inUse.details).toEqual([expect.stringContaining(`default of the workspace`)])
  expect(codeOf(await scene.call(scene.admin, 'DELETE', `/guardrails/${common}`))).toBe('409 in_use')
  const { records } = (await scene.do('GET', '/audit-logs?page_size=50')) as { records: Record<string, string>[] }
  expect(records.some((entry) => JSON.stringify(entry).includes(own!))).toBe(true)
  await scene.do('PUT', path, { defaults: { input_guardrails: [], output_guardrails: null } })
  expect(await defaultsIn()).toMatchObject({ input_guardrails: [], output_guardrails: [] })
  expect(codeOf(await scene.call(one.key, 'DELETE', `/guardrails/${own}`))).toBe('200')
  expect(codeOf(await scene.call(scene.admin, 'DELETE', `/guardrails/${common}`))).toBe('200')
})

test('the organisation has only defaults of its own, and new workspaces can start with them', async () => {
  const one = await team()
  const { slug: own } = (await scene.call(one.key, 'POST', '/guardrails', bodyOf())).body as Record<string, string>
  const common = await shared()
  const set = (defaults: object) => scene.call(scene.admin, 'PUT', '/admin/organisation', { defaults })
  expect(errorIn(await set({ output_guardrails: [own] }))).toMatchObject({
    status: 400,
    param: 'defaults.output_guardrails[0]',
  })
  try {
    expect((await set({ output_guardrails: [common] })).body['defaults']).toMatchObject({
      input_guardrails: [],
      output_guardrails: [common],
    })
    expect((await set({ metadata: {} })).body['defaults']).toMatchObject({ output_guardrails: [common] })
    const refused = errorIn(await scene.call(scene.admin, 'DELETE', `/guardrails/${common}`))
    expect(refused).toMatchObject({ status: 409, details: ['It is a default of the organisation.'] })
  } finally {
    await set({ output_guardrails: null })
  }
  const name = scene.uniqueName('Guarded')
  const made = await scene.do('POST', '/admin/workspaces', { name, defaults: { input_guardrails: [common] } })
  expect(made['defaults']).toMatchObject({ input_guardrails: [common] })
  const wrong = await scene.call(scene.admin, 'POST', '/admin/workspaces', {
    name,
    defaults: { input_guardrails: [own] },
  })
  expect(errorIn(wrong)).toMatchObject({ status: 400, param: 'defaults.input_guardrails[0]' })
  await scene.call(scene.admin, 'DELETE', `/admin/workspaces/${made['id']}`, { force_delete: true })
})

const HOOK_SECRET = 'Bearer hook-secret-0123456789'
const webhook = (url: string) => ({
  id: 'default.webhook',
  parameters: { webhookURL: url, headers: { Authorization: HOOK_SECRET } },
})

test('headers of a webhook are masked everywhere, stored encrypted, and a mask keeps them', async () => {
  const { key } = await team()
  const made = await scene.call(key, 'POST', '/guardrails', bodyOf({ checks: [webhook('https://hooks.example/a')] }))
  const slug = String(made.body['slug'])
  const shown = (await scene.call(key, 'GET', `/guardrails/${slug}`)).body as { checks: Record<string, object>[] }
  expect(shown.checks[0]).toMatchObject({
    parameters: { webhookURL: 'https://hooks.example/a', headers: { Authorization: 'Be*******89' } },
  })
  const changed = await scene.call(key, 'PUT', `/guardrails/${slug}`, {
    checks: [...shown.checks, CONTAINS],
    actions: { async: false },
  })
  expect(codeOf(changed)).toBe('200')
  const moved = {
    ...shown.checks[0],
    parameters: { ...shown.checks[0]!['parameters'], webhookURL: 'https://evil.example' },
  }
  expect(errorIn(await scene.call(key, 'PUT', `/guardrails/${slug}`, { checks: [moved] }))).toMatchObject({
    status: 400,
    param: 'checks[0].parameters.headers.Authorization',
  })
  await scene.call(key, 'DELETE', `/guardrails/${slug}`)
  const replies = [
    (await scene.call(key, 'GET', `/guardrails/${slug}/versions`)).text,
    JSON.stringify(await scene.do('GET', '/audit-logs?page_size=100')),
  ]
  for (const text of replies) expect(text).not.toContain('hook-secret')
  expect(await filesWith(gateway.dataDirectory, 'hook-secret')).toEqual([])
})

test('addresses of a guardrail are trusted if an Admin key saved them', async () => {
  const { id: workspaceId, key } = await team()
  const trusted = async (slug: string) => (await scene.call(key, 'GET', `/guardrails/${slug}`)).body['is_trusted']
  const hook = (url: string) => ({ checks: [webhook(url)] })
  const slug = String(
    (await scene.do('POST', '/guardrails', bodyOf({ ...hook('http://10.0.0.1/a'), workspace_id: workspaceId })))[
      'slug'
    ],
  )
  expect(await trusted(slug)).toBe(true)
  await scene.call(key, 'PUT', `/guardrails/${slug}`, hook('http://10.0.0.1/b'))
  expect(await trusted(slug)).toBe(true)
  await scene.call(key, 'PUT', `/guardrails/${slug}`, hook('http://10.0.0.2/b'))
  expect(await trusted(slug)).toBe(false)
  await scene.call(key, 'PUT', `/guardrails/${slug}`, hook('http://10.0.0.1/b'))
  expect(await trusted(slug)).toBe(false)
})

test('configs that name a guardrail keep it from deletion, whoever they belong to', async () => {
  const [one, other] = [await team(), await team()]
  const common = await shared()
  const { slug: own, id } = (await scene.call(one.key, 'POST', '/guardrails', bodyOf())).body as Record<string, string>
  const save = async ({ key }: Team, config: object) =>
    String((await scene.call(key, 'POST', '/configs', { name: 'Guarded', config })).body['slug'])
  const first = await save(one, { provider: 'mock', input_guardrails: [id, common] })
  const second = await save(other, {
    strategy: { mode: 'fallback' },
    targets: [{ provider: 'mock', after_request_hooks: [{ type: 'guardrail', id: common }] }],
  })
  const refused = async (slug: string | undefined) => {
    const { status, code, details } = errorIn(await scene.call(scene.admin, 'DELETE', `/guardrails/${slug}`))
    return { status, code, configs: (details as string[]).map((text) => text.split(' ')[1]).sort() }
  }
  expect(await refused(own)).toEqual({ status: 409, code: 'in_use', configs: [first] })
  expect(await refused(common)).toEqual({ status: 409, code: 'in_use', configs: [first, second].sort() })
  await scene.call(one.key, 'PUT', `/configs/${first}`, { config: { provider: 'mock' } })
  await scene.call(other.key, 'DELETE', `/configs/${second}`)
  for (const slug of [own, common]) await scene.do('DELETE', `/guardrails/${slug}`)
})

test('a default, a new version and a deletion take effect on the next request', async () => {
  const { id: workspaceId, key } = await team()
  const secret = key.headers['x-gateway-api-key'] ?? ''
  const ask = async () => {
    const messages = [{ role: 'user', content: 'Project Falcon' }]
    const reply = await gateway.chat({ provider: 'mock' }, { key: secret, body: { model: 'mock-1', messages } })
    await reply.text()
    return reply.status
  }
  const deny = { deny: true, async: false }
  const made = await scene.call(key, 'POST', '/guardrails', bodyOf({ actions: deny }))
  const slug = String(made.body['slug'])
  expect(await ask()).toBe(200)
  const setDefaults = (names: readonly string[]) =>
    scene.do('PUT', `/admin/workspaces/${workspaceId}`, { defaults: { input_guardrails: names } })
  await setDefaults([slug])
  expect(await ask()).toBe(446)
  await scene.call(key, 'PUT', `/guardrails/${slug}`, { actions: { ...deny, deny: false } })
  expect(await ask()).toBe(246)
  const harmless = { ...CONTAINS, parameters: { ...CONTAINS.parameters, words: ['Heron'] } }
  await scene.call(key, 'PUT', `/guardrails/${slug}`, { checks: [harmless], actions: deny })
  expect(await ask()).toBe(200)
  await scene.call(key, 'PUT', `/guardrails/${slug}`, { checks: [CONTAINS] })
  expect(await ask()).toBe(446)
  await setDefaults([])
  expect(await ask()).toBe(200)
})

test('validate names what is wrong and saves nothing', async () => {
  const { key } = await team()
  const validate = async (body: object) => (await scene.call(key, 'POST', '/guardrails/validate', body)).body
  expect(await validate({ checks: [CONTAINS], actions: { deny: true } })).toEqual({
    object: 'guardrail-validation',
    valid: true,
    errors: [],
    warnings: [expect.stringContaining('actions.async is true')],
  })
  expect(
    await validate({ checks: [{ id: 'default.regexMatch', parameters: { rule: '(' } }, { id: 'a.b' }] }),
  ).toMatchObject({
    valid: false,
    errors: [
      { path: 'checks[0].parameters.rule', code: 'invalid_body' },
      { path: 'checks[1].id', code: 'not_supported' },
    ],
  })
  expect((await scene.call(key, 'GET', '/guardrails?type=workspace')).body['total']).toBe(0)
})

test('a virtual key that a guardrail names is neither deleted nor disabled, unless that is forced', async () => {
  const { id: workspaceId, key } = await team()
  const made = { name: 'Judge', provider: 'openai', key: 'sk-0123456789abcdef', workspace_id: workspaceId }
  const slug = String((await scene.call(key, 'POST', '/virtual-keys', made)).body['slug'])
  const judge = (name: string) => ({
    id: 'default.modelJudge',
    parameters: { virtual_key: name, model: 'm', policy: 'No weapons.' },
  })
  const own = await scene.call(key, 'POST', '/guardrails', bodyOf({ name: 'Judge', checks: [CONTAINS, judge(slug)] }))
  const moderation = { id: 'moderation', parameters: { virtual_key: slug } }
  const ofAll = await shared({ name: 'Moderation', checks: [moderation] })
  await scene.call(key, 'POST', '/guardrails', bodyOf({ name: 'Another', checks: [judge(`${slug}-2`)] }))
  const inline = { provider: 'mock', input_guardrails: [{ 'default.modelJudge': judge(slug).parameters, deny: true }] }
  const config = await scene.call(key, 'POST', '/configs', { name: 'Inline', config: inline })
  const path = `/virtual-keys/${slug}?workspace_id=${workspaceId}`

  const refused = errorIn(await scene.call(key, 'DELETE', path))
  expect([refused.status, refused.code]).toEqual([409, 'in_use'])
  const named = [`guardrail ${own.body['slug']} (Judge)`, `guardrail ${ofAll} (Moderation)`]
  expect(refused.details).toEqual(expect.arrayContaining(named))
  expect(refused.details).toContain(`config ${config.body['slug']} (Inline)`)
  expect(refused.details).toHaveLength(3)

  const off = errorIn(await scene.call(key, 'PUT', path, { status: 'archived' }))
  expect([off.status, off.code]).toEqual([409, 'in_use'])
  // Only guardrails prevent archiving a virtual key; configs that name it do not.
  expect(off.details).toEqual(named)
  expect((await scene.call(key, 'GET', path)).body).toMatchObject({ status: 'active' })
  expect((await scene.call(key, 'PUT', path, { note: 'x' })).status).toBe(200)
  expect((await scene.call(key, 'PUT', `${path}&force=true`, { status: 'archived' })).status).toBe(200)
  // It is archived already.
  expect((await scene.call(key, 'PUT', path, { status: 'archived', note: 'y' })).status).toBe(200)

  for (const one of [String(own.body['slug']), ofAll]) await scene.do('DELETE', `/guardrails/${one}`)
  await scene.call(key, 'DELETE', `/configs/${config.body['slug']}`)
  expect((await scene.call(key, 'DELETE', path)).status).toBe(200)
})

test.each(['slug', '@slug', 'id'])('a virtual key that a check names as %s is in use', async (form) => {
  const { id: workspaceId, key } = await team()
  const made = { name: 'Judge', provider: 'openai', key: 'sk-0123456789abcdef', workspace_id: workspaceId }
  const { slug, id } = (await scene.call(key, 'POST', '/virtual-keys', made)).body as { slug: string; id: string }
  const name = { slug, '@slug': `@${slug}`, id }[form]
  const check = { id: 'moderation', parameters: { virtual_key: name } }
  const guardrail = await scene.call(key, 'POST', '/guardrails', bodyOf({ name: 'Moderation', checks: [check] }))
  const inline = { provider: 'mock', before_request_hooks: [{ checks: [check] }] }
  const config = await scene.call(key, 'POST', '/configs', { name: 'Inline', config: inline })
  const refused = errorIn(await scene.call(key, 'DELETE', `/virtual-keys/${slug}?workspace_id=${workspaceId}`))
  expect({ code: refused.code, details: refused.details }).toEqual({
    code: 'in_use',
    details: [`config ${config.body['slug']} (Inline)`, `guardrail ${guardrail.body['slug']} (Moderation)`],
  })
})

test('the defaults of the organisation are read and set at Portkey’s path, and exclusions name our operation', async () => {
  const [first, second] = [await shared(), await shared()]
  const { key } = await team()
  const own = String((await scene.call(key, 'POST', '/guardrails', bodyOf())).body['slug'])
  const path = '/admin/organisation/defaults'
  const idOf = async (slug: string) => String((await scene.do('GET', `/guardrails/${slug}`))['id'])
  try {
    const set = await scene.do('PUT', path, {
      input_guardrails: [await idOf(first), second],
      output_guardrails: [first],
    })
    const expected = {
      object: 'organisation_defaults',
      input_guardrails: [
        { id: await idOf(first), slug: first },
        { id: await idOf(second), slug: second },
      ],
      output_guardrails: [{ id: await idOf(first), slug: first }],
    }
    expect(set).toEqual(expected)
    // An omitted list stays.
    await scene.do('PUT', path, { output_guardrails: [] })
    expect(await scene.do('GET', path)).toEqual({ ...expected, output_guardrails: [] })
    expect((await scene.do('GET', '/admin/organisation'))['defaults']).toMatchObject({
      input_guardrails: [first, second],
      output_guardrails: [],
    })
    const refused = errorIn(await scene.call(scene.admin, 'PUT', path, { input_guardrails: [own] }))
    expect([refused.status, refused.param]).toEqual([400, 'input_guardrails[0]'])
    expect((await scene.call(key, 'GET', path)).status).toBe(403)
  } finally {
    await scene.do('PUT', path, { input_guardrails: [], output_guardrails: [] })
  }
  for (const side of ['input', 'output']) {
    const { status, body } = await scene.call(scene.admin, 'GET', `/workspace-exclusions/${side}-guardrails`)
    expect([status, (body['error'] as { hint: string }).hint]).toEqual([
      404,
      expect.stringContaining('PUT /v1/admin/workspaces/{id}'),
    ])
  }
})
