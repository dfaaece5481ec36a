import { beforeEach, expect, test } from 'bun:test'
import { NO_DEFAULTS } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import type { ConfigVersion, SavedConfig } from '../../core/stores/configs.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { isUniqueViolation } from '../sql/is-unique-violation.ts'
import { SqlApiKeys } from '../sql/repositories/api-keys.ts'
import { SqlConfigs } from '../sql/repositories/configs.ts'
import { SqlWorkspaces } from '../sql/repositories/workspaces.ts'
import { forEachEngine } from './test-engines.ts'
import { newKey } from './test-keys.ts'
import { addOrganisation, workspace } from './test-people.ts'

const ALL = { currentPage: 0, pageSize: 100 }
const EVERYWHERE = { organisationId: 'acme', workspaceId: null }
const inside = (workspaceId: string) => ({ organisationId: 'acme', workspaceId })

function version(number: number, more: Partial<ConfigVersion> = {}): ConfigVersion {
  return {
    id: crypto.randomUUID(),
    number,
    text: `{"version":${number}}`,
    names: [],
    trustedHosts: [],
    note: null,
    createdBy: 'ada',
    createdAtMs: number,
    ...more,
  }
}

function config(slug: string, more: Partial<SavedConfig> = {}): SavedConfig {
  return {
    id: crypto.randomUUID(),
    organisationId: 'acme',
    workspaceId: 'w1',
    slug,
    name: `Config ${slug}`,
    isDefault: false,
    status: 'active',
    ownerId: 'ada',
    updatedBy: 'ada',
    createdAtMs: 5,
    updatedAtMs: 5,
    version: version(1),
    ...more,
  }
}

const ADMIN = { workspaceId: null, kind: 'admin', type: 'organisation-service' } as const

