import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Call, Settings } from '../adapter.ts'
import { azureOpenai } from '../azure-openai.ts'
import { withDeployment } from './deployments.ts'

const LIST = [
  { deployment_id: 'dep', api_version: '2024-06-01', alias: 'gpt4o', model: 'gpt-4o', is_default: true },
  { deployment_id: 'dep-mini', alias: 'mini' },
  { deployment_id: 'dep-35', model: 'gpt-35-turbo' },
]

function settingsOf(list: unknown, more: Settings = {}): Settings {
  return { cloud_a_resource_name: 'res', cloud_a_deployments: JSON.stringify(list), ...more }
}

function callFor(model: string | null, change: Partial<Call> = {}): Call {
  const path = '/chat/completions'
  return {
    endpoint: 'chat.completions',
    path,
    search: '',
    model,
    isStream: false,
    body: null,
    customHost: null,
    ...change,
  }
}

test.each([
  ['gpt4o', 'dep', 'gpt-4o', '2024-06-01'],
  ['mini', 'dep-mini', 'dep-mini', '2024-10-21'],
  ['gpt-35-turbo', 'dep-35', 'gpt-35-turbo', '2024-10-21'],
  ['dep-mini', 'dep-mini', 'dep-mini', '2024-10-21'],
  ['unknown', 'dep', 'gpt-4o', '2024-06-01'],
  ['Mini', 'dep', 'gpt-4o', '2024-06-01'],
  // A deployment with an alias is selected by its alias only, not by its model.
  ['gpt-4o', 'dep', 'gpt-4o', '2024-06-01'],
])('model %s is served by %s, recorded as %s', (model, deployment, recorded, version) => {
  const settings = settingsOf(LIST)
  expect(azureOpenai.locate(callFor(model), settings)).toBe(
    `https://res.openai.azure.com/openai/deployments/${deployment}/chat/completions?api-version=${version}`,
  )
  expect(azureOpenai.modelOf?.(callFor(model), settings)).toBe(recorded)
})

test('the body names the deployment where the path does not', () => {
  const settings = settingsOf(LIST)
  const change = azureOpenai.adapt?.(callFor('mini', { endpoint: 'responses', path: '/responses' }), settings)
  expect(change?.set.get('model')).toBe('dep-mini')
})

test('without a default, the first deployment serves other models', () => {
  const settings = settingsOf([{ deployment_id: 'a' }, { deployment_id: 'b' }], { cloud_a_api_version: '2025-01-01' })
  expect(withDeployment(settings, null)).toMatchObject({
    cloud_a_deployment_id: 'a',
    cloud_a_api_version: '2025-01-01',
  })
})

test('every listed name picks its own deployment, and no name picks one outside the list', () => {
  const alias = fc.string({ minLength: 1, maxLength: 12 })
  const names = fc.uniqueArray(alias, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(names, fc.nat(7), fc.string(), (aliases, defaultAt, requested) => {
      const list = aliases.map((name, i) => ({ deployment_id: `d${i}`, alias: name, is_default: i === defaultAt }))
      const settings = settingsOf(list)
      expect(azureOpenai.settings.safeParse(settings).success).toBe(true)
      for (const [i, name] of aliases.entries())
        expect(withDeployment(settings, name)['cloud_a_deployment_id']).toBe(`d${i}`)
      const other = withDeployment(settings, requested)['cloud_a_deployment_id']
      expect(list.map((one) => one.deployment_id)).toContain(other!)
    }),
  )
})

test.each([
  ['no JSON', 'x'],
  ['an empty list', '[]'],
  [
    'two defaults',
    JSON.stringify([
      { deployment_id: 'a', is_default: true },
      { deployment_id: 'b', is_default: true },
    ]),
  ],
  [
    'two equal aliases',
    JSON.stringify([
      { deployment_id: 'a', alias: 'x' },
      { deployment_id: 'b', alias: 'x' },
    ]),
  ],
  ['a path as deployment', JSON.stringify([{ deployment_id: '../x' }])],
  ['an unknown member', JSON.stringify([{ deployment_id: 'a', host: 'x' }])],
])('%s is refused', (_name, text) => {
  expect(azureOpenai.settings.safeParse({ cloud_a_deployments: text }).success).toBe(false)
})

test('the model list has the name of each deployment', () => {
  expect(azureOpenai.namedModels?.(settingsOf(LIST))).toEqual([
    { name: 'gpt4o', served: 'gpt-4o' },
    { name: 'mini', served: 'dep-mini' },
    { name: 'gpt-35-turbo', served: 'gpt-35-turbo' },
  ])
  expect(azureOpenai.namedModels?.({ cloud_a_resource_name: 'res' })).toBeNull()
})
