/** Creates the first owner account with the link that the gateway prints. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { refuseForeignOrigin } from '../access/same-origin.ts'
import { startSession } from '../access/session.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { emailSchema, firstNameSchema, lastNameSchema, userOnWire } from '../users/user-wire.ts'
import { callerOnWire, callerSchema } from './caller-wire.ts'
import { type ClaimToken, fitsClaimLink } from './claim-token.ts'
import { checkPassword, newPasswordSchema } from './password-policy.ts'
import type { Passwords } from './passwords.ts'

type ClaimPorts = { readonly vault: Vault; readonly passwords: Passwords; readonly claim: ClaimToken }

const bodySchema = z.strictObject({
  token: z.string().min(1).max(128),
  email: emailSchema,
  password: newPasswordSchema,
  first_name: firstNameSchema,
  last_name: lastNameSchema.default(''),
})

export function claimOperation({ vault, passwords, claim }: ClaimPorts): Operation {
  return endpoint({
    name: 'claim.create',
    method: 'POST',
    path: '/claim',
    summary: 'Create the first owner',
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
      checkPassword(body.password, body.email)
      const passwordHash = await passwords.hash(body.password, call.origin.ip)
      const reply = await call.change(async (stores) => {
        // Checked again inside the transaction, because the link may have been used concurrently.
        requireToken()
        const { id: organisationId } = await stores.organisations.readOfDeployment()
        if ((await stores.users.countOwners(organisationId)) > 0) throw new GatewayError('link_invalid')
        const user = {
          id: Bun.randomUUIDv7(),
          organisationId,
          email: body.email,
          firstName: body.first_name,
          lastName: body.last_name,
          role: 'owner',
          passwordHash,
          isDisabled: false,
          lastActiveAtMs: null,
          createdAtMs: nowMs,
          updatedAtMs: nowMs,
        } as const
        await stores.users.insert(user)
        const principal = await startSession(user, call, stores, vault)
        call.note({ id: user.id, name: user.email, workspaceId: null, after: userOnWire(user, []), actor: principal })
        return callerOnWire(principal, stores)
      })
      claim.spend()
      return reply
    },
  })
}
