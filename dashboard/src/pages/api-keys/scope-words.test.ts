import { expect, test } from 'bun:test'
import type { Scope } from './api-key.ts'
import { PRESETS, scopesOf } from './presets.ts'
import { isPowerful, resourcesOf, summarise } from './scope-words.ts'

const scope = (name: string, types: Scope['key_types'] = ['workspace-service']): Scope => ({
  name,
  description: name,
  key_types: types,
})
const ALL = [
  scope('virtual_keys.create'),
  scope('virtual_keys.list'),
  scope('configs.update'),
  scope('configs.list'),
  scope('analytics.view'),
  scope('completions.write'),
  scope('audit_logs.list', ['organisation-service']),
]

test('the summary lists what a key can do, what it cannot, and which scopes are dangerous', () => {
  expect(summarise(['virtual_keys.create', 'configs.list', 'configs.update'], true, ALL.slice(0, 6))).toEqual({
    can: ['send requests to providers', 'virtual keys: create', 'configs: everything'],
    cannot: ['analytics'],
    danger: ['virtual keys (create)'],
  })
})

test('the summary says if a key cannot send requests', () => {
  const { can, cannot } = summarise(['analytics.view'], false, ALL.slice(0, 6))
  expect(can).toEqual(['analytics: everything'])
  expect(cannot).toContain('requests to providers')
})

test('making keys and credentials is powerful, reading is not', () => {
  expect(isPowerful('workspace_service_api_keys.create')).toBe(true)
  expect(isPowerful('virtual_keys.rotate')).toBe(true)
  expect(isPowerful('virtual_keys.list')).toBe(false)
  expect(isPowerful('logs.export')).toBe(false)
})

test('verbs have the same order in every row, and sending requests has no row', () => {
  const rows = resourcesOf(ALL)
  expect(rows.map((row) => row.name)).toEqual(['virtual_keys', 'configs', 'analytics', 'audit_logs'])
  expect(rows[1]?.scopes.map((one) => one.name)).toEqual(['configs.list', 'configs.update'])
})

test('the first preset has the fewest permissions, and no preset has scopes that the key type cannot have', () => {
  const [first, ...others] = PRESETS.workspace
  expect(scopesOf(first, ALL, 'workspace-service')).toEqual([])
  const full = others.find((preset) => preset.name === 'full')
  expect(full && scopesOf(full, ALL, 'workspace-service')).toEqual([
    'virtual_keys.create',
    'virtual_keys.list',
    'configs.update',
    'configs.list',
    'analytics.view',
  ])
})
