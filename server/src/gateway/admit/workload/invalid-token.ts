/** The error for a token that is not accepted. */

import { GatewayError } from '../../../core/errors.ts'

/** `what` completes the sentence "The token …". It never contains a value of the token. */
export function invalid(what: string): GatewayError {
  return new GatewayError('token_invalid', { message: `The token ${what}` })
}
