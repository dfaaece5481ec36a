/** Config version operations: list, read, roll back. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { ConfigVersion, SavedConfig } from '../../core/stores/configs.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { pageFrom } from '../page-wire.ts'
import { authorsOf } from '../version-authors.ts'
import { configPageQuery, configVersion, savedReply, toDetail, toVersion, versionNote } from './config-wire.ts'
import { type ConfigPorts, newVersion, requireConfig, requireDefaultPermission, requireValid } from './save-config.ts'

export function versionOperations(ports: ConfigPorts): readonly Operation[] {
  return [listVersions(ports), readVersion(ports), rollBack(ports)]
}

function listVersions({ texts }: ConfigPorts): Operation {
  return endpoint({
    name: 'configs.versions.list',
    method: 'GET',
    path: '/configs/{slug}/versions',
    summary: 'List the versions of a config',
    description: 'Newest first.',
    permission: { scope: 'configs.read' },
    query: z.object(configPageQuery),
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(configVersion) }),
    async handle({ reach, params, query, stores }) {
      const config = await requireConfig(stores, reach, params['slug'] ?? '')
      const page = pageFrom(query)
      const { rows, total } = await stores.configs.versions(config.id, page)
      const authors = await authorsOf(stores, config, rows)
      return { object: 'list' as const, total, data: rows.map((version) => toVersion(config, version, texts, authors)) }
    },
  })
}

function readVersion({ texts }: ConfigPorts): Operation {
  return endpoint({
    name: 'configs.versions.read',
    method: 'GET',
    path: '/configs/{slug}/versions/{version}',
    summary: 'Read one version of a config',
    permission: { scope: 'configs.read' },
    query: z.object({ workspace_id: z.string().optional() }),
    reply: configVersion,
    async handle({ reach, params, stores }) {
      const config = await requireConfig(stores, reach, params['slug'] ?? '')
      const version = await requireVersion(stores, config, params['version'] ?? '')
      return toVersion(config, version, texts, await authorsOf(stores, config, [version]))
    },
  })
}

function rollBack({ texts, examiner }: ConfigPorts): Operation {
  return endpoint({
    name: 'configs.roll_back',
    method: 'POST',
    path: '/configs/{slug}/rollback',
    summary: 'Roll back a config',
    description: 'Creates a new version with the content of an earlier one.',
    permission: { scope: 'configs.update' },
    audit: 'config.roll_back',
    query: z.object({ workspace_id: z.string().optional() }),
    body: z.strictObject({
      version: z
        .union([z.int().min(1), z.string().min(1).max(128)])
        .describe('Number or id of the version to restore.'),
      note: versionNote,
      workspace_id: z.string().optional(),
    }),
    reply: savedReply,
    example: { body: { version: 1 } },
    async handle(call) {
      const { body, params, principal, nowMs } = call
      const read = await requireConfig(call.stores, call.reach, params['slug'] ?? '')
      const earlier = await requireVersion(call.stores, read, String(body.version))
      const text = texts.open(earlier)
      // Resources that the old version refers to may have been deleted.
      const { warnings } = await requireValid(examiner, read, text)
      return call.change(async (stores) => {
        const before = await requireConfig(stores, call.reach, read.id)
        if (before.isDefault) requireDefaultPermission(principal, before, 'change the default config of the workspace')
        const note = body.note || `Rolled back to version ${earlier.number}.`
        const version = newVersion({ text, note }, before.version, call, texts)
        const after: SavedConfig = { ...before, version, updatedBy: principal.id, updatedAtMs: nowMs }
        await stores.configs.update(after)
        await stores.configs.addVersion(after.id, version)
        const { id, name, workspaceId, slug } = after
        call.note({ id, name, workspaceId, before: toDetail(before, texts), after: toDetail(after, texts) })
        call.announce({ kind: 'config', workspaceId, slug })
        return {
          id,
          slug,
          version_id: version.id,
          version: version.number,
          object: 'config' as const,
          warnings: [...warnings],
        }
      })
    },
  })
}

async function requireVersion(stores: Stores, config: SavedConfig, numberOrId: string): Promise<ConfigVersion> {
  const version = await stores.configs.findVersion(config.id, numberOrId)
  if (version) return version
  throw new GatewayError('not_found', {
    param: 'version',
    message: 'The config has no version with this number or id.',
    hint: `GET /v1/configs/${config.slug}/versions lists them.`,
  })
}
