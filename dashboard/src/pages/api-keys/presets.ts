/** Scope presets for common uses, least privilege first. */

import type { KeyType, Realm, Scope } from './api-key.ts'

export type Preset = {
  readonly name: string
  readonly label: string
  readonly about: string
  readonly mayInfer: boolean
  /** `*`: all scopes allowed for this key type. */
  readonly scopes: readonly string[] | '*'
}

const CUSTOM: Preset = {
  name: 'custom',
  label: 'Custom',
  about: 'Choose each scope.',
  mayInfer: false,
  scopes: [],
}

const DEPLOY = ['configs.list', 'configs.read', 'configs.create', 'configs.update']

export const PRESETS: Readonly<Record<Realm, readonly [Preset, ...Preset[]]>> = {
  workspace: [
    { name: 'send', label: 'Send requests', about: 'For an app. No administration.', mayInfer: true, scopes: [] },
    {
      name: 'send-logs',
      label: 'Send and read logs',
      about: 'For an app that reads logs and sends feedback.',
      mayInfer: true,
      scopes: ['logs.list', 'logs.view', 'logs.write'],
    },
    {
      name: 'analytics',
      label: 'Read analytics',
      about: 'For dashboards and reports. No requests.',
      mayInfer: false,
      scopes: ['analytics.view'],
    },
    {
      name: 'deploy',
      label: 'Deploy configs',
      about: 'For CI. No requests, no deletion.',
      mayInfer: false,
      scopes: DEPLOY,
    },
    {
      name: 'full',
      label: 'Full workspace',
      about: 'All scopes, including credentials.',
      mayInfer: true,
      scopes: '*',
    },
    CUSTOM,
  ],
  organisation: [
    {
      name: 'analytics',
      label: 'Read analytics',
      about: 'Read-only, in every workspace.',
      mayInfer: false,
      scopes: ['analytics.view', 'workspaces.list'],
    },
    {
      name: 'audit',
      label: 'Read audit log',
      about: 'For a security archive.',
      mayInfer: false,
      scopes: ['audit_logs.list'],
    },
    {
      name: 'scim',
      label: 'Provision users with SCIM',
      about: 'For the identity provider.',
      mayInfer: false,
      scopes: ['scim.provision'],
    },
    {
      name: 'deploy',
      label: 'Deploy configs',
      about: 'For CI, in every workspace.',
      mayInfer: false,
      scopes: [...DEPLOY, 'workspaces.list'],
    },
    {
      name: 'people',
      label: 'Manage workspaces and people',
      about: 'For automated onboarding.',
      mayInfer: false,
      scopes: [
        ...['create', 'read', 'update', 'list'].map((verb) => `workspaces.${verb}`),
        ...['create', 'read', 'update', 'delete', 'list'].map((verb) => `workspace_users.${verb}`),
        ...['create', 'read', 'list'].map((verb) => `organisation_users.${verb}`),
      ],
    },
    {
      name: 'full',
      label: 'Full organisation',
      about: 'Everything, in every workspace.',
      mayInfer: true,
      scopes: '*',
    },
    CUSTOM,
  ],
}

export function scopesOf(preset: Preset, catalogue: readonly Scope[], type: KeyType): readonly string[] {
  const open = catalogue.filter((scope) => scope.key_types.includes(type)).map((scope) => scope.name)
  if (preset.scopes === '*') return open.filter((name) => name !== 'completions.write')
  return preset.scopes.filter((name) => open.includes(name))
}
