/** Creates the first owner account with the link that the gateway prints at startup. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { refuseForeignOrigin } from '../access/same-origin.ts'
import { newToken, startSession } from '../access/session.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { userOnWire } from '../users/user-wire.ts'
import { callerOnWire, callerSchema } from './caller-wire.ts'
import { type ClaimToken, fitsClaimLink } from './claim-token.ts'
import { accountShape, LOCAL_OWNER } from './local-owner.ts'
import { checkPassword } from './password-policy.ts'
import type { Passwords } from './passwords.ts'

type ClaimPorts = { readonly vault: Vault; readonly passwords: Passwords; readonly claim: ClaimToken }

const bodySchema = z.strictObject({
  token: z.string().min(1).max(128),
  email: accountShape.email.optional(),
  password: accountShape.password.optional(),
  first_name: accountShape.first_name.optional(),
  last_name: accountShape.last_name,
})

const REQUIRED = ['email', 'password', 'first_name'] as const

type Account = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
}

/** Needs all account fields or none. Without them, the first owner is the local owner, whose password nobody knows. */
function accountOf(body: z.infer<typeof bodySchema>): Account {
  const { email, password, first_name: firstName, last_name: lastName } = body
  if (email !== undefined && password !== undefined && firstName !== undefined)
    return { email, password, firstName, lastName }
  if (REQUIRED.every((name) => body[name] === undefined) && lastName === '')
    return { ...LOCAL_OWNER, password: newToken() }
  const missing = REQUIRED.find((name) => body[name] === undefined) ?? 'email'
  throw new GatewayError('invalid_body', {
    param: missing,
    message: `${missing} is missing.`,
    hint: 'Send email, password and first_name, or none of them to create a local owner, who signs in with a link.',
  })
}

export function claimOperation({ vault, passwords, claim }: ClaimPorts): Operation {
  return endpoint({
    name: 'claim.create',
    method: 'POST',
    path: '/claim',
    summary: 'Create the first owner',
    description:
      'Without email, password and first_name, it creates the local owner, which can only sign in with links of `gatehouse open` until PUT /v1/users/me/account.',
    permission: 'public',
    audit: 'organisation.claim',
    body: bodySchema,
    reply: callerSchema,
    async handle(call) {
      const { body, nowMs } = call
      refuseForeignOrigin(call.origin.headers, call.origin.baseUrl)
      const requireToken = () => {
        if (!claim.fits(body.token, nowMs) && !fitsClaimLink(body.token, vault, nowMs))
          throw new GatewayError('link_invalid', {
            hint: 'Run `gatehouse open` on the gateway’s machine to get a new link.',
          })
      }
      requireToken()
      const { email, password, firstName, lastName } = accountOf(body)
      checkPassword(password, email)
      const passwordHash = await passwords.hash(password, call.origin.ip)
      const reply = await call.change(async (stores) => {
        // Checked again inside the transaction, because the link may have been used concurrently.
        requireToken()
        const { id: organisationId } = await stores.organisations.readOfDeployment()
        if ((await stores.users.countOwners(organisationId)) > 0) throw new GatewayError('link_invalid')
        const user = {
          id: Bun.randomUUIDv7(),
          organisationId,
          email,
          firstName,
          lastName,
          role: 'owner',
          passwordHash,
          isDisabled: false,
          lastActiveAtMs: null,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        } as const
        await stores.users.insert(user)
        const principal = await startSession(user, call, stores, vault, { method: 'password' })
        call.note({ id: user.id, name: user.email, workspaceId: null, after: userOnWire(user, []), actor: principal })
        return callerOnWire(principal, stores)
      })
      claim.spend()
      return reply
    },
  })
}
