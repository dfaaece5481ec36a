import { expect, test } from 'bun:test'
import { readJson } from '../text/json-tree.ts'
import { type Breaker, breakerOf } from './breaker-of.ts'
import { layOut } from './map-layout.ts'
import { allNodes, leavesOf, nodeAtOffset, strategyTree } from './strategy-tree.ts'

const CONFIG = {
  strategy: {
    mode: 'fallback',
    on_status_codes: [429, '5xx'],
    cb_config: { failure_threshold: 2, cooldown_interval: 30_000 },
  },
  retry: { attempts: 9 },
  targets: [
    { name: 'main', provider: 'mock', retry: { attempts: 0 } },
    {
      strategy: { mode: 'loadbalance' },
      cache: 'simple',
      targets: [
        { virtual_key: 'a', weight: 3 },
        { provider: '@b', weight: 1 },
      ],
    },
    {
      strategy: {
        mode: 'conditional',
        conditions: [JSON.parse('{"query": {"metadata.plan": {"$eq": "pro"}}, "then": "big"}') as unknown],
        default: 'small',
      },
      targets: [
        { name: 'big', provider: 'mock' },
        { name: 'small', provider: 'mock' },
        { name: 'lost', provider: 'mock' },
      ],
    },
  ],
}
const TEXT = JSON.stringify(CONFIG, null, 2)
const tree = strategyTree(readJson(TEXT).root)

test('ways are shares, order or conditions', () => {
  expect(allNodes(tree).map(({ configPath, way }) => `${configPath.replace('config', '')} ${way}`.trim())).toEqual([
    '',
    '.targets[0] first',
    '.targets[1] then',
    '.targets[1].targets[0] 75 %',
    '.targets[1].targets[1] 25 %',
    '.targets[2] then',
    '.targets[2].targets[0] if metadata.plan = "pro"',
    '.targets[2].targets[1] otherwise',
    '.targets[2].targets[2] never',
  ])
})

test('policies come from the nearest level, retries are cut as the gateway cuts them', () => {
  const words = leavesOf(tree).map((leaf) => leaf.badges.map((badge) => badge.words).join(','))
  expect(words).toEqual([
    'breaker',
    'retry ×5,cache,breaker',
    'retry ×5,cache,breaker',
    ...Array(3).fill('retry ×5,breaker'),
  ])
})

test('a text position selects the deepest node that contains it', () => {
  expect(nodeAtOffset(tree, TEXT.indexOf('"@b"')).configPath).toBe('config.targets[1].targets[1]')
  expect(nodeAtOffset(tree, 3).configPath).toBe('config')
})

test('boxes never overlap, and parents are left of their children', () => {
  const { boxes, boxHeight } = layOut(tree)
  for (const box of boxes) {
    if (box.parent) expect(box.x).toBeGreaterThan(box.parent.x)
    const column = boxes.filter((one) => one !== box && one.x === box.x)
    for (const one of column) expect(Math.abs(one.y - box.y)).toBeGreaterThanOrEqual(boxHeight)
  }
})

test('a circuit is matched to a target by config path and rules; the worst of several is shown', () => {
  const [main] = leavesOf(tree)
  if (!main) throw new Error('no target')
  const breaker = (more: Partial<Breaker>): Breaker => ({
    id: 'x',
    workspace_id: 'w',
    provider: 'mock',
    config: null,
    source: 'inline',
    target: 'config.targets[0]',
    state: 'closed',
    failures: 0,
    failure_threshold: 2,
    failure_threshold_percentage: null,
    cooldown_interval: 30_000,
    retry_at: null,
    ...more,
  })
  expect(breakerOf(main, [breaker({}), breaker({ state: 'open' })])?.state).toBe('open')
  expect(breakerOf(main, [breaker({ target: 'config.targets[1]' }), breaker({ failure_threshold: 3 })])).toBeNull()
})

test('half a config is still a tree', () => {
  for (let end = 0; end <= TEXT.length; end += 7)
    expect(() => layOut(strategyTree(readJson(TEXT.slice(0, end)).root))).not.toThrow()
})
