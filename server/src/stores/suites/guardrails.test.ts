import { beforeEach, expect, test } from 'bun:test'
import { GatewayError } from '../../core/errors.ts'
import { DEFAULT_ACTIONS } from '../../core/guardrails/guardrails.ts'
import type { GuardrailVersion, SavedGuardrail } from '../../core/stores/guardrails.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { isUniqueViolation } from '../sql/is-unique-violation.ts'
import { SqlConfigs } from '../sql/repositories/configs.ts'
import { SqlGuardrails } from '../sql/repositories/guardrails.ts'
import { SqlOrganisations } from '../sql/repositories/organisations.ts'
import { SqlWorkspaces } from '../sql/repositories/workspaces.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation, workspace } from './test-people.ts'

const ALL = { currentPage: 0, pageSize: 100 }
const EVERYWHERE = { organisationId: 'acme', workspaceId: null }
const inside = (workspaceId: string) => ({ organisationId: 'acme', workspaceId })

function version(number: number, more: Partial<GuardrailVersion> = {}): GuardrailVersion {
  return {
    id: crypto.randomUUID(),
    number,
    checks: [{ id: 'default.contains', parameters: { words: [`w${number}`] }, isEnabled: true, name: null }],
    actions: { ...DEFAULT_ACTIONS, async: true },
    isTrusted: false,
    createdBy: 'ada',
    createdAtMs: number,
    ...more,
  }
}

function guardrail(slug: string, more: Partial<SavedGuardrail> = {}): SavedGuardrail {
  return {
    id: crypto.randomUUID(),
    organisationId: 'acme',
    workspaceId: 'w1',
    slug,
    name: `Guardrail ${slug}`,
    ownerId: 'ada',
    updatedBy: 'ada',
    createdAtMs: 5,
    updatedAtMs: 5,
    version: version(1),
    ...more,
  }
}

