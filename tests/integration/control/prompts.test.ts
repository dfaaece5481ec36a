import { describe, expect, test } from 'bun:test'
import { ControlScene, type Reply, withKey } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const owner = withKey('first workspace key', gateway.workspaceKey)

type Row = Record<string, unknown>
type Problem = { code: string; param: string; message: string; details?: string[] }

const errorOf = (reply: Reply) => reply.body['error'] as Problem
const codeOf = (reply: Reply) => `${reply.status} ${errorOf(reply)?.code ?? ''} ${errorOf(reply)?.param ?? ''}`.trim()
const call = (method: string, path: string, body?: unknown) => scene.call(owner, method, path, body)

async function must(method: string, path: string, body?: unknown): Promise<Row> {
  const reply = await call(method, path, body)
  if (reply.status !== 200) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
  return reply.body
}

const CHAT = [{ role: 'user', content: 'Hello {{name}}' }]

async function save(more: object = {}): Promise<string> {
  return String((await must('POST', '/prompts', { name: 'A prompt', string: CHAT, parameters: {}, ...more }))['slug'])
}

const rows = async (path: string) => (await must('GET', path))['data'] as Row[]
const numbers = async (slug: string) =>
  (await rows(`/prompts/${slug}/versions?page_size=1000`)).map((row) => row['prompt_version'])

