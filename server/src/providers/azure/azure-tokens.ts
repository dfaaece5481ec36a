/** Gets Azure access tokens for an application (Entra ID), a managed identity or a workload identity. */

import type { CloudIdentities } from '../../core/ambient-identities.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Awaitable } from '../../core/ports.ts'
import { type AmbientRight, readTokenFile, requireAmbient } from '../ambient-identity.ts'
import { ExpiringValues, keyOf } from '../expiring-values.ts'
import { formRequest, requestToken, type TokenSender, type TokenService } from '../request-token.ts'

type Settings = Readonly<Record<string, string>>

const AI_SERVICES = 'https://cognitiveservices.azure.com'
const SCOPE = `${AI_SERVICES}/.default`
const AUTH_MODE = 'cloud_a_auth_mode'

export type AzureToken = { readonly token: string; readonly discard: () => void }

/** `sendToIdentity` may reach the metadata service, `send` may not. */
export type AzurePorts = {
  readonly identities: CloudIdentities
  readonly send: TokenSender
  readonly sendToIdentity: TokenSender
  readonly now?: () => number
  /** The resource that tokens of managed and workload identities give access to. Default: Azure AI services. */
  readonly resource?: string
}

type Grant = { readonly key: string; readonly load: Parameters<ExpiringValues<string>['get']>[1] }

export class AzureTokens {
  readonly #tokens: ExpiringValues<string>
  readonly #identities: CloudIdentities
  readonly #entra: TokenService
  readonly #metadata: TokenService
  readonly #resource: string

  constructor({ identities, send, sendToIdentity, now = Date.now, resource = AI_SERVICES }: AzurePorts) {
    this.#resource = resource
    this.#tokens = new ExpiringValues(now)
    this.#identities = identities
    this.#entra = { name: 'Entra ID', send, now }
    this.#metadata = { name: 'the managed identity service of Azure', send: sendToIdentity, now }
  }

  /** Synchronous if a valid token is cached. */
  tokenOf(settings: Settings, context: AmbientRight): Awaitable<AzureToken> {
    const { key, load } = this.#grantOf(settings, context)
    const made = (token: string) => ({ token, discard: () => this.#tokens.discard(key, token) })
    const token = this.#tokens.get(key, load)
    return typeof token === 'string' ? made(token) : token.then(made)
  }

  #grantOf(settings: Settings, context: AmbientRight): Grant {
    const { allowed } = this.#identities
    if (settings[AUTH_MODE] === 'managed') {
      requireAmbient('azure-managed', AUTH_MODE, allowed, context)
      return this.#managed(settings['cloud_a_managed_client_id'] ?? null)
    }
    if (settings[AUTH_MODE] === 'workload') {
      requireAmbient('azure-workload', AUTH_MODE, allowed, context)
      return this.#workload(settings)
    }
    return this.#application(entraOf(settings))
  }

  /** https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow */
  #application({ tenantId, clientId, clientSecret, scope }: Entra): Grant {
    const url = this.#tokenUrl(tenantId)
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope }
    const rejected = {
      param: 'cloud_a_entra_client_secret',
      what: 'the application',
      hint: 'Check azure_entra_tenant_id, azure_entra_client_id and azure_entra_client_secret, and that the secret has not expired.',
    }
    return {
      key: keyOf(['entra', url, form]),
      load: () => requestToken(this.#entra, formRequest(url, form), rejected),
    }
  }

  /**
   * https://learn.microsoft.com/entra/identity/managed-identities-azure-resources/how-to-use-vm-token
   * In App Service and Container Apps: https://learn.microsoft.com/azure/app-service/overview-managed-identity
   */
  #managed(clientId: string | null): Grant {
    const { metadata, appService } = this.#identities.azure
    const query = new URLSearchParams({
      'api-version': appService ? '2019-08-01' : '2018-02-01',
      resource: appService ? this.#resource : `${this.#resource}/`,
      ...(clientId !== null && { client_id: clientId }),
    })
    const url = `${appService?.url ?? `${metadata}/metadata/identity/oauth2/token`}?${query}`
    const identity = appService ? { 'x-identity-header': appService.header } : { metadata: 'true' }
    const headers = { ...identity, accept: 'application/json', 'accept-encoding': 'identity' }
    const rejected = {
      param: 'cloud_a_managed_client_id',
      what: 'the managed identity',
      hint: 'Check azure_managed_client_id, and that this machine has the identity.',
    }
    return {
      key: keyOf(['managed', url]),
      load: () => requestToken(this.#metadata, { method: 'GET', url, headers, body: null }, rejected),
    }
  }

  /** https://learn.microsoft.com/entra/workload-id/workload-identity-federation. The token file is replaced regularly. */
  #workload(settings: Settings): Grant {
    const { azure } = this.#identities
    const tenantId = required(azure.tenantId, 'AZURE_TENANT_ID')
    const clientId = settings['cloud_a_workload_client_id'] ?? required(azure.clientId, 'AZURE_CLIENT_ID')
    const tokenFile = required(azure.tokenFile, 'AZURE_FEDERATED_TOKEN_FILE')
    const url = this.#tokenUrl(tenantId)
    const rejected = {
      param: 'cloud_a_workload_client_id',
      what: 'the workload identity',
      hint: 'Check the client id, AZURE_TENANT_ID, and the federated credential of the identity.',
    }
    const load = async () => {
      const form = {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await readTokenFile(tokenFile, 'AZURE_FEDERATED_TOKEN_FILE'),
        scope: `${this.#resource}/.default`,
      }
      return requestToken(this.#entra, formRequest(url, form), rejected)
    }
    return { key: keyOf(['workload', url, clientId]), load }
  }

  #tokenUrl(tenantId: string): string {
    return `${this.#identities.azure.authority}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`
  }
}

type Entra = {
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
}

export function entraOf(settings: Settings): Entra {
  const read = (name: string): string => {
    const value = settings[name]
    if (value !== undefined) return value
    throw new GatewayError('provider_settings_invalid', {
      param: name,
      message: `${name}: required with ${AUTH_MODE} "entra".`,
      hint: 'Send azure_entra_tenant_id, azure_entra_client_id and azure_entra_client_secret.',
    })
  }
  return {
    tenantId: read('cloud_a_entra_tenant_id'),
    clientId: read('cloud_a_entra_client_id'),
    clientSecret: read('cloud_a_entra_client_secret'),
    scope: settings['cloud_a_entra_scope'] ?? SCOPE,
  }
}

function required(value: string | null, variable: string): string {
  if (value !== null) return value
  throw new GatewayError('provider_settings_invalid', {
    param: variable,
    message: `The gateway has no ${variable}, so it has no workload identity.`,
    hint: 'Label the pod azure.workload.identity/use, and use a service account with a federated credential.',
  })
}
