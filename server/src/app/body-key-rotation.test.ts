import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import type { ReencryptStep } from '../core/logs/body-keys.ts'
import { SqlBodyKeys } from '../stores/sql/repositories/body-keys.ts'
import { SqlWorkspaces } from '../stores/sql/repositories/workspaces.ts'
import { forEachEngine, type TestEngine } from '../stores/suites/test-engines.ts'
import { addOrganisation, workspace } from '../stores/suites/test-people.ts'
import { vaultOf } from '../stores/vault.ts'
import { BodyKeyRotation } from './body-key-rotation.ts'
import { newBodyKey } from './body-keys.ts'

const vault = vaultOf({ id: 'test', bytes: randomBytes(32) })
const WORKSPACE = { organisationId: 'acme', workspaceId: 'w1' }

/** A rotation to version 2, whose steps return these results. */
async function scene(engine: TestEngine, steps: readonly (Partial<ReencryptStep> | Error)[]) {
  const database = await engine.openDatabase()
  await addOrganisation(database, 'acme')
  await new SqlWorkspaces(database).insert(workspace('w1'))
  const keys = new SqlBodyKeys(database)
  for (const version of [1, 2]) await keys.insert(newBodyKey(vault, { ...WORKSPACE, version }, version))
  const problems: string[] = []
  const defects: unknown[] = []
  const cursors: unknown[] = []
  let scrubs = 0
  const left = [...steps]
  const rotation = new BodyKeyRotation({
    keys,
    vault,
    blocks: {
      async step(blocks, cursor) {
        expect(blocks).toMatchObject({ ...WORKSPACE, version: 2 })
        cursors.push(cursor)
        const step = left.shift() ?? {}
        if (step instanceof Error) throw step
        return { blocks: 0, unreadable: 0, left: 0, next: null, ...step }
      },
    },
    scrub: async () => void scrubs++,
    onProblem: (message) => problems.push(message),
    onDefect: (error) => defects.push(error),
    deleteAfterMs: 0,
  })
  const versions = async () => (await keys.list('w1')).map(({ version }) => version)
  return { keys, rotation, problems, defects, cursors, versions, scrubs: () => scrubs }
}

forEachEngine('the rotation of body keys', (engine) => {
  test('runs step by step and deletes the earlier key at a later look, when still no block is left', async () => {
    const next = { version: 1, id: 9 }
    const { keys, rotation, cursors, versions, scrubs } = await scene(engine, [
      { blocks: 16, left: 3, next },
      { blocks: 3, left: 0 },
    ])
    await rotation.wake()
    expect(cursors).toEqual([null, next])
    expect(await versions()).toEqual([2, 1])
    expect((await keys.rotating())[0]?.progress).toMatchObject({
      blocks: 19,
      left: 0,
      finishedAtMs: expect.any(Number),
    })
    await rotation.wake()
    expect([await versions(), scrubs()]).toEqual([[2], 1])
    await rotation.close()
  })

  test('keeps the earlier key while a block cannot be decrypted, and reports it once', async () => {
    const damaged = { unreadable: 1, left: 1 }
    const { keys, rotation, problems, versions } = await scene(engine, [{ ...damaged, blocks: 4 }, damaged, damaged])
    for (let looks = 0; looks < 3; looks++) await rotation.wake()
    expect(await versions()).toEqual([2, 1])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('1 blocks of logged bodies of workspace w1 cannot be decrypted')
    expect((await keys.rotating())[0]?.progress).toEqual({ blocks: 4, unreadable: 1, left: 1, finishedAtMs: null })
    await rotation.close()
  })

  test('begins again after a failed step, and after blocks that another node had locked', async () => {
    const { rotation, defects, cursors, versions } = await scene(engine, [
      new Error('broken'),
      { blocks: 1, left: 2 },
      { blocks: 2, left: 0 },
    ])
    for (let looks = 0; looks < 4; looks++) await rotation.wake()
    expect([defects.length, cursors, await versions()]).toEqual([1, [null, null, null, null], [2]])
    await rotation.close()
  })
})
