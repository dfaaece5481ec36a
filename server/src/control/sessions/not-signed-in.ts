/** The error for API keys on operations that need a session. */

import { GatewayError } from '../../core/errors.ts'

export function notSignedIn(message: string): GatewayError {
  return new GatewayError('scope_missing', { message, hint: 'Sign in with your email address and password.' })
}
