import { expect, test } from 'bun:test'
import { claimOwner } from '../../harness/claim-owner.ts'
import { shareChecksum } from '../../harness/control/database-checksum.ts'
import {
  type DocumentedOperation,
  filledPath,
  operationsOf,
  readDocument,
} from '../../harness/control/openapi-document.ts'
import { sampleBody } from '../../harness/control/sample-bodies.ts'
import { type Actor, ControlScene, withKey } from '../../harness/control-scene.ts'
import { partOf } from '../../harness/property-runs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

// The table is written by hand from the meaning of each operation. Do not generate it from the code under test.
const [head = '', ...lines] = (await Bun.file(new URL('matrix.csv', import.meta.url)).text()).trim().split('\n')
const [, , ...principals] = head.split(',')
const rows = lines.map((line) => {
  const [method = '', path = '', ...cells] = line.split(',')
  return { method, path, may: Object.fromEntries(principals.map((name, i) => [name, cells[i]])) }
})

const gateway = await shareGateway()
const storedContent = shareChecksum(gateway.dataDirectory)
const scene = new ControlScene(gateway)
const operations = operationsOf(await readDocument(gateway))
const workspaceId = await scene.defaultWorkspace()
const actors: Readonly<Record<string, Actor>> = {
  'admin-all': scene.admin,
  'admin-none': await scene.adminKey([]),
  'workspace-all': withKey('first workspace key', gateway.workspaceKey),
  'workspace-none': await scene.workspaceKey(workspaceId, []),
  owner: await claimOwner(gateway),
  admin: await scene.person('admin'),
  manager: await scene.person('member', [{ id: workspaceId, role: 'manager' }]),
  member: await scene.person('member', [{ id: workspaceId, role: 'member' }]),
}

type Cell = { readonly principal: string; readonly operation: DocumentedOperation; readonly mayCall: boolean }

const cells: Cell[] = operations.flatMap((operation) => {
  const row = rows.find(({ method, path }) => method === operation.method && path === operation.path)
  return principals.map((principal) => ({ principal, operation, mayCall: row?.may[principal] === 'yes' }))
})

/** A path in the default workspace with unknown ids: authorized callers get 404. */
function pathOf({ path, parameters }: DocumentedOperation): string {
  const names = [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1]!)
  const ids = names.map((name) => [name, name === 'workspace_id' ? workspaceId : crypto.randomUUID()])
  const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const search = needed.map(({ name }) => `${name}=x`).join('&')
  return filledPath(path, Object.fromEntries(ids)) + (search === '' ? '' : `?${search}`)
}

function divide<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

function call({ principal, operation }: Cell) {
  return scene.call(actors[principal]!, operation.method, pathOf(operation), sampleBody(operation))
}

test('the table has exactly one row per operation, and every cell is yes or no', () => {
  const address = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  expect(rows.map(address).sort()).toEqual(operations.map(address).sort())
  expect(principals).toEqual(Object.keys(actors))
  for (const { may } of rows) for (const cell of Object.values(may)) expect(cell).toMatch(/^(yes|no)$/)
})

test('an unauthorized caller gets 403, changes nothing, and is in the audit log', async () => {
  const allDenied = cells.filter(({ mayCall }) => !mayCall)
  // Also where only a part of the cells is played, a key without scopes calls every operation. It finds each that lacks
  // its permission.
  const [withoutScopes, others] = divide(allDenied, ({ principal }) => principal === 'workspace-none')
  const denied = [...withoutScopes, ...partOf(others, 0)]
  expect(denied.length).toBeGreaterThan(100)
  const before = storedContent()
  const surprises: string[] = []
  for (const cell of denied) {
    const { status, body } = await call(cell)
    const code = (body['error'] as { code?: string } | undefined)?.code
    if (status !== 403)
      surprises.push(`${cell.principal}: ${cell.operation.method} ${cell.operation.path}: ${status} ${code}`)
  }
  expect(surprises).toEqual([])
  expect(storedContent()).toEqual(before)
  const changing = denied.filter(({ operation }) => operation.audit !== null)
  const { total } = await scene.do('GET', '/audit-logs?response_status_code=403')
  expect(total).toBe(changing.length)
})

test('without a key or session every operation except the public ones returns 401', async () => {
  const open: string[] = []
  for (const operation of operations.filter(({ permission }) => permission !== 'public')) {
    const { status } = await scene.call(null, operation.method, pathOf(operation), sampleBody(operation))
    if (status !== 401) open.push(`${operation.method} ${operation.path}: ${status}`)
  }
  expect(open).toEqual([])
})

test('an authorized caller passes authorization', async () => {
  const allAllowed = cells.filter(({ mayCall }) => mayCall)
  const allowed = partOf(allAllowed, 1).sort((left, right) => rankOf(left) - rankOf(right))
  expect(new Set(allowed.map(({ principal }) => principal)).size).toBe(principals.length)
  const surprises: string[] = []
  for (const cell of allowed) {
    const { status, text, body } = await call(cell)
    const code = String((body['error'] as { code?: string } | undefined)?.code)
    // The request may be invalid, but the caller must be authorized.
    // On a slow machine the session may need a fresh confirmation, which is checked after the authorization.
    if ((status === 403 && code !== 'step_up_required') || status >= 500 || AUTHORIZATION_ERRORS.has(code))
      surprises.push(
        `${cell.principal}: ${cell.operation.method} ${cell.operation.path}: ${status} ${text.slice(0, 200)}`,
      )
  }
  expect(surprises).toEqual([])
})

/** The operations that a key without scopes may call, and why; all others must return 403. */
const NEEDS_NO_SCOPE: Readonly<Record<string, string>> = {
  'POST /claim': 'public: the token in the body is the right',
  'POST /invites/accept': 'public: the token in the body is the right',
  'POST /sessions': 'public: e-mail address and password are the right',
  'POST /sessions/link': 'public: the token in the body is the right',
  'POST /sessions/passkey-options': 'public: the cookie is the right, or a passkey later',
  'POST /sessions/password': 'public: the token in the body is the right',
  'POST /sessions/second-factor': 'public: the cookie and the second factor are the right',
  'GET /sso': 'public: the sign-in page reads whether there is single sign-on',
  'POST /sso/start': 'public: sends a browser to the identity provider',
  'POST /sso/callback': 'public: the response of the identity provider is the right',
  'POST /sso/logout/{id}': 'public: the signature of the logout token is the right',
  'GET /sso/keys/{id}': 'public keys of the gateway',
  'GET /logs/exports/{id}/file': 'public: the signature in the address is the right',
  'GET /scopes': 'the catalogue of scopes, the same for everyone',
  'GET /supported-providers': 'the list of providers, the same for everyone',
  'GET /sessions/current': 'tells a caller about itself',
}

test('a key without scopes may call only the listed operations', () => {
  const mayBeCalled = cells.filter(({ principal, mayCall }) => mayCall && principal.endsWith('-none'))
  const addresses = mayBeCalled.map(({ operation: { method, path } }) => `${method} ${path}`)
  expect([...new Set(addresses)].sort()).toEqual(Object.keys(NEEDS_NO_SCOPE).sort())
})

const AUTHORIZATION_ERRORS: ReadonlySet<string> = new Set([
  'api_key_missing',
  'api_key_invalid',
  'session_invalid',
  'scope_missing',
])

/**
 * Signing out runs last because it ends the session. Budget policies run after prices because a budget removes the
 * manager's right to change prices.
 */
function rankOf({ operation }: Cell): number {
  if (operation.id === 'sessions.delete') return 2
  return operation.path.startsWith('/policies/usage-limits') ? 1 : 0
}
