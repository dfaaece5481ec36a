/** Verifies e-mail address and password, with throttling. Unknown accounts take the same time as known ones. */

import { GatewayError } from '../../core/errors.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { OperationCall } from '../endpoint.ts'
import type { Passwords } from './passwords.ts'

type Attempt = { readonly account: string; readonly address: string; readonly atMs: number }

interface SignInGuard {
  /** Returns the milliseconds to wait, 0 if allowed. The attempt counts as failed until `succeed` is called. */
  begin(attempt: Attempt): number
  succeed(attempt: Attempt): void
  /** Call it if the password could not be checked. The attempt then does not count. */
  release(attempt: Attempt): void
}

export type SignInPorts = { readonly passwords: Passwords; readonly throttle: SignInGuard }

type SignInCall = Pick<OperationCall<unknown, unknown>, 'nowMs' | 'origin'> & { readonly stores: Stores }

export async function checkSignIn(
  email: string,
  password: string,
  call: SignInCall,
  { passwords, throttle }: SignInPorts,
): Promise<User> {
  const attempt = { account: email, address: call.origin.ip, atMs: call.nowMs }
  const retryAfterMs = throttle.begin(attempt)
  if (retryAfterMs > 0) throw new GatewayError('sign_in_throttled', { retryAfterMs })
  let user: User | undefined
  let isRight: boolean
  try {
    user = await call.stores.users.findByEmail(email)
    isRight = await passwords.fits(password, user && !user.isDisabled ? user.passwordHash : null, call.origin.ip)
  } catch (error) {
    throttle.release(attempt)
    throw error
  }
  if (!user || !isRight) throw new GatewayError('sign_in_failed')
  throttle.succeed(attempt)
  return user
}