describe('a prompt', () => {
  test('is returned as it was sent, by slug and by id', async () => {
    const sent = {
      name: '  Greeting ',
      string: JSON.stringify(CHAT),
      parameters: { temperature: 0.5, response_format: { type: 'json_object' } },
      model: 'mock',
      tools: [{ type: 'function', function: { name: 'f' } }],
      tool_choice: 'auto',
      version_description: 'first',
      template_metadata: { a: 1 },
      is_raw_template: 1,
    }
    const made = await must('POST', '/prompts', sent)
    expect(made['object']).toBe('prompt')
    expect(made['slug']).toMatch(/^pp-greeti-[0-9a-f]{6}$/)
    const [collection] = await rows('/collections')
    for (const name of [made['slug'], made['id']]) {
      const { version_description: _, name: __, ...content } = sent
      expect(await must('GET', `/prompts/${name}`)).toMatchObject({
        ...content,
        name: 'Greeting',
        collection_id: collection!['id'],
        virtual_key: null,
        functions: null,
        prompt_version: 1,
        prompt_version_id: made['version_id'],
        prompt_version_status: 'active',
        prompt_version_description: 'first',
        status: 'active',
      })
    }
    const listed = await rows('/prompts?search=greeting')
    expect(listed.map((row) => [row['slug'], row['model']])).toContainEqual([made['slug'], 'mock'])
  })

  test('gets a new version with each change of content, which is not published automatically', async () => {
    const slug = await save({ model: 'one', parameters: { n: 1 } })
    expect(await must('PUT', `/prompts/${slug}`, { name: 'Renamed' })).toEqual({})
    const put = await must('PUT', `/prompts/${slug}`, { string: 'Text {{x}}', parameters: {} })
    expect(put).toMatchObject({ slug, prompt_version: 2 })
    expect(await must('GET', `/prompts/${slug}`)).toMatchObject({ name: 'Renamed', prompt_version: 1, model: 'one' })
    expect(await must('GET', `/prompts/${slug}@latest`)).toMatchObject({
      prompt_version: 2,
      model: null,
      parameters: {},
      prompt_version_status: 'archived',
    })
    await must('PUT', `/prompts/${slug}`, { model: 'three', patch: true })
    expect(await must('GET', `/prompts/${slug}@3`)).toMatchObject({ string: 'Text {{x}}', model: 'three' })
    expect(await must('PUT', `/prompts/${slug}/makeDefault`, { version: 3 })).toEqual({})
    expect(await must('GET', `/prompts/${slug}`)).toMatchObject({ prompt_version: 3, published_version: 3 })
    await must('PUT', `/prompts/${slug}/makeDefault`, { version: 1 })
    expect(await must('GET', `/prompts/${slug}`)).toMatchObject({ prompt_version: 1, latest_version: 3 })
    expect(await numbers(slug)).toEqual([3, 2, 1])
    expect(codeOf(await call('PUT', `/prompts/${slug}/makeDefault`, { version: 9 }))).toBe('404 not_found version')
    expect(codeOf(await call('PUT', `/prompts/${slug}`, { model: 'x' }))).toBe('400 invalid_body string')
  })

  test('has no lost versions and no gaps after 100 concurrent changes', async () => {
    const slug = await save()
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) => call('PUT', `/prompts/${slug}`, { string: `Text ${i}`, parameters: {} })),
    )
    expect(replies.filter((reply) => reply.status !== 200).map((reply) => reply.text)).toEqual([])
    const given = replies.map((reply) => reply.body['prompt_version'] as number).sort((a, b) => a - b)
    expect(given).toEqual(Array.from({ length: 100 }, (_, i) => i + 2))
    expect(await numbers(slug)).toEqual(Array.from({ length: 101 }, (_, i) => 101 - i))
    const texts = (await rows(`/prompts/${slug}/versions?page_size=1000`)).map((row) => row['prompt_template'])
    expect(new Set(texts).size).toBe(101)
  })

  test('is gone after it was deleted', async () => {
    const slug = await save()
    expect(await must('DELETE', `/prompts/${slug}`)).toEqual({})
    for (const path of [`/prompts/${slug}`, `/prompts/${slug}/versions`, `/prompts/${slug}/export`])
      expect(codeOf(await call('GET', path))).toBe('404 not_found id')
  })

  test.each([
    [{ string: 'Hello {{name' }, '400 template_invalid string'],
    [{ string: '{{#a}}x' }, '400 template_invalid string'],
    [{ string: '{{=<% %>=}}' }, '400 template_invalid string'],
    [{ string: '[{"role":"user","content":"x"' }, '400 template_invalid string'],
    [{ string: [{ content: 'x' }] }, '400 template_invalid string'],
    [{ string: [{ role: '{{r}}', content: 'x' }] }, '400 template_invalid string'],
    [{ string: '{{>pp-nowhere}}' }, '400 template_invalid string'],
    [{ virtual_key: 'nowhere' }, '400 virtual_key_unknown virtual_key'],
    [{ collection_id: 'nowhere' }, '400 invalid_body collection_id'],
    [{ name: 'x'.repeat(10_000) }, '400 invalid_body name'],
    [{ name: ' ' }, '400 invalid_body name'],
  ])('%p is rejected', async (more, expected) => {
    const reply = await call('POST', '/prompts', { name: 'Bad', string: CHAT, parameters: {}, ...more })
    expect(codeOf(reply)).toBe(expected)
  })

  test('cannot be reached from another workspace', async () => {
    const slug = await save()
    const stranger = await scene.workspaceKey(await scene.workspace(), [
      'prompts.read',
      'prompts.list',
      'prompts.render',
    ])
    expect((await scene.call(stranger, 'GET', `/prompts/${slug}`)).status).toBe(404)
    expect((await scene.call(stranger, 'POST', `/prompts/${slug}/render`, {})).status).toBe(404)
    expect((await scene.call(stranger, 'GET', '/prompts')).body['total']).toBe(0)
  })
})

