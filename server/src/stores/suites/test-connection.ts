/** A single sign-on connection of the organisation acme, for tests. */

import type { SsoConnection } from '../../core/stores/sso.ts'

export const CONNECTION: SsoConnection = {
  id: 'c1',
  organisationId: 'acme',
  name: 'Keycloak',
  issuer: 'https://login.example.com/realms/acme',
  clientId: 'gatehouse',
  authMethod: 'private_key_jwt',
  sealed: 'sealed',
  publicKey: { kty: 'RSA', kid: 'k1' },
  settings: {
    scopes: ['openid'],
    claims: { email: 'email', givenName: 'given_name', familyName: 'family_name', groups: null },
    trustEmail: true,
    allowNewUsers: false,
    defaultRole: 'member',
  },
  domains: ['a.example', 'b.example'],
  isEnabled: true,
  savedByRole: 'owner',
  testedAtMs: 7,
  createdAtMs: 5,
  updatedAtMs: 6,
}
