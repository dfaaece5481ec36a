import { beforeEach, expect, test } from 'bun:test'
import { NO_GUARDRAILS } from '../../core/stores/guardrails.ts'
import { NO_SECOND_FACTOR_POLICY } from '../../core/stores/organisations.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlOrganisations } from '../sql/repositories/organisations.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation } from './test-people.ts'

forEachEngine('the organisation', (engine) => {
  let database: ControlDatabase
  let organisations: SqlOrganisations

  beforeEach(async () => {
    database = await engine.openDatabase()
    organisations = new SqlOrganisations(database)
    await addOrganisation(database, 'acme')
  })

  test('of a first start has empty settings', async () => {
    const settings = {
      retentionDays: null,
      bodyRetentionDays: null,
      logBodies: null,
      defaultMetadata: {},
      defaultGuardrails: NO_GUARDRAILS,
      secondFactor: NO_SECOND_FACTOR_POLICY,
      enforceSso: false,
    }
    expect(await organisations.read('acme')).toEqual({
      id: 'acme',
      name: 'acme',
      settings,
      createdAtMs: 1,
      updatedAtMs: 1,
    })
    expect(await organisations.readOfDeployment()).toEqual(await organisations.read('acme'))
  })

  test('changes only the given fields', async () => {
    const settings = {
      retentionDays: 7,
      bodyRetentionDays: null,
      logBodies: false,
      defaultMetadata: { team: 'a "quoted" ünïcode' },
      defaultGuardrails: { input: ['pg-a'], output: [] },
      secondFactor: { requiredFor: 'admins', graceDays: 7, sinceMs: 5, acceptsSso: false } as const,
      enforceSso: false,
    }
    await organisations.update('acme', { settings, nowMs: 9 })
    expect(await organisations.read('acme')).toMatchObject({ name: 'acme', settings, updatedAtMs: 9 })
    await organisations.update('acme', { name: 'Acme & Söhne', nowMs: 10 })
    expect(await organisations.read('acme')).toMatchObject({ name: 'Acme & Söhne', settings, updatedAtMs: 10 })
  })

  test('other organisations are not changed, and missing ones are not created', async () => {
    await addOrganisation(database, 'other')
    await organisations.update('acme', { name: 'changed', nowMs: 9 })
    expect(await organisations.read('other')).toMatchObject({ name: 'other', updatedAtMs: 1 })
    await expect(organisations.read('none')).rejects.toThrow()
  })
})
