/** The gateway's own AWS keys. Tries environment, web identity, container and EC2 instance, like the AWS SDKs. */

import type { CloudIdentities } from '../../core/ambient-identities.ts'
import { GatewayError } from '../../core/errors.ts'
import { type AmbientRight, readTokenFile, requireAmbient } from '../ambient-identity.ts'
import { type Expiring, ExpiringValues } from '../expiring-values.ts'
import {
  formRequest,
  readJson,
  readText,
  type TokenRequest,
  type TokenSender,
  type TokenService,
} from '../request-token.ts'
import { readSession, refused } from './assume-role.ts'
import { hostOf } from './aws-hosts.ts'
import type { AwsKeys } from './sign.ts'

/** `sendToIdentity` may reach the metadata service, `send` may not. */
export type AwsIdentityPorts = {
  readonly identities: CloudIdentities
  readonly send: TokenSender
  readonly sendToIdentity: TokenSender
  readonly now?: () => number
}

const INSTANCE_PATH = '/latest/meta-data/iam/security-credentials/'
const SESSION_SECONDS = '21600'

export class AwsIdentity {
  readonly #keys: ExpiringValues<AwsKeys>
  readonly #identities: CloudIdentities
  readonly #sts: TokenService
  readonly #metadata: TokenService

  constructor({ identities, send, sendToIdentity, now = Date.now }: AwsIdentityPorts) {
    this.#keys = new ExpiringValues(now)
    this.#identities = identities
    this.#sts = { name: 'AWS STS', send, now }
    this.#metadata = { name: 'the credential service of this machine', send: sendToIdentity, now }
  }

  /** `param` is the setting that requests this identity, for error messages. */
  async keys(param: string, context: AmbientRight): Promise<AwsKeys> {
    requireAmbient('aws', param, this.#identities.allowed, context)
    return this.#identities.aws.keys ?? this.#keys.get('aws', () => this.#load())
  }

  #load(): Promise<Expiring<AwsKeys>> {
    const { webIdentity, container } = this.#identities.aws
    if (webIdentity) return this.#webIdentity(webIdentity)
    return container ? this.#container(container) : this.#instance()
  }

  /** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html. Needs no signature. */
  async #webIdentity({ roleArn, tokenFile }: NonNullable<CloudIdentities['aws']['webIdentity']>) {
    const { sts, region } = this.#identities.aws
    const request = formRequest(`${sts ?? hostOf('sts', region)}/`, {
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: roleArn,
      RoleSessionName: 'gatehouse',
      WebIdentityToken: await readTokenFile(tokenFile, 'AWS_WEB_IDENTITY_TOKEN_FILE'),
    })
    const { status, text } = await readText(this.#sts, { ...request, headers: { ...request.headers, accept: '*/*' } })
    if (status !== 200) throw refused(status, text)
    const { keys: value, expiresAtMs } = readSession(text)
    return { value, expiresAtMs }
  }

  /** https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html */
  async #container({ url, token, tokenFile }: NonNullable<CloudIdentities['aws']['container']>) {
    const authorization =
      tokenFile === null ? token : await readTokenFile(tokenFile, 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE')
    return this.#read(get(url, authorization === null ? {} : { authorization }))
  }

  /** https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html (version 2) */
  async #instance(): Promise<Expiring<AwsKeys>> {
    const { metadata } = this.#identities.aws
    const headers = { 'x-aws-ec2-metadata-token-ttl-seconds': SESSION_SECONDS }
    const token = await this.#text({ ...get(`${metadata}/latest/api/token`, headers), method: 'PUT' })
    const session = { 'x-aws-ec2-metadata-token': token }
    const role = (await this.#text(get(`${metadata}${INSTANCE_PATH}`, session))).split('\n')[0]!
    return this.#read(get(`${metadata}${INSTANCE_PATH}${encodeURIComponent(role)}`, session))
  }

  async #read(request: TokenRequest): Promise<Expiring<AwsKeys>> {
    const body = readJson(await this.#text(request))
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken, Expiration: expiry } = body
    const expiresAtMs = Date.parse(String(expiry))
    const isComplete = [accessKeyId, secretAccessKey, sessionToken].every((text) => typeof text === 'string')
    if (!isComplete || Number.isNaN(expiresAtMs)) throw noRole('returned no keys')
    return { value: { accessKeyId, secretAccessKey, sessionToken } as AwsKeys, expiresAtMs }
  }

  async #text(request: TokenRequest): Promise<string> {
    const { status, text } = await readText(this.#metadata, request)
    if (status === 200 && /^[\x20-\x7e\s]+$/.test(text)) return text.trim()
    if (status === 429 || status >= 500)
      throw new GatewayError('upstream_unreachable', {
        message: `The credential service of this machine returned HTTP ${status}.`,
      })
    throw noRole(`returned HTTP ${status}`)
  }
}

function get(url: string, headers: Record<string, string>): TokenRequest {
  return { method: 'GET', url, headers: { ...headers, 'accept-encoding': 'identity' }, body: null }
}

function noRole(what: string): GatewayError {
  return new GatewayError('provider_settings_invalid', {
    param: 'cloud_c_role_arn',
    message: `The gateway has no AWS identity: the credential service of this machine ${what}.`,
    hint: 'Give the instance, task or pod of the gateway a role, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  })
}
