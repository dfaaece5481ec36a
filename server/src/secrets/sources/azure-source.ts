/** Azure Key Vault. https://learn.microsoft.com/rest/api/keyvault/secrets/get-secret/get-secret */

import type { CloudIdentities } from '../../core/ambient-identities.ts'
import { isObject } from '../../core/json.ts'
import type { AzureSettings } from '../../core/secrets/source-settings.ts'
import { AzureTokens } from '../../providers/azure/azure-tokens.ts'
import { asSourceError, getRequest, requestJson, storeRefusal, timeOf } from '../request-json.ts'
import { type SecretSource, SecretSourceError, type SourcePorts, type StoredSecret } from '../secret-source.ts'

const RESOURCE = 'https://vault.azure.net'
const API_VERSION = '7.4'

export class AzureSource implements SecretSource {
  readonly #tokens: AzureTokens
  readonly #identity: Readonly<Record<string, string>>

  constructor(
    private readonly settings: AzureSettings,
    private readonly ports: SourcePorts,
    identities: CloudIdentities,
  ) {
    const allowed = new Set(['azure-managed', 'azure-workload'] as const)
    this.#tokens = new AzureTokens({ ...ports, identities: { ...identities, allowed }, resource: RESOURCE })
    this.#identity = identityOf(settings)
  }

  async read(path: string): Promise<StoredSecret> {
    if (!/^[0-9A-Za-z-]{1,127}$/.test(path))
      throw new SecretSourceError('invalid', 'has no such secret: names are 1 to 127 of A-Z, a-z, 0-9 and -')
    const { token, discard } = await this.#token()
    const address = `${this.settings.url}/secrets/${path}?api-version=${API_VERSION}`
    const { status, body } = await requestJson(
      this.ports.send,
      getRequest(address, { authorization: `Bearer ${token}` }),
    )
    if (status === 401) discard()
    if (status !== 200) throw storeRefusal(status)
    const { value, id, attributes } = body
    if (typeof value !== 'string') throw new SecretSourceError('unavailable', 'returned no value')
    const { updated = null } = isObject(attributes) ? attributes : {}
    return {
      content: value,
      version: typeof id === 'string' ? (id.split('/').at(-1) ?? null) : null,
      rotatedAtMs: timeOf(updated),
    }
  }

  async #token() {
    try {
      return await this.#tokens.tokenOf(this.#identity, { mayUseAmbientIdentity: true })
    } catch (error) {
      throw asSourceError(error)
    }
  }
}

/** Converts the settings of the source to those of an Azure provider, which `AzureTokens` reads. */
function identityOf(settings: AzureSettings): Readonly<Record<string, string>> {
  const { identity, tenant_id: tenant = '', client_id: client, client_secret: secret = '' } = settings
  if (identity === 'managed')
    return { cloud_a_auth_mode: 'managed', ...(client !== undefined && { cloud_a_managed_client_id: client }) }
  if (identity === 'workload')
    return { cloud_a_auth_mode: 'workload', ...(client !== undefined && { cloud_a_workload_client_id: client }) }
  return {
    cloud_a_auth_mode: 'entra',
    cloud_a_entra_tenant_id: tenant,
    cloud_a_entra_client_id: client ?? '',
    cloud_a_entra_client_secret: secret,
    cloud_a_entra_scope: `${RESOURCE}/.default`,
  }
}
