/** Files against the gateway: what would have to happen, and who changed what since. */

import { type Difference, differences } from '../../json-difference.ts'
import type { Remote } from '../../remote.ts'
import type { Kind, Live, Wanted } from './kind.ts'
import { KINDS } from './kinds.ts'
import { digestOf, type State } from './state.ts'

export type Step = {
  readonly place: string
  readonly kind: Kind
  /** `conflict`: it exists and no file owns it. `orphan`: its file is gone, and only --prune deletes it. */
  readonly action: 'create' | 'update' | 'delete' | 'unchanged' | 'conflict' | 'orphan'
  readonly wanted: Wanted | null
  readonly live: Live | null
  /** From the gateway to the file. */
  readonly changes: readonly Difference[]
  /** The gateway's settings are not those of the last apply: somebody changed them there. */
  readonly hasDrifted: boolean
}

export type PlanWishes = { readonly isPruning: boolean; readonly isAdopting: boolean }

export async function plan(
  remote: Remote,
  wanted: readonly Wanted[],
  state: State,
  wishes: PlanWishes,
): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const kind of KINDS) {
    const mine = wanted.filter(({ place }) => place.startsWith(`${kind.folder}/`))
    const gone = [...state.keys()].filter(
      (place) => place.startsWith(`${kind.folder}/`) && !mine.some((one) => one.place === place),
    )
    if (mine.length === 0 && gone.length === 0) continue
    const lives = await kind.list(remote)
    steps.push(...mine.map((one) => stepFor(kind, one, lives, state, wishes)))
    steps.push(...gone.flatMap((place) => farewell(kind, place, lives, state, wishes)))
  }
  return steps
}

function stepFor(kind: Kind, wanted: Wanted, lives: readonly Live[], state: State, wishes: PlanWishes): Step {
  const known = state.get(wanted.place)
  const owned = known && lives.find(({ id }) => id === known.id)
  const live = owned ?? lives.find((one) => kind.isSame(wanted, one)) ?? null
  const base = { place: wanted.place, kind, wanted, live }
  if (live === null) return { ...base, action: 'create', changes: [], hasDrifted: known !== undefined }
  const settings = kind.owned(wanted, live)
  const changes = differences(settings, kind.asked(wanted))
  const hasDrifted =
    owned !== undefined && known !== undefined && digestOf(settings) !== known.digest && changes.length > 0
  if (changes.length === 0) return { ...base, action: 'unchanged', changes, hasDrifted }
  const isForeign = owned === undefined && !wishes.isAdopting
  return { ...base, action: isForeign ? 'conflict' : 'update', changes, hasDrifted }
}

function farewell(
  kind: Kind,
  place: string,
  lives: readonly Live[],
  state: State,
  { isPruning }: PlanWishes,
): readonly Step[] {
  const live = lives.find(({ id }) => id === state.get(place)?.id) ?? null
  if (live === null) return []
  return [{ place, kind, action: isPruning ? 'delete' : 'orphan', wanted: null, live, changes: [], hasDrifted: false }]
}
