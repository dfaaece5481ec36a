/** Virtual key operations: create, list, read, update, delete. */

import { z } from 'zod'
import type { ConfigTexts } from '../../core/configs/config-texts.ts'
import type { SpendingService } from '../../core/money/spending.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { claimId } from '../given-id.ts'
import { spendingOf } from '../limits-wire.ts'
import { pageFrom, pageQuery, searchQuery } from '../page-wire.ts'
import { changedVirtualKey, newVirtualKey } from './build-virtual-key.ts'
import { credentialTestOperations } from './credential-tests.ts'
import { findVirtualKey } from './find-virtual-key.ts'
import { keyOperations } from './key-operations.ts'
import type { CredentialTester, VirtualKeyDependencies } from './ports.ts'
import { refuseDisabling, refuseDuplicate, refuseInUse, refuseSecretsOf } from './refusals.ts'
import { type UsagePorts, usageOperation } from './usage.ts'
import { VIRTUAL_KEY_REPLY, virtualKeyOnWire, virtualKeySchemas } from './virtual-key-wire.ts'

const WORKSPACE = z.string().max(128).optional()
const IN_WORKSPACE = z.object({ workspace_id: WORKSPACE })
const CHANGED_REPLY = z.object({ id: z.string(), slug: z.string(), object: z.literal('virtual-key') })

export type VirtualKeyPorts = VirtualKeyDependencies &
  UsagePorts & {
    readonly test: CredentialTester
    readonly configTexts: Pick<ConfigTexts, 'holdsSecretParams'>
  }

export function virtualKeyOperations(ports: VirtualKeyPorts): readonly Operation[] {
  const schemas = virtualKeySchemas(ports.forms)
  return [
    createVirtualKey(ports, schemas),
    listVirtualKeys(ports.spending),
    readVirtualKey(ports.spending),
    usageOperation(ports),
    changeVirtualKey(ports, schemas),
    deleteVirtualKey,
    ...keyOperations(ports, schemas),
    ...credentialTestOperations(ports, schemas),
  ]
}

type Schemas = ReturnType<typeof virtualKeySchemas>

function createVirtualKey(ports: VirtualKeyPorts, { created }: Schemas): Operation {
  return endpoint({
    name: 'virtual-keys.create',
    method: 'POST',
    path: '/virtual-keys',
    summary: 'Create a virtual key',
    permission: { scope: 'virtual_keys.create', or: ['providers.create'] },
    audit: 'virtual_key.create',
    body: created,
    reply: CHANGED_REPLY.extend({ success: z.literal(true), data: z.object({ slug: z.string() }) }),
    example: { body: { name: 'My first provider', provider: 'openai', key: 'sk-your-provider-key' } },
    async handle(call) {
      const key = newVirtualKey(call, ports)
      const { id, slug, workspaceId } = key
      return call.change(async (stores) => {
        await refuseDuplicate(stores, call, workspaceId, slug)
        await claimId(call.principal, stores, { kind: 'virtual_key', id: call.body.id, home: key })
        // Saved configs may still name a deleted virtual key with the same slug.
        if (!call.principal.isTrusted) await refuseSecretsOf(stores, key, 'slug', ports)
        await stores.virtualKeys.insert(key)
        call.note({ id, name: key.name, workspaceId, after: virtualKeyOnWire(key, call.nowMs) })
        call.announce({ kind: 'virtual_key', workspaceId, slug })
        return { id, slug, object: 'virtual-key' as const, success: true as const, data: { slug } }
      })
    },
  })
}

const listVirtualKeys = (budgets: SpendingService) =>
  endpoint({
    name: 'virtual-keys.list',
    method: 'GET',
    path: '/virtual-keys',
    summary: 'List virtual keys',
    permission: { scope: 'virtual_keys.list', or: ['providers.list'] },
    query: z.object({
      workspace_id: WORKSPACE,
      ...pageQuery({ defaultSize: 50, maxSize: 100 }),
      search: searchQuery,
    }),
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(VIRTUAL_KEY_REPLY) }),
    example: {},
    async handle({ reach, query, stores, nowMs }) {
      const page = pageFrom(query)
      const { rows, total } = await stores.virtualKeys.list(reach, page, query.search)
      const shown = rows.map(async (key) => virtualKeyOnWire(key, nowMs, await spendingOf(budgets, 'virtual_key', key)))
      return { object: 'list' as const, total, data: await Promise.all(shown) }
    },
  })

