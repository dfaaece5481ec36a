import { beforeEach, expect, test } from 'bun:test'
import { SqlBodyKeys } from '../sql/repositories/body-keys.ts'
import { SqlWorkspaces } from '../sql/repositories/workspaces.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation, workspace } from './test-people.ts'

const PAGE = { currentPage: 0, pageSize: 10 }
const keyOf = (workspaceId: string, version: number) => ({
  ...{ organisationId: 'acme', workspaceId, version, sealed: `sealed ${version}`, createdAtMs: version },
})

forEachEngine('body keys', (engine) => {
  let keys: SqlBodyKeys

  beforeEach(async () => {
    const database = await engine.openDatabase()
    await addOrganisation(database, 'acme')
    for (const id of ['w1', 'w2']) await new SqlWorkspaces(database).insert(workspace(id))
    keys = new SqlBodyKeys(database)
  })

  test('of a rotation are listed until the earlier ones are removed', async () => {
    for (const [workspace, version] of [
      ['w1', 1],
      ['w2', 1],
      ['w1', 2],
    ] as const)
      expect(await keys.insert(keyOf(workspace, version))).toBe(true)
    expect(await keys.insert(keyOf('w1', 2))).toBe(false)
    const before = { blocks: 0, unreadable: 0, left: null, finishedAtMs: null }
    const [rotating, ...others] = await keys.rotating()
    expect([rotating, others]).toMatchObject([
      { workspaceId: 'w1', version: 2, earlierVersions: 1, progress: before },
      [],
    ])
    expect(rotating).not.toHaveProperty('sealed')
    const progress = { blocks: 5, unreadable: 1, left: 1, finishedAtMs: 1_800_000_000_000 }
    await keys.setProgress({ workspaceId: 'w1', version: 2 }, progress)
    await keys.removeEarlier({ workspaceId: 'w1', version: 2 })
    expect(await keys.rotating()).toEqual([])
    expect((await keys.list('w1')).map(({ version }) => version)).toEqual([2])
    const { rows, total } = await keys.listNewest('acme', null, PAGE)
    expect([total, rows.map(({ workspaceId, version }) => [workspaceId, version])]).toEqual([
      2,
      [
        ['w1', 2],
        ['w2', 1],
      ],
    ])
    expect(rows[0]).toMatchObject({ earlierVersions: 0, progress })
    expect((await keys.listNewest('acme', ['w2'], PAGE)).rows.map(({ workspaceId }) => workspaceId)).toEqual(['w2'])
    expect((await keys.listNewest('other', null, PAGE)).total).toBe(0)
  })
})
