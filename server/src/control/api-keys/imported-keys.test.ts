import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { Directory } from '../../gateway/admit/directory.ts'
import { TestKeyControl } from './test-key-control.ts'

let control: TestKeyControl
let workspaces: readonly string[]
const directories: Directory[] = []

beforeAll(async () => {
  control = await TestKeyControl.open()
  workspaces = [control.home.workspaceId, await control.addWorkspace('ws-imports')]
})
afterAll(async () => {
  for (const directory of directories) await directory.close()
  await control.close()
})

const SECRETS = 3
const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
const nth = fc.nat(SECRETS - 1)

const step = fc.oneof(
  fc.record({ kind: fc.constant('import' as const), nth, at: fc.nat(1), isUpper: fc.boolean() }),
  fc.record({ kind: fc.constant('import as workspace key' as const), nth }),
  fc.record({ kind: fc.constant('rotate' as const), nth, overlaps: fc.boolean() }),
  fc.record({ kind: fc.constant('delete' as const), nth }),
  fc.record({ kind: fc.constant('use' as const), nth }),
)

/** The key, and its workspace, that a secret authenticates as. */
type Opened = { readonly keyId: string; readonly workspaceId: string }

test('for any sequence, an imported secret opens the key it was imported for, in its workspace, on every node', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      run++
      const { admin, workspace } = control.keys
      const secretOf = (i: number) => `sk-imported-${run}-${i}`
      // Two nodes. Both are told about a change after it is committed.
      const nodes = [0, 1].map(() => new Directory(control.store.stores.apiKeys, control.hash))
      directories.push(...nodes)
      const opens = new Map<string, Opened>()
      const call = async (key: string, method: string, path: string, body?: object) => {
        const reply = await control.call(key, method, path, body)
        for (const change of control.announced.splice(0))
          if (change.kind === 'api_key') for (const node of nodes) node.forget(change.keyId)
        return reply
      }
      for (const one of steps) {
        const secret = secretOf(one.nth)
        const known = opens.get(secret)
        const body = { name: 'imported', scopes: [], secret_sha256: sha256(secret) }
        if (one.kind === 'import') {
          const given = one.isUpper ? { ...body, secret_sha256: body.secret_sha256.toUpperCase() } : body
          const made = await call(admin, 'POST', '/api-keys/workspace/service', {
            ...given,
            workspace_id: workspaces[one.at],
          })
          expect(made.status).toBe(known ? 409 : 200)
          if (!known) opens.set(secret, { keyId: String(made.body['id']), workspaceId: workspaces[one.at]! })
        } else if (one.kind === 'import as workspace key') {
          expect((await call(workspace, 'POST', '/api-keys/workspace/service', body)).status).toBe(403)
        } else if (one.kind === 'use') {
          expect((await nodes[0]!.findKey(secret))?.keyId).toBe(known?.keyId)
        } else if (known && one.kind === 'delete') {
          expect((await call(admin, 'DELETE', `/api-keys/${known.keyId}`)).status).toBe(200)
          for (const [other, opened] of opens) if (opened.keyId === known.keyId) opens.delete(other)
        } else if (known && one.kind === 'rotate') {
          const period = { key_transition_period_ms: one.overlaps ? 1_800_000 : 0 }
          const made = await call(admin, 'POST', `/api-keys/${known.keyId}/rotate`, period)
          for (const [other, opened] of opens)
            if (opened.keyId === known.keyId && !(one.overlaps && other === secret)) opens.delete(other)
          opens.set(String(made.body['key']), known)
          if (!one.overlaps) opens.delete(secret)
        }
        const secrets = [...Array.from({ length: SECRETS }, (_, i) => secretOf(i)), ...opens.keys()]
        for (const node of nodes)
          for (const each of secrets) {
            const caller = await node.findKey(each)
            const isOver = caller?.expiresAtMs != null && caller.expiresAtMs <= Date.now()
            const found = caller && !isOver ? { keyId: caller.keyId, workspaceId: caller.workspaceId } : undefined
            expect(found).toEqual(opens.get(each))
          }
      }
      // Neither the hash nor its stored form can be used as a secret.
      for (const i of Array(SECRETS).keys())
        for (const text of [sha256(secretOf(i)), `sha256:${sha256(secretOf(i))}`, control.hash(secretOf(i))])
          expect(await nodes[0]!.findKey(text)).toBeUndefined()
    }),
    { numRuns: propertyRuns(25) },
  )
})
