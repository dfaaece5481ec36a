/** Applies a plan step by step. The state is saved after each step, so that an interrupted run can continue. */

import { CommandError } from '../../command-error.ts'
import type { Remote } from '../../remote.ts'
import { KINDS } from '../kinds/kinds.ts'
import type { Step } from './plan.ts'
import { digestOf, type State } from './state.ts'

export type Applied = {
  readonly place: string
  readonly action: Step['action']
  readonly id: string
  /** The secret of a new gateway key, shown once. */
  readonly secret?: string
}

/** Reports all expected failures before the first change. */
export function assertReady(steps: readonly Step[]): void {
  const conflicts = steps.filter(({ action }) => action === 'conflict').map(({ place }) => place)
  if (conflicts.length > 0)
    throw new CommandError({
      what: `${conflicts.join(', ')}: already exists and is not managed by files.`,
      why: 'Taking it over could overwrite settings that someone else manages.',
      fix: 'Review the differences in the plan, then use --adopt, or rename the file.',
    })
  const missing = new Set(
    steps
      .filter(({ action }) => action === 'create')
      .flatMap(({ kind, wanted }) => (wanted === null ? [] : kind.needs(wanted)))
      .filter((variable) => !process.env[variable]?.trim()),
  )
  if (missing.size > 0)
    throw new CommandError({
      what: 'Credentials are missing in the environment.',
      why: `Not set: ${[...missing].join(', ')}.`,
      fix: 'Set them where apply runs. They are sent to the gateway and not written to files.',
    })
}

export async function applyPlan(
  remote: Remote,
  steps: readonly Step[],
  state: State,
  onStep: (applied: Applied) => Promise<void>,
): Promise<void> {
  for (const step of ordered(steps)) {
    const { place, action } = step
    try {
      const made = await applyStep(remote, step, state)
      if (made !== null) await onStep({ place, action, ...made })
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const { what, why, fix } = error.report
      const repair = fix ?? 'The steps before it were applied. Fix this and run apply again.'
      throw new CommandError({ what: `${place}: ${what}`, why, fix: repair }, error.exitCode)
    }
  }
}

/** Resources that other resources refer to are created first and deleted last. */
function ordered(steps: readonly Step[]): readonly Step[] {
  const rank = ({ kind }: Step) => KINDS.indexOf(kind)
  const removals = steps.filter(({ action }) => action === 'delete').sort((left, right) => rank(right) - rank(left))
  return [
    ...steps.filter(({ action }) => action !== 'delete').sort((left, right) => rank(left) - rank(right)),
    ...removals,
  ]
}

async function applyStep(remote: Remote, step: Step, state: State): Promise<{ id: string; secret?: string } | null> {
  const { kind, wanted, live, place, action } = step
  if (action === 'delete' && live !== null) {
    await kind.remove(remote, live.id)
    state.delete(place)
    return { id: live.id }
  }
  if (wanted === null) return null
  if (action === 'create') {
    const made = await kind.create(remote, wanted)
    // Save the ID before anything else can fail. Otherwise the next run would create the resource again.
    state.set(place, { id: made.id, digest: '' })
    state.set(place, { id: made.id, digest: await storedDigest(remote, step, made.id) })
    return made
  }
  if (live === null) return null
  if (action === 'update') await kind.update(remote, wanted, live)
  const before = state.get(place)
  const digest = action === 'update' ? await storedDigest(remote, step, live.id) : digestOf(kind.owned(wanted, live))
  state.set(place, { id: live.id, digest })
  const hasNewState = before?.id !== live.id || before.digest !== digest
  return action === 'update' || hasNewState ? { id: live.id } : null
}

/** Digest of the settings as the gateway stored them, which may differ from the file. */
async function storedDigest(remote: Remote, { kind, wanted }: Step, id: string): Promise<string> {
  return wanted === null ? '' : digestOf(kind.owned(wanted, await kind.read(remote, id)))
}
