/**
 * Stand-ins for secret stores: Vault and OpenBao, AWS Secrets Manager, Google Secret Manager with its metadata service,
 * Azure Key Vault with Entra ID, and the Kubernetes API. Paths, headers, responses and errors follow the documentation
 * of each store. A secret that was not set is missing.
 */

import { newPort } from './new-port.ts'

type StoreFault = 'none' | 'down' | 'denied' | 'silent' | 'huge' | 'not-json' | 'redirect'

type SimulatedSecret = { readonly fields: Readonly<Record<string, string>>; readonly version: number }

const HUGE = `{"data":"${'x'.repeat(2 * 1024 * 1024)}"}`
/** 2026-01-02T03:04:05Z */
export const WRITTEN_AT_MS = 1_767_323_045_000

export class SecretStores {
  /** By the path of the secret in the store's API. */
  readonly secrets = new Map<string, SimulatedSecret>()
  readonly asked: {
    readonly call: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }[] = []
  fault: StoreFault = 'none'
  /** Tokens that the Vault accepts. Logging in adds one. */
  readonly vaultTokens = new Set<string>(['root-token'])
  leaseSeconds = 3_600
  #logins = 0
  readonly #server = Bun.serve({
    port: newPort(),
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: (request) => this.#serve(request),
  })

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`
  }

  set(path: string, fields: string | Readonly<Record<string, string>>): void {
    const version = (this.secrets.get(path)?.version ?? 0) + 1
    this.secrets.set(path, { fields: typeof fields === 'string' ? { value: fields } : fields, version })
  }

  calls(pattern: RegExp): number {
    return this.asked.filter(({ call }) => pattern.test(call)).length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop(true)
  }

  async #serve(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const body = await request.text()
    const headers = Object.fromEntries(request.headers)
    this.asked.push({ call: `${request.method} ${pathname}${search}`, headers, body })
    if (pathname === '/stolen') return Response.json({ data: { value: 'stolen' } })
    switch (this.fault) {
      case 'down':
        return Response.json({ errors: ['Vault is sealed'] }, { status: 503 })
      case 'denied':
        return Response.json({ errors: ['permission denied'] }, { status: 403 })
      case 'silent':
        return new Promise<Response>(() => {})
      case 'huge':
        return new Response(HUGE)
      case 'not-json':
        return new Response('<html>')
      case 'redirect':
        return Response.redirect(`${this.url}/stolen`, 307)
      default:
        return this.#answer(pathname, search, headers, body)
    }
  }

  #answer(pathname: string, search: string, headers: Record<string, string>, body: string): Response {
    if (pathname.startsWith('/v1/auth/')) return this.#logIn(pathname, body)
    if (pathname.startsWith('/v1/projects/')) return this.#google(pathname, headers)
    if (pathname.startsWith('/v1/')) return this.#vault(pathname.slice('/v1/'.length), headers)
    if (pathname.startsWith('/computeMetadata/')) {
      if (headers['metadata-flavor'] !== 'Google') return new Response('Missing Metadata-Flavor', { status: 403 })
      return Response.json({ access_token: 'metadata-token', expires_in: 3_599, token_type: 'Bearer' })
    }
    if (pathname.endsWith('/oauth2/v2.0/token')) return entra(body)
    if (pathname === '/token') return assertion(body)
    if (pathname.startsWith('/secrets/')) return this.#azure(pathname.slice('/secrets/'.length), search, headers)
    if (pathname.startsWith('/api/v1/namespaces/')) return this.#kubernetes(pathname, headers)
    if (headers['x-amz-target'] === 'secretsmanager.GetSecretValue') return this.#aws(headers, body)
    return new Response('not found', { status: 404 })
  }

  #logIn(pathname: string, body: string): Response {
    const given = JSON.parse(body) as Record<string, string>
    const isRight = pathname.includes('approle')
      ? given['role_id'] === 'role-1' && given['secret_id'] === 'secret-id-1'
      : given['role'] === 'gatehouse' && given['jwt'] === 'service-account-jwt'
    if (!isRight) return Response.json({ errors: ['invalid role or secret ID'] }, { status: 400 })
    const token = `hvs.login-${++this.#logins}`
    this.vaultTokens.add(token)
    return Response.json({
      request_id: 'b1',
      lease_id: '',
      renewable: false,
      lease_duration: 0,
      data: null,
      wrap_info: null,
      warnings: null,
      auth: {
        client_token: token,
        accessor: 'a',
        policies: ['default'],
        token_policies: ['default'],
        lease_duration: this.leaseSeconds,
        renewable: true,
      },
    })
  }

  /** KV version 2 at `secret/data/…`, version 1 at `kv/…`. */
  #vault(path: string, headers: Record<string, string>): Response {
    if (!this.vaultTokens.has(headers['x-vault-token'] ?? ''))
      return Response.json({ errors: ['permission denied'] }, { status: 403 })
    const namespace = headers['x-vault-namespace']
    const found = this.secrets.get(namespace === undefined ? path : `${namespace}:${path}`)
    if (!found) return Response.json({ errors: [] }, { status: 404 })
    const { fields, version } = found
    const metadata = {
      created_time: new Date(WRITTEN_AT_MS).toISOString(),
      custom_metadata: null,
      deletion_time: '',
      destroyed: false,
      version,
    }
    const data = path.startsWith('kv/') ? fields : { data: fields, metadata }
    return Response.json({ request_id: 'r', lease_id: '', renewable: false, lease_duration: 0, data, auth: null })
  }

  #google(pathname: string, { authorization }: Record<string, string>): Response {
    const error = (code: number, status: string) =>
      Response.json({ error: { code, message: `${status} of the simulator`, status } }, { status: code })
    if (authorization !== 'Bearer metadata-token') return error(401, 'UNAUTHENTICATED')
    const found = this.secrets.get(pathname)
    if (!found) return error(404, 'NOT_FOUND')
    const data = Buffer.from(textOf(found)).toString('base64')
    const name = pathname.replace('/v1/', '').replace('latest:access', String(found.version))
    return Response.json({ name, payload: { data, dataCrc32c: '0' } })
  }

  #azure(name: string, search: string, { authorization }: Record<string, string>): Response {
    const error = (status: number, code: string) => Response.json({ error: { code, message: code } }, { status })
    if (authorization !== 'Bearer entra-token') return error(401, 'Unauthorized')
    if (search !== '?api-version=7.4') return error(400, 'BadParameter')
    const found = this.secrets.get(name)
    if (!found) return error(404, 'SecretNotFound')
    const seconds = WRITTEN_AT_MS / 1_000
    return Response.json({
      value: textOf(found),
      id: `https://vault.example/secrets/${name}/v${found.version}`,
      attributes: { enabled: true, created: seconds, updated: seconds, recoveryLevel: 'Recoverable' },
    })
  }

  #kubernetes(pathname: string, { authorization }: Record<string, string>): Response {
    const status = (code: number, reason: string) =>
      Response.json({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, code }, { status: code })
    if (authorization !== 'Bearer service-account-jwt') return status(401, 'Unauthorized')
    const found = this.secrets.get(pathname)
    if (!found) return status(404, 'NotFound')
    const data = Object.entries(found.fields).map(([name, value]) => [name, Buffer.from(value).toString('base64')])
    return Response.json({
      kind: 'Secret',
      apiVersion: 'v1',
      metadata: { name: 'n', resourceVersion: String(found.version), creationTimestamp: '2026-01-02T03:04:05Z' },
      data: Object.fromEntries(data),
      type: 'Opaque',
    })
  }

  #aws(headers: Record<string, string>, body: string): Response {
    const error = (type: string) => Response.json({ __type: type, Message: type }, { status: 400 })
    const isSigned =
      /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-central-1\/secretsmanager\/aws4_request, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-target, Signature=[0-9a-f]{64}$/
    if (!isSigned.test(headers['authorization'] ?? '')) return error('UnrecognizedClientException')
    if (headers['content-type'] !== 'application/x-amz-json-1.1') return error('SerializationException')
    const { SecretId: id } = JSON.parse(body) as { SecretId: string }
    const found = this.secrets.get(id)
    if (!found) return error('ResourceNotFoundException')
    return Response.json({
      ARN: `arn:aws:secretsmanager:eu-central-1:111122223333:secret:${id}-a1b2c3`,
      CreatedDate: WRITTEN_AT_MS / 1_000,
      Name: id,
      SecretString: textOf(found),
      VersionId: `v-${found.version}`,
      VersionStages: ['AWSCURRENT'],
    })
  }
}

/** Google's token service for the assertion of a service account. */
function assertion(body: string): Response {
  const form = new URLSearchParams(body)
  const isRight = form.get('grant_type')?.endsWith(':jwt-bearer') && form.get('assertion')?.split('.').length === 3
  if (!isRight) return Response.json({ error: 'invalid_grant' }, { status: 400 })
  return Response.json({ token_type: 'Bearer', expires_in: 3_599, access_token: 'metadata-token' })
}

function entra(body: string): Response {
  const form = new URLSearchParams(body)
  const isRight =
    form.get('client_secret') === 'entra-secret-1' && form.get('scope') === 'https://vault.azure.net/.default'
  if (!isRight) return Response.json({ error: 'invalid_client', error_description: 'AADSTS7000215' }, { status: 401 })
  return Response.json({ token_type: 'Bearer', expires_in: 3_599, access_token: 'entra-token' })
}

/** For stores whose secrets are one text: the field `value` if it is the only one, else all fields as JSON. */
function textOf({ fields }: SimulatedSecret): string {
  const names = Object.keys(fields)
  return names.length === 1 && names[0] === 'value' ? fields['value']! : JSON.stringify(fields)
}
