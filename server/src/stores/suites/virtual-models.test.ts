import { beforeEach, expect, test } from 'bun:test'
import type { VirtualModel } from '../../core/stores/virtual-models.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlVirtualModels } from '../sql/repositories/virtual-models.ts'
import { SqlWorkspaces } from '../sql/repositories/workspaces.ts'
import { forEachEngine } from './test-engines.ts'

const PAGE = { currentPage: 0, pageSize: 50 }

function model(name: string, more: Partial<VirtualModel> = {}): VirtualModel {
  return {
    id: `id-${name}`,
    organisationId: 'o1',
    workspaceId: 'w1',
    name,
    configSlug: 'pc-a',
    description: null,
    createdBy: 'k',
    createdAtMs: 1,
    updatedAtMs: 1,
    ...more,
  }
}

forEachEngine('virtual models', (engine) => {
  let database: ControlDatabase
  let models: SqlVirtualModels

  beforeEach(async () => {
    database = await engine.openDatabase()
    const times = { created_at_ms: 1, updated_at_ms: 1 }
    await database
      .insertInto('organisations')
      .values({ id: 'o1', name: 'o1', settings: '{}', ...times })
      .execute()
    for (const id of ['w1', 'w2'])
      await database
        .insertInto('workspaces')
        .values({
          id,
          organisation_id: 'o1',
          slug: id,
          name: id,
          description: null,
          icon: null,
          is_default: 0,
          default_metadata: '{}',
          default_config_slug: null,
          retention_days: null,
          log_bodies: null,
          limits: '{}',
          ...times,
        })
        .execute()
    models = new SqlVirtualModels(database)
  })

  test('are found by id and exact name in their workspace, and listed by name', async () => {
    await models.insert(model('chat'))
    await models.insert(model('Chat', { description: 'Other case' }))
    await models.insert(model('openai/gpt-4o', { workspaceId: 'w2', id: 'other' }))
    const reach = { organisationId: 'o1', workspaceId: 'w1' }
    expect(await models.find(reach, 'chat')).toEqual(model('chat'))
    expect(await models.find(reach, 'id-Chat')).toEqual(model('Chat', { description: 'Other case' }))
    expect(await models.find(reach, 'CHAT')).toBeUndefined()
    expect(await models.find(reach, 'openai/gpt-4o')).toBeUndefined()
    expect(await models.find({ organisationId: 'o2', workspaceId: null }, 'chat')).toBeUndefined()
    const { rows, total } = await models.list(reach, PAGE)
    expect([rows.map(({ name }) => name).sort(), total]).toEqual([['Chat', 'chat'], 2])
    expect((await models.list({ organisationId: 'o1', workspaceId: null }, PAGE)).total).toBe(3)
  })

  test('are updated and removed, and a workspace has each name once', async () => {
    await models.insert(model('chat'))
    await models.insert(model('chat', { id: 'second', workspaceId: 'w2' }))
    expect(models.insert(model('chat', { id: 'third' }))).rejects.toThrow()
    const changed = model('talk', { id: 'id-chat', configSlug: 'pc-b', description: 'New', updatedAtMs: 2 })
    await models.update(changed)
    const reach = { organisationId: 'o1', workspaceId: 'w1' }
    expect(await models.find(reach, 'talk')).toEqual(changed)
    expect(await models.usingConfig('w1', 'pc-b')).toEqual([changed])
    expect(await models.usingConfig('w1', 'pc-a')).toEqual([])
    await models.remove('id-chat')
    expect((await models.list(reach, PAGE)).total).toBe(0)
  })

  test('are removed with their workspace', async () => {
    await models.insert(model('chat'))
    await models.insert(model('chat', { id: 'second', workspaceId: 'w2' }))
    await new SqlWorkspaces(database).remove('w1')
    const { rows } = await models.list({ organisationId: 'o1', workspaceId: null }, PAGE)
    expect(rows.map(({ id }) => id)).toEqual(['second'])
  })
})
