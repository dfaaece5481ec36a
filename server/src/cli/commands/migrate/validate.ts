/** Checks as much of a migration as possible before its first change. */

import { canonicalName } from '../../../core/setting-names.ts'
import { CommandError } from '../../command-error.ts'
import { isObject, objectsOf, type Remote } from '../../remote.ts'
import { nameIn } from '../kinds/kind.ts'
import { resolveSecrets } from '../kinds/secret-reference.ts'
import type { Converted } from './conversion.ts'
import { kindOf, type MigrationStep, type Part } from './plan-migration.ts'

export type Problem = { readonly place: string; readonly message: string }

export function checkFiles({ shared, workspaces }: Converted): void {
  for (const one of [...shared, ...workspaces.flatMap(({ wanted }) => wanted)]) kindOf(one)?.check(one)
}

/** Validates everything that the plan would create or change, with the help of the gateway. */
export async function findProblems(remote: Remote, parts: readonly Part[]): Promise<readonly Problem[]> {
  const known = await readRules(remote)
  const problems: Problem[] = []
  const guardrails = new Set<string>()
  for (const { remote: own, steps } of parts) {
    const isNew = steps.every(({ live }) => live === null)
    const planned = new Set(
      steps
        .filter((step) => step.kind.folder === 'virtual-keys' && providerProblem(step, known) === null)
        .flatMap(({ wanted }) => [nameIn(wanted?.place ?? ''), String(wanted?.content['id'])]),
    )
    for (const step of steps.filter(({ action }) => action === 'create' || action === 'update')) {
      const message =
        providerProblem(step, known) ??
        scopeProblem(step, known) ??
        (await guardrailProblem(step, remote)) ??
        (await configProblem(step, isNew ? remote : own, planned, guardrails))
      if (message === null && step.kind.folder === 'guardrails') {
        const { slug, id } = step.wanted?.content ?? {}
        for (const name of [slug, id]) guardrails.add(String(name))
      }
      if (message !== null) problems.push({ place: step.place, message })
    }
  }
  return problems
}

type Rules = {
  /** Settings of each provider. */
  readonly settings: ReadonlyMap<string, ReadonlySet<string>>
  /** Kinds of keys that can hold each scope. */
  readonly scopes: ReadonlyMap<string, readonly unknown[]>
}

async function readRules(remote: Remote): Promise<Rules> {
  const whole = remote.within(null)
  const [providers, scopes] = await Promise.all([whole.get('/supported-providers'), whole.get('/scopes')])
  const listIn = (value: unknown) => (Array.isArray(value) ? value : [])
  return {
    settings: new Map(
      objectsOf(providers['data']).map((row) => [String(row['slug']), new Set(listIn(row['settings']).map(String))]),
    ),
    scopes: new Map(objectsOf(scopes['data']).map((row) => [String(row['name']), listIn(row['kinds'])])),
  }
}

/** Members of `model_config` and `configurations` that are not settings of the provider. */
const NOT_SETTINGS = [
  'custom_host',
  'custom_headers',
  'deployment_config',
  'cloud_a_deployment_config',
  'deployments',
  'deployment_name',
  'cloud_a_auth_mode',
  'cloud_b_auth_type',
  'cloud_c_auth_type',
]

function providerProblem({ kind, wanted }: MigrationStep, { settings }: Rules): string | null {
  if (kind.folder !== 'virtual-keys' && kind.folder !== 'integrations') return null
  const { provider: own, ai_provider_id: shared, model_config: config, configurations } = wanted?.content ?? {}
  const provider = own ?? shared
  if (provider === undefined) return null
  const allowed = settings.get(String(provider))
  if (allowed === undefined)
    return `the provider "${provider}" is not supported; use openai-compatible with a custom_host`
  const given = Object.keys({ ...(isObject(config) && config), ...(isObject(configurations) && configurations) })
  const wrong = given.find((name) => ![...NOT_SETTINGS, ...allowed].includes(canonicalName(name)))
  return wrong === undefined ? null : `the provider "${provider}" has no setting ${wrong}`
}

function scopeProblem({ kind, wanted }: MigrationStep, { scopes }: Rules): string | null {
  if (kind.folder !== 'keys') return null
  const { kind: type = 'workspace', scopes: given } = wanted?.content ?? {}
  const wrong = (Array.isArray(given) ? given : []).find((name) => scopes.get(String(name))?.includes(type) !== true)
  return wrong === undefined
    ? null
    : `${type === 'admin' ? 'an Admin' : 'a workspace'} key cannot have the scope "${wrong}"`
}

async function guardrailProblem({ kind, wanted }: MigrationStep, remote: Remote): Promise<string | null> {
  if (kind.folder !== 'guardrails' || wanted === null) return null
  const { checks, actions } = resolveSecrets(wanted.content, () => 'not-set-yet')
  const body = { checks, ...(actions !== undefined && { actions }) }
  const { errors } = await remote.within(null).post('/guardrails/validate', body)
  const [first, ...more] = objectsOf(errors)
  if (first === undefined) return null
  return `${first['path']}: ${first['message']}${more.length === 0 ? '' : ` (${more.length} more)`}`
}

/** A workspace that does not exist yet cannot validate configs, but the rules are the same in all workspaces. */
async function configProblem(
  { kind, wanted }: MigrationStep,
  remote: Remote,
  planned: ReadonlySet<string>,
  guardrails: ReadonlySet<string>,
): Promise<string | null> {
  const config = wanted?.content['config']
  if (kind.folder !== 'configs' || !isObject(config)) return null
  const { errors } = await remote.post('/configs/validate', { config: resolveSecrets(config, () => 'not-set-yet') })
  const [first, ...more] = objectsOf(errors).filter(({ message }) => {
    const name = /no virtual key "(.+)" exists/.exec(String(message))?.[1]
    const guardrail = /no saved guardrail "([^"]+)"/.exec(String(message))?.[1]
    return !planned.has(name ?? '') && !guardrails.has(guardrail ?? '')
  })
  if (first === undefined) return null
  return `${first['path']}: ${first['message']}${more.length === 0 ? '' : ` (${more.length} more)`}`
}

export function assertNoConflicts(steps: readonly MigrationStep[]): void {
  const conflicts = steps.filter(({ action }) => action === 'conflict').map(({ place }) => place)
  if (conflicts.length === 0) return
  throw new CommandError({
    what: `Already exists with other settings: ${conflicts.join(', ')}. Nothing was changed.`,
    why: 'A migration does not overwrite existing settings by default.',
    fix: 'Review the differences without --apply. Then use --on-conflict skip to keep the existing settings, or replace to overwrite them.',
  })
}

export function assertValid(problems: readonly Problem[]): void {
  if (problems.length === 0) return
  throw new CommandError({
    what: `${problems.length} of the resources cannot be created. Nothing was changed.`,
    why: problems.map(({ place, message }) => `${place}: ${message}`).join('\n        '),
    fix: 'Fix them in the source, or leave them out with --skip-invalid.',
  })
}
