/** Functions shared by creating, updating and rolling back configs. */

import type { ConfigCheck, ConfigExaminer, ConfigWorkspace } from '../../core/configs/config-examiner.ts'
import type { ConfigTexts } from '../../core/configs/config-texts.ts'
import { GatewayError } from '../../core/errors.ts'
import type { ConfigVersion, SavedConfig } from '../../core/stores/configs.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { scopeMissing } from '../access/reach.ts'

export type ConfigPorts = { readonly texts: ConfigTexts; readonly examiner: ConfigExaminer }

/** Configs of other workspaces are reported as not found. */
export async function requireConfig(stores: Stores, reach: Reach, slugOrId: string): Promise<SavedConfig> {
  const config = await stores.configs.find(reach, slugOrId)
  if (config) return config
  throw new GatewayError('not_found', {
    param: 'slug',
    message: 'No config with this slug or id exists.',
    hint: 'GET /v1/configs lists them.',
  })
}

export function textOf(config: string | Readonly<Record<string, unknown>>): string {
  return typeof config === 'string' ? config : JSON.stringify(config)
}

/** Throws one error with all problems, or returns the warnings. */
export async function requireValid(
  examiner: ConfigExaminer,
  home: ConfigWorkspace,
  text: string,
): Promise<ConfigCheck> {
  const check = await examiner.check(home, text)
  const [first, ...others] = check.problems
  if (first === undefined) return check
  const more = others.length === 0 ? '' : ` ${others.length} more in details.`
  throw new GatewayError(first.code, {
    param: first.path,
    message: first.message + more,
    hint: first.hint,
    details: others.map((problem) => problem.message),
  })
}

type Author = { readonly principal: Principal; readonly nowMs: number }

/** Custom hosts that a trusted caller saved stay trusted in later versions that still contain them. */
export function newVersion(
  { text, note }: { readonly text: string; readonly note: string | null },
  before: ConfigVersion | null,
  { principal, nowMs }: Author,
  texts: ConfigTexts,
): ConfigVersion {
  const id = crypto.randomUUID()
  const { text: sealed, names, hosts } = texts.seal(text, id)
  return {
    id,
    number: (before?.number ?? 0) + 1,
    text: sealed,
    names,
    trustedHosts: principal.isTrusted ? hosts : hosts.filter((host) => before?.trustedHosts.includes(host)),
    note,
    createdBy: principal.id,
    createdAtMs: nowMs,
  }
}

const DEFAULT_SCOPE = 'configs.default'

/** The default config routes every request without a provider, so changing it needs a separate scope. */
export function requireDefaultPermission(principal: Principal, { workspaceId }: SavedConfig, what: string): void {
  if (principal.holds(DEFAULT_SCOPE, principal.isOrganisationWide ? null : workspaceId)) return
  throw scopeMissing(principal, what, [DEFAULT_SCOPE])
}

/** Sets or clears the workspace's default config. A workspace has at most one. */
export async function setDefault(stores: Stores, config: SavedConfig, isWanted: boolean, nowMs: number): Promise<void> {
  if (isWanted === config.isDefault) return
  const workspace = await stores.workspaces.find(config.organisationId, config.workspaceId)
  if (!workspace) throw new GatewayError('workspace_unknown')
  const defaultConfigSlug = isWanted ? config.slug : null
  await stores.workspaces.update({ ...workspace, defaultConfigSlug, updatedAtMs: nowMs })
}

/** Rejects the change while API keys or the workspace use the config as default, or virtual models name it. */
export async function refuseInUse(stores: Stores, config: SavedConfig): Promise<void> {
  const keys = await stores.configs.keysUsing(config)
  const details = keys.map(({ id, name }) => `API key ${JSON.stringify(name)} (${id}) uses it as default config.`)
  for (const { name } of await stores.virtualModels.usingConfig(config.workspaceId, config.slug))
    details.push(`Virtual model ${JSON.stringify(name)} uses it.`)
  if (config.isDefault) details.unshift('It is the default config of its workspace.')
  if (details.length === 0) return
  throw new GatewayError('in_use', {
    param: 'slug',
    message: `The config ${config.slug} is in use. ${details[0]}${details.length > 1 ? ` ${details.length - 1} more in details.` : ''}`,
    hint: 'Update the resources listed in details first, or send force=true.',
    details,
  })
}
