import { expect, test } from 'bun:test'
import { PatternRuns } from '../../config/patterns.ts'
import type { Condition, RequestFacts, Route } from '../../config/plan.ts'
import { drawRoute, matchCondition } from './run-plan.ts'

const FACTS: RequestFacts = {
  metadata: {},
  params: {},
  headers: {},
  pathname: '/v1/chat/completions',
  patternRuns: new PatternRuns(),
}

type LoadBalance = Route & { kind: 'loadbalance' }

function balance(weights: readonly number[], sticky: LoadBalance['sticky'] = null): LoadBalance {
  return { kind: 'loadbalance', configPath: 'config', routes: [], weights, sticky }
}

function draw(
  route: LoadBalance,
  world: { random?: number; epochMs?: number; facts?: Partial<RequestFacts>; key?: string; weights?: number[] },
) {
  const rows: string[] = []
  const index = drawRoute(
    route,
    world.weights ?? route.weights,
    { facts: () => ({ ...FACTS, ...world.facts }), stickyId: world.key ?? 'key_1' },
    {
      random: () => world.random ?? 0,
      epochMs: () => world.epochMs ?? 0,
      decide: (kind, target) => void rows.push(`${kind} ${target}`),
    },
  )
  return { index, rows }
}

test.each([
  [0, 0],
  [0.74, 0],
  [0.76, 1],
  [0.999999, 1],
])('with weights 3 and 1 the chance %d draws target %d, and the record names it', (random, index) => {
  expect(draw(balance([3, 1]), { random })).toEqual({ index, rows: [`draw config.targets[${index}]`] })
})

test('a weight of zero, or an open circuit, is never drawn', () => {
  for (const random of [0, 0.5, 0.999999]) {
    expect(draw(balance([0, 1, 0]), { random }).index).toBe(1)
    expect(draw(balance([5, 1]), { random, weights: [0, 1] }).index).toBe(1)
  }
})

test('an open circuit that is left out of the draw is recorded before it; a weight of zero is not', () => {
  expect(draw(balance([5, 0, 1, 2]), { weights: [0, 0, 1, 0] }).rows).toEqual([
    'breaker config.targets[0]',
    'breaker config.targets[3]',
    'draw config.targets[2]',
  ])
})

const STICKY = { hashFields: ['metadata.user', 'headers.x-session'], ttlMs: 1000 }
const USERS = Array.from({ length: 60 }, (_, i) => `user-${i}`)

const targetsOf = (world: Parameters<typeof draw>[1]) =>
  USERS.map(
    (user) => draw(balance([1, 1], STICKY), { random: Math.random(), ...world, facts: { metadata: { user } } }).index,
  )

test('sticky load balancing gives equal requests the same target and spreads different ones', () => {
  const first = targetsOf({ epochMs: 0 })
  expect(targetsOf({ epochMs: 999 })).toEqual(first)
  expect(new Set(first)).toEqual(new Set([0, 1]))
})

test('another time span or another gateway key may move a caller: of sixty, some move', () => {
  const first = targetsOf({ epochMs: 0 })
  expect(targetsOf({ epochMs: 1000 })).not.toEqual(first)
  expect(targetsOf({ epochMs: 0, key: 'key_2' })).not.toEqual(first)
})

test('an open circuit moves only its own sticky callers, and is recorded only for them', () => {
  const route = balance([1, 1, 1], STICKY)
  for (const user of USERS) {
    const facts = { metadata: { user } }
    const home = draw(route, { facts }).index
    const away = draw(route, { facts, weights: [0, 1, 1] })
    if (home === 0) expect(away.index).not.toBe(0)
    else expect(away.index).toBe(home)
    const passedOver = home === 0 ? ['breaker config.targets[0]'] : []
    expect(away.rows).toEqual([...passedOver, `sticky config.targets[${away.index}]`])
  }
})

test('a sticky field that only the prototype has counts as absent', () => {
  const route = (field: string) => balance([1, 1], { hashFields: [field], ttlMs: 1000 })
  for (const user of USERS) {
    expect(draw(route('metadata.constructor.name'), { key: user }).index).toBe(
      draw(route('metadata.absent'), { key: user }).index,
    )
  }
})

function condition(text: string, isTrue: boolean, route: number): Condition {
  // biome-ignore lint/suspicious/noThenProperty: the config format names this key `then`.
  return { text, matches: () => isTrue, route, then: `target-${route}` }
}

function choose(otherwise: number | null, ...conditions: Condition[]) {
  const rows: string[] = []
  const route: Route & { kind: 'conditional' } = {
    kind: 'conditional',
    configPath: 'config',
    routes: [],
    conditions,
    otherwise,
  }
  const request = { facts: () => FACTS, stickyId: 'key_1' }
  const index = matchCondition(route, request, {
    decide: (kind, target, reason) => void rows.push(`${kind} ${target}: ${reason}`),
  })
  return { index, rows }
}

test('the first true condition chooses', () => {
  const chosen = choose(null, condition('no', false, 0), condition('yes', true, 1), condition('late', true, 0))
  expect(chosen).toEqual({ index: 1, rows: ['condition config.targets[1]: yes is true, so target-1'] })
})

test('if no condition matches, the default is used; without a default the request is refused', () => {
  expect(choose(1, condition('no', false, 0))).toMatchObject({ index: 1, rows: [expect.stringContaining('default')] })
  expect(() => choose(null, condition('no', false, 0))).toThrow(
    expect.objectContaining({ code: 'no_condition_matched' }),
  )
})
