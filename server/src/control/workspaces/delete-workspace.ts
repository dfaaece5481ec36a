/** Deletes a workspace. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Workspace, WorkspaceContents } from '../../core/stores/workspaces.ts'
import { isDemo } from '../demo/demo-mark.ts'
import { removePeople } from '../demo/demo-people.ts'
import { endpoint } from '../endpoint.ts'
import { workspaceOnWire } from './workspace-wire.ts'

const KINDS = {
  apiKeys: 'API key',
  virtualKeys: 'virtual key',
  integrations: 'integration',
  configs: 'config',
  guardrails: 'guardrail',
  prompts: 'prompt',
} as const

export const deleteWorkspace = endpoint({
  name: 'workspaces.delete',
  method: 'DELETE',
  path: '/admin/workspaces/{workspace_id}',
  summary: 'Delete a workspace',
  permission: { scope: 'workspaces.delete' },
  audit: 'workspace.delete',
  body: z.strictObject({
    name: z.string().max(128).optional().meta({ description: 'Name of the workspace. If sent, it must match.' }),
    force_delete: z
      .boolean()
      .default(false)
      .meta({ description: '`true` also deletes all keys, virtual keys, configs, guardrails and prompts in it.' }),
  }),
  reply: z.object({}),
  async handle({ reach, body, change, note, announce }) {
    return change(async (stores) => {
      const workspace = await stores.workspaces.find(reach.organisationId, reach.workspaceId ?? '')
      if (!workspace) throw new GatewayError('workspace_unknown', { param: 'workspace_id' })
      requireDeletable(workspace, body.name)
      const inside = namesOf(await stores.workspaces.contents(workspace.id))
      if (inside.length > 0 && !body.force_delete) throw inUse(workspace, inside)
      await stores.workspaces.remove(workspace.id)
      if (isDemo(workspace)) await removePeople(stores, workspace.organisationId)
      const before = { ...workspaceOnWire(workspace), contents: inside }
      note({ id: workspace.id, name: workspace.name, workspaceId: workspace.id, before })
      announce({ kind: 'workspace', workspaceId: workspace.id })
      return {}
    })
  },
})

function requireDeletable(workspace: Workspace, name: string | undefined): void {
  if (workspace.isDefault) {
    throw new GatewayError('in_use', {
      message: 'The default workspace cannot be deleted, because requests of Admin keys belong to it.',
      hint: 'Rename it, or delete its contents.',
    })
  }
  if (name !== undefined && name.trim() !== workspace.name) {
    throw new GatewayError('invalid_body', {
      param: 'name',
      message: 'name does not match the name of the workspace.',
      hint: 'Send the exact name of the workspace to delete.',
    })
  }
}

function namesOf(contents: WorkspaceContents): string[] {
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) =>
    contents[kind].map(({ id, name }) => `${KINDS[kind]} "${name}" (${id})`),
  )
}

function inUse(workspace: Workspace, inside: readonly string[]): GatewayError {
  return new GatewayError('in_use', {
    message: `Workspace "${workspace.name}" still contains ${inside.length} resources.`,
    hint: 'Delete the resources listed in details first, or send "force_delete": true.',
    details: inside,
  })
}
