/** Operations on the keys that encrypt logged bodies: list them with the progress of their rotation, and rotate. */

import { z } from 'zod'
import type { NewestBodyKey, StoredBodyKey } from '../core/stores/body-keys.ts'
import type { Stores } from '../core/stores/stores.ts'
import { endpoint, type Operation } from './endpoint.ts'
import { pageFrom, pageQuery } from './page-wire.ts'

export interface BodyKeyPorts {
  /** Creates the next version of a key. */
  next(key: NewestBodyKey, nowMs: number): StoredBodyKey
  /** Starts requested rotations immediately, not at the next scheduled check. */
  wake(): Promise<void>
}

const KEYS_PER_PAGE = 100

const bodyKeySchema = z.object({
  object: z.literal('body_key'),
  workspace_id: z.string(),
  workspace_name: z.string(),
  version: z.number().meta({ description: 'New bodies are encrypted with this version.' }),
  created_at: z.string(),
  status: z
    .enum(['active', 'rotating'])
    .meta({ description: '`rotating` until the earlier versions of the key are deleted.' }),
  blocks_done: z.number().meta({ description: 'Blocks of stored bodies that were re-encrypted with this version.' }),
  blocks_left: z
    .number()
    .nullable()
    .meta({ description: 'Blocks that an earlier version encrypts. Null: not counted yet.' }),
  blocks_unreadable: z
    .number()
    .meta({ description: 'Those of them that cannot be decrypted. They and the earlier keys stay.' }),
  finished_at: z
    .string()
    .nullable()
    .meta({ description: 'When no block was left. The earlier keys are deleted a minute later.' }),
})

const listSchema = z.object({ object: z.literal('list'), total: z.number(), data: z.array(bodyKeySchema) })

export function bodyKeyOperations(ports: BodyKeyPorts): readonly Operation[] {
  return [listOperation, rotateOperation(ports)]
}

const listOperation = endpoint({
  name: 'body_keys.list',
  method: 'GET',
  path: '/admin/body-keys',
  summary: 'List the keys of logged bodies',
  description:
    'One entry per workspace that has encrypted bodies, with the progress of its last rotation. Keys themselves are never shown.',
  permission: { scope: 'body_keys.list' },
  query: z.object({
    workspace_id: z.string().max(128).optional(),
    ...pageQuery({ defaultSize: KEYS_PER_PAGE, maxSize: 1_000 }),
  }),
  reply: listSchema,
  example: {},
  async handle({ reach, query, stores }) {
    const { rows, total } = await stores.bodyKeys.listNewest(
      reach.organisationId,
      reach.workspaceId === null ? null : [reach.workspaceId],
      pageFrom(query),
    )
    return { object: 'list' as const, total, data: rows.map(onWire) }
  },
})

const rotateOperation = (ports: BodyKeyPorts) =>
  endpoint({
    name: 'body_keys.rotate',
    method: 'POST',
    path: '/admin/body-keys/rotate',
    summary: 'Rotate the keys of logged bodies',
    description:
      'New bodies use the new keys at once. Stored bodies are re-encrypted in the background; then the earlier keys are deleted. Returns the new keys: none for workspaces without encrypted bodies.',
    permission: { scope: 'body_keys.rotate' },
    audit: 'body_key.rotate',
    body: z.strictObject({
      workspace_id: z
        .string()
        .max(128)
        .optional()
        .meta({ description: 'Only the key of this workspace. All workspaces if omitted.' }),
    }),
    reply: listSchema,
    example: { body: {} },
    async handle(call) {
      const { organisationId, workspaceId } = call.reach
      const wanted = workspaceId === null ? null : [workspaceId]
      const reply = await call.change(async (stores) => {
        const before = await allNewest(stores, organisationId, wanted)
        for (const key of before) await stores.bodyKeys.insert(ports.next(key, call.nowMs))
        const data = (await allNewest(stores, organisationId, wanted)).map(onWire)
        const versions = data.map(({ workspace_id, version }) => ({ workspace_id, version }))
        call.note({ id: workspaceId ?? organisationId, workspaceId, after: { body_keys: versions } })
        call.announce({ kind: 'body_key', workspaceId })
        return { object: 'list' as const, total: data.length, data }
      })
      void ports.wake()
      return reply
    },
  })

async function allNewest(
  { bodyKeys }: Stores,
  organisationId: string,
  workspaceIds: readonly string[] | null,
): Promise<NewestBodyKey[]> {
  const keys: NewestBodyKey[] = []
  for (let currentPage = 0; ; currentPage++) {
    const page = { currentPage, pageSize: KEYS_PER_PAGE }
    const { rows } = await bodyKeys.listNewest(organisationId, workspaceIds, page)
    keys.push(...rows)
    if (rows.length < KEYS_PER_PAGE) return keys
  }
}

function onWire(key: NewestBodyKey): z.infer<typeof bodyKeySchema> {
  const { blocks, left, unreadable, finishedAtMs } = key.progress
  return {
    object: 'body_key',
    workspace_id: key.workspaceId,
    workspace_name: key.workspaceName,
    version: key.version,
    created_at: new Date(key.createdAtMs).toISOString(),
    status: key.earlierVersions > 0 ? 'rotating' : 'active',
    blocks_done: blocks,
    blocks_left: left,
    blocks_unreadable: unreadable,
    finished_at: finishedAtMs === null ? null : new Date(finishedAtMs).toISOString(),
  }
}
