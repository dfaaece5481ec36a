import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { KeyKind } from '../../core/caller.ts'
import { newKeySecret } from '../../core/key-secret.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import { newKey } from '../../stores/suites/test-keys.ts'
import { keyPrincipal } from '../access/principal.ts'
import { SCOPES } from '../access/scopes.ts'
import { TestKeyControl } from './test-key-control.ts'

/**
 * An attacker starts with one key that has few permissions. It creates, changes, rotates and deletes keys, using that
 * key and every key whose secret it learns. Its permissions must never exceed those that the first key could use and
 * grant.
 */

let control: TestKeyControl
beforeAll(async () => {
  control = await TestKeyControl.open()
})
afterAll(() => control.close())

const MANAGING = SCOPES.map((row) => row.name).filter((name) => name.includes('api_keys'))
const scopes = fc.uniqueArray(
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...MANAGING) }, fc.constantFrom(...SCOPES.map((row) => row.name))),
  { maxLength: 6 },
)
const type = fc.constantFrom('organisation/service', 'workspace/service', 'workspace/user')
/** True: requests only permissions of the first key, so that some steps succeed. */
const modest = fc.boolean()
const pick = fc.nat({ max: 1000 })
const place = fc.constantFrom('own', 'other', 'none')

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      with: pick,
      type,
      scopes,
      modest,
      place,
      inference: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      with: pick,
      on: pick,
      scopes,
      modest,
      inference: fc.option(fc.boolean()),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rotate' as const), with: pick, on: pick }) },
  fc.record({ kind: fc.constant('delete' as const), with: pick, on: pick }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type World = {
  readonly held: readonly string[]
  /** The secrets that the attacker has. */
  readonly secrets: string[]
  /** Ids that the attacker tries: its own keys and all others. */
  readonly ids: string[]
  readonly own: string
  readonly other: string
}

/** Includes the default workspace, where an Admin key that names no workspace creates keys. */
function workspacesOf({ own, other }: World): string[] {
  return [own, other, control.home.workspaceId]
}

async function rightsOf(secret: string, world: World): Promise<string[]> {
  const caller = await control.store.stores.apiKeys.findCaller(control.hash(secret))
  if (!caller) return []
  const principal = keyPrincipal(caller)
  const places = [null, ...workspacesOf(world)]
  const rights = SCOPES.flatMap(({ name }) =>
    places
      .filter((workspaceId) => principal.holds(name, workspaceId))
      .map((workspaceId) => `${name} in ${workspaceId}`),
  )
  return caller.allowInference
    ? [...rights, `inference in ${caller.kind === 'admin' ? 'any' : caller.workspaceId}`]
    : rights
}

/** Computes independently which permissions the first key may use and grant. */
async function reachable(secret: string, world: World): Promise<Set<string>> {
  const own = new Set(await rightsOf(secret, world))
  const caller = (await control.store.stores.apiKeys.findCaller(control.hash(secret)))!
  const makes = ['workspace_service_api_keys.create', 'workspace_user_api_keys.create']
  if (caller.kind === 'admin' && makes.some((scope) => own.has(`${scope} in null`))) {
    for (const workspaceId of workspacesOf(world)) {
      for (const row of SCOPES) if (row.kinds.includes('workspace')) own.add(`${row.name} in ${workspaceId}`)
      own.add(`inference in ${workspaceId}`)
    }
  }
  if (own.has('inference in any')) for (const id of workspacesOf(world)) own.add(`inference in ${id}`)
  return own
}

function wanted(step: Step & { readonly kind: 'create' | 'update' }, { held }: World): string[] {
  if (!step.modest) return step.scopes
  const type = step.kind === 'create' ? step.type : 'workspace/user'
  const fitting =
    type === 'workspace/service' ? /^(?!organisation)/ : type === 'workspace/user' ? /^(?!.*service)/ : /./
  return held.filter((name, i) => fitting.test(name) && i % 2 === step.scopes.length % 2)
}

async function take(step: Step, world: World): Promise<void> {
  const secret = world.secrets[step.with % world.secrets.length]!
  if (step.kind === 'create') {
    const body = {
      name: 'x',
      scopes: wanted(step, world),
      allow_inference: step.inference,
      ...(step.place !== 'none' && !step.type.startsWith('organisation') && { workspace_id: world[step.place] }),
    }
    const { status, body: made } = await control.call(secret, 'POST', `/api-keys/${step.type}`, body)
    if (status !== 200) return
    world.secrets.push(made['key'] as string)
    world.ids.push(made['id'] as string)
    return
  }
  const path = `/api-keys/${world.ids[step.on % world.ids.length]}`
  if (step.kind === 'delete') return void (await control.call(secret, 'DELETE', path))
  if (step.kind === 'rotate') {
    const { status, body } = await control.call(secret, 'POST', `${path}/rotate`)
    if (status === 200) world.secrets.push(body['key'] as string)
    return
  }
  const change = { scopes: wanted(step, world), ...(step.inference !== null && { allow_inference: step.inference }) }
  await control.call(secret, 'PUT', path, change)
}

/** Creates the targets of the attack: two workspaces with a powerful key each, and an Admin key. */
async function prepare(
  kind: KeyKind,
  held: readonly string[],
  allowInference: boolean,
): Promise<World & { first: string }> {
  const [own, other] = [await control.addWorkspace(), await control.addWorkspace()]
  const allOf = (kind: KeyKind) => SCOPES.filter((row) => row.kinds.includes(kind)).map((row) => row.name)
  const make = async (workspaceId: string | null, scopes: readonly string[], more: Partial<ApiKey> = {}) => {
    const secret = newKeySecret('workspace')
    const isAdmin = workspaceId === null
    const key = newKey(control.home, {
      ...(isAdmin && { kind: 'admin', type: 'organisation-service' }),
      workspaceId,
      hash: control.hash(secret),
      scopes,
      ...more,
    })
    await control.store.stores.apiKeys.insert(key)
    return { id: key.id, secret }
  }
  const few = held.filter((name) => allOf(kind).includes(name))
  const walker = await make(kind === 'admin' ? null : own, few, { allowInference })
  const others = [
    await make(own, ['*']),
    await make(own, ['configs.create', 'logs.list'], { type: 'workspace-user' }),
    await make(own, []),
    await make(other, allOf('workspace')),
    await make(null, ['*']),
  ]
  const ids = [walker.id, ...others.map((key) => key.id)]
  return { held: few, secrets: [walker.secret], ids, own, other, first: walker.secret }
}

test('the set of reachable rights never grows', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('workspace' as const, 'workspace' as const, 'admin' as const),
      fc.subarray([...MANAGING, 'logs.list', 'configs.read', 'logs.view'], { minLength: 8 }),
      fc.boolean(),
      fc.array(step, { minLength: 2, maxLength: 12 }),
      async (kind, held, inference, steps) => {
        const world = await prepare(kind, held, inference)
        const allowed = await reachable(world.first, world)
        for (const next of steps) {
          await take(next, world)
          for (const secret of world.secrets) {
            const beyond = (await rightsOf(secret, world)).filter((right) => !allowed.has(right))
            expect(beyond).toEqual([])
          }
        }
        taken += world.secrets.length - 1
      },
    ),
    { numRuns: propertyRuns(120) },
  )
  // Runs in which no step succeeds prove nothing.
  expect(taken).toBeGreaterThan(propertyRuns(20))
})
