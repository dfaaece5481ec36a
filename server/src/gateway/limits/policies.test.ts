import { expect, test } from 'bun:test'
import type { Policy, PolicyCondition, PolicyKey } from '../../core/stores/policies.ts'
import { type AttemptFacts, matchPolicy } from './policies.ts'

const facts: AttemptFacts = {
  api_key: 'key-1',
  organisation_id: 'org',
  workspace_id: 'home',
  virtual_key: 'open-ai-prod',
  provider: 'openai',
  config: null,
  prompt: null,
  model: 'gpt-4o',
  metadata: { _user: 'ada', tier: 3, empty: null },
}

const condition = (key: PolicyKey, values: PolicyCondition['values'], excludes: readonly string[] = []) => ({
  key,
  values,
  excludes,
})
const policy = (
  conditions: readonly PolicyCondition[],
  groupBy: readonly PolicyKey[],
  workspaceId: string | null = null,
) =>
  ({
    kind: 'rate',
    limit: { type: 'requests', unit: 'rpm', value: 1 },
    id: 'p',
    organisationId: 'org',
    workspaceId,
    name: null,
    conditions,
    groupBy,
    isArchived: false,
    createdAtMs: 0,
    updatedAtMs: 0,
  }) satisfies Policy

test('all conditions must match, and an absent value never matches', () => {
  const match = (...conditions: PolicyCondition[]) => matchPolicy(policy(conditions, ['api_key']), facts) !== null
  expect(match()).toBe(true)
  expect(match(condition('provider', ['openai', 'google']))).toBe(true)
  expect(match(condition('provider', ['google']))).toBe(false)
  expect(match(condition('provider', '*', ['openai']))).toBe(false)
  expect(match(condition('provider', ['openai']), condition('virtual_key', ['other']))).toBe(false)
  expect(match(condition('config', '*'))).toBe(false)
  expect(match(condition('metadata._user', ['ada']))).toBe(true)
  expect(match(condition('metadata.tier', ['3']))).toBe(true)
  expect(match(condition('metadata.empty', '*'))).toBe(false)
  expect(match(condition('metadata.__proto__', '*'))).toBe(false)
})

test('models are meant bare, with their virtual key, or all of a virtual key', () => {
  const match = (written: string) => matchPolicy(policy([condition('model', [written])], ['api_key']), facts) !== null
  expect(['gpt-4o', '@open-ai-prod/gpt-4o', '@open-ai-prod/*', '@openai/*'].map(match)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['gpt-4', '@other/gpt-4o', '@other/*', '@open-ai-prod/gpt-4'].map(match)).toEqual([false, false, false, false])
})

test('the account is named by the group-by values; without a value the policy does not apply', () => {
  expect(matchPolicy(policy([], ['api_key', 'model']), facts)).toBe('api_key:key-1-model:gpt-4o')
  expect(matchPolicy(policy([], ['metadata._user']), facts)).toBe('metadata._user:ada')
  expect(matchPolicy(policy([], ['metadata.team']), facts)).toBeNull()
})

test('a policy of one workspace does not apply to another', () => {
  expect(matchPolicy(policy([], ['api_key'], 'home'), facts)).not.toBeNull()
  expect(matchPolicy(policy([], ['api_key'], 'other'), facts)).toBeNull()
})

test('a value too long for an account name is replaced by its hash', () => {
  const long = { ...facts, metadata: { _user: 'x'.repeat(5_000) } }
  expect(matchPolicy(policy([], ['metadata._user']), long)).toMatch(/^sha256:[0-9a-f]{64}$/)
})