forEachEngine('configs', (engine) => {
  let database: ControlDatabase
  let configs: SqlConfigs

  beforeEach(async () => {
    database = await engine.openDatabase()
    configs = new SqlConfigs(database)
    await addOrganisation(database, 'acme')
    await addOrganisation(database, 'other')
    const workspaces = new SqlWorkspaces(database)
    for (const id of ['w1', 'w2']) await workspaces.insert(workspace(id))
    await workspaces.insert(workspace('w3', { organisationId: 'other' }))
  })

  test('a saved config is read back complete, by slug and by id', async () => {
    const saved = config('pc-a', {
      status: 'archived',
      version: version(1, { names: ['team'], trustedHosts: ['http://10.0.0.1/v1'], note: 'Why “so”?' }),
    })
    await configs.insert(saved)
    expect(await configs.find(EVERYWHERE, 'pc-a')).toEqual(saved)
    expect(await configs.find(inside('w1'), saved.id)).toEqual(saved)
  })

  test('a config of another workspace or organisation is not found', async () => {
    const saved = config('pc-a')
    await configs.insert(saved)
    for (const reach of [inside('w2'), { organisationId: 'other', workspaceId: null }, inside('w3')]) {
      expect(await configs.find(reach, 'pc-a')).toBeUndefined()
      expect(await configs.find(reach, saved.id)).toBeUndefined()
      expect(await configs.list(reach, ALL)).toEqual({ rows: [], total: 0 })
    }
  })

  test('a slug is unique per workspace', async () => {
    await configs.insert(config('pc-a'))
    await configs.insert(config('pc-a', { workspaceId: 'w2' }))
    const twice = await configs.insert(config('pc-a')).catch((error: unknown) => error)
    expect(isUniqueViolation(twice)).toBe(true)
  })

  test('a search finds a part of the name, slug or id in any case, and % and _ are plain text', async () => {
    const names = ['Two models', 'Ünïcode ÅNGSTRÖM', '100% cached', '100 cached', 'Große Модель']
    for (const [i, name] of names.entries()) await configs.insert(config(`pc-${i}x`, { name, createdAtMs: i }))
    const { id } = (await configs.find(EVERYWHERE, 'pc-0x'))!
    for (const [search, found] of [
      ['MODELS', ['Two models']],
      ['PC-2', ['100% cached']],
      [id.toUpperCase(), ['Two models']],
      ['0% c', ['100% cached']],
      ['_', []],
      ['Ünïcode', ['Ünïcode ÅNGSTRÖM']],
      ['ångström', ['Ünïcode ÅNGSTRÖM']],
      ['ÅNGSTRÖM', ['Ünïcode ÅNGSTRÖM']],
      ['модель', ['Große Модель']],
    ] as const) {
      const { rows, total } = await configs.list(EVERYWHERE, ALL, search)
      expect([search, rows.map(({ name }) => name), total]).toEqual([search, [...found], found.length])
    }
  })

  test('lists are newest first, in pages, with the total', async () => {
    for (let i = 1; i <= 5; i++) await configs.insert(config(`pc-${i}`, { createdAtMs: i }))
    await configs.insert(config('pc-elsewhere', { workspaceId: 'w2', createdAtMs: 9 }))
    const slugs = async (reach: typeof EVERYWHERE | ReturnType<typeof inside>, currentPage: number) => {
      const { rows, total } = await configs.list(reach, { currentPage, pageSize: 2 })
      return [total, ...rows.map((row) => row.slug)]
    }
    expect(await slugs(inside('w1'), 0)).toEqual([5, 'pc-5', 'pc-4'])
    expect(await slugs(inside('w1'), 2)).toEqual([5, 'pc-1'])
    expect(await slugs(EVERYWHERE, 0)).toEqual([6, 'pc-elsewhere', 'pc-5'])
  })

  test('changing name and status keeps the version; a new version keeps the name', async () => {
    const saved = config('pc-a')
    await configs.insert(saved)
    const renamed: SavedConfig = { ...saved, name: 'New', status: 'archived', updatedBy: 'bob', updatedAtMs: 8 }
    await configs.update({ ...renamed, version: version(7) })
    expect(await configs.find(EVERYWHERE, 'pc-a')).toEqual(renamed)
    const second = version(2)
    await configs.addVersion(saved.id, second)
    expect(await configs.find(EVERYWHERE, 'pc-a')).toEqual({ ...renamed, version: second })
  })

  test('every version is stored, listed newest first, and found by number and by id', async () => {
    const saved = config('pc-a')
    const second = version(2)
    await configs.insert(saved)
    await configs.addVersion(saved.id, second)
    await configs.insert(config('pc-b'))
    expect(await configs.versions(saved.id, ALL)).toEqual({ rows: [second, saved.version], total: 2 })
    expect((await configs.versions(saved.id, { currentPage: 1, pageSize: 1 })).rows).toEqual([saved.version])
    expect(await configs.findVersion(saved.id, '1')).toEqual(saved.version)
    expect(await configs.findVersion(saved.id, second.id)).toEqual(second)
    for (const wrong of ['3', '0', '-1', '1e0', ' 1', '99999999999999999999', 'no'])
      expect(await configs.findVersion(saved.id, wrong)).toBeUndefined()
  })

  test('if two callers add a version to the same one, the second gets a conflict', async () => {
    const saved = config('pc-a')
    await configs.insert(saved)
    const results = await Promise.allSettled([1, 2].map(() => configs.addVersion(saved.id, version(2))))
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(refusals).toHaveLength(1)
    expect(refusals[0]).toBeInstanceOf(GatewayError)
    expect((refusals[0] as GatewayError).code).toBe('conflict')
    expect((await configs.versions(saved.id, ALL)).total).toBe(2)
  })

  test('a version includes its config and whether it is the latest, within reach', async () => {
    const saved = config('pc-a')
    const second = version(2)
    await configs.insert(saved)
    await configs.addVersion(saved.id, second)
    const ids = [saved.version.id, second.id, 'gone']
    expect(Object.fromEntries(await configs.ofVersions(inside('w1'), ids))).toEqual({
      [saved.version.id]: { slug: 'pc-a', name: 'Config pc-a', number: 1, isNewest: false },
      [second.id]: { slug: 'pc-a', name: 'Config pc-a', number: 2, isNewest: true },
    })
    expect((await configs.ofVersions(EVERYWHERE, ids)).size).toBe(2)
    for (const reach of [inside('w2'), { organisationId: 'other', workspaceId: null }])
      expect((await configs.ofVersions(reach, ids)).size).toBe(0)
    expect((await configs.ofVersions(EVERYWHERE, [])).size).toBe(0)
  })

  test('deleting a config deletes its versions', async () => {
    const saved = config('pc-a')
    await configs.insert(saved)
    await configs.addVersion(saved.id, version(2))
    await configs.remove(saved.id)
    expect(await configs.find(EVERYWHERE, 'pc-a')).toBeUndefined()
    expect((await configs.versions(saved.id, ALL)).total).toBe(0)
  })

  test('the default of a workspace is the config its row refers to', async () => {
    await configs.insert(config('pc-a'))
    await configs.insert(config('pc-b'))
    await configs.insert(config('pc-a', { workspaceId: 'w2' }))
    await new SqlWorkspaces(database).update(workspace('w1', { defaultConfigSlug: 'pc-a' }))
    const { rows } = await configs.list(EVERYWHERE, ALL)
    const defaults = rows.filter((row) => row.isDefault).map((row) => [row.workspaceId, row.slug])
    expect(defaults).toEqual([['w1', 'pc-a']])
  })

  test('finds exactly the configs whose latest version uses a virtual key', async () => {
    const names = (...list: string[]) => ({ version: version(1, { names: list }) })
    await configs.insert(config('pc-a', names('team', 'spare')))
    await configs.insert(config('pc-b', names('Team')))
    await configs.insert(config('pc-c', names('te_m', 'teams')))
    await configs.insert(config('pc-d', { workspaceId: 'w2', ...names('team') }))
    const past = config('pc-e', names('team'))
    await configs.insert(past)
    await configs.addVersion(past.id, version(2, { names: ['spare'] }))
    await configs.insert(config('pc-f', names('@fine/gpt')))
    await configs.insert(config('pc-g', names('id-of-fine')))
    const naming = async (slug: string) => {
      const key = { workspaceId: 'w1', slug, id: `id-of-${slug}` }
      return (await configs.usingVirtualKey(key)).map((found) => found.slug)
    }
    expect(await naming('team')).toEqual(['pc-a'])
    expect(await naming('te_m')).toEqual(['pc-c'])
    expect(await naming('spare')).toEqual(['pc-a', 'pc-e'])
    expect(await naming('fine')).toEqual(['pc-f', 'pc-g'])
    expect(await naming('%')).toEqual([])
  })

  test('finds the keys that have it as default: keys of its workspace and Admin keys', async () => {
    const keys = new SqlApiKeys(database)
    const home = { organisationId: 'acme', workspaceId: 'w1' }
    const defaults = { ...NO_DEFAULTS, configSlug: 'pc-a' }
    const mine = newKey(home, { name: 'mine', defaults, createdAtMs: 1 })
    const admin = newKey(home, {
      name: 'admin',
      ...ADMIN,
      defaults,
      createdAtMs: 2,
    })
    const wanted = config('pc-a')
    const byId = newKey(home, {
      name: 'by id',
      ...ADMIN,
      defaults: { ...NO_DEFAULTS, configSlug: wanted.id },
      createdAtMs: 3,
    })
    const others = [
      newKey(home, { defaults: { ...NO_DEFAULTS, configSlug: 'pc-b' } }),
      newKey(home, { defaults: { ...NO_DEFAULTS, metadata: { note: 'pc-a' } } }),
      newKey({ ...home, workspaceId: 'w2' }, { defaults }),
      newKey({ ...home, organisationId: 'other' }, { ...ADMIN, defaults }),
    ]
    const removed = newKey(home, { name: 'removed', defaults })
    for (const key of [mine, admin, byId, removed, ...others]) await keys.insert(key)
    await keys.remove(removed.id)
    expect(await configs.keysUsing(wanted)).toEqual([
      { id: mine.id, name: 'mine' },
      { id: admin.id, name: 'admin' },
      { id: byId.id, name: 'by id' },
    ])
  })
})
