/** Config operations: create, list, read, update, delete. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { SavedConfig } from '../../core/stores/configs.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { claimId } from '../given-id.ts'
import { pageFrom, searchQuery } from '../page-wire.ts'
import { newSlug, slugTaken } from '../slug.ts'
import { authorsOf } from '../version-authors.ts'
import {
  configDetail,
  configPageQuery,
  configRow,
  createBody,
  savedReply,
  toDetail,
  toRow,
  updateBody,
  wantedDefault,
} from './config-wire.ts'
import { examineOperations } from './examine.ts'
import {
  type ConfigPorts,
  newVersion,
  refuseInUse,
  requireConfig,
  requireDefaultPermission,
  requireValid,
  setDefault,
  textOf,
} from './save-config.ts'
import { versionOperations } from './versions.ts'

const EXAMPLE = {
  name: 'Two models',
  config: {
    strategy: { mode: 'fallback' },
    targets: [{ provider: 'mock' }, { provider: 'mock', override_params: { model: 'mock-2' } }],
  },
}

const force = z
  .enum(['true', 'false'])
  .optional()
  .describe(
    '`true` proceeds even if the config is the default of the workspace or of API keys, or virtual models use it.',
  )

export function configOperations(ports: ConfigPorts): readonly Operation[] {
  return [
    createConfig(ports),
    listConfigs,
    ...examineOperations(ports),
    readConfig(ports),
    updateConfig(ports),
    deleteConfig(ports),
    ...versionOperations(ports),
  ]
}

function createConfig({ texts, examiner }: ConfigPorts): Operation {
  return endpoint({
    name: 'configs.create',
    method: 'POST',
    path: '/configs',
    summary: 'Create a config',
    permission: { scope: 'configs.create' },
    audit: 'config.create',
    body: createBody,
    reply: savedReply,
    example: { body: EXAMPLE },
    async handle(call) {
      const { body, principal, reach, workspaceId, nowMs } = call
      const text = texts.restore(textOf(body.config), null)
      const { warnings } = await requireValid(examiner, { organisationId: reach.organisationId, workspaceId }, text)
      const config: SavedConfig = {
        id: body.id ?? crypto.randomUUID(),
        organisationId: reach.organisationId,
        workspaceId,
        slug: body.slug ?? newSlug('pc', body.name),
        name: body.name,
        isDefault: false,
        status: 'active',
        ownerId: principal.id,
        updatedBy: principal.id,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        version: newVersion({ text, note: body.note || null }, null, call, texts),
      }
      return call.change(async (stores) => {
        if (body.slug !== undefined && (await stores.configs.find({ ...reach, workspaceId }, body.slug)))
          throw slugTaken('config', body.slug)
        await claimId(principal, stores, { kind: 'config', id: body.id, home: config })
        await stores.configs.insert(config)
        const isDefault = wantedDefault(body) === true
        if (isDefault) requireDefaultPermission(principal, config, 'set the default config of the workspace')
        await setDefault(stores, config, isDefault, nowMs)
        call.note({ ...targetOf(config), after: toDetail({ ...config, isDefault }, texts) })
        announce(call, config)
        return saved(config, warnings)
      })
    },
  })
}

const listConfigs = endpoint({
  name: 'configs.list',
  method: 'GET',
  path: '/configs',
  summary: 'List configs',
  permission: { scope: 'configs.list' },
  query: z.object({ ...configPageQuery, search: searchQuery }),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(configRow) }),
  example: {},
  async handle({ reach, query, stores }) {
    const page = pageFrom(query)
    const { rows, total } = await stores.configs.list(reach, page, query.search)
    return { object: 'list' as const, total, data: rows.map(toRow) }
  },
})

function readConfig({ texts }: ConfigPorts): Operation {
  return endpoint({
    name: 'configs.read',
    method: 'GET',
    path: '/configs/{slug}',
    summary: 'Read a config',
    permission: { scope: 'configs.read' },
    query: z.object({ workspace_id: z.string().optional() }),
    reply: configDetail,
    async handle({ reach, params, stores }) {
      const config = await requireConfig(stores, reach, params['slug'] ?? '')
      const names = await stores.users.authors(config.organisationId, [config.updatedBy])
      return { ...toDetail(config, texts), updated_by_name: names.get(config.updatedBy) ?? null }
    },
  })
}

function updateConfig({ texts, examiner }: ConfigPorts): Operation {
  return endpoint({
    name: 'configs.update',
    method: 'PUT',
    path: '/configs/{slug}',
    summary: 'Update a config',
    permission: { scope: 'configs.update' },
    audit: 'config.update',
    query: z.object({ workspace_id: z.string().optional(), force }),
    body: updateBody,
    reply: savedReply,
    example: { body: { name: 'Two models, retried', config: { ...EXAMPLE.config, retry: { attempts: 1 } } } },
    async handle(call) {
      const { body, query, params, nowMs, principal } = call
      const read = await requireConfig(call.stores, call.reach, params['slug'] ?? '')
      const text = body.config === undefined ? null : texts.restore(textOf(body.config), read.version)
      const { warnings } = text === null ? { warnings: [] } : await requireValid(examiner, read, text)
      const isChanged = text !== null && !isSame(text, texts.open(read.version))
      return call.change(async (stores) => {
        const before = await requireConfig(stores, call.reach, read.id)
        await refuseStale(stores, before, body.version_id ?? (isChanged ? read.version.id : before.version.id))
        if (body.status === 'archived' && before.status === 'active' && query.force !== 'true')
          await refuseInUse(stores, before)
        const after: SavedConfig = {
          ...before,
          name: body.name ?? before.name,
          status: body.status ?? before.status,
          isDefault: wantedDefault(body) ?? before.isDefault,
          updatedBy: principal.id,
          updatedAtMs: nowMs,
          version: isChanged
            ? newVersion({ text, note: body.note || null }, before.version, call, texts)
            : before.version,
        }
        if (before.isDefault !== after.isDefault)
          requireDefaultPermission(principal, after, 'set the default config of the workspace')
        if (before.isDefault && (isChanged || before.status !== after.status))
          requireDefaultPermission(principal, after, 'change the default config of the workspace')
        await stores.configs.update(after)
        if (isChanged) await stores.configs.addVersion(after.id, after.version)
        await setDefault(stores, before, after.isDefault, nowMs)
        call.note({ ...targetOf(after), before: toDetail(before, texts), after: toDetail(after, texts) })
        announce(call, after)
        return saved(after, body.note && !isChanged ? [...warnings, NOTE_LOST] : warnings)
      })
    },
  })
}

function deleteConfig({ texts }: ConfigPorts): Operation {
  return endpoint({
    name: 'configs.delete',
    method: 'DELETE',
    path: '/configs/{slug}',
    summary: 'Delete a config',
    permission: { scope: 'configs.delete' },
    audit: 'config.delete',
    query: z.object({ workspace_id: z.string().optional(), force }),
    reply: z.object({}),
    async handle(call) {
      const { query, params, reach, nowMs } = call
      return call.change(async (stores) => {
        const config = await requireConfig(stores, reach, params['slug'] ?? '')
        if (query.force !== 'true') await refuseInUse(stores, config)
        if (config.isDefault)
          requireDefaultPermission(call.principal, config, 'delete the default config of the workspace')
        await setDefault(stores, config, false, nowMs)
        await stores.configs.remove(config.id)
        call.note({ ...targetOf(config), before: toDetail(config, texts) })
        announce(call, config)
        return {}
      })
    },
  })
}

async function refuseStale(stores: Stores, config: SavedConfig, expectedVersionId: string): Promise<void> {
  const { version } = config
  if (version.id === expectedVersionId) return
  const author = (await authorsOf(stores, config, [version])).get(version.createdBy)
  const by = author === undefined ? '' : ` by ${author}`
  throw new GatewayError('conflict', {
    param: 'version_id',
    message: `The config was changed${by} after you read it. Its newest version is ${version.id} (number ${version.number}).`,
  })
}

const NOTE_LOST = 'note: ignored, because the config did not change and no new version was created.'

/** Ignores whitespace and key order. */
function isSame(left: string, right: string): boolean {
  return Bun.deepEquals(JSON.parse(left), JSON.parse(right))
}

function saved({ id, slug, version }: SavedConfig, warnings: readonly string[]) {
  return {
    id,
    slug,
    version_id: version.id,
    version: version.number,
    object: 'config' as const,
    warnings: [...warnings],
  }
}

function targetOf({ id, name, workspaceId }: SavedConfig) {
  return { id, name, workspaceId }
}

function announce(call: Pick<OperationCall<unknown, unknown>, 'announce'>, { workspaceId, slug }: SavedConfig): void {
  call.announce({ kind: 'config', workspaceId, slug })
}
