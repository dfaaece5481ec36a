/** Decides whether a request may use an identity of the gateway itself. */

import type { AmbientIdentity } from '../core/ambient-identities.ts'
import { GatewayError } from '../core/errors.ts'

/** True if the settings are those of a virtual key, and the adapter declares that they use the identity. */
export type AmbientRight = { readonly mayUseAmbientIdentity: boolean }

/**
 * Only virtual keys and integrations may use it, because an Admin key, owner or admin has saved them. A request or config
 * could otherwise send the gateway's token wherever its author likes.
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
      hint: 'Ask an owner or admin to save it in an integration or virtual key (or use an Admin key), and send that in the request.',
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

/** Reads a token that the platform writes and replaces, such as the one of a service account. */
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
