/** Plans a migration: compares converted files with the gateway, in creation order. */

import { type JsonObject, objectsOf, type Remote } from '../../remote.ts'
import { plan, type Step } from '../files/plan.ts'
import type { Kind, Live, Wanted } from '../kinds/kind.ts'
import { KINDS } from '../kinds/kinds.ts'
import { isOf } from '../transfer/export-organisation.ts'
import { WORKSPACE_KIND } from '../transfer/organisation-kinds.ts'
import type { Converted } from './conversion.ts'
import type { Journal } from './journal.ts'
import { COLLECTION_KIND, INVITE_KIND } from './people-kinds.ts'

/** Steps that use the same client. */
export type Part = { readonly remote: Remote; readonly steps: readonly MigrationStep[] }

export type MigrationStep = Step & {
  /** True if the secret of this key was never shown, so the key must be deleted and created again. */
  readonly isAgain: boolean
}

export type Policy = 'fail' | 'skip' | 'replace'

/** All kinds that a migration creates, in creation order. */
export const MIGRATION_KINDS: readonly Kind[] = [WORKSPACE_KIND, COLLECTION_KIND, ...KINDS, INVITE_KIND]

export function kindOf({ place }: Wanted): Kind | undefined {
  return MIGRATION_KINDS.find(({ folder }) => place.startsWith(`${folder}/`))
}

export async function planMigration(
  remote: Remote,
  converted: Converted,
  policy: Policy,
  journal: Journal,
): Promise<readonly Part[]> {
  const whole = remote.within(null)
  const shared =
    converted.shared.length === 0 ? [] : await planned(whole, converted.shared, MIGRATION_KINDS, isOf(null))
  const workspaces = shared.filter(({ kind }) => kind === WORKSPACE_KIND)
  const parts: { remote: Remote; steps: readonly Step[] }[] = [{ remote: whole, steps: workspaces }]
  const isLate = ({ kind }: Step) => kind === INVITE_KIND || kind.folder.endsWith('-limits')
  parts.push({ remote: whole, steps: shared.filter((step) => step.kind !== WORKSPACE_KIND && !isLate(step)) })
  for (const { slug, wanted } of converted.workspaces) {
    if (wanted.length === 0) continue
    const live = slug === null ? null : workspaces.find(({ place }) => place === `workspaces/${slug}`)?.live
    const id = slug === null ? await selectedWorkspace(remote) : live == null ? null : String(live.content['id'])
    const isNew = slug !== null && id === null
    const inside = slug === null ? remote : whole.within(id ?? slug)
    const steps = await planned(isNew ? null : inside, wanted, MIGRATION_KINDS, id === null ? () => true : isOf(id))
    const at = slug === null ? '' : `workspaces/${slug}/`
    parts.push({ remote: inside, steps: steps.map((step) => ({ ...step, place: at + step.place })) })
  }
  parts.push({ remote: whole, steps: shared.filter(isLate) })
  return parts.map((part) => ({ ...part, steps: part.steps.map((step) => settled(step, policy, journal)) }))
}

async function planned(
  remote: Remote | null,
  wanted: readonly Wanted[],
  kinds: readonly Kind[],
  isSelected: (live: Live) => boolean,
): Promise<readonly Step[]> {
  return plan(remote, wanted, new Map(), { isPruning: false, isAdopting: false, isSelected }, kinds)
}

/** Completes resources that an interrupted run created. Other resources that differ are conflicts. */
function settled(step: Step, policy: Policy, journal: Journal): MigrationStep {
  const isOurs = journal.has(step.place)
  const isAgain = isOurs && step.live !== null && step.kind.folder === 'keys'
  if (isAgain) return { ...step, action: 'create', isAgain }
  if (step.action !== 'conflict') return { ...step, isAgain }
  if (isOurs || policy === 'replace') return { ...step, action: 'update', isAgain }
  return policy === 'skip' ? { ...step, action: 'unchanged', isAgain } : { ...step, isAgain }
}

/** The workspace that the command acts in; null if the key may not list workspaces. */
async function selectedWorkspace(remote: Remote): Promise<string | null> {
  const rows: readonly JsonObject[] = await remote
    .within(null)
    .list('/admin/workspaces')
    .catch(() => [])
  const name = remote.workspaceName
  const found =
    name === null
      ? (rows.find((row) => row['is_default'] === true) ?? objectsOf(rows)[0])
      : rows.find((row) => row['id'] === name || row['slug'] === name)
  return found === undefined ? null : String(found['id'])
}
