/** `gatehouse virtual-models`: manages names that requests send as `model` and that a config routes. */

import type { Call } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'

export async function listVirtualModels(call: Call): Promise<void> {
  const rows = await call.remote().list('/virtual-models')
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['NAME', (row) => String(row['name'])],
        ['CONFIG', (row) => String(row['config'])],
        ['DESCRIPTION', (row) => String(row['description'] ?? '')],
      ],
      'No virtual models. Create one: gatehouse virtual-models create chat --config pc-router',
    ),
  )
}

export async function createVirtualModel(call: Call): Promise<void> {
  const [name = ''] = call.operands
  const config = call.text('config')
  if (config === null) throw usageError('--config is missing.', 'virtual-models create')
  const made = await call.remote().post('/virtual-models', { name, config, ...descriptionOf(call) })
  call.output.warnings(made)
  call.output.data(made, () => `Requests with "model": ${JSON.stringify(name)} use the config ${made['config']}.`)
}

export async function updateVirtualModel(call: Call): Promise<void> {
  const [name = ''] = call.operands
  const [config, renamed] = [call.text('config'), call.text('rename')]
  const change = {
    ...(config !== null && { config }),
    ...(renamed !== null && { name: renamed }),
    ...descriptionOf(call),
  }
  if (Object.keys(change).length === 0)
    throw usageError('Nothing to change. Use --config, --rename or --description.', 'virtual-models update')
  const changed = await call.remote().put(pathOf(name), change)
  call.output.warnings(changed)
  call.output.data(changed, () => `Updated virtual model ${changed['name']}: config ${changed['config']}.`)
}

export async function deleteVirtualModel(call: Call): Promise<void> {
  const [name = ''] = call.operands
  const remote = call.remote()
  const { config } = await remote.get(pathOf(name))
  await confirm(call, `Delete virtual model ${name} (config ${config})?`)
  await remote.delete(pathOf(name))
  call.output.data({ deleted: name }, () => `Deleted virtual model ${name}.`)
}

function descriptionOf(call: Call): { readonly description?: string } {
  const description = call.text('description')
  return description === null ? {} : { description }
}

function pathOf(name: string): string {
  return `/virtual-models/${encodeURIComponent(name)}`
}