describe('labels', () => {
  test('include three in every workspace, which cannot be changed or deleted', async () => {
    const universal = (await rows('/labels')).filter((row) => row['is_universal'])
    expect(universal.map((row) => row['name'])).toEqual(['production', 'staging', 'development'])
    for (const { id } of universal) {
      expect(codeOf(await call('DELETE', `/labels/${id}`))).toBe('409 conflict id')
      expect(codeOf(await call('PUT', `/labels/${id}`, { name: 'mine' }))).toBe('409 conflict id')
    }
  })

  test('are on one version of a prompt each; a version may have several', async () => {
    const { id } = await must('POST', '/labels', { name: 'canary', color_code: '#fff' })
    expect(codeOf(await call('POST', '/labels', { name: 'canary' }))).toBe('409 conflict name')
    const slug = await save()
    await must('PUT', `/prompts/${slug}`, { string: 'two', parameters: {} })
    await must('PUT', `/prompts/${slug}/versions/1`, { label_id: id })
    await must('PUT', `/prompts/${slug}/versions/1`, { label_id: 'production' })
    expect((await must('GET', `/prompts/${slug}@canary`))['labels']).toEqual(['production', 'canary'])
    await must('PUT', `/prompts/${slug}/versions/2`, { label_id: id })
    expect(await must('GET', `/prompts/${slug}@canary`)).toMatchObject({ prompt_version: 2, labels: ['canary'] })
    expect(await must('GET', `/prompts/${slug}@production`)).toMatchObject({ prompt_version: 1 })
    await must('PUT', `/labels/${id}`, { name: 'renamed' })
    expect(await must('GET', `/prompts/${slug}@renamed`)).toMatchObject({ prompt_version: 2 })
    await must('DELETE', `/labels/${id}`)
    expect(codeOf(await call('GET', `/prompts/${slug}@renamed`))).toBe('404 not_found version')
    await must('PUT', `/prompts/${slug}/versions/1`, { label_id: null })
    expect((await must('GET', `/prompts/${slug}@1`))['labels']).toEqual([])
    expect(codeOf(await call('PUT', `/prompts/${slug}/versions/1`, { label_id: 'gone' }))).toBe(
      '400 invalid_body label_id',
    )
  })

  test.each(['latest', 'default', '12', 'a b', '', 'x'.repeat(100)])('cannot be called %p', async (name) => {
    expect(codeOf(await call('POST', '/labels', { name }))).toBe('400 invalid_body name')
  })
})

describe('collections', () => {
  test('contain prompts and other collections, and can be deleted only if empty', async () => {
    const parent = await must('POST', '/collections', { name: 'Parent' })
    const child = await must('POST', '/collections', { name: 'Child', parent_collection_id: parent['id'] })
    const slug = await save({ collection_id: child['slug'] })
    expect((await rows(`/prompts?collection_id=${child['id']}`)).map((row) => row['slug'])).toEqual([slug])
    expect((await must('GET', `/collections/${parent['slug']}`))['collection_details']).toEqual({
      child_collections_count: 1,
      prompts_count: 0,
    })
    expect(codeOf(await call('DELETE', `/collections/${child['id']}`))).toBe('409 in_use id')
    await must('PUT', `/collections/${child['id']}`, { name: 'Kind' })
    const [first] = await rows('/collections')
    expect(first).toMatchObject({ is_default: 1 })
    await must('PUT', `/prompts/${slug}`, { collection_id: first!['id'] })
    await must('DELETE', `/collections/${child['id']}`)
    await must('DELETE', `/collections/${parent['id']}`)
    expect(codeOf(await call('DELETE', `/collections/${first!['id']}`))).toBe('409 in_use id')
  })
})