forEachEngine('guardrails', (engine) => {
  let database: ControlDatabase
  let guardrails: SqlGuardrails
  let workspaces: SqlWorkspaces

  beforeEach(async () => {
    database = await engine.openDatabase()
    guardrails = new SqlGuardrails(database)
    workspaces = new SqlWorkspaces(database)
    await addOrganisation(database, 'acme')
    await addOrganisation(database, 'other')
    for (const id of ['w1', 'w2']) await workspaces.insert(workspace(id))
    await workspaces.insert(workspace('w3', { organisationId: 'other' }))
  })

  test('a saved guardrail is read back complete, by slug and by id', async () => {
    const checks = [{ id: 'default.webhook', parameters: { webhookURL: 'https://x' }, isEnabled: false, name: '“A”' }]
    const actions = {
      ...DEFAULT_ACTIONS,
      deny: true,
      failOnError: false,
      messages: 'last' as const,
      onFail: { value: -5, weight: 0.5, metadata: { a: 'b' } },
    }
    const saved = guardrail('pg-a', { version: version(1, { checks, actions, isTrusted: true }) })
    await guardrails.insert(saved)
    expect(await guardrails.find(EVERYWHERE, 'pg-a')).toEqual(saved)
    expect(await guardrails.find(inside('w1'), saved.id)).toEqual(saved)
  })

  test('workspaces find their own guardrails and those of their organisation', async () => {
    const own = guardrail('pg-own')
    const shared = guardrail('pg-shared', { workspaceId: null, createdAtMs: 6 })
    for (const one of [own, shared]) await guardrails.insert(one)
    expect((await guardrails.list(inside('w1'), ALL)).rows).toEqual([shared, own])
    expect((await guardrails.list(inside('w2'), ALL)).rows).toEqual([shared])
    expect(await guardrails.find(inside('w2'), 'pg-shared')).toEqual(shared)
    for (const name of [own.slug, own.id]) expect(await guardrails.find(inside('w2'), name)).toBeUndefined()
    const other = { organisationId: 'other', workspaceId: null }
    for (const name of [own.slug, shared.id]) expect(await guardrails.find(other, name)).toBeUndefined()
    expect(await guardrails.list(other, ALL)).toEqual({ rows: [], total: 0 })
    expect((await guardrails.list(EVERYWHERE, ALL, { level: 'organisation' })).rows).toEqual([shared])
    expect((await guardrails.list(EVERYWHERE, ALL, { level: 'workspace' })).rows).toEqual([own])
    expect(await guardrails.list(EVERYWHERE, { currentPage: 1, pageSize: 1 })).toEqual({ rows: [own], total: 2 })
  })

  test('a slug is unique in a workspace and among those of the organisation', async () => {
    await guardrails.insert(guardrail('pg-a'))
    await guardrails.insert(guardrail('pg-a', { workspaceId: 'w2' }))
    await guardrails.insert(guardrail('pg-a', { workspaceId: null }))
    for (const workspaceId of ['w1', 'w2', null])
      expect(
        isUniqueViolation(await guardrails.insert(guardrail('pg-a', { workspaceId })).catch((error) => error)),
      ).toBe(true)
  })

  test('versions are kept, and each is found by its id', async () => {
    const saved = guardrail('pg-a')
    await guardrails.insert(saved)
    const second = version(2)
    await guardrails.addVersion(saved.id, second)
    expect((await guardrails.find(EVERYWHERE, 'pg-a'))?.version).toEqual(second)
    expect((await guardrails.find(EVERYWHERE, 'pg-a', saved.version.id))?.version).toEqual(saved.version)
    expect(await guardrails.versions(saved.id, ALL)).toEqual({ rows: [second, saved.version], total: 2 })
    await expect(guardrails.addVersion(saved.id, version(2))).rejects.toThrow(GatewayError)
    const other = guardrail('pg-b')
    await guardrails.insert(other)
    expect(await guardrails.find(EVERYWHERE, 'pg-b', saved.version.id)).toBeUndefined()
  })

  test('an update changes name and author, and no version', async () => {
    const saved = guardrail('pg-a')
    await guardrails.insert(saved)
    const changed = { ...saved, name: 'Renamed', updatedBy: 'bob', updatedAtMs: 9 }
    await guardrails.update(changed)
    expect(await guardrails.find(EVERYWHERE, 'pg-a')).toEqual(changed)
    await guardrails.remove(saved.id)
    expect(await guardrails.find(EVERYWHERE, 'pg-a')).toBeUndefined()
    expect((await guardrails.versions(saved.id, ALL)).total).toBe(0)
  })

  async function setOrganisationDefaults(input: readonly string[], output: readonly string[]): Promise<void> {
    const organisations = new SqlOrganisations(database)
    const { settings } = await organisations.read('acme')
    await organisations.update('acme', { settings: { ...settings, defaultGuardrails: { input, output } }, nowMs: 1 })
  }

  test('defaults are resolved in order, those of the workspace apart from those of the organisation', async () => {
    const [own, shared, last] = [
      guardrail('pg-own'),
      guardrail('pg-shared', { workspaceId: null }),
      guardrail('pg-last', { workspaceId: null }),
    ]
    for (const one of [own, shared, last]) await guardrails.insert(one)
    const names = { input: ['pg-shared', 'pg-own'], output: ['pg-own'] }
    await workspaces.update(workspace('w1', { defaultGuardrails: names }))
    await setOrganisationDefaults(['pg-last', 'pg-shared'], [])
    expect((await workspaces.find('acme', 'w1'))?.defaultGuardrails).toEqual(names)
    expect(await guardrails.defaultsOf(inside('w1'))).toEqual({
      workspace: { input: [shared, own], output: [own] },
      organisation: { input: [last, shared], output: [] },
    })
    expect(await guardrails.defaultsOf(inside('w2'))).toEqual({
      workspace: { input: [], output: [] },
      organisation: { input: [last, shared], output: [] },
    })
    expect(await guardrails.defaultsOf({ organisationId: 'other', workspaceId: 'w3' })).toEqual({
      workspace: { input: [], output: [] },
      organisation: { input: [], output: [] },
    })
  })

  test('a default that does not exist is an error, and a workspace’s guardrail cannot be a default of the organisation', async () => {
    await guardrails.insert(guardrail('pg-own'))
    await setOrganisationDefaults([], ['pg-own'])
    await expect(guardrails.defaultsOf(inside('w1'))).rejects.toThrow('default guardrail pg-own of the organisation')
    await setOrganisationDefaults([], [])
    await workspaces.update(workspace('w2', { defaultGuardrails: { input: ['pg-own'], output: [] } }))
    await expect(guardrails.defaultsOf(inside('w2'))).rejects.toThrow('default guardrail pg-own of the workspace')
  })

  async function addConfig(slug: string, workspaceId: string, config: object): Promise<void> {
    await new SqlConfigs(database).insert({
      id: crypto.randomUUID(),
      organisationId: 'acme',
      workspaceId,
      slug,
      name: `Config ${slug}`,
      status: 'active',
      ownerId: 'ada',
      updatedBy: 'ada',
      createdAtMs: 5,
      updatedAtMs: 5,
      version: {
        id: crypto.randomUUID(),
        number: 1,
        text: JSON.stringify(config),
        names: [],
        trustedHosts: [],
        note: null,
        createdBy: 'ada',
        createdAtMs: 5,
      },
    })
  }

  test('finds what names a guardrail: configs by slug, id or hook, and defaults', async () => {
    const own = guardrail('pg-own')
    const shared = guardrail('pg-shared', { workspaceId: null })
    for (const one of [own, shared]) await guardrails.insert(one)
    await addConfig('by-slug', 'w1', { targets: [{ input_guardrails: ['pg-other', 'pg-own'] }] })
    await addConfig('by-id', 'w1', { outputGuardrails: [own.id] })
    await addConfig('by-hook', 'w1', { before_request_hooks: [{ type: 'guardrail', id: 'pg-own' }] })
    await addConfig('elsewhere', 'w2', { input_guardrails: ['pg-own', 'pg-shared'] })
    await addConfig('no-name', 'w1', {
      metadata: { guardrail: 'pg-own' },
      input_guardrails: [{ 'default.contains': { words: ['pg-own'] }, id: 'mine' }, 'PG-OWN'],
    })
    await workspaces.update(workspace('w2', { defaultGuardrails: { input: [], output: ['pg-shared', 'pg-own'] } }))
    await setOrganisationDefaults(['pg-shared', 'pg-own'], [])
    const slugs = (configs: readonly { readonly slug: string }[]) => configs.map(({ slug }) => slug).sort()
    const uses = await guardrails.uses(own)
    expect({ ...uses, configs: slugs(uses.configs) }).toEqual({
      configs: ['by-hook', 'by-id', 'by-slug'],
      workspaces: [],
      isOrganisationDefault: false,
    })
    const ofShared = await guardrails.uses(shared)
    expect(ofShared).toEqual({
      configs: [{ slug: 'elsewhere', name: 'Config elsewhere', workspaceId: 'w2' }],
      workspaces: [{ id: 'w2', name: 'Workspace w2' }],
      isOrganisationDefault: true,
    })
  })

  test('a deleted workspace takes its guardrails with it', async () => {
    const own = guardrail('pg-own')
    await guardrails.insert(own)
    expect((await workspaces.contents('w1')).guardrails).toEqual([{ id: own.id, name: own.name }])
    await workspaces.remove('w1')
    expect(await guardrails.find(EVERYWHERE, 'pg-own')).toBeUndefined()
    expect((await guardrails.versions(own.id, ALL)).total).toBe(0)
  })
})
