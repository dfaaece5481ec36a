import { beforeEach, expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import type { Collection } from '../../core/prompts/collections.ts'
import type { Label } from '../../core/prompts/labels.ts'
import type { Prompt, PromptVersion } from '../../core/prompts/prompts.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { isUniqueViolation } from '../sql/is-unique-violation.ts'
import { SqlCollections } from '../sql/repositories/collections.ts'
import { SqlLabels } from '../sql/repositories/labels.ts'
import { SqlPrompts } from '../sql/repositories/prompts.ts'
import { SqlWorkspaces } from '../sql/repositories/workspaces.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation, workspace } from './test-people.ts'

const ALL = { currentPage: 0, pageSize: 100 }
const EVERYWHERE = { organisationId: 'acme', workspaceId: null }
const inside = (workspaceId: string) => ({ organisationId: 'acme', workspaceId })

function version(number: number, more: Partial<PromptVersion> = {}): PromptVersion {
  return {
    id: crypto.randomUUID(),
    number,
    content: {
      string: `Version ${number} "ä" {{x}}`,
      parameters: { temperature: 0.5, nested: { list: [1, null] } },
      model: `model-${number}`,
      virtualKey: null,
      functions: null,
      tools: [{ type: 'function' }],
      toolChoice: 'auto',
      templateMetadata: { a: 1 },
      isRaw: false,
    },
    description: null,
    partials: [],
    createdBy: 'ada',
    createdAtMs: number,
    ...more,
  }
}

function prompt(slug: string, more: Partial<Prompt> = {}): Prompt {
  return {
    id: crypto.randomUUID(),
    organisationId: 'acme',
    workspaceId: 'w1',
    slug,
    name: `Prompt ${slug}`,
    collectionId: 'w1',
    latestNumber: 1,
    publishedNumber: 1,
    createdBy: 'ada',
    updatedBy: 'ada',
    createdAtMs: 5,
    updatedAtMs: 5,
    ...more,
  }
}

const label = (name: string, more: Partial<Label> = {}): Label => ({
  id: crypto.randomUUID(),
  ...inside('w1'),
  name,
  description: null,
  colorCode: null,
  isUniversal: false,
  createdAtMs: 1,
  updatedAtMs: 1,
  ...more,
})

forEachEngine('prompts', (engine) => {
  let database: ControlDatabase
  let prompts: SqlPrompts
  let partials: SqlPrompts
  let labels: SqlLabels
  let collections: SqlCollections

  beforeEach(async () => {
    database = await engine.openDatabase()
    prompts = new SqlPrompts(database, 'prompt')
    partials = new SqlPrompts(database, 'partial')
    labels = new SqlLabels(database)
    collections = new SqlCollections(database)
    await addOrganisation(database, 'acme')
    await addOrganisation(database, 'other')
    const workspaces = new SqlWorkspaces(database)
    for (const id of ['w1', 'w2']) await workspaces.insert(workspace(id))
  })

  test('a saved prompt is read back complete, by slug and by id, only within reach', async () => {
    const saved = prompt('pp-a')
    const first = version(1, { description: 'why', partials: ['pp-b'] })
    await prompts.insert(saved, [first])
    expect(await prompts.find(EVERYWHERE, 'pp-a')).toEqual(saved)
    expect(await prompts.find(inside('w1'), saved.id)).toEqual(saved)
    expect(await prompts.findVersion(saved.id, '1')).toEqual(first)
    expect(await prompts.findVersion(saved.id, first.id)).toEqual(first)
    for (const wrong of ['2', '0', '-1', '1e0', ' 1', '99999999999999999999', 'no'])
      expect(await prompts.findVersion(saved.id, wrong)).toBeUndefined()
    for (const reach of [inside('w2'), { organisationId: 'other', workspaceId: null }])
      expect(await prompts.find(reach, 'pp-a')).toBeUndefined()
    expect(await partials.find(EVERYWHERE, 'pp-a')).toBeUndefined()
    const twice = await prompts.insert(prompt('pp-a'), [version(1)]).catch((error: unknown) => error)
    expect(isUniqueViolation(twice)).toBe(true)
    await partials.insert(prompt('pp-a', { collectionId: null }), [version(1)])
  })

  test('lists are newest first, with the model of the published version, and can be searched by name', async () => {
    await prompts.insert(prompt('pp-1', { createdAtMs: 1, name: 'Summary 100%' }), [version(1)])
    await prompts.insert(prompt('pp-2', { createdAtMs: 2, latestNumber: 2, publishedNumber: 2 }), [
      version(1),
      version(2),
    ])
    await prompts.insert(prompt('pp-3', { createdAtMs: 3, workspaceId: 'w2', collectionId: 'w2' }), [version(1)])
    const shown = async (filter: object, reach: typeof EVERYWHERE | ReturnType<typeof inside> = EVERYWHERE) => {
      const { rows, total } = await prompts.list(reach, filter, ALL)
      return [total, ...rows.map((row) => `${row.slug} ${row.model}`)]
    }
    expect(await shown({})).toEqual([3, 'pp-3 model-1', 'pp-2 model-2', 'pp-1 model-1'])
    expect(await shown({}, inside('w2'))).toEqual([1, 'pp-3 model-1'])
    expect(await shown({ search: 'sUMMARY 100%' })).toEqual([1, 'pp-1 model-1'])
    expect(await shown({ search: '%' })).toEqual([1, 'pp-1 model-1'])
    expect(await shown({ collectionId: 'w2' })).toEqual([1, 'pp-3 model-1'])
  })

  test('versions are numbered without gaps; of two with the same number one gets a conflict', async () => {
    const saved = prompt('pp-a')
    await prompts.insert(saved, [version(1)])
    const results = await Promise.allSettled([1, 2].map(() => prompts.addVersion(saved.id, version(2))))
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals).toHaveLength(1)
    expect((refusals[0] as GatewayError).code).toBe('conflict')
    await expect(prompts.addVersion(saved.id, version(4))).rejects.toBeInstanceOf(GatewayError)
    await prompts.addVersion(saved.id, version(3))
    expect((await prompts.versions(saved.id, ALL)).rows.map((row) => row.number)).toEqual([3, 2, 1])
    const after = { ...saved, name: 'New', publishedNumber: 2, updatedBy: 'bob', updatedAtMs: 9, latestNumber: 3 }
    await prompts.update(after)
    expect(await prompts.find(EVERYWHERE, 'pp-a')).toEqual(after)
  })

  test('a label is on one version of a prompt, a version may have several, and both can be deleted', async () => {
    const saved = prompt('pp-a', { latestNumber: 2 })
    const [first, second] = [version(1), version(2)]
    await prompts.insert(saved, [first, second])
    const own = label('canary')
    await labels.insert(own)
    const production = (await labels.find(inside('w1'), 'production'))!
    const on = (labelId: string, { id, number }: PromptVersion) => ({ labelId, versionId: id, number })
    for (const id of [own.id, production.id]) await prompts.setLabel(saved.id, on(id, first))
    await prompts.setLabel(saved.id, on(own.id, second))
    expect(await prompts.labels(saved.id)).toEqual([on(production.id, first), on(own.id, second)])
    expect((await labels.named([own.id])).get(own.id)).toBe('canary')
    await labels.remove(own.id)
    expect(await prompts.labels(saved.id)).toEqual([on(production.id, first)])
    await prompts.clearLabels(first.id)
    expect(await prompts.labels(saved.id)).toEqual([])
    await prompts.setLabel(saved.id, on(production.id, first))
    await prompts.remove(saved.id)
    expect((await prompts.versions(saved.id, ALL)).total).toBe(0)
    expect(await prompts.labels(saved.id)).toEqual([])
  })

  test('labels are listed with the universal ones first, in pages', async () => {
    for (const name of ['b', 'a', 'c']) await labels.insert(label(name))
    await labels.insert(label('a', { workspaceId: 'w2' }))
    const page = async (currentPage: number, search?: string) => {
      const { rows, total } = await labels.list(inside('w1'), search, { currentPage, pageSize: 2 })
      return [total, ...rows.map((row) => row.name)]
    }
    expect(await page(0)).toEqual([6, 'production', 'staging'])
    expect(await page(1)).toEqual([6, 'development', 'a'])
    expect(await page(2)).toEqual([6, 'b', 'c'])
    expect(await page(3)).toEqual([6])
    expect(await page(0, 'A')).toEqual([2, 'staging', 'a'])
    const taken = await labels.insert(label('a')).catch((error: unknown) => error)
    expect(isUniqueViolation(taken)).toBe(true)
    expect(await labels.find(inside('w1'), 'c')).toMatchObject({ name: 'c', isUniversal: false })
    expect(await labels.find(inside('w2'), 'c')).toBeUndefined()
  })

  test('finds the prompts in use that refer to a partial or virtual key', async () => {
    const content = { ...version(1).content, virtualKey: 'team' }
    await prompts.insert(prompt('pp-old', { latestNumber: 2, publishedNumber: 2 }), [
      version(1, { partials: ['pp-x'], content }),
      version(2),
    ])
    await prompts.insert(prompt('pp-new', { latestNumber: 2 }), [
      version(1),
      version(2, { partials: ['pp-x'], content }),
    ])
    await partials.insert(prompt('pp-part', { collectionId: null }), [version(1, { partials: ['pp-x', 'pp-X1'] })])
    const slugs = (found: readonly Prompt[]) => found.map((one) => one.slug)
    expect(slugs(await prompts.usingPartial('w1', 'pp-x'))).toEqual(['pp-new'])
    expect(slugs(await partials.usingPartial('w1', 'pp-x'))).toEqual(['pp-part'])
    expect(slugs(await partials.usingPartial('w1', 'pp-x1'))).toEqual([])
    expect(slugs(await prompts.usingPartial('w2', 'pp-x'))).toEqual([])
    expect(slugs(await prompts.usingVirtualKey('w1', 'team'))).toEqual(['pp-new'])
  })

  test('every workspace has a default collection; counts match the contents', async () => {
    const first = await collections.findDefault('w1')
    expect(first).toMatchObject({ workspaceId: 'w1', isDefault: true, name: 'Default' })
    const child: Collection = { ...first, id: 'c1', slug: 'cl-1', name: 'Child', parentId: first.id, isDefault: false }
    await collections.insert(child)
    await prompts.insert(prompt('pp-a', { collectionId: 'c1' }), [version(1)])
    expect(await collections.counts([first.id, 'c1'])).toEqual(
      new Map([
        [first.id, { children: 1, prompts: 0 }],
        ['c1', { children: 0, prompts: 1 }],
      ]),
    )
    await collections.update({ ...child, name: 'Renamed' })
    expect((await collections.list(inside('w1'), undefined, ALL)).rows.map((row) => row.name)).toEqual([
      'Default',
      'Renamed',
    ])
    expect((await collections.list(inside('w1'), 'ren', ALL)).total).toBe(1)
    await prompts.remove((await prompts.find(EVERYWHERE, 'pp-a'))!.id)
    await collections.remove('c1')
    expect(await collections.find(EVERYWHERE, 'cl-1')).toBeUndefined()
  })

  test('deleting a workspace deletes its prompts, labels and collections', async () => {
    await collections.insert({
      ...(await collections.findDefault('w1')),
      id: 'c1',
      slug: 'c',
      parentId: 'w1',
      isDefault: false,
    })
    await prompts.insert(prompt('pp-a', { collectionId: 'c1' }), [version(1)])
    await labels.insert(label('mine'))
    await new SqlWorkspaces(database).remove('w1')
    expect((await prompts.list(EVERYWHERE, {}, ALL)).total).toBe(0)
    expect((await collections.list(EVERYWHERE, undefined, ALL)).rows.map((row) => row.workspaceId)).toEqual(['w2'])
    expect((await labels.list(EVERYWHERE, 'mine', ALL)).total).toBe(0)
  })
})
