/** Carries out a plan step by step; the state is written after each, so that a cut run can go on. */

import { CommandError } from '../../command-error.ts'
import type { Remote } from '../../remote.ts'
import { KINDS } from '../kinds/kinds.ts'
import type { Step } from './plan.ts'
import { digestOf, type State } from './state.ts'

export type Applied = {
  readonly place: string
  readonly action: Step['action']
  readonly id: string
  /** Of a new gateway key: shown once. */
  readonly secret?: string
}

/** Everything that can be known to fail is said before the first change. */
export function refuseUnready(steps: readonly Step[]): void {
  const conflicts = steps.filter(({ action }) => action === 'conflict').map(({ place }) => place)
  if (conflicts.length > 0)
    throw new CommandError({
      what: `${conflicts.join(', ')}: exists already and belongs to no files.`,
      why: 'Each setting has one owner; taking it over would undo what somebody else keeps there.',
      fix: 'Look at the differences in the plan, then use --adopt; or give the file another name.',
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
      fix: 'Set them where apply runs; they go to the gateway and into no file.',
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
      const made = await carryOut(remote, step, state)
      if (made !== null) await onStep({ place, action, ...made })
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const { what, why, fix } = error.complaint
      const repair = fix ?? 'What came before it is done; repair this and apply again.'
      throw new CommandError({ what: `${place}: ${what}`, why, fix: repair }, error.exitCode)
    }
  }
}

/** What others name is made first and removed last. */
function ordered(steps: readonly Step[]): readonly Step[] {
  const rank = ({ kind }: Step) => KINDS.indexOf(kind)
  const removals = steps.filter(({ action }) => action === 'delete').sort((left, right) => rank(right) - rank(left))
  return [
    ...steps.filter(({ action }) => action !== 'delete').sort((left, right) => rank(left) - rank(right)),
    ...removals,
  ]
}

async function carryOut(remote: Remote, step: Step, state: State): Promise<{ id: string; secret?: string } | null> {
  const { kind, wanted, live, place, action } = step
  if (action === 'delete' && live !== null) {
    await kind.remove(remote, live.id)
    state.delete(place)
    return { id: live.id }
  }
  if (wanted === null) return null
  if (action === 'create') {
    const made = await kind.create(remote, wanted)
    // Remembered before anything else can fail: a thing without an owner would be made twice.
    state.set(place, { id: made.id, digest: '' })
    state.set(place, { id: made.id, digest: await settled(remote, step, made.id) })
    return made
  }
  if (live === null) return null
  if (action === 'update') await kind.update(remote, wanted, live)
  const before = state.get(place)
  const digest = action === 'update' ? await settled(remote, step, live.id) : digestOf(kind.owned(wanted, live))
  state.set(place, { id: live.id, digest })
  const isNews = before?.id !== live.id || before.digest !== digest
  return action === 'update' || isNews ? { id: live.id } : null
}

/** Of the settings as the gateway wrote them down, which may say more than the file. */
async function settled(remote: Remote, { kind, wanted }: Step, id: string): Promise<string> {
  return wanted === null ? '' : digestOf(kind.owned(wanted, await kind.read(remote, id)))
}
