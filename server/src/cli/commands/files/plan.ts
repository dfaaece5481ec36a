/** Compares files with the gateway and plans the steps. Also finds settings that changed outside the files. */

import { type Difference, differences } from '../../json-difference.ts'
import type { Remote } from '../../remote.ts'
import type { Kind, Live, Wanted } from '../kinds/kind.ts'
import { KINDS } from '../kinds/kinds.ts'
import { digestOf, type State } from './state.ts'

export type Step = {
  readonly place: string
  readonly kind: Kind
  /**
   * `conflict`: the resource exists and no file manages it. `orphan`: its file was removed; only --prune deletes it.
   */
  readonly action: 'create' | 'update' | 'delete' | 'unchanged' | 'conflict' | 'orphan'
  readonly wanted: Wanted | null
  readonly live: Live | null
  /** Changes that turn the gateway's settings into those of the file. */
  readonly changes: readonly Difference[]
  /** True if the gateway's settings changed since the last apply. */
  readonly hasDrifted: boolean
}

export type PlanOptions = {
  readonly isPruning: boolean
  readonly isAdopting: boolean
  /** Selects the listed resources to consider; default: all. */
  readonly isSelected?: (live: Live) => boolean
}

/** If `remote` is null, no resource exists yet. */
export async function plan(
  remote: Remote | null,
  wanted: readonly Wanted[],
  state: State,
  options: PlanOptions,
  kinds: readonly Kind[] = KINDS,
): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const kind of kinds) {
    const files = wanted.filter(({ place }) => place.startsWith(`${kind.folder}/`))
    const removed = [...state.keys()].filter(
      (place) => place.startsWith(`${kind.folder}/`) && !files.some((one) => one.place === place),
    )
    if (files.length === 0 && removed.length === 0) continue
    const resources = remote === null ? [] : (await kind.list(remote)).filter(options.isSelected ?? (() => true))
    const inOrder = kind.ordered?.(files) ?? files
    const matched = matches(kind, inOrder, resources, state)
    steps.push(...inOrder.map((one) => stepFor(kind, one, matched.get(one) ?? null, state, options)))
    steps.push(...removed.flatMap((place) => orphanStep(kind, place, resources, state, options)))
  }
  return steps
}

/** Matches each file to at most one resource. Names may be ambiguous, so identical settings are matched first. */
function matches(kind: Kind, wanted: readonly Wanted[], resources: readonly Live[], state: State): Map<Wanted, Live> {
  const found = new Map<Wanted, Live>()
  const free = new Set(resources)
  const match = (matchesFile: (one: Wanted, live: Live) => boolean) => {
    for (const one of wanted.filter((file) => !found.has(file))) {
      const live = [...free].find((candidate) => matchesFile(one, candidate))
      if (live === undefined) continue
      found.set(one, live)
      free.delete(live)
    }
  }
  match(({ place }, { id }) => state.get(place)?.id === id)
  match((one, live) => kind.isSame(one, live) && differences(kind.owned(one, live), kind.desired(one)).length === 0)
  match((one, live) => kind.isSame(one, live))
  return found
}

function stepFor(kind: Kind, wanted: Wanted, live: Live | null, state: State, options: PlanOptions): Step {
  const known = state.get(wanted.place)
  const owned = live !== null && known?.id === live.id ? live : undefined
  const base = { place: wanted.place, kind, wanted, live }
  if (live === null) return { ...base, action: 'create', changes: [], hasDrifted: known !== undefined }
  const settings = kind.owned(wanted, live)
  const changes = differences(settings, kind.desired(wanted))
  const hasDrifted =
    owned !== undefined && known !== undefined && digestOf(settings) !== known.digest && changes.length > 0
  if (changes.length === 0) return { ...base, action: 'unchanged', changes, hasDrifted }
  const isForeign = owned === undefined && !options.isAdopting
  return { ...base, action: isForeign ? 'conflict' : 'update', changes, hasDrifted }
}

function orphanStep(
  kind: Kind,
  place: string,
  resources: readonly Live[],
  state: State,
  { isPruning }: PlanOptions,
): readonly Step[] {
  const live = resources.find(({ id }) => id === state.get(place)?.id) ?? null
  if (live === null) return []
  return [{ place, kind, action: isPruning ? 'delete' : 'orphan', wanted: null, live, changes: [], hasDrifted: false }]
}
