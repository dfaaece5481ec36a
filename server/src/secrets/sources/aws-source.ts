/** AWS Secrets Manager. https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html */

import type { CloudIdentities } from '../../core/ambient-identities.ts'
import type { AwsSettings } from '../../core/secrets/source-settings.ts'
import { hostOf } from '../../providers/bedrock/aws-hosts.ts'
import { AwsIdentity } from '../../providers/bedrock/aws-identity.ts'
import { type AwsKeys, sign } from '../../providers/bedrock/sign.ts'
import { asSourceError, postRequest, requestJson, storeRefusal, timeOf } from '../request-json.ts'
import { type SecretSource, SecretSourceError, type SourcePorts, type StoredSecret } from '../secret-source.ts'

export class AwsSource implements SecretSource {
  readonly #identity: AwsIdentity

  constructor(
    private readonly settings: AwsSettings,
    private readonly ports: SourcePorts,
    identities: CloudIdentities,
  ) {
    // GATEWAY_AMBIENT_IDENTITIES does not apply: it restricts virtual keys, and here the operator chose the identity.
    this.#identity = new AwsIdentity({ ...ports, identities: { ...identities, allowed: new Set(['aws']) } })
  }

  async read(path: string): Promise<StoredSecret> {
    const { region, url } = this.settings
    const request = postRequest(
      `${url ?? hostOf('secretsmanager', region)}/`,
      { SecretId: path },
      { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'secretsmanager.GetSecretValue' },
    )
    const keys = await this.#keys().catch((error: unknown) => {
      throw asSourceError(error)
    })
    await sign(request, keys, 'secretsmanager', region, new Date(this.ports.now()))
    const { status, body } = await requestJson(this.ports.send, request)
    if (status !== 200) throw refusalOf(status, body['__type'])
    const { SecretString: text, SecretBinary: binary, VersionId: version, CreatedDate: created } = body
    const content = typeof text === 'string' ? text : typeof binary === 'string' ? decoded(binary) : null
    if (content === null) throw new SecretSourceError('invalid', 'has a secret without a value')
    return { content, version: typeof version === 'string' ? version : null, rotatedAtMs: timeOf(created) }
  }

  async #keys(): Promise<AwsKeys> {
    const {
      access_key_id: accessKeyId,
      secret_access_key: secretAccessKey,
      session_token: sessionToken,
    } = this.settings
    if (accessKeyId === undefined || secretAccessKey === undefined)
      return this.#identity.keys('access_key_id', { mayUseAmbientIdentity: true })
    return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
  }
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8')
}

/** `__type` may have a namespace: `com.amazonaws.secretsmanager#ResourceNotFoundException`. */
function refusalOf(status: number, type: unknown): SecretSourceError {
  const name = typeof type === 'string' ? (type.split('#').at(-1) ?? '') : ''
  if (name === 'ResourceNotFoundException') return storeRefusal(404)
  // The secret is marked for deletion.
  if (name === 'InvalidRequestException') return storeRefusal(404)
  if (/^(?:AccessDenied|UnrecognizedClient|InvalidSignature|ExpiredToken|IncompleteSignature)/.test(name))
    return storeRefusal(403)
  if (/^(?:Throttling|InternalService|DecryptionFailure)/.test(name)) return storeRefusal(503)
  return storeRefusal(status)
}
