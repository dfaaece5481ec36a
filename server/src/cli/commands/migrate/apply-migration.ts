/** Carries out a migration completely or not at all: if a step fails, it deletes what was created. */

import { CommandError } from '../../command-error.ts'
import type { Remote } from '../../remote.ts'
import type { Applied } from '../files/apply-plan.ts'
import type { Journal } from './journal.ts'
import { MIGRATION_KINDS, type MigrationStep, type Part } from './plan-migration.ts'

const UNREACHABLE = 3

type Undo = () => Promise<void>

export async function applyMigration(
  parts: readonly Part[],
  journal: Journal,
  onStep: (applied: Applied) => void,
): Promise<void> {
  const undo: Undo[] = []
  for (const { remote, steps } of parts) {
    for (const step of inOrder(steps)) {
      try {
        const applied = await applyStep(remote, step, journal, undo)
        if (applied !== null) onStep(applied)
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        throw await failure(error, step, parts, journal, undo)
      }
    }
  }
}

function inOrder(steps: readonly MigrationStep[]): readonly MigrationStep[] {
  return steps.toSorted((left, right) => MIGRATION_KINDS.indexOf(left.kind) - MIGRATION_KINDS.indexOf(right.kind))
}

async function applyStep(
  remote: Remote,
  { kind, wanted, live, place, action, isAgain }: MigrationStep,
  journal: Journal,
  undo: Undo[],
): Promise<Applied | null> {
  if (wanted === null) return null
  if (action === 'create') {
    if (isAgain && live !== null) await kind.remove(remote, live.id)
    // Recorded before the request, because its response may be lost.
    await journal.set(place, null)
    const made = await kind.create(remote, wanted)
    await journal.set(place, made.id)
    return { place, action, ...made }
  }
  if (action !== 'update' || live === null) return null
  const before = kind.toFile(live)
  await kind.update(remote, wanted, live)
  if (before !== null && 'content' in before && !journal.has(place))
    undo.push(async () =>
      kind.update(remote, { place: wanted.place, content: before.content }, await kind.read(remote, live.id)),
    )
  return { place, action, id: live.id }
}

/** Undoes everything, unless the gateway is unreachable. Then the next run continues. */
async function failure(
  error: CommandError,
  step: MigrationStep,
  parts: readonly Part[],
  journal: Journal,
  undo: readonly Undo[],
): Promise<CommandError> {
  const { what, why } = error.report
  const named = `${step.place}: ${what}`
  const again = `Run the same command again: it continues from ${journal.path}.`
  if (error.exitCode === UNREACHABLE) return new CommandError({ what: named, why, fix: again }, error.exitCode)
  const isRefused = why?.startsWith('409') === true
  const left = await rollBack(parts, journal, undo, isRefused ? step.place : null)
  if (left.length === 0)
    return new CommandError(
      {
        what: `${named} Everything that was created has been deleted again.`,
        why,
        fix: error.report.fix ?? 'Fix this and run the command again.',
      },
      error.exitCode,
    )
  return new CommandError(
    { what: `${named} Could not be undone: ${left.join(', ')}.`, why, fix: `Fix this. ${again}` },
    error.exitCode,
  )
}

/** Returns what could not be undone. `taken`: the file whose create request failed because the resource existed. */
async function rollBack(
  parts: readonly Part[],
  journal: Journal,
  undo: readonly Undo[],
  taken: string | null,
): Promise<readonly string[]> {
  const left: string[] = []
  for (const restore of undo.toReversed()) await restore().catch((error: unknown) => left.push(String(error)))
  for (const { place, id } of journal.entries().toReversed()) {
    const part = parts.find(({ steps }) => steps.some((step) => step.place === place))
    const step = part?.steps.find((one) => one.place === place)
    if (part === undefined || step === undefined || step.wanted === null) {
      left.push(place)
      continue
    }
    try {
      const found = id ?? (place === taken ? null : await createdBy(part.remote, step))
      if (found !== null) await step.kind.remove(part.remote, found)
      await journal.drop(place)
    } catch {
      left.push(place)
    }
  }
  return left
}

/** Finds the resource of a create request that failed half-way or whose response was lost. */
async function createdBy(
  remote: Remote,
  { kind, wanted, live: known, isAgain }: MigrationStep,
): Promise<string | null> {
  if (wanted === null) return null
  if (known !== null && !isAgain) return known.id
  const lives = await kind.list(remote)
  return lives.find((live) => kind.isSame(wanted, live))?.id ?? null
}
