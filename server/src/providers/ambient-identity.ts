/** Decides whether a request may use the gateway's own cloud identity, and reads the token files of that identity. */

import type { AmbientIdentity } from '../core/ambient-identities.ts'
import { GatewayError } from '../core/errors.ts'

/** True if the settings come from a virtual key and select the gateway's own identity. */
export type AmbientRight = { readonly mayUseAmbientIdentity: boolean }

/**
 * Only virtual keys and integrations may use the gateway's identity, because an owner, an admin or a trusted Admin key
 * has saved them. Otherwise the author of a request or config could send the gateway's token to any address.
 */
export function requireAmbient(
  identity: AmbientIdentity,
  param: string,
  allowed: ReadonlySet<AmbientIdentity>,
  context: AmbientRight,
): void {
  if (!context.mayUseAmbientIdentity) {
    throw new GatewayError('provider_settings_invalid', {
      param,
      message: `${param}: a request or config cannot use the gateway’s own identity.`,
      hint: 'Ask an owner or admin to save it in an integration or virtual key (or use a trusted Admin key), and name that in the request.',
    })
  }
  if (allowed.has(identity)) return
  throw new GatewayError('provider_settings_invalid', {
    param,
    message: `${param}: this gateway does not allow the use of its own identity "${identity}".`,
    hint: `Set GATEWAY_AMBIENT_IDENTITIES=${identity} on the gateway, or save a credential.`,
  })
}

const MAX_FILE_BYTES = 64 * 1024

/** Reads a token that the platform writes and replaces, such as a service account's token. */
export async function readTokenFile(path: string, variable: string): Promise<string> {
  let text = ''
  try {
    text = (await Bun.file(path).slice(0, MAX_FILE_BYTES).text()).trim()
  } catch {
    // Reported below.
  }
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new GatewayError('provider_settings_invalid', {
    param: variable,
    message: `The file that ${variable} names cannot be read, or contains no token.`,
    hint: 'Check the variable and the volume of the pod.',
  })
}