describe('partials', () => {
  async function partial(string: string): Promise<string> {
    return String((await must('POST', '/prompts/partials', { name: 'Part', string }))['slug'])
  }
  const rendered = async (slug: string, variables: object) =>
    ((await must('POST', `/prompts/${slug}/render`, { variables }))['data'] as Row)['prompt']

  test('are rendered in every prompt that names them, and a new version applies to all at once', async () => {
    const part = await partial('Be kind to {{name}}.')
    const slug = await save({ string: `{{>${part}}} {{>${part}@1}} {{>${part}@latest}} {{>>which}}` })
    await must('PUT', `/prompts/partials/${part}`, { string: 'NEW {{name}}' })
    expect(await rendered(slug, { name: 'A', which: part })).toBe('Be kind to A. Be kind to A. NEW A Be kind to A.')
    await must('PUT', `/prompts/partials/${part}/makeDefault`, { version: 2 })
    expect(await rendered(slug, { name: 'A' })).toBe('NEW A Be kind to A. NEW A ')
    expect(await must('GET', `/prompts/partials/${part}@1`)).toMatchObject({ version: 1, published_version: 2 })
    expect((await rows(`/prompts/partials/${part}/versions`)).map((row) => row['version'])).toEqual([2, 1])
    expect(codeOf(await call('DELETE', `/prompts/partials/${part}`))).toBe('409 in_use id')
    const gone = await call('POST', `/prompts/${slug}/render`, { variables: { which: 'pp-none' } })
    expect(codeOf(gone)).toBe('404 prompt_unknown variables')
    await must('DELETE', `/prompts/partials/${part}?force=true`)
    expect(codeOf(await call('POST', `/prompts/${slug}/render`, {}))).toBe('404 prompt_unknown variables')
  })

  test('never include themselves, neither when saved nor when published', async () => {
    const first = await partial('one')
    const second = await partial(`{{>${first}}}`)
    const put = (slug: string, string: string) => call('PUT', `/prompts/partials/${slug}`, { string })
    expect(codeOf(await put(first, `{{>${first}}}`))).toBe('400 template_invalid string')
    expect(codeOf(await put(first, `{{>${second}}}`))).toBe('400 template_invalid string')
    const third = await partial('three')
    expect((await put(third, `{{>${second}}}`)).status).toBe(200)
    expect((await put(first, `{{>${third}}}`)).status).toBe(200)
    expect((await call('PUT', `/prompts/partials/${first}/makeDefault`, { version: 2 })).status).toBe(200)
    const circle = await call('PUT', `/prompts/partials/${third}/makeDefault`, { version: 2 })
    expect(codeOf(circle)).toBe('400 template_invalid string')
  })
})

describe('files', () => {
  test('restore an export exactly', async () => {
    const slug = await save({ model: 'm', parameters: { a: { b: [1, 2.5, null] } }, version_description: 'ä "quoted"' })
    await must('PUT', `/prompts/${slug}`, { string: [{ role: 'user', content: '{{#a}}x{{/a}}' }], is_raw_template: 1 })
    await must('PUT', `/prompts/${slug}/makeDefault`, { version: 2 })
    await must('PUT', `/prompts/${slug}/versions/1`, { label_ids: ['staging', 'production'] })
    const file = await must('GET', `/prompts/${slug}/export`)
    expect(file).toMatchObject({ format: 'gatehouse-prompt/1', slug, published: 2 })
    expect(codeOf(await call('POST', '/prompts/import', file))).toBe('409 conflict slug')
    const elsewhere = await scene.workspace()
    const actor = await scene.workspaceKey(elsewhere, ['prompts.create', 'prompts.read', 'prompts.update'])
    const imported = await scene.call(actor, 'POST', '/prompts/import', file)
    expect([imported.status, imported.body['slug'], imported.body['versions_added']]).toEqual([200, slug, 2])
    expect((await scene.call(actor, 'GET', `/prompts/${slug}/export`)).body).toEqual(file)

    await must('PUT', `/prompts/${slug}`, { string: 'third', parameters: {} })
    const grown = await must('GET', `/prompts/${slug}/export`)
    const updated = await scene.call(actor, 'POST', '/prompts/import', { ...grown, update: true })
    expect(updated.body['versions_added']).toBe(1)
    expect((await scene.call(actor, 'GET', `/prompts/${slug}/export`)).body).toEqual(grown)
    const versions = (grown['versions'] as Row[]).map((version, i) => (i === 0 ? { ...version, model: 'x' } : version))
    const changed = await scene.call(actor, 'POST', '/prompts/import', { ...grown, versions, update: true })
    expect(codeOf(changed)).toBe('409 conflict versions[0]')
    const { slug: _, ...copy } = grown
    expect((await scene.call(actor, 'POST', '/prompts/import', copy)).body['slug']).not.toBe(slug)
    const gap = await scene.call(actor, 'POST', '/prompts/import', { ...copy, versions: versions.slice(1) })
    expect(codeOf(gap)).toBe('400 invalid_body versions[0].number')
  })
})

