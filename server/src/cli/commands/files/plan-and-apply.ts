/** `gatehouse plan` and `gatehouse apply`: manage settings with a folder of files. */

import type { Call } from '../../command.ts'
import { confirm } from '../../input/confirm.ts'
import type { JsonObject, Remote } from '../../remote.ts'
import { type Applied, applyPlan, assertReady } from './apply-plan.ts'
import { plan, type Step } from './plan.ts'
import { readFolder } from './read-folder.ts'
import { planOnWire, planText } from './show-plan.ts'
import { readState, type State, writeState } from './state.ts'

const DEFAULT_FOLDER = 'gatehouse'

export async function planCommand(call: Call): Promise<void> {
  const steps = await makePlan(call, call.remote(), await readState(folderOf(call)))
  call.output.data(planOnWire(steps), () => planText(steps, call.output.colours))
  if (call.has('check') && steps.some(({ action }) => action !== 'unchanged')) process.exitCode = 1
}

export async function applyCommand(call: Call): Promise<void> {
  const remote = call.remote()
  const folder = folderOf(call)
  const state = await readState(folder)
  const steps = await makePlan(call, remote, state)
  await confirmAndApply(call, remote, steps, state, () => writeState(folder, state))
}

/** Additions of a command to the report: members of the JSON output, and text. */
type ReportExtra = { readonly members: JsonObject; readonly text: string }

/** Shows the plan, asks before deletions, applies and reports; calls `save` after each step. */
export async function confirmAndApply(
  call: Call,
  remote: Remote,
  steps: readonly Step[],
  state: State,
  save: () => Promise<void>,
  extra: ReportExtra = { members: {}, text: '' },
): Promise<void> {
  if (!call.output.isJson) call.output.note(planText(steps, call.output.colours))
  assertReady(steps)
  const removals = steps.filter(({ action }) => action === 'delete')
  if (removals.length > 0) await confirm(call, `Delete ${removals.map(({ place }) => place).join(', ')}?`)
  const done: Applied[] = []
  const report = () => call.output.data({ applied: done, ...extra.members }, () => reportText(done) + extra.text)
  try {
    await applyPlan(remote, steps, state, async (applied) => {
      done.push(applied)
      await save()
      call.output.progress(`${done.length}: ${applied.place}`)
    })
  } catch (error) {
    // Report completed steps: secrets of new keys are shown only once, and the state must include new resources.
    if (done.length > 0) report()
    await save()
    throw error
  }
  report()
}

function reportText(done: readonly Applied[]): string {
  const changed = done.filter(({ action }) => action !== 'unchanged')
  if (changed.length === 0) return 'Nothing to do: the gateway matches the files.'
  return changed
    .map(
      ({ place, action, id, secret }) =>
        `  ${action}d  ${place}  ${id}${secret === undefined ? '' : `\n    its secret, shown only once: ${secret}`}`,
    )
    .join('\n')
}

async function makePlan(call: Call, remote: Remote, state: State): Promise<readonly Step[]> {
  const wanted = await readFolder(folderOf(call))
  return plan(remote, wanted, state, { isPruning: call.has('prune'), isAdopting: call.has('adopt') })
}

function folderOf(call: Call): string {
  return call.operands[0] ?? DEFAULT_FOLDER
}
