/** Schema of GATEWAY_SECRET_SOURCES: the settings of each secret source. */

import { z } from 'zod'

const TEXT = z.string().min(1).max(8_192)
const URL_TEXT = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !/[@?#\s]/.test(text), 'must be http(s)://host[:port][/path]')
  .transform((text) => text.replace(/\/+$/, ''))
const FILE = z.string().startsWith('/', 'must be an absolute path').max(4_096)
const SEGMENTS = z.string().regex(/^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/, 'must be a path without a leading slash')
const NAME = z.string().regex(/^[A-Za-z0-9._-]{1,253}$/)

/**
 * Path prefixes that callers of a workspace may use, by workspace id (`*`: every workspace). A prefix ends with a
 * separator and a slash follows `{workspace_id}`, so that workspace `w1` cannot read the paths of workspace `w10`.
 */
const WORKSPACE_PATHS = z
  .record(
    z.string().regex(/^(?:\*|[A-Za-z0-9_-]{1,64})$/, 'must be a workspace id or *'),
    z.array(
      z
        .string()
        .regex(/^[A-Za-z0-9._~+=@:/{}-]*[/._-]$/, 'must end with /, -, _ or .')
        .refine((text) => !/[{}]/.test(text.replaceAll('{workspace_id}/', '')), 'may contain only {workspace_id}/')
        .refine((text) => !text.startsWith('/') && !text.includes('..') && !text.includes('//'), 'must be a path'),
    ),
  )
  .default({})

const SHARED = { workspace_paths: WORKSPACE_PATHS, ca_file: FILE.optional() }

const VAULT = z
  .strictObject({
    type: z.enum(['vault', 'openbao']),
    url: URL_TEXT,
    mount: SEGMENTS.default('secret'),
    kv_version: z.union([z.literal(1), z.literal(2)]).default(2),
    namespace: SEGMENTS.optional(),
    auth: z.discriminatedUnion('method', [
      z.strictObject({ method: z.literal('token'), token: TEXT.optional(), token_file: FILE.optional() }),
      z.strictObject({
        method: z.literal('approle'),
        role_id: TEXT,
        secret_id: TEXT.optional(),
        secret_id_file: FILE.optional(),
        mount: SEGMENTS.default('approle'),
      }),
      z.strictObject({
        method: z.literal('kubernetes'),
        role: TEXT,
        token_file: FILE.default('/var/run/secrets/kubernetes.io/serviceaccount/token'),
        mount: SEGMENTS.default('kubernetes'),
      }),
    ]),
    ...SHARED,
  })
  .refine(
    ({ auth }) =>
      auth.method === 'kubernetes' ||
      (auth.method === 'token'
        ? (auth.token === undefined) !== (auth.token_file === undefined)
        : (auth.secret_id === undefined) !== (auth.secret_id_file === undefined)),
    { path: ['auth'], message: 'needs either the value or the file of its token or secret_id' },
  )

const AWS = z
  .strictObject({
    type: z.literal('aws'),
    region: z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-[0-9]$/),
    /** Without keys: the identity of the machine, pod or task. */
    access_key_id: TEXT.optional(),
    secret_access_key: TEXT.optional(),
    session_token: TEXT.optional(),
    url: URL_TEXT.optional(),
    ...SHARED,
  })
  .refine((one) => (one.access_key_id === undefined) === (one.secret_access_key === undefined), {
    path: ['access_key_id'],
    message: 'needs access_key_id and secret_access_key, or neither',
  })

const GCP = z.strictObject({
  type: z.literal('gcp'),
  project: z.string().regex(/^[a-z0-9][a-z0-9.:-]{0,127}$/),
  /** Without a key file: the service account of the machine or pod, from the metadata service. */
  service_account_file: FILE.optional(),
  url: URL_TEXT.default('https://secretmanager.googleapis.com'),
  metadata_url: URL_TEXT.default('http://metadata.google.internal'),
  ...SHARED,
})

const AZURE = z
  .strictObject({
    type: z.literal('azure'),
    url: URL_TEXT,
    tenant_id: TEXT.optional(),
    client_id: TEXT.optional(),
    client_secret: TEXT.optional(),
    /** managed or workload: the identity of the machine or pod instead of a client secret. */
    identity: z.enum(['managed', 'workload']).optional(),
    ...SHARED,
  })
  .refine(
    (one) =>
      one.identity === undefined
        ? one.tenant_id !== undefined && one.client_id !== undefined && one.client_secret !== undefined
        : one.client_secret === undefined,
    { path: ['identity'], message: 'needs tenant_id, client_id and client_secret, or identity' },
  )

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

const KUBERNETES = z.strictObject({
  type: z.literal('kubernetes'),
  namespace: NAME,
  url: URL_TEXT.default('https://kubernetes.default.svc'),
  token_file: FILE.default(`${SERVICE_ACCOUNT}/token`),
  workspace_paths: WORKSPACE_PATHS,
  ca_file: FILE.default(`${SERVICE_ACCOUNT}/ca.crt`),
})

/** Also mounted Kubernetes secrets: one folder per secret, one file per field. */
const FILES = z.strictObject({ type: z.literal('file'), folder: FILE, workspace_paths: WORKSPACE_PATHS })

export const SECRET_SOURCES = z.record(
  z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be 1 to 32 of a-z, 0-9 and -'),
  z.discriminatedUnion('type', [VAULT, AWS, GCP, AZURE, KUBERNETES, FILES]),
)

export type SecretSources = z.infer<typeof SECRET_SOURCES>
export type SourceSettings = SecretSources[string]
export type VaultSettings = z.infer<typeof VAULT>
export type AwsSettings = z.infer<typeof AWS>
export type GcpSettings = z.infer<typeof GCP>
export type AzureSettings = z.infer<typeof AZURE>
export type KubernetesSettings = z.infer<typeof KUBERNETES>
export type FileSettings = z.infer<typeof FILES>
