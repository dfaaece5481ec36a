/** Operations on the caller's own second factors. Adding or removing a factor ends the user's other sessions. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { factorFailed, totpContext } from './check-factor.ts'
import { factorsOf, hasFactor } from './factor-policy.ts'
import { CHALLENGE_MS, creationOptions, optionsSchema, registrationSchema, verifyRegistration } from './passkeys.ts'
import { MAX_ATTEMPTS } from './pending-sign-in.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { signedInUser } from './signed-in-user.ts'
import { matchingStep, newTotpSecret, totpUri } from './totp.ts'

const MAX_PASSKEYS = 20
const passkeyName = z.string().trim().min(1).max(64)

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string().meta({ description: 'The host name that it works for.' }),
  created_at: z.string(),
  last_used: z.string().nullable(),
})

const factorsSchema = z.object({
  object: z.literal('second_factors'),
  passkeys: z.array(passkeySchema),
  totp: z.object({ created_at: z.string(), last_used: z.string().nullable() }).nullable(),
  recovery_codes_left: z.number(),
})

const changedSchema = factorsSchema.extend({
  recovery_codes: z.array(z.string()).nullable().meta({
    description: 'New recovery codes. They are returned only once. Null if the user already has some.',
  }),
})

type AnyCall = OperationCall<unknown, unknown>

export function ownFactorOperations({ vault }: { readonly vault: Vault }): readonly Operation[] {
  return [
    listFactors(vault),
    passkeyOptions(vault),
    addPasskey(vault),
    renamePasskey(vault),
    removePasskey(vault),
    startTotp(vault),
    addTotp(vault),
    removeTotp(vault),
    renewCodes(vault),
  ]
}

const base = { permission: 'any caller', duringEnrolment: true } as const

function listFactors(vault: Vault): Operation {
  return endpoint({
    ...base,
    name: 'second_factors.list',
    method: 'GET',
    path: '/users/me/second-factors',
    summary: 'List your own second factors',
    reply: factorsSchema,
    handle: (call) => factorsOnWire(signedInUser(call, vault).userId, call.stores),
  })
}

function passkeyOptions(vault: Vault): Operation {
  return endpoint({
    ...base,
    name: 'second_factors.passkey-options',
    method: 'POST',
    path: '/users/me/passkeys/options',
    summary: 'Request the options to create a passkey',
    stepUp: true,
    reply: optionsSchema,
    async handle(call) {
      const { userId, tokenHash } = signedInUser(call, vault)
      const [user, existing] = [await ownUser(userId, call.stores), await call.stores.secondFactors.passkeys(userId)]
      const options = await creationOptions(user, existing, call.origin)
      await remember(call, userId, passkeyId(tokenHash), options.challenge)
      return options
    },
  })
}

function addPasskey(vault: Vault): Operation {
  return endpoint({
    ...base,
    name: 'second_factors.add-passkey',
    method: 'POST',
    path: '/users/me/passkeys',
    summary: 'Add a passkey',
    description: 'Ends your other sessions.',
    audit: 'user.passkey_create',
    body: z.strictObject({ name: passkeyName, credential: registrationSchema }),
    reply: changedSchema,
    async handle(call) {
      const { userId, tokenHash } = signedInUser(call, vault)
      const { secondFactors } = call.stores
      const id = passkeyId(tokenHash)
      const challenge = (await secondFactors.findChallenge(id, call.nowMs))?.secret ?? null
      if (challenge === null || !(await secondFactors.spendChallengeSecret(id, challenge))) throw expired()
      const verified = await verifyRegistration(call.body.credential, challenge, call.origin)
      return call.change(async (stores) => {
        if ((await stores.secondFactors.passkeys(userId)).length >= MAX_PASSKEYS)
          throw new GatewayError('conflict', {
            message: `A user can have ${MAX_PASSKEYS} passkeys.`,
            hint: 'Remove one that you no longer use.',
          })
        const times = { createdAtMs: call.nowMs, lastUsedAtMs: null }
        const isNew = await stores.secondFactors.insertPasskey({ ...verified, ...times, userId, name: call.body.name })
        if (!isNew)
          throw new GatewayError('conflict', {
            param: 'credential',
            message: 'This passkey is already registered.',
            hint: 'Use another device, or remove the passkey first.',
          })
        return factorAdded(call, stores, vault)
      })
    },
  })
}

function renamePasskey(vault: Vault): Operation {
  return endpoint({
    ...base,
    name: 'second_factors.rename-passkey',
    method: 'PUT',
    path: '/users/me/passkeys/{id}',
    summary: 'Rename a passkey',
    audit: 'user.passkey_update',
    body: z.strictObject({ name: passkeyName }),
    reply: factorsSchema,
    async handle(call) {
      const { userId, name } = signedInUser(call, vault)
      const id = call.params['id'] ?? ''
      return call.change(async (stores) => {
        const before = (await stores.secondFactors.passkeys(userId)).find((passkey) => passkey.id === id)
        if (before === undefined || !(await stores.secondFactors.renamePasskey(userId, id, call.body.name)))
          throw noPasskey()
        const states = { before: { passkey: before.name }, after: { passkey: call.body.name } }
        call.note({ id: userId, name, workspaceId: null, ...states })
        return factorsOnWire(userId, stores)
      })
    },
  })
}

function noPasskey(): GatewayError {
  return new GatewayError('not_found', {
    param: 'id',
    message: 'You have no passkey with this id.',
    hint: 'GET /v1/users/me/second-factors lists them.',
  })
}

function removePasskey(vault: Vault): Operation {
  return endpoint({
    ...base,
    name: 'second_factors.remove-passkey',
    method: 'DELETE',
    path: '/users/me/passkeys/{id}',
    summary: 'Remove a passkey',
    description: 'Ends your other sessions.',
    stepUp: true,
    audit: 'user.passkey_delete',
    reply: factorsSchema,
    async handle(call) {
      const { userId } = signedInUser(call, vault)
      return call.change(async (stores) => {
        if (!(await stores.secondFactors.removePasskey(userId, call.params['id'] ?? ''))) throw noPasskey()
        return factorRemoved(call, stores, vault)
      })
    },
  })
}

function startTotp(vault: Vault): Operation {
  return endpoint({
    ...base,
    name: 'second_factors.start-totp',
    method: 'POST',
    path: '/users/me/totp',
    summary: 'Create a secret for an authenticator app',
    description: 'It has no effect until PUT /v1/users/me/totp proves that the app has it, within five minutes.',
    stepUp: true,
    reply: z.object({
      secret: z.string().meta({ description: 'Base32, for apps without a camera. It is returned only once.' }),
      uri: z.string().meta({ description: 'Show it as a QR code.' }),
    }),
    async handle(call) {
      const { userId, name, tokenHash } = signedInUser(call, vault)
      if (await call.stores.secondFactors.findTotp(userId)) throw hasTotp()
      const secret = newTotpSecret()
      await remember(call, userId, totpId(tokenHash), vault.seal(secret, totpContext(userId)))
      return { secret, uri: totpUri(secret, name, `Gatehouse (${new URL(call.origin.baseUrl).hostname})`) }
    },
  })
}

function addTotp(vault: Vault): Operation {
  return endpoint({
    ...base,
    name: 'second_factors.add-totp',
    method: 'PUT',
    path: '/users/me/totp',
    summary: 'Add the authenticator app',
    description: 'Ends your other sessions.',
    audit: 'user.totp_create',
    body: z.strictObject({ code: z.string().max(32).meta({ description: 'A code of the app.', example: '123456' }) }),
    reply: changedSchema,
    async handle(call) {
      const { userId, tokenHash } = signedInUser(call, vault)
      const { nowMs } = call
      const pending = await call.stores.secondFactors.tryChallenge(totpId(tokenHash), MAX_ATTEMPTS, nowMs)
      if (!pending?.secret) throw expired()
      const sealedSecret = pending.secret
      const code = call.body.code.replace(/\s/g, '')
      const lastStep = matchingStep(vault.open(sealedSecret, totpContext(userId)), code, 0, nowMs)
      if (lastStep === null) throw factorFailed()
      return call.change(async (stores) => {
        if (!(await stores.secondFactors.removeChallenge(pending.id))) throw expired()
        const times = { createdAtMs: nowMs, lastUsedAtMs: nowMs }
        if (!(await stores.secondFactors.insertTotp({ userId, sealedSecret, lastStep, ...times }))) throw hasTotp()
        return factorAdded(call, stores, vault)
      })
    },
  })
}

function removeTotp(vault: Vault): Operation {
  return endpoint({
    ...base,
    name: 'second_factors.remove-totp',
    method: 'DELETE',
    path: '/users/me/totp',
    summary: 'Remove the authenticator app',
    description: 'Ends your other sessions.',
    stepUp: true,
    audit: 'user.totp_delete',
    reply: factorsSchema,
    async handle(call) {
      const { userId } = signedInUser(call, vault)
      return call.change(async (stores) => {
        if (!(await stores.secondFactors.removeTotp(userId)))
          throw new GatewayError('not_found', {
            message: 'You have no authenticator app.',
            hint: 'GET /v1/users/me/second-factors lists your second factors.',
          })
        return factorRemoved(call, stores, vault)
      })
    },
  })
}

function renewCodes(vault: Vault): Operation {
  return endpoint({
    ...base,
    name: 'second_factors.renew-recovery-codes',
    method: 'POST',
    path: '/users/me/recovery-codes',
    summary: 'Create new recovery codes',
    description: 'The old ones stop working.',
    stepUp: true,
    audit: 'user.recovery_codes',
    reply: changedSchema,
    async handle(call) {
      const { userId, name } = signedInUser(call, vault)
      return call.change(async (stores) => {
        if (!hasFactor(await factorsOf(userId, stores)))
          throw new GatewayError('conflict', {
            message: 'You have no second factor.',
            hint: 'Add a passkey or an authenticator app first: it comes with recovery codes.',
          })
        const recovery_codes = await putCodes(userId, stores, vault)
        call.note({ id: userId, name, workspaceId: null })
        return { ...(await factorsOnWire(userId, stores)), recovery_codes }
      })
    },
  })
}

/** Marks the session as confirmed, because the user has just used the new factor. */
async function factorAdded(call: AnyCall, stores: Stores, vault: Vault): Promise<z.infer<typeof changedSchema>> {
  const { userId, tokenHash } = signedInUser(call, vault)
  const { recoveryCodes } = await factorsOf(userId, stores)
  const recovery_codes = recoveryCodes === 0 ? await putCodes(userId, stores, vault) : null
  await stores.secondFactors.confirm(tokenHash, call.nowMs)
  return { ...(await factorsChanged(call, stores, vault)), recovery_codes }
}

