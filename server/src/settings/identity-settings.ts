/** Settings of the gateway's own cloud identities. Cloud platforms set all variables but GATEWAY_AMBIENT_IDENTITIES. */

import {
  AMBIENT_IDENTITIES,
  type AmbientIdentity,
  type CloudIdentities,
  NO_IDENTITIES,
} from '../core/ambient-identities.ts'
import type { ReadText, Refuse } from './readers.ts'

export type IdentitySettings = { readonly identities: CloudIdentities }

export const IDENTITY_ENVIRONMENT = [
  [
    'GATEWAY_AMBIENT_IDENTITIES',
    'none',
    'Identities of this machine or pod that virtual keys and integrations of an Admin key may use: azure-managed, azure-workload, aws; comma-separated.',
  ],
  [
    'AZURE_AUTHORITY_HOST',
    'https://login.microsoftonline.com',
    'Entra ID, where Azure access tokens are requested. Another address for sovereign clouds.',
  ],
] as const

const ECS_ORIGIN = 'http://169.254.170.2'

export function readIdentities(text: ReadText, refuse: Refuse): IdentitySettings {
  const url = (name: string): string | null => {
    const value = text(name)
    if (value === null) return null
    if (/^https?:\/\/[^?#@\s]+$/.test(value) && URL.canParse(value)) return value.replace(/\/+$/, '')
    // Cloud platforms set these variables, so an invalid one must not prevent the start if the gateway does not use it.
    if (text('GATEWAY_AMBIENT_IDENTITIES') === null && name !== 'AZURE_AUTHORITY_HOST') return null
    return refuse(`${name} must be http(s)://host[:port][/path].`)
  }
  const { azure, aws } = NO_IDENTITIES
  const identityUrl = url('IDENTITY_ENDPOINT')
  const identityHeader = text('IDENTITY_HEADER')
  const tokenFile = text('AWS_WEB_IDENTITY_TOKEN_FILE')
  const roleArn = text('AWS_ROLE_ARN')
  return {
    identities: {
      allowed: readAllowed(text('GATEWAY_AMBIENT_IDENTITIES') ?? '', refuse),
      azure: {
        authority: url('AZURE_AUTHORITY_HOST') ?? azure.authority,
        metadata: url('AZURE_POD_IDENTITY_AUTHORITY_HOST') ?? azure.metadata,
        appService:
          identityUrl !== null && identityHeader !== null ? { url: identityUrl, header: identityHeader } : null,
        tenantId: text('AZURE_TENANT_ID'),
        clientId: text('AZURE_CLIENT_ID'),
        tokenFile: text('AZURE_FEDERATED_TOKEN_FILE'),
      },
      aws: {
        keys: readKeys(text),
        webIdentity: tokenFile !== null && roleArn !== null ? { tokenFile, roleArn } : null,
        container: readContainer(text, url),
        metadata: url('AWS_EC2_METADATA_SERVICE_ENDPOINT') ?? aws.metadata,
        sts: url('AWS_ENDPOINT_URL_STS'),
        region: text('AWS_REGION') ?? text('AWS_DEFAULT_REGION') ?? aws.region,
      },
    },
  }
}

function readAllowed(value: string, refuse: Refuse): ReadonlySet<AmbientIdentity> {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const allowed = AMBIENT_IDENTITIES.filter((name) => names.includes(name))
  const unknown = names.find((name) => !allowed.some((known) => known === name))
  if (unknown === undefined) return new Set(allowed)
  return refuse(`GATEWAY_AMBIENT_IDENTITIES: "${unknown}" is not one of ${AMBIENT_IDENTITIES.join(', ')}.`)
}

function readKeys(text: ReadText): CloudIdentities['aws']['keys'] {
  const accessKeyId = text('AWS_ACCESS_KEY_ID')
  const secretAccessKey = text('AWS_SECRET_ACCESS_KEY')
  const sessionToken = text('AWS_SESSION_TOKEN')
  if (accessKeyId === null || secretAccessKey === null) return null
  return { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) }
}

function readContainer(text: ReadText, url: (name: string) => string | null): CloudIdentities['aws']['container'] {
  const relative = text('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI')
  const full = relative === null ? url('AWS_CONTAINER_CREDENTIALS_FULL_URI') : `${ECS_ORIGIN}${relative}`
  if (full === null) return null
  const token = text('AWS_CONTAINER_AUTHORIZATION_TOKEN')
  return { url: full, token, tokenFile: text('AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE') }
}
