import { expect, test } from 'bun:test'
import { bodyOf, draftOf } from './issuer-draft.ts'
import type { WorkloadIssuer } from './workload-issuer.ts'

const ISSUER: WorkloadIssuer = {
  id: 'i',
  workspace_id: null,
  name: 'GitHub',
  enabled: false,
  issuer: 'https://token.actions.githubusercontent.com',
  jwks_url: null,
  jwks: null,
  audiences: ['a', 'b'],
  algorithms: ['RS256'],
  max_lifetime_seconds: 900,
  claims: { repository: ['acme/*', 'labs/*'], ref: ['refs/heads/main'] },
  subject_claim: 'sub',
  workspace_claim: 'ws',
  scopes: [],
  scope_claim: null,
  metadata: { run: 'run_id' },
  usage_limits: null,
  rate_limits: [{ type: 'requests', unit: 'rpm', value: 60 }],
  last_used_at: null,
}

test('an issuer that is saved unchanged stays the same', () => {
  const { id: _id, workspace_id: _workspace, last_used_at: _used, ...settings } = ISSUER
  expect(bodyOf(draftOf(ISSUER, 'w1'))).toEqual(settings)
})

test('only the chosen source of keys is sent', () => {
  const draft = { ...draftOf(ISSUER, 'w1'), jwksUrl: 'https://x.example/jwks', jwks: '{"keys":[]}' }
  expect(bodyOf(draft)).toMatchObject({ jwks_url: null, jwks: null })
  expect(bodyOf({ ...draft, source: 'url' })).toMatchObject({ jwks_url: 'https://x.example/jwks', jwks: null })
  expect(bodyOf({ ...draft, source: 'inline' })).toMatchObject({ jwks_url: null, jwks: { keys: [] } })
  expect(bodyOf({ ...draft, source: 'inline', jwks: '{' })).toMatchObject({ jwks: '{' })
})

test('a new issuer is for the workspace', () => {
  const draft = draftOf(null, 'w1')
  expect(draft.workspaceId).toBe('w1')
  expect(Object.keys(bodyOf(draft))).not.toContain('workspace_claim')
  expect(bodyOf({ ...draft, claims: 'sub\nref = a = b' })['claims']).toEqual({ sub: [''], ref: ['a = b'] })
})
