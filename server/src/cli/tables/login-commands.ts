/** Commands for login and profiles. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const login = () => import('../commands/login/login.ts')
const profiles = () => import('../commands/login/profiles.ts')
const NAME = { name: 'NAME', about: 'Name of the profile.' }
const PROFILE: FlagSpec = { value: 'NAME', about: 'Name of the profile. Default: GATEWAY_PROFILE.' }

export const LOGIN_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'login',
    about: 'Log in with the browser. Later commands use the key that it creates, which is saved on this computer.',
    examples: [
      'gatehouse login --url https://gateway.example.com',
      'gatehouse login --profile staging --workspace support --scopes logs.list,logs.view',
    ],
    flags: {
      url: { value: 'URL', about: 'URL of the gateway. Default: GATEWAY_BASE_URL, or http://127.0.0.1:8787.' },
      profile: { value: 'NAME', about: 'Profile to create or replace. Default: GATEWAY_PROFILE, or "default".' },
      scopes: {
        value: 'SCOPES',
        isMany: true,
        about: 'Scopes of the key, separated by commas. Default: everything that your role allows.',
      },
      workspace: { value: 'ID', about: 'ID or slug of the only workspace that the key is for.' },
      'no-open': { about: 'Do not open a browser.' },
    },
    load: async () => (await login()).login,
  },
  {
    name: 'logout',
    about: 'Revoke the key of a profile and delete the profile.',
    examples: ['gatehouse logout', 'gatehouse logout --profile staging'],
    flags: { profile: { ...PROFILE, about: 'Name of the profile. Default: GATEWAY_PROFILE, or the current one.' } },
    load: async () => (await login()).logout,
  },
  {
    name: 'whoami',
    about: 'Show the gateway, the profile and the permissions in use.',
    examples: ['gatehouse whoami', 'gatehouse whoami --profile staging'],
    isRemote: true,
    load: async () => (await login()).whoami,
  },
  {
    name: 'profiles list',
    about: 'List the profiles of this computer.',
    examples: ['gatehouse profiles list', 'gatehouse profiles list --json'],
    load: async () => (await profiles()).listProfiles,
  },
  {
    name: 'profiles use',
    about: 'Choose the profile that commands use.',
    examples: ['gatehouse profiles use staging', 'gatehouse profiles use default --json'],
    operands: [NAME],
    load: async () => (await profiles()).useProfile,
  },
  {
    name: 'profiles delete',
    about: 'Delete a profile without revoking its key.',
    examples: ['gatehouse profiles delete staging', 'gatehouse profiles delete staging --json'],
    operands: [NAME],
    load: async () => (await profiles()).deleteProfile,
  },
]
