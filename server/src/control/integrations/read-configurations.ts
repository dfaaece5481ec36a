/** Converts the `configurations` of an integration to the fields of a virtual key. */

import { CUSTOM_HEADERS, readCustomHeaders } from '../../core/custom-headers.ts'
import { GatewayError } from '../../core/errors.ts'
import { canonicalName } from '../../core/setting-names.ts'
import { isMask } from '../virtual-keys/credentials.ts'
import type { ProviderForm } from '../virtual-keys/ports.ts'

type Configurations = Readonly<Record<string, unknown>>

/** Fields of a virtual key that are not settings of its provider. */
const NOT_CONFIGURATIONS: ReadonlySet<string> = new Set([
  'name',
  'id',
  'note',
  'usage_limits',
  'rate_limits',
  'expires_at',
  'secret_mappings',
  'workspace_id',
  'provider',
  'key',
  'keys',
  'slug',
  'status',
  'reset_usage',
  'model_config',
  'integration_id',
])

/**
 * Auth types, with the setting that each one needs. If the provider has no setting for the auth type, it is checked and
 * then dropped, because the secrets that are present decide how to authenticate.
 */
const AUTH_TYPES: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  aws_auth_type: { accessKey: 'aws_access_key_id', assumedRole: 'aws_role_arn' },
  vertex_auth_type: { basic: 'vertex_project_id', serviceAccount: 'vertex_service_account_json' },
  azure_auth_mode: { default: null },
}

export function readConfigurations(configurations: Configurations, form: ProviderForm | undefined): Configurations {
  const given = Object.fromEntries(
    Object.entries(configurations).map(([name, value]) => [withoutMask(name), value] as const),
  )
  const wrong = Object.keys(given).find((name) => NOT_CONFIGURATIONS.has(name))
  if (wrong !== undefined)
    throw new GatewayError('invalid_body', {
      param: `configurations.${wrong}`,
      message: `configurations.${wrong}: is not a setting of the provider.`,
      hint: 'configurations has custom_host and the settings of the provider; key is a field of the integration.',
    })
  return withHeaders(withoutAuthTypes(given, form))
}

/** A masked value keeps the stored headers. */
function withHeaders(given: Configurations): Configurations {
  const value = given[CUSTOM_HEADERS]
  if (value == null || (typeof value === 'string' && isMask(value))) return given
  const headers = readCustomHeaders(value)
  if (typeof headers !== 'string') return { ...given, [CUSTOM_HEADERS]: headers }
  const param = `configurations.${CUSTOM_HEADERS}`
  throw new GatewayError('invalid_body', { param, message: `${param}: ${headers}.` })
}

/** Removes the prefix that responses give secrets, as in `masked_aws_secret_access_key`. */
function withoutMask(name: string): string {
  return name.startsWith('masked_') ? name.slice('masked_'.length) : name
}

function withoutAuthTypes(given: Configurations, form: ProviderForm | undefined): Configurations {
  const kept = Object.entries(given).filter(([name, value]) => {
    const types = AUTH_TYPES[name]
    if (types === undefined || form?.settings.has(canonicalName(name)) || typeof value !== 'string') return true
    const needed = types[value]
    if (needed === undefined) return true
    if (needed === null || given[needed] != null) return false
    throw new GatewayError('provider_settings_invalid', {
      param: `configurations.${needed}`,
      message: `configurations.${needed}: required with ${name} "${value}".`,
      hint: 'Send it in configurations.',
    })
  })
  return Object.fromEntries(kept)
}
