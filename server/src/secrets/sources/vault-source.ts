/** HashiCorp Vault and OpenBao: KV engines of version 1 and 2. https://developer.hashicorp.com/vault/api-docs/secret/kv */

import { isObject } from '../../core/json.ts'
import type { VaultSettings } from '../../core/secrets/source-settings.ts'
import { ExpiringValues } from '../../providers/expiring-values.ts'
import { readPrivateFile } from '../read-private-file.ts'
import {
  encodedPath,
  getRequest,
  postRequest,
  requestJson,
  type StoreAnswer,
  storeRefusal,
  timeOf,
} from '../request-json.ts'
import {
  fieldMap,
  type SecretSource,
  SecretSourceError,
  type SourcePorts,
  type StoredSecret,
} from '../secret-source.ts'

/** A token without a lifetime, such as a root token, is requested again after this time. */
const ENDLESS_MS = 3_600_000

export class VaultSource implements SecretSource {
  readonly #tokens: ExpiringValues<string>

  constructor(
    private readonly settings: VaultSettings,
    private readonly ports: SourcePorts,
  ) {
    this.#tokens = new ExpiringValues(ports.now)
  }

  async read(path: string): Promise<StoredSecret> {
    const token = await this.#token()
    let answer = await this.#get(path, token)
    if (answer.status === 403 && this.settings.auth.method !== 'token') {
      // The token may have been revoked before it expired.
      this.#tokens.discard('token', token)
      answer = await this.#get(path, await this.#token())
    }
    return this.settings.kv_version === 2 ? readVersion2(answer) : readVersion1(answer)
  }

  #get(path: string, token: string): Promise<StoreAnswer> {
    const { url, mount, kv_version: version } = this.settings
    const address = `${url}/v1/${mount}${version === 2 ? '/data' : ''}/${encodedPath(path)}`
    return requestJson(this.ports.send, getRequest(address, { ...this.#headers(), 'x-vault-token': token }))
  }

  /** A Vault Agent can be configured to require `x-vault-request`. */
  #headers(): Record<string, string> {
    const { namespace } = this.settings
    return { 'x-vault-request': 'true', ...(namespace !== undefined && { 'x-vault-namespace': namespace }) }
  }

  async #token(): Promise<string> {
    const { auth } = this.settings
    if (auth.method !== 'token') return this.#tokens.get('token', () => this.#logIn())
    // Read each time: Vault Agent replaces the file.
    return auth.token ?? readPrivateFile(auth.token_file ?? '', 'token_file')
  }

  async #logIn() {
    const { url, auth } = this.settings
    if (auth.method === 'token') throw new Error('a token needs no login')
    const body =
      auth.method === 'approle'
        ? {
            role_id: auth.role_id,
            secret_id: auth.secret_id ?? (await readPrivateFile(auth.secret_id_file ?? '', 'secret_id_file')),
          }
        : { role: auth.role, jwt: await readPrivateFile(auth.token_file, 'token_file') }
    const askedAtMs = this.ports.now()
    const request = postRequest(`${url}/v1/auth/${auth.mount}/login`, body, this.#headers())
    const { status, body: answer } = await requestJson(this.ports.send, request)
    if (status === 429 || status >= 500) throw storeRefusal(status)
    const login = isObject(answer['auth']) ? answer['auth'] : {}
    const { client_token: token, lease_duration: seconds } = login
    if (status !== 200 || typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
      throw new SecretSourceError('denied', `refused the login with ${auth.method} (HTTP ${status})`)
    const lifetimeMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : ENDLESS_MS
    return { value: token, expiresAtMs: askedAtMs + lifetimeMs }
  }
}

function readVersion1({ status, body }: StoreAnswer): StoredSecret {
  if (status !== 200) throw storeRefusal(status)
  return { content: fieldMap(body['data']), version: null, rotatedAtMs: null }
}

/** For a deleted version, Vault returns 404 with metadata, and `data` is null. */
function readVersion2({ status, body }: StoreAnswer): StoredSecret {
  if (status !== 200) throw storeRefusal(status)
  const outer = isObject(body['data']) ? body['data'] : {}
  if (!isObject(outer['data'])) throw storeRefusal(404)
  const metadata = isObject(outer['metadata']) ? outer['metadata'] : {}
  const { version, created_time: created } = metadata
  return {
    content: fieldMap(outer['data']),
    version: typeof version === 'number' ? String(version) : null,
    rotatedAtMs: timeOf(created),
  }
}
