/** Operations on the provider keys of a virtual key: add, update, remove. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { StoredCredential, VirtualKey } from '../../core/stores/virtual-keys.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { changedCredential, secretsOf } from './build-virtual-key.ts'
import { checkOrigins, type OriginChange, sentSecrets } from './credential-origins.ts'
import {
  checkAmbientIdentity,
  checkCredential,
  openCredential,
  requireOneInService,
  sealCredential,
} from './credentials.ts'
import { accountOfIntegration, findCredential, findVirtualKey } from './find-virtual-key.ts'
import type { VirtualKeyDependencies } from './ports.ts'
import { requireForm, withChanges } from './read-settings.ts'
import { checkReferences } from './secret-references.ts'
import { CREDENTIAL_REPLY, credentialOnWire, virtualKeyOnWire, type virtualKeySchemas } from './virtual-key-wire.ts'

const MAX_KEYS = 100
const IN_WORKSPACE = z.object({ workspace_id: z.string().max(128).optional() })

type Schemas = ReturnType<typeof virtualKeySchemas>

export function keyOperations(ports: VirtualKeyDependencies, schemas: Schemas): readonly Operation[] {
  return [addKey(ports, schemas), changeKey(ports, schemas), removeKey(ports)]
}

function addKey({ forms, vault, references }: VirtualKeyDependencies, { addedKey }: Schemas): Operation {
  return endpoint({
    name: 'virtual-keys.keys.create',
    method: 'POST',
    path: '/virtual-keys/{slug}/keys',
    summary: 'Add a provider key to a virtual key',
    permission: { scope: 'virtual_keys.update', or: ['providers.update'] },
    audit: 'virtual_key.add_key',
    body: addedKey,
    reply: CREDENTIAL_REPLY,
    async handle(call) {
      const { body, nowMs } = call
      return call.change(async (stores) => {
        const before = await findOwnAccount(call, stores)
        if (before.credentials.length >= MAX_KEYS) {
          throw new GatewayError('invalid_body', {
            message: `A virtual key can have at most ${MAX_KEYS} keys.`,
            hint: 'Remove a key first, or create another virtual key.',
          })
        }
        const form = requireForm(forms, before.provider)
        const text = { key: body.key ?? null, settings: withChanges({}, secretsOf(body, form)) }
        checkAmbientIdentity(call.principal, form, { ...before.settings, ...text.settings })
        // A credential is required here for every provider: an empty key would be selected like any other key.
        checkCredential(
          { ...form, needsCredential: true, usesAmbientIdentity: () => false },
          before.settings,
          text,
          before.customHost,
        )
        const rest = { id: Bun.randomUUIDv7(), weight: body.weight ?? 1, isDisabled: false, createdAtMs: nowMs }
        const saver = { principal: call.principal, workspaceId: before.workspaceId, references }
        const credential = sealCredential(vault, before, checkReferences(text, null, saver), rest)
        await save(call, stores, before, [...before.credentials, credential])
        return credentialOnWire(credential)
      })
    },
  })
}

function changeKey({ forms, vault, references }: VirtualKeyDependencies, { changedKey }: Schemas): Operation {
  return endpoint({
    name: 'virtual-keys.keys.update',
    method: 'PUT',
    path: '/virtual-keys/{slug}/keys/{key_id}',
    summary: 'Update a provider key of a virtual key',
    permission: { scope: 'virtual_keys.update', or: ['providers.update'] },
    audit: 'virtual_key.update_key',
    query: IN_WORKSPACE,
    body: changedKey,
    reply: CREDENTIAL_REPLY,
    async handle(call) {
      const { body } = call
      return call.change(async (stores) => {
        const before = await findOwnAccount(call, stores)
        const old = findCredential(before, call.params['key_id'] ?? '')
        const form = requireForm(forms, before.provider)
        const secrets = secretsOf(body, form)
        const saver = { principal: call.principal, workspaceId: before.workspaceId, references }
        const sealed = changedCredential(vault, before, old, body.key, secrets, saver)
        const credential: StoredCredential = {
          ...sealed,
          weight: body.weight ?? old.weight,
          isDisabled: body.status === undefined ? old.isDisabled : body.status === 'archived',
        }
        const text = openCredential(vault, before, credential)
        checkAmbientIdentity(call.principal, form, { ...before.settings, ...text.settings })
        checkCredential(form, before.settings, text, before.customHost)
        const credentials = before.credentials.map((one) => (one.id === old.id ? credential : one))
        requireOneInService(form, credentials)
        const sent = sentSecrets(body.key, secrets, [old])
        const after = { ...before, credentials }
        const moved = checkOrigins(call.principal, before, after, sent, { forms, vault, references })
        await save(call, stores, before, credentials, moved)
        return credentialOnWire(credential)
      })
    },
  })
}

function removeKey({ forms }: VirtualKeyDependencies): Operation {
  return endpoint({
    name: 'virtual-keys.keys.delete',
    method: 'DELETE',
    path: '/virtual-keys/{slug}/keys/{key_id}',
    summary: 'Remove a provider key from a virtual key',
    permission: { scope: 'virtual_keys.update', or: ['providers.update'] },
    audit: 'virtual_key.remove_key',
    query: IN_WORKSPACE,
    reply: z.object({}),
    async handle(call) {
      return call.change(async (stores) => {
        const before = await findOwnAccount(call, stores)
        const old = findCredential(before, call.params['key_id'] ?? '')
        const credentials = before.credentials.filter((one) => one.id !== old.id)
        requireOneInService(requireForm(forms, before.provider), credentials)
        await save(call, stores, before, credentials)
        return {}
      })
    },
  })
}

/** Rejects virtual keys of an integration: their keys are changed with the integration. */
async function findOwnAccount(call: Parameters<typeof findVirtualKey>[0], stores: Stores): Promise<VirtualKey> {
  const key = await findVirtualKey(call, stores)
  if (key.integration !== null) throw accountOfIntegration(key, 'key')
  return key
}

async function save(
  call: Pick<OperationCall<unknown, unknown>, 'nowMs' | 'note' | 'announce'>,
  stores: Stores,
  before: VirtualKey,
  credentials: readonly StoredCredential[],
  originChange: OriginChange | null = null,
): Promise<void> {
  const after: VirtualKey = { ...before, credentials, updatedAtMs: call.nowMs }
  await stores.virtualKeys.update(after)
  const { id, name, slug, workspaceId } = after
  const [was, is] = [virtualKeyOnWire(before, call.nowMs), virtualKeyOnWire(after, call.nowMs)]
  const noted = originChange === null ? is : { ...is, origin_changed: originChange }
  call.note({ id, name, workspaceId, before: was, after: noted })
  call.announce({ kind: 'virtual_key', workspaceId, slug })
}
