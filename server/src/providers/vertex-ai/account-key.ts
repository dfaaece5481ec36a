/** Google service accounts: parses the JSON key file and signs assertions with it. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'

export type ServiceAccount = {
  readonly clientEmail: string
  readonly privateKey: string
  readonly privateKeyId: string | null
  readonly projectId: string | null
  readonly tokenUrl: string
}

const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** The longest lifetime Google accepts for an assertion. */
const ASSERTION_SECONDS = 3_600
export const SERVICE_ACCOUNT_SETTING = 'cloud_b_service_account_json'

const KEY_FILE = z.object({
  client_email: z.string().regex(/^[\x21-\x7e]{3,254}$/),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  private_key_id: z.string().max(256).optional(),
  project_id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.:-]{0,127}$/)
    .optional(),
  token_uri: z
    .url({ protocol: /^https?$/ })
    .refine((text) => !/[@?#]/.test(text))
    .optional(),
})

export function looksLikeServiceAccount(text: string): boolean {
  return text.trimStart().startsWith('{')
}

/** Null if the text is not a key file. */
export function parseServiceAccount(text: string): ServiceAccount | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const file = KEY_FILE.safeParse(json)
  if (!file.success) return null
  return {
    clientEmail: file.data.client_email,
    privateKey: file.data.private_key,
    privateKeyId: file.data.private_key_id ?? null,
    projectId: file.data.project_id ?? null,
    tokenUrl: file.data.token_uri ?? TOKEN_URL,
  }
}

/** The error contains no part of the key. */
export function requireServiceAccount(text: string): ServiceAccount {
  const account = parseServiceAccount(text)
  if (account) return account
  throw new GatewayError('provider_settings_invalid', {
    param: SERVICE_ACCOUNT_SETTING,
    message: 'The service account is not a JSON key file with client_email and private_key.',
    hint: 'Send the JSON key file exactly as downloaded from Google Cloud.',
  })
}

/** RFC 7523, see https://developers.google.com/identity/protocols/oauth2/service-account. */
export async function signAssertion(account: ServiceAccount, nowMs: number): Promise<string> {
  // Loaded on first use: most gateways have no service account.
  const { importPKCS8, SignJWT } = await import('jose')
  const issuedAt = Math.floor(nowMs / 1_000)
  let key: CryptoKey
  try {
    key = await importPKCS8(account.privateKey, 'RS256')
  } catch {
    throw new GatewayError('provider_settings_invalid', {
      param: SERVICE_ACCOUNT_SETTING,
      message: 'The private key of the service account cannot be read.',
      hint: 'Send the key file as it is; line breaks in private_key are written \\n.',
    })
  }
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'JWT',
      ...(account.privateKeyId !== null && { kid: account.privateKeyId }),
    })
    .setIssuer(account.clientEmail)
    .setSubject(account.clientEmail)
    .setAudience(account.tokenUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ASSERTION_SECONDS)
    .sign(key)
}
