/** Checks e-mail address and password: throttled, and with the same work for unknown accounts as for known ones. */

import { GatewayError } from '../../core/errors.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { Call } from '../endpoint.ts'
import type { Passwords } from './passwords.ts'

type Attempt = { readonly account: string; readonly address: string; readonly atMs: number }

interface SignInGuard {
  /** Milliseconds to wait; 0: go on. Counts as failed until it succeeds. */
  begin(attempt: Attempt): number
  succeed(attempt: Attempt): void
  /** The password could not be checked: the attempt does not count. */
  release(attempt: Attempt): void
}

export type SignInPorts = { readonly passwords: Passwords; readonly throttle: SignInGuard }

type Trying = Pick<Call<unknown, unknown>, 'nowMs' | 'origin'> & { readonly stores: Stores }

export async function checkSignIn(
  email: string,
  password: string,
  call: Trying,
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
