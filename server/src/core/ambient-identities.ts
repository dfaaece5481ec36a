/** The identities that a cloud gives to the machine or pod of the gateway, and where their tokens come from. */

export const AMBIENT_IDENTITIES = ['azure-managed', 'azure-workload', 'aws'] as const

export type AmbientIdentity = (typeof AMBIENT_IDENTITIES)[number]

export type CloudIdentities = {
  /** GATEWAY_AMBIENT_IDENTITIES. Empty by default: the gateway uses only credentials that someone gave it. */
  readonly allowed: ReadonlySet<AmbientIdentity>
  readonly azure: {
    /** Base URL of Entra ID, without a trailing slash. */
    readonly authority: string
    /** Base URL of the instance metadata service, without a trailing slash. */
    readonly metadata: string
    /** The token endpoint of App Service and Container Apps; null elsewhere. */
    readonly appService: { readonly url: string; readonly header: string } | null
    readonly tenantId: string | null
    readonly clientId: string | null
    readonly tokenFile: string | null
  }
  readonly aws: {
    readonly keys: {
      readonly accessKeyId: string
      readonly secretAccessKey: string
      readonly sessionToken?: string
    } | null
    readonly webIdentity: { readonly roleArn: string; readonly tokenFile: string } | null
    /** The credential endpoint of ECS and EKS; null elsewhere. */
    readonly container: {
      readonly url: string
      readonly token: string | null
      readonly tokenFile: string | null
    } | null
    readonly metadata: string
    /** Base URL of STS for web identities; null: the one of the region. */
    readonly sts: string | null
    readonly region: string
  }
}

const METADATA = 'http://169.254.169.254'

export const NO_IDENTITIES: CloudIdentities = {
  allowed: new Set(),
  azure: {
    authority: 'https://login.microsoftonline.com',
    metadata: METADATA,
    appService: null,
    tenantId: null,
    clientId: null,
    tokenFile: null,
  },
  aws: { keys: null, webIdentity: null, container: null, metadata: METADATA, sts: null, region: 'us-east-1' },
}

/** Origins of the cloud's token services. The gateway connects to them only to get tokens for its own identity. */
export function identityOrigins({ allowed, azure, aws }: CloudIdentities): readonly string[] {
  const urls = [
    ...(allowed.has('azure-managed') ? [azure.appService?.url ?? azure.metadata] : []),
    ...(allowed.has('aws') ? [aws.container?.url ?? aws.metadata] : []),
  ]
  return urls.map((url) => new URL(url).origin)
}
