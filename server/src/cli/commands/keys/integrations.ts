/** `gatehouse integrations`: manages provider accounts that workspaces share. */

import type { Call } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { confirm } from '../../input/confirm.ts'
import { readPair, readRate } from '../../input/read-amount.ts'
import { readSecret } from '../../input/read-file.ts'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { budgetOf } from './virtual-keys.ts'

export async function listIntegrations(call: Call): Promise<void> {
  const rows = await call.remote().list('/integrations')
  call.output.data(rows, () =>
    call.output.table(
      rows,
      [
        ['SLUG', (row) => String(row['slug'])],
        ['PROVIDER', (row) => String(row['ai_provider_id'])],
        ['LEVEL', (row) => String(row['type'])],
        ['NAME', (row) => String(row['name'])],
      ],
      'No integrations. Create one: gatehouse integrations create openai-shared --provider openai --key-env OPENAI_API_KEY',
    ),
  )
}

export async function createIntegration(call: Call): Promise<void> {
  const [slug = ''] = call.operands
  const provider = call.text('provider')
  if (provider === null) throw usageError('--provider is missing.', 'integrations create')
  const secret = await readSecret(call)
  const host = call.text('host')
  const settings = Object.fromEntries(call.texts('set').map((pair) => readPair('set', pair)))
  const made = await call.remote().post('/integrations', {
    slug,
    name: call.text('name') ?? slug,
    ai_provider_id: provider,
    ...(secret !== null && { key: secret }),
    configurations: { ...(host !== null && { custom_host: host }), ...settings },
  })
  call.output.data(made, () =>
    [
      `Created integration ${made['slug']}.`,
      `  open it to a workspace  gatehouse integrations allow ${made['slug']} WORKSPACE`,
      `  open it to all          gatehouse integrations allow ${made['slug']} --all`,
    ].join('\n'),
  )
}

export async function showIntegration(call: Call): Promise<void> {
  const [slug = ''] = call.operands
  const [remote, path] = [call.remote(), pathOf(slug)]
  const detail = await remote.get(path)
  const access = await remote.get(`${path}/workspaces`)
  const { models } = await remote.get(`${path}/models`)
  const shown = { ...detail, workspaces: access['workspaces'], models }
  call.output.data(shown, () => {
    const enabled = objectsOf(models).filter((model) => model['enabled'] === true)
    const rows = objectsOf(access['workspaces'])
    const all = access['global_workspace_access']
    return [
      `${detail['name']} (${slug}), ${detail['ai_provider_id']}, key ${detail['masked_key'] ?? 'none'}`,
      `models      ${detail['allow_all_models'] === true ? 'all except those that are disabled' : `${enabled.length} enabled`}`,
      `workspaces  ${isObject(all) && all['enabled'] === true ? 'all, unless listed otherwise' : 'only these'}`,
      ...rows.map((row) =>
        `  ${row['enabled'] === true ? 'yes' : 'no '}  ${row['slug']}  ${limitsText(row)}`.trimEnd(),
      ),
    ].join('\n')
  })
}

function limitsText(row: JsonObject): string {
  const budgets = objectsOf(row['usage_limits']).map((budget) => {
    const unit = budget['type'] === 'tokens' ? 'tokens' : 'USD'
    return `${budget['current_usage'] ?? 0} of ${budget['credit_limit']} ${unit}`
  })
  const rates = objectsOf(row['rate_limits']).map((rate) => `${rate['value']} ${rate['type']} ${rate['unit']}`)
  return [...budgets, ...rates].join(', ')
}

export async function allowWorkspaces(call: Call): Promise<void> {
  const [slug = '', ...workspaces] = call.operands
  const rate = call.text('rate-limit')
  const budget = budgetOf(call, 'integrations allow')['usage_limits']
  const limits = {
    ...(budget !== undefined && { usage_limits: [budget] }),
    ...(rate !== null && { rate_limits: [readRate(rate)] }),
  }
  await putAccess(call, slug, workspaces, { enabled: true, ...limits })
}

export async function denyWorkspaces(call: Call): Promise<void> {
  const [slug = '', ...workspaces] = call.operands
  await putAccess(call, slug, workspaces, { enabled: false })
}

async function putAccess(
  call: Call,
  slug: string,
  workspaces: readonly string[],
  settings: JsonObject & { readonly enabled: boolean },
): Promise<void> {
  const isAll = call.has('all')
  const verb = settings.enabled ? 'allow' : 'deny'
  if (isAll === workspaces.length > 0)
    throw usageError('Name workspaces, or use --all, but not both.', `integrations ${verb}`)
  const body = isAll
    ? { global_workspace_access: settings }
    : { workspaces: workspaces.map((id) => ({ id, ...settings })) }
  await call.remote().put(`${pathOf(slug)}/workspaces`, body)
  const who = isAll ? 'Workspaces without settings of their own' : workspaces.join(', ')
  const can = settings.enabled ? 'can use' : 'can no longer use'
  call.output.data({ slug, ...body }, () => `${who} ${can} ${slug}.`)
}

export async function setModels(call: Call): Promise<void> {
  const [slug = ''] = call.operands
  const models = (['enable', 'disable'] as const).flatMap((flag) =>
    call.texts(flag).map((model) => ({ slug: model, enabled: flag === 'enable' })),
  )
  const [isOnly, isAll] = [call.has('only'), call.has('all')]
  if (isOnly && isAll) throw usageError('Use --only or --all, but not both.', 'integrations models')
  if (models.length === 0 && !isOnly && !isAll)
    throw usageError('Nothing to change. Use --enable, --disable, --only or --all.', 'integrations models')
  const body = { models, ...((isOnly || isAll) && { allow_all_models: isAll }) }
  await call.remote().put(`${pathOf(slug)}/models`, body)
  call.output.data({ slug, ...body }, () => `Updated the models of ${slug}.`)
}

export async function rotateIntegration(call: Call): Promise<void> {
  const [slug = ''] = call.operands
  const secret = await readSecret(call)
  if (secret === null)
    throw usageError('The new credential is missing: --key-env or --key-file.', 'integrations rotate')
  const changed = await call.remote().put(pathOf(slug), { key: secret })
  call.output.data(changed, () => `Integration ${slug} has the new credential. All its providers use it.`)
}

export async function deleteIntegration(call: Call): Promise<void> {
  const [slug = ''] = call.operands
  const remote = call.remote()
  const detail = await remote.get(pathOf(slug))
  await confirm(call, `Delete integration ${slug} (${detail['ai_provider_id']}) and all providers made from it?`)
  await remote.delete(pathOf(slug))
  call.output.data({ deleted: slug }, () => `Deleted integration ${slug}.`)
}

function pathOf(slug: string): string {
  return `/integrations/${encodeURIComponent(slug)}`
}