/** Recovery codes replace a factor, so they are removed with the last factor. */
async function factorRemoved(call: AnyCall, stores: Stores, vault: Vault): Promise<z.infer<typeof factorsSchema>> {
  const { userId } = signedInUser(call, vault)
  if (!hasFactor(await factorsOf(userId, stores))) await stores.secondFactors.removeAll(userId)
  return factorsChanged(call, stores, vault)
}

async function factorsChanged(call: AnyCall, stores: Stores, vault: Vault): Promise<z.infer<typeof factorsSchema>> {
  const { userId, name, tokenHash } = signedInUser(call, vault)
  const other_sessions = await stores.sessions.removeOthers(userId, tokenHash)
  const after = await factorsOnWire(userId, stores)
  call.note({ id: userId, name, workspaceId: null, before: { other_sessions }, after })
  return after
}

async function putCodes(userId: string, stores: Stores, vault: Vault): Promise<string[]> {
  const codes = newRecoveryCodes()
  await stores.secondFactors.replaceRecoveryCodes(
    userId,
    codes.map((code) => recoveryCodeHash(userId, code, vault)),
  )
  return [...codes]
}

async function factorsOnWire(userId: string, stores: Stores): Promise<z.infer<typeof factorsSchema>> {
  const [passkeys, totp] = [await stores.secondFactors.passkeys(userId), await stores.secondFactors.findTotp(userId)]
  return {
    object: 'second_factors',
    passkeys: passkeys.map(({ id, name, rpId, createdAtMs, lastUsedAtMs }) => ({
      id,
      name,
      host: rpId,
      created_at: new Date(createdAtMs).toISOString(),
      last_used: isoOrNull(lastUsedAtMs),
    })),
    totp: totp
      ? { created_at: new Date(totp.createdAtMs).toISOString(), last_used: isoOrNull(totp.lastUsedAtMs) }
      : null,
    recovery_codes_left: (await factorsOf(userId, stores)).recoveryCodes,
  }
}

function isoOrNull(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString()
}

async function ownUser(id: string, stores: Stores): Promise<User> {
  const user = await stores.users.findById(id)
  if (!user) throw new GatewayError('session_invalid')
  return user
}

function remember({ stores, nowMs }: AnyCall, userId: string, id: string, secret: string): Promise<void> {
  const challenge = { id, userId, secret, attempts: 0, expiresAtMs: nowMs + CHALLENGE_MS }
  return stores.secondFactors.putChallenge(challenge, nowMs)
}

function passkeyId(tokenHash: string): string {
  return `add-passkey/${tokenHash}`
}

function totpId(tokenHash: string): string {
  return `add-totp/${tokenHash}`
}

function expired(): GatewayError {
  return new GatewayError('second_factor_failed', {
    message: 'The request to add a second factor has expired or was used before.',
    hint: 'Start again.',
  })
}

function hasTotp(): GatewayError {
  return new GatewayError('conflict', {
    message: 'You already have an authenticator app.',
    hint: 'DELETE /v1/users/me/totp removes it.',
  })
}