test('a prompt gets the slug that is sent, unless it is taken', async () => {
  const sent = { name: 'Chosen', slug: 'chosen-slug', string: CHAT, parameters: {} }
  expect((await must('POST', '/prompts', sent))['slug']).toBe('chosen-slug')
  const again = await call('POST', '/prompts', sent)
  expect(again.status).toBe(409)
  expect(again.body['error']).toMatchObject({ code: 'conflict', param: 'slug' })
})

test('force-deleting a workspace deletes its prompts', async () => {
  const { id, name } = await scene.do('POST', '/admin/workspaces', { name: 'Short-lived' })
  const workspace = { workspace_id: id }
  const part = await scene.do('POST', '/prompts/partials', { name: 'P', string: 'x', ...workspace })
  const parent = await scene.do('POST', '/collections', { name: 'C', ...workspace })
  await scene.do('POST', '/collections', { name: 'D', parent_collection_id: parent['id'], ...workspace })
  await scene.do('POST', '/labels', { name: 'l', ...workspace })
  const input = { name: 'Kept?', string: `{{>${part['slug']}}}`, collection_id: parent['id'], ...workspace }
  await scene.do('POST', '/prompts', input)
  const refused = await scene.call(scene.admin, 'DELETE', `/admin/workspaces/${id}`, { name })
  expect(refused.status).toBe(409)
  expect(errorOf(refused).details?.join()).toContain('prompt "Kept?"')
  await scene.do('DELETE', `/admin/workspaces/${id}`, { name, force_delete: true })
  expect((await scene.call(scene.admin, 'GET', `/admin/workspaces/${id}`)).status).toBe(404)
})

describe('concurrent changes of a prompt', () => {
  test('the second change is rejected with the author of the first, and nothing is overwritten', async () => {
    const slug = await save()
    const person = await scene.person('member', [{ id: await scene.defaultWorkspace(), role: 'manager' }])
    const change = (content: string) => ({ string: [{ role: 'user', content }], base_version: 1 })
    expect((await scene.call(person, 'PUT', `/prompts/${slug}`, change('Theirs'))).status).toBe(200)
    const second = await call('PUT', `/prompts/${slug}`, change('Mine'))
    expect(codeOf(second)).toBe('409 conflict base_version')
    expect(errorOf(second).message).toBe(
      'The prompt was changed by member after you read it. Its latest version is 2, not 1.',
    )
    expect(codeOf(await call('PUT', `/prompts/${slug}`, { name: 'Renamed', base_version: 1 }))).toBe(
      '409 conflict base_version',
    )
    expect(await numbers(slug)).toEqual([2, 1])
    expect((await call('PUT', `/prompts/${slug}`, { ...change('Mine'), base_version: 2 })).status).toBe(200)
    expect(codeOf(await call('PUT', `/prompts/${slug}`, { base_version: 3 }))).toStartWith('400')
    expect(codeOf(await call('PUT', `/prompts/${slug}`, { name: 'x', base_version: 0 }))).toBe(
      '400 invalid_body base_version',
    )
    expect(await must('GET', `/prompts/${slug}@2`)).toMatchObject({
      prompt_version_created_by: person.id,
      prompt_version_created_by_name: 'member',
    })
    expect((await rows(`/prompts/${slug}/versions`)).map((row) => row['created_by_name'] === 'member')).toEqual([
      false,
      true,
      false,
    ])
  })

  test('exactly one of many changes from the same version is saved', async () => {
    const slug = await save()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        call('PUT', `/prompts/${slug}`, { string: [{ role: 'user', content: `${i}` }], base_version: 1 }),
      ),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(7)
    expect(await numbers(slug)).toEqual([2, 1])
  })
})
