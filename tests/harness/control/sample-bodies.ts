/** Valid bodies for operations, so that only the rule under test can refuse the call. */

import type { DocumentedOperation } from './openapi-document.ts'

/** For operations without a documented example. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  'users.password': { current_password: 'not the password', new_password: 'another long password' },
  'users.account': { email: 'nobody@example.com', password: 'a long enough one', first_name: 'No' },
  'users.update': { role: 'member' },
  'sso-connections.update': { name: 'changed' },
  'sso-connections.test_result': { state: 't.unknown', code: 'unknown' },
  'sso.start': { email: 'nobody@no-connection.example' },
  'sso.logout': { logout_token: 'x.y.z' },
  'sso.callback': { state: 's.unknown', code: 'unknown' },
  'roles.update': { description: 'changed' },
  'group-mappings.update': { organisation_role: 'member' },
  'workspace_users.create': { users: [{ id: 'nobody', role: 'member' }] },
  'workspace_users.update': { role: 'member' },
  'workspaces.update': { description: 'changed' },
  'workspaces.delete': { name: 'no such name' },
  'configs.update': { name: 'changed' },
  'configs.roll_back': { version: 1 },
  'guardrails.update': { name: 'changed' },
  'virtual-models.create': { name: 'a-model', config: 'no-such-config' },
  'virtual-models.update': { description: 'changed' },
  'virtual-keys.keys.create': { key: 'sk-another-unreal-key' },
  'secret-references.test': { reference: 'secret://no-such-source/path' },
  'providers.create': { name: 'A provider', integration_id: 'no-such-integration' },
  'prompts.update': { name: 'changed' },
  'prompts.publish': { version: 1 },
  'prompts.versions.label': { label_id: null },
  'prompt_partials.update': { name: 'changed' },
  'prompt_partials.publish': { version: 1 },
  'labels.update': { description: 'changed' },
  'collections.update': { name: 'changed' },
  'prices.update': { model: 'gpt-4o', multiplier: 2 },
  'feedback.update': { value: 1 },
  'workload-issuers.revocations.create': { subject: 'leaver' },
  'sessions.create': { email: 'nobody@example.com', password: 'not the password' },
  'sessions.passkey-options': { passwordless: false },
  'sessions.second-factor': { code: '000000' },
  'sessions.confirm': { code: '000000' },
  'device-logins.lookup': { user_code: 'BBBB-BBBB' },
  'device-logins.approve': { user_code: 'BBBB-BBBB' },
  'device-logins.deny': { user_code: 'BBBB-BBBB' },
  'second_factors.add-totp': { code: '000000' },
  'second_factors.add-passkey': {
    name: 'A key',
    credential: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
    },
  },
  'second_factors.rename-passkey': { name: 'A key' },
  'sessions.by-link': { token: 'no token' },
  'sessions.reset-password': { token: 'no token', password: 'a long enough one' },
  'claim.create': { token: 'no token', email: 'nobody@example.com', password: 'a long enough one', first_name: 'No' },
  'invites.accept': { token: 'no token', password: 'a long enough one', first_name: 'No' },
}

/** Undefined if the operation takes no body. */
export function sampleBody({ id, body }: DocumentedOperation): unknown {
  if (body === null) return undefined
  return body.example ?? SAMPLES[id] ?? {}
}
