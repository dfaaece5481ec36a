/** Google Secret Manager. https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions/access */

import { isObject } from '../../core/json.ts'
import type { GcpSettings } from '../../core/secrets/source-settings.ts'
import { ExpiringValues } from '../../providers/expiring-values.ts'
import { requestToken } from '../../providers/request-token.ts'
import { requireServiceAccount } from '../../providers/vertex-ai/account-key.ts'
import { createTokenSource, type TokenSource } from '../../providers/vertex-ai/token-source.ts'
import { readPrivateFile } from '../read-private-file.ts'
import { asSourceError, getRequest, requestJson, storeRefusal } from '../request-json.ts'
import { type SecretSource, SecretSourceError, type SourcePorts, type StoredSecret } from '../secret-source.ts'

const REJECTED = {
  param: 'service_account_file',
  what: 'the service account of this machine',
  hint: 'Give the machine or pod a service account that may access the secret.',
}

export class GcpSource implements SecretSource {
  readonly #accounts: TokenSource
  readonly #tokens: ExpiringValues<string>

  constructor(
    private readonly settings: GcpSettings,
    private readonly ports: SourcePorts,
  ) {
    this.#accounts = createTokenSource(ports.send, ports.now)
    this.#tokens = new ExpiringValues(ports.now)
  }

  async read(path: string): Promise<StoredSecret> {
    if (!/^[A-Za-z0-9_-]{1,255}$/.test(path))
      throw new SecretSourceError('invalid', 'has no such secret: names are 1 to 255 of A-Z, a-z, 0-9, _ and -')
    const token = await this.#token().catch((error: unknown) => {
      throw asSourceError(error)
    })
    const { url, project } = this.settings
    const address = `${url}/v1/projects/${encodeURIComponent(project)}/secrets/${path}/versions/latest:access`
    const { status, body } = await requestJson(
      this.ports.send,
      getRequest(address, { authorization: `Bearer ${token}` }),
    )
    if (status === 401) this.#tokens.discard('token', token)
    if (status !== 200) throw refusalOf(status, body['error'])
    const payload = isObject(body['payload']) ? body['payload'] : {}
    const { data } = payload
    if (typeof data !== 'string') throw new SecretSourceError('unavailable', 'returned no payload')
    const version = typeof body['name'] === 'string' ? (body['name'].split('/versions/')[1] ?? null) : null
    return { content: Buffer.from(data, 'base64').toString('utf8'), version, rotatedAtMs: null }
  }

  async #token(): Promise<string> {
    const { service_account_file: file, metadata_url: metadata } = this.settings
    if (file !== undefined)
      return this.#accounts.tokenOf(requireServiceAccount(await readPrivateFile(file, 'service_account_file')))
    const service = {
      name: 'the metadata service of Google Cloud',
      send: this.ports.sendToIdentity,
      now: this.ports.now,
    }
    const url = `${metadata}/computeMetadata/v1/instance/service-accounts/default/token`
    return this.#tokens.get('token', () =>
      requestToken(service, getRequest(url, { 'metadata-flavor': 'Google' }), REJECTED),
    )
  }
}

/** Google returns 400 FAILED_PRECONDITION for a disabled or destroyed version, which counts as not found. */
function refusalOf(status: number, error: unknown): SecretSourceError {
  return storeRefusal(isObject(error) && error['status'] === 'FAILED_PRECONDITION' ? 404 : status)
}