const readVirtualKey = (budgets: SpendingService) =>
  endpoint({
    name: 'virtual-keys.read',
    method: 'GET',
    path: '/virtual-keys/{slug}',
    summary: 'Read a virtual key',
    permission: { scope: 'virtual_keys.read', or: ['providers.read'] },
    query: IN_WORKSPACE,
    reply: VIRTUAL_KEY_REPLY,
    async handle(call) {
      const key = await findVirtualKey(call, call.stores)
      return virtualKeyOnWire(key, call.nowMs, await spendingOf(budgets, 'virtual_key', key))
    },
  })

function changeVirtualKey(ports: VirtualKeyPorts, { changed }: Schemas): Operation {
  return endpoint({
    name: 'virtual-keys.update',
    method: 'PUT',
    path: '/virtual-keys/{slug}',
    summary: 'Update a virtual key',
    permission: { scope: 'virtual_keys.update', or: ['providers.update'] },
    audit: 'virtual_key.update',
    query: IN_WORKSPACE.extend({
      force: z
        .enum(['true', 'false'])
        .default('false')
        .describe('`true` switches it off even if checks of guardrails use it.'),
    }),
    body: changed,
    reply: CHANGED_REPLY,
    async handle(call) {
      const isReset = call.body.reset_usage === true
      const reply = await call.change(async (stores) => {
        const before = await findVirtualKey(call, stores)
        const { after, originChange } = changedVirtualKey(call, before, ports)
        if (originChange !== null && !call.principal.isTrusted)
          await refuseSecretsOf(stores, after, 'custom_host', ports)
        if (after.isDisabled && !before.isDisabled && call.query.force !== 'true') await refuseDisabling(stores, after)
        await stores.virtualKeys.update(after)
        const { id, slug, workspaceId } = after
        const [was, is] = [virtualKeyOnWire(before, call.nowMs), virtualKeyOnWire(after, call.nowMs)]
        const noted = {
          ...is,
          ...(isReset && { reset_usage: true }),
          ...(originChange && { origin_changed: originChange }),
        }
        call.note({ id, name: after.name, workspaceId, before: was, after: noted })
        call.announce({ kind: 'virtual_key', workspaceId, slug })
        call.announce({ kind: 'limits', workspaceId })
        return { id, slug, object: 'virtual-key' as const }
      })
      // The ledger is not part of the transaction, so the usage is reset after the audit entry is committed.
      if (isReset) await ports.spending.reset({ kind: 'virtual_key', id: reply.id })
      return reply
    },
  })
}

const deleteVirtualKey = endpoint({
  name: 'virtual-keys.delete',
  method: 'DELETE',
  path: '/virtual-keys/{slug}',
  summary: 'Delete a virtual key',
  permission: { scope: 'virtual_keys.delete', or: ['providers.delete'] },
  audit: 'virtual_key.delete',
  query: IN_WORKSPACE.extend({
    force: z
      .enum(['true', 'false'])
      .default('false')
      .describe('`true` deletes it even if configs, prompts or guardrails use it.'),
  }),
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const key = await findVirtualKey(call, stores)
      const { id, slug, workspaceId } = key
      if (call.query.force !== 'true') await refuseInUse(stores, key)
      await stores.virtualKeys.remove(id)
      call.note({ id, name: key.name, workspaceId, before: virtualKeyOnWire(key, call.nowMs) })
      call.announce({ kind: 'virtual_key', workspaceId, slug })
      // Another virtual key may get the slug, and the prices of the integration do not apply to it.
      if (key.integration !== null) call.announce({ kind: 'price', workspaceId })
      return {}
    })
  },
})
