import { expect, test } from 'bun:test'
import { makeParams, type Params } from '../../harness/control/control-resources.ts'
import { shareChecksum } from '../../harness/control/database-checksum.ts'
import {
  type DocumentedOperation,
  filledPath,
  operationsOf,
  readDocument,
} from '../../harness/control/openapi-document.ts'
import { sampleBody } from '../../harness/control/sample-bodies.ts'
import { type Actor, ControlScene, type Reply } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const storedContent = shareChecksum(gateway.dataDirectory)
const scene = new ControlScene(gateway)
const operations = operationsOf(await readDocument(gateway))
const theirs = await scene.workspace()
const ours = await scene.workspace()
const neighbours: readonly Actor[] = [
  await scene.workspaceKey(ours, await scene.scopesOf('workspace')),
  await scene.person('member', [{ id: ours, role: 'manager' }]),
]

/** The response without the ids of this call and its objects. */
function comparable(reply: Reply, params: Params): string {
  let text = reply.text
  // Skips short values such as version numbers, which occur in every text.
  for (const id of Object.values(params)) if (id.length > 8) text = text.replaceAll(id, '<id>')
  const headers = [...reply.headers].filter(
    ([name]) => !/^(date|x-gateway-(trace|request)-id|x-request-id)$/.test(name),
  )
  const shown = text.replace(/"trace_id":"[^"]*"/g, '"trace_id":"<trace>"')
  return `${reply.status} ${shown} ${JSON.stringify(headers.filter(([name]) => name !== 'content-length'))}`
}

function call(actor: Actor, operation: DocumentedOperation, params: Params): Promise<Reply> {
  return scene.call(actor, operation.method, filledPath(operation.path, params), sampleBody(operation))
}

// Identity providers use /sso without a credential of the gateway: its objects are public keys and logout addresses.
// Roles belong to the organisation: managers of all workspaces read and give them.
const onThings = operations.filter(
  ({ method, path }) =>
    path.includes('{') && !/^\/(analytics|sso)\//.test(path) && !(method === 'GET' && path === '/admin/roles/{id}'),
)

test.each(onThings)(
  '$method $path: another workspace’s object returns the same response as an unknown one',
  async (operation) => {
    const params = await makeParams(scene, operation.path, theirs)
    const strange = Object.fromEntries(Object.keys(params).map((name) => [name, crypto.randomUUID()]))
    const before = storedContent()
    for (const actor of neighbours) {
      const real = await call(actor, operation, params)
      expect([403, 404]).toContain(real.status)
      expect(comparable(real, params)).toBe(comparable(await call(actor, operation, strange), strange))
    }
    expect(storedContent()).toEqual(before)
  },
)

const lists = operations.filter(
  ({ method, path, reply }) => method === 'GET' && !path.includes('{') && reply.contentType === 'application/json',
)

test('no list shows objects of another workspace', async () => {
  const made = await Promise.all(
    [
      '/configs/{slug}',
      '/virtual-keys/{slug}',
      '/api-keys/{id}',
      '/logs/exports/{id}',
      '/logs/{id}',
      '/breakers/{id}',
    ].map((path) => makeParams(scene, path, theirs)),
  )
  const secrets = [theirs, ...made.flatMap((params) => Object.values(params))]
  let read = 0
  for (const actor of neighbours) {
    for (const { path } of lists) {
      const { status, text } = await scene.call(actor, 'GET', path)
      if (status === 200) read++
      for (const secret of secrets) expect([path, text.includes(secret)]).toEqual([path, false])
    }
  }
  expect(read).toBeGreaterThan(10)
})

test.each(['body', 'query', 'header'])(
  'another workspace’s id in the %s returns the same response as an unknown id',
  async (place) => {
    const input = { name: 'Intruder', config: { provider: 'mock' } }
    const ask = (actor: Actor, id: string) => {
      if (place === 'body') return scene.call(actor, 'POST', '/configs', { ...input, workspace_id: id })
      if (place === 'query') return scene.call(actor, 'GET', `/configs?workspace_id=${id}`)
      return scene.call({ ...actor, headers: { ...actor.headers, 'x-gateway-workspace-id': id } }, 'GET', '/configs')
    }
    for (const actor of neighbours) {
      const strange = crypto.randomUUID()
      const real = await ask(actor, theirs)
      expect(real.status).toBe(404)
      expect(comparable(real, { theirs })).toBe(comparable(await ask(actor, strange), { strange }))
    }
  },
)
