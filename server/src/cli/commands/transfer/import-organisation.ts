/** `gatehouse import`: imports an export into a gateway. Everything is planned before the first change. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { readObject } from '../../input/read-file.ts'
import type { Remote } from '../../remote.ts'
import { type Applied, applyPlan, assertReady } from '../files/apply-plan.ts'
import { plan, type Step } from '../files/plan.ts'
import { readFolder } from '../files/read-folder.ts'
import { planOnWire, planText } from '../files/show-plan.ts'
import type { Kind, Wanted } from '../kinds/kind.ts'
import { DEFAULT_WORKSPACE } from '../kinds/policy-kind.ts'
import { isExport, isOf, ORGANISATION_FOLDERS } from './export-organisation.ts'
import { ORGANISATION_KIND, WORKSPACE_KIND } from './organisation-kinds.ts'

/** Steps that use the same client. */
type Part = { readonly remote: () => Remote; readonly steps: readonly Step[] }
type Policy = 'fail' | 'skip' | 'replace'

const WORKSPACES = 'workspaces'

export async function importOrganisation(call: Call): Promise<void> {
  const [folder = ''] = call.operands
  const remote = call.remote().within(null)
  const parts = await partsOf(remote, folder, policyOf(call))
  const steps = parts.flatMap((part) => part.steps)
  if (call.has('dry-run')) {
    const variables = [...new Set(steps.flatMap(neededBy))]
    const needs = variables.length === 0 ? [] : ['', `Credentials are read from: ${variables.join(', ')}`]
    const nothing = ['', 'Nothing was changed. Run it without --dry-run to apply.']
    return call.output.data({ ...planOnWire(steps), variables }, () =>
      [planText(steps, call.output.colours), ...needs, ...nothing].join('\n'),
    )
  }
  if (!call.output.isJson) call.output.note(planText(steps, call.output.colours))
  assertNoConflicts(steps)
  assertReady(steps)
  await importParts(call, parts)
}

async function importParts(call: Call, parts: readonly Part[]): Promise<void> {
  const done: Applied[] = []
  const news = () => done.filter(({ action }) => action !== 'unchanged')
  const report = () =>
    call.output.data({ applied: news() }, () =>
      news().length === 0 ? 'Nothing to do: the gateway matches the files.' : news().map(reportLine).join('\n'),
    )
  try {
    for (const part of parts)
      await applyPlan(part.remote(), part.steps, new Map(), async (applied) => {
        done.push(applied)
        call.output.progress(`${done.length}: ${applied.place}`)
      })
  } catch (error) {
    // Secrets of new keys are shown only once.
    if (done.length > 0) report()
    throw error
  }
  report()
}

function reportLine({ place, action, secret }: Applied): string {
  return `  ${action}d  ${place}${secret === undefined ? '' : `\n    secret, shown only once: ${secret}`}`
}

/** In order of execution: organisation, workspaces, shared resources, resources of each workspace, policies. */
async function partsOf(remote: Remote, folder: string, policy: Policy): Promise<readonly Part[]> {
  const settings = await readObject(join(folder, 'organisation.json'))
  if (!isExport(settings))
    throw new CommandError({
      what: `${folder} is not an export.`,
      why: 'Its organisation.json has no known "format".',
      fix: 'Create one with gatehouse export. For a folder of settings, use gatehouse apply.',
    })
  const names = (await readdir(join(folder, WORKSPACES)).catch(() => [])).sort()
  const wanted: Wanted[] = []
  for (const name of names)
    wanted.push({
      place: `${WORKSPACES}/${name}`,
      content: await readObject(join(folder, WORKSPACES, name, 'workspace.json')),
    })
  const whole = [{ place: 'organisation/organisation', content: settings }]
  const first = settled(await planned(remote, whole, policy, [ORGANISATION_KIND]), policy)
  const second = settled(await planned(remote, wanted, policy, [WORKSPACE_KIND]), policy)
  const shared = await readFolder(folder, [WORKSPACES])
  const foreign = shared.find(({ place }) => !ORGANISATION_FOLDERS.includes(place.split('/')[0] ?? ''))
  if (foreign !== undefined)
    throw new CommandError({ what: `${foreign.place}.json must be in a workspace folder.`, fix: 'Move it there.' })
  const general = await planned(remote, shared, policy)
  const isRule = ({ kind }: Step) => kind.folder.endsWith('-limits')
  const inside = await Promise.all(second.map((step): Promise<Part> => partOfWorkspace(remote, folder, step, policy)))
  return [
    { remote: () => remote, steps: first },
    { remote: () => remote, steps: second },
    { remote: () => remote, steps: general.filter((step) => !isRule(step)) },
    ...inside,
    { remote: () => remote, steps: general.filter(isRule) },
  ]
}

async function partOfWorkspace(remote: Remote, folder: string, { place, live }: Step, policy: Policy): Promise<Part> {
  const files = await readFolder(join(folder, place))
  const name = place.slice(WORKSPACES.length + 1)
  const id = live === null ? null : String(live.content['id'])
  const inIt = id === null ? null : remote.within(id)
  const steps = await planned(inIt, files, policy, undefined, id)
  return {
    remote: () => inIt ?? remote.within(name),
    steps: steps.map((step) => ({ ...step, place: `${place}/${step.place}` })),
  }
}

async function planned(
  remote: Remote | null,
  wanted: readonly Wanted[],
  policy: Policy,
  kinds?: readonly Kind[],
  workspaceId: string | null = null,
): Promise<readonly Step[]> {
  const selection = kinds === undefined ? { isSelected: isOf(workspaceId) } : {}
  const options = { isPruning: false, isAdopting: policy === 'replace', ...selection }
  const steps = await plan(remote, wanted, new Map(), options, kinds)
  if (policy !== 'skip') return steps
  return steps.map((step) => (step.action === 'conflict' ? { ...step, action: 'unchanged' } : step))
}

/** Every gateway has an organisation and a default workspace, so their existence is not a conflict. */
function settled(steps: readonly Step[], policy: Policy): readonly Step[] {
  const alwaysExists = ({ kind, live }: Step) => kind === ORGANISATION_KIND || live?.id === DEFAULT_WORKSPACE
  return steps.map((step) =>
    policy === 'fail' && step.action === 'conflict' && alwaysExists(step) ? { ...step, action: 'update' } : step,
  )
}

function policyOf(call: Call): Policy {
  const given = call.text('on-conflict')
  return given === 'skip' || given === 'replace' ? given : 'fail'
}

function neededBy({ action, kind, wanted }: Step): readonly string[] {
  return action === 'create' && wanted !== null ? kind.needs(wanted) : []
}

function assertNoConflicts(steps: readonly Step[]): void {
  const conflicts = steps.filter(({ action }) => action === 'conflict').map(({ place }) => place)
  if (conflicts.length === 0) return
  throw new CommandError({
    what: `Already exists with other settings: ${conflicts.join(', ')}. Nothing was changed.`,
    why: 'An import does not overwrite existing settings by default.',
    fix: 'Review the differences with --dry-run. Then use --on-conflict skip to keep these settings, or replace to overwrite them.',
  })
}
