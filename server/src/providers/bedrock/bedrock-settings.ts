/** Settings of Amazon Bedrock (`cloud_c_*`) and the rules between them. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Settings } from '../adapter.ts'
import { headerSetting, hostLabelSetting } from '../setting-schemas.ts'
import type { Role } from './assume-role.ts'
import { hostOf } from './aws-hosts.ts'
import type { AwsKeys } from './sign.ts'

const ROLE_ARN = /^arn:aws[a-z-]{0,16}:iam::[0-9]{12}:role\/[\w+=,.@/-]{1,576}$/
const EXTERNAL_ID = /^[\w+=,.@:/-]{1,1224}$/
const ENDPOINT = /^https?:\/\/[a-z0-9.-]{1,253}(:[0-9]{1,5})?$/

export const bedrockSettings = z.object({
  cloud_c_region: hostLabelSetting('Region; us-east-1 when absent.'),
  cloud_c_access_key_id: headerSetting('Access key id, for signed requests.'),
  cloud_c_secret_access_key: headerSetting('Secret access key, for signed requests.'),
  cloud_c_session_token: headerSetting('Session token of temporary keys, for signed requests.'),
  cloud_c_auth_type: z
    .enum(['accessKey', 'assumedRole', 'serviceRole', 'apiKey'])
    .optional()
    .describe(
      'How requests are authenticated: an access key, a role to assume, the gateway’s own role, or a Bedrock API key. Absent: what the other settings contain.',
    ),
  cloud_c_role_arn: z
    .string()
    .regex(ROLE_ARN, 'expected arn:aws:iam::<account>:role/<name>')
    .optional()
    .describe(
      'Role to assume with the access key, or without one with the gateway’s own identity; its temporary keys sign the requests.',
    ),
  cloud_c_external_id: z
    .string()
    .regex(EXTERNAL_ID, 'expected 1 to 1224 letters, digits and =,.@:/-_')
    .optional()
    .describe('External id that the role asks for.'),
  cloud_c_sts_endpoint: z
    .string()
    .regex(ENDPOINT, 'expected http(s)://host[:port]')
    .optional()
    .describe('Token service to assume the role at; the region’s own when absent.'),
})

export function regionOf(settings: Settings): string {
  return settings['cloud_c_region'] ?? 'us-east-1'
}

/** How requests are signed: with given keys or the gateway's own identity. Requests with an API key are not signed. */
export type Signing =
  | { readonly kind: 'keys'; readonly keys: AwsKeys }
  | { readonly kind: 'ambient'; readonly param: string }
  | { readonly kind: 'api_key' }

export function signingOf(settings: Settings): Signing {
  const type = settings['cloud_c_auth_type']
  if (type === 'apiKey') return { kind: 'api_key' }
  if (type === 'assumedRole' && settings['cloud_c_role_arn'] === undefined)
    throw invalid('cloud_c_role_arn', 'cloud_c_role_arn: required with aws_auth_type "assumedRole" (aws_role_arn).')
  const id = settings['cloud_c_access_key_id']
  const secret = settings['cloud_c_secret_access_key']
  const token = settings['cloud_c_session_token']
  if (id !== undefined && secret !== undefined) {
    const keys = { accessKeyId: id, secretAccessKey: secret, ...(token === undefined ? {} : { sessionToken: token }) }
    return { kind: 'keys', keys }
  }
  const first =
    Object.keys(settings).find((key) => KEYS.has(key)) ?? (type === 'accessKey' ? 'cloud_c_auth_type' : null)
  if (first !== null) {
    const missing = id === undefined ? 'cloud_c_access_key_id' : 'cloud_c_secret_access_key'
    throw invalid(first, `${first} is set, but ${missing} is missing.`)
  }
  if (settings['cloud_c_role_arn'] !== undefined) return { kind: 'ambient', param: 'cloud_c_role_arn' }
  return type === 'serviceRole' ? { kind: 'ambient', param: 'cloud_c_auth_type' } : { kind: 'api_key' }
}

const KEYS: ReadonlySet<string> = new Set([
  'cloud_c_access_key_id',
  'cloud_c_secret_access_key',
  'cloud_c_session_token',
])

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('provider_settings_invalid', {
    param,
    message,
    hint: 'Send both cloud_c_access_key_id and cloud_c_secret_access_key, or a Bedrock API key as api_key.',
  })
}

export function roleOf(settings: Settings): Role | null {
  const arn = settings['cloud_c_role_arn']
  if (arn === undefined) return null
  const region = regionOf(settings)
  return {
    arn,
    externalId: settings['cloud_c_external_id'] ?? null,
    region,
    endpoint: settings['cloud_c_sts_endpoint'] ?? hostOf('sts', region),
  }
}
