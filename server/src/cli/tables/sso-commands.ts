/** Commands for single sign-on connections and group mappings. `gatehouse sso off` is in gateway-commands.ts. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const CONNECTION = { name: 'CONNECTION', about: 'Name or ID of the connection.' }
const MAPPING = { name: 'MAPPING', about: 'ID of the mapping, or its group if the group has one mapping.' }
const YES: FlagSpec = { about: 'Skip the confirmation; required without a terminal.' }
const YES_OR_NO = ['yes', 'no'] as const

const CONNECTION_FLAGS: Readonly<Record<string, FlagSpec>> = {
  issuer: { value: 'URL', about: 'Issuer identifier.' },
  'client-id': { value: 'ID', about: 'The client at the identity provider.' },
  'secret-env': { value: 'NAME', about: 'Environment variable with the client secret.' },
  'secret-file': { value: 'FILE', about: 'File with the client secret. - reads standard input.' },
  'private-key': { about: 'Authenticate with private_key_jwt; the gateway creates the key.' },
  scope: { value: 'SCOPE', about: 'Requested scope. Default: openid, email and profile.', isMany: true },
  domain: { value: 'DOMAIN', about: 'Domain of e-mail addresses that sign in here.', isMany: true },
  'groups-claim': { value: 'CLAIM', about: 'Claim with the groups. Default: groups.' },
  'no-groups': { about: 'Read no groups: a sign-in leaves roles as they are, and SCIM groups count.' },
  'new-users': { value: 'WORD', about: 'Create users at their first sign-in.', choices: YES_OR_NO },
  'default-role': { value: 'ROLE', about: 'Role of new users.', choices: ['member', 'admin'] },
  'trust-email': { value: 'WORD', about: 'Accept addresses without email_verified.', choices: YES_OR_NO },
}

const MAPPING_FLAGS: Readonly<Record<string, FlagSpec>> = {
  'organisation-role': {
    value: 'ROLE',
    about: 'Role in the organisation.',
    choices: ['owner', 'admin', 'member', 'none'],
  },
  'for-workspace': { value: 'WORKSPACE', about: 'ID or slug of a workspace, or none.' },
  'workspace-role': { value: 'ROLE', about: 'Role in the workspace.', choices: ['manager', 'member'] },
}

const connections = () => import('../commands/sso/connections.ts')
const mappings = () => import('../commands/sso/mappings.ts')

export const SSO_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'sso-connections list',
    about: 'List the identity providers that users sign in with.',
    examples: ['gatehouse sso-connections list', 'gatehouse sso-connections list --json'],
    isRemote: true,
    load: async () => (await connections()).listConnections,
  },
  {
    name: 'sso-connections create',
    about: 'Create a single sign-on connection. Test it in the dashboard before you enable it.',
    examples: [
      'gatehouse sso-connections create Keycloak --issuer https://login.example.com/realms/acme --client-id gatehouse --secret-env CLIENT_SECRET --domain example.com',
      'gatehouse sso-connections create Okta --issuer https://acme.okta.com --client-id 0oa1b2c3 --private-key --domain example.com --new-users yes',
    ],
    operands: [{ name: 'NAME', about: 'Name of the connection.' }],
    isRemote: true,
    flags: { ...CONNECTION_FLAGS, enable: { about: 'Users can sign in with it at once.' } },
    load: async () => (await connections()).createConnection,
  },
  {
    name: 'sso-connections update',
    about: 'Change a single sign-on connection. Settings without a flag stay as they are.',
    examples: [
      'gatehouse sso-connections update Keycloak --enable',
      'gatehouse sso-connections update Keycloak --secret-env CLIENT_SECRET',
    ],
    operands: [CONNECTION],
    isRemote: true,
    flags: {
      name: { value: 'TEXT', about: 'New name.' },
      ...CONNECTION_FLAGS,
      enable: { about: 'Users can sign in with it.' },
      disable: { about: 'Nobody can sign in with it; its sessions end.' },
    },
    notes: () => ['--scope and --domain replace all earlier values of their setting.'],
    load: async () => (await connections()).updateConnection,
  },
  {
    name: 'sso-connections delete',
    about: 'Delete a single sign-on connection. Its sessions end, its users stay.',
    examples: ['gatehouse sso-connections delete Keycloak', 'gatehouse sso-connections delete Keycloak --yes'],
    operands: [CONNECTION],
    isRemote: true,
    flags: { yes: YES },
    load: async () => (await connections()).deleteConnection,
  },
  {
    name: 'group-mappings list',
    about: 'List the roles that groups of the identity provider give.',
    examples: ['gatehouse group-mappings list', 'gatehouse group-mappings list --json'],
    isRemote: true,
    load: async () => (await mappings()).listMappings,
  },
  {
    name: 'group-mappings create',
    about: 'Give the members of a group a role.',
    examples: [
      'gatehouse group-mappings create ai-platform --organisation-role admin',
      'gatehouse group-mappings create data-team --for-workspace research --workspace-role manager',
    ],
    operands: [{ name: 'GROUP', about: 'Name or ID of the group as the identity provider sends it.' }],
    isRemote: true,
    flags: MAPPING_FLAGS,
    load: async () => (await mappings()).createMapping,
  },
  {
    name: 'group-mappings update',
    about: 'Change a group mapping. Settings without a flag stay as they are.',
    examples: [
      'gatehouse group-mappings update ai-platform --organisation-role member',
      'gatehouse group-mappings update ai-platform --group platform-team',
    ],
    operands: [MAPPING],
    isRemote: true,
    flags: { group: { value: 'GROUP', about: 'Another group.' }, ...MAPPING_FLAGS },
    load: async () => (await mappings()).updateMapping,
  },
  {
    name: 'group-mappings delete',
    about: 'Delete a group mapping. Its members lose the role at once.',
    examples: ['gatehouse group-mappings delete ai-platform', 'gatehouse group-mappings delete ai-platform --yes'],
    operands: [MAPPING],
    isRemote: true,
    flags: { yes: YES },
    load: async () => (await mappings()).deleteMapping,
  },
]
