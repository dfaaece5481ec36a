/** The refusal of a key where only a person with a session can act. */

import { GatewayError } from '../../core/errors.ts'

export function notSignedIn(message: string): GatewayError {
  return new GatewayError('scope_missing', { message, hint: 'Sign in with e-mail address and password.' })
}
