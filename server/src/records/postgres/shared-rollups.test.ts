import { expect, test } from 'bun:test'
import type { Client } from 'pg'
import { SharedRollups } from './shared-rollups.ts'

/** Returns new ids for scopes, and zeros for all other numbers. */
function fakeClient(): Client {
  let scopes = 0
  const query = async ({ text }: { text: string }) => {
    if (text.startsWith('INSERT INTO scopes')) return { rows: [[++scopes]] }
    return { rows: text.startsWith('SELECT name') ? [] : [[0, 0, 0, 0, 0, 0, 0, 0]] }
  }
  return { query } as unknown as Client
}

test('the id of a scope that a failed transaction created is not used again', async () => {
  const client = fakeClient()
  const rollups = await SharedRollups.open(client)
  const log = {
    organisationId: 'org_1',
    workspaceId: 'ws_1',
    dimensions: Array.from({ length: 11 }, () => '{}') as never,
  }
  await rollups.scopes.load(client, [log])
  expect(rollups.scopes.of('org_1', 'ws_1')).toMatchObject({ id: 1, organisationScopeId: 2 })
  rollups.forget()
  await rollups.scopes.load(client, [log])
  expect(rollups.scopes.of('org_1', 'ws_1')).toMatchObject({ id: 3, organisationScopeId: 4 })
})
