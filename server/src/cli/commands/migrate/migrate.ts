/** `gatehouse migrate`: converts another gateway's settings and shows the plan before applying it. */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { didYouMean } from '../../../core/suggest.ts'
import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { readSecret, readText } from '../../input/read-file.ts'
import type { Applied } from '../files/apply-plan.ts'
import { planOnWire, planText } from '../files/show-plan.ts'
import type { Wanted } from '../kinds/kind.ts'
import { KINDS } from '../kinds/kinds.ts'
import { applyMigration } from './apply-migration.ts'
import type { Converted } from './conversion.ts'
import { Journal } from './journal.ts'
import { fromLiteLlm } from './litellm.ts'
import { readLiteLlmTables } from './litellm-keys.ts'
import { type Part, type Policy, planMigration } from './plan-migration.ts'
import { fromPortkey } from './portkey/convert.ts'
import { readPortkeyAccount } from './portkey/read-account.ts'
import { readPortkeyFiles } from './portkey/read-files.ts'
import { loadSecrets, requireSecrets, variablesIn } from './secrets.ts'
import { assertNoConflicts, assertValid, checkFiles, findProblems, type Problem } from './validate.ts'

const SOURCES = ['litellm', 'portkey']
const JOURNAL = 'gatehouse-migration.json'
const KEY_VARIABLE = 'PORTKEY_API_KEY'

export async function migrate(call: Call): Promise<void> {
  if (call.operands.length === 0) return (await import('../gateway/shared-store.ts')).migrateDatabase(call)
  const converted = await convert(call)
  checkFiles(converted)
  const folder = call.text('to')
  if (folder !== null) return writeFolder(call, converted, folder)
  await loadSecrets(call)
  const remote = call.remote()
  const journal = await Journal.open(call.text('journal') ?? JOURNAL, remote.url)
  const parts = await planMigration(remote, converted, policyOf(call), journal)
  const problems = await findProblems(remote, parts)
  const left = [...converted.unsupported, ...keptText(call, parts), ...otherIds(parts)]
  if (!call.has('apply')) return showPlan(call, parts, problems, { ...converted, unsupported: left })
  await apply(call, parts, problems, { ...converted, unsupported: left }, journal)
}

type Report = Pick<Converted, 'unsupported' | 'notes'>

function showPlan(call: Call, parts: readonly Part[], problems: readonly Problem[], report: Report): void {
  const steps = parts.flatMap((part) => part.steps)
  const variables = variablesIn(steps)
  const invalid = problems.map(({ place, message }) => `${place}: ${message}`)
  const members = { variables, invalid, left_behind: report.unsupported, notes: report.notes }
  call.output.data({ ...planOnWire(steps), ...members }, () =>
    [
      planText(steps, call.output.colours),
      ...(variables.length === 0 ? [] : ['', `Credentials are read from: ${variables.join(', ')}`]),
      ...(invalid.length === 0
        ? []
        : ['', 'Cannot be created here:', ...invalid.map((what) => `  ${call.output.colours.red('!')} ${what}`)]),
      '',
      'Nothing was changed. Use --apply to run it, or --to FOLDER to write files.',
    ].join('\n'),
  )
  tellRest(call, { ...report, unsupported: [...report.unsupported, ...invalid] })
}

async function apply(
  call: Call,
  parts: readonly Part[],
  problems: readonly Problem[],
  report: Report,
  journal: Journal,
): Promise<void> {
  const skipped = call.has('skip-invalid') ? problems : []
  assertValid(problems.filter((problem) => !skipped.includes(problem)))
  const isWanted = (place: string) => skipped.every((problem) => problem.place !== place)
  const chosen = parts.map((part) => ({ ...part, steps: part.steps.filter(({ place }) => isWanted(place)) }))
  const steps = chosen.flatMap((part) => part.steps)
  if (!call.output.isJson) call.output.note(planText(steps, call.output.colours))
  if (journal.isResumed) call.output.note(`Continuing the migration of ${journal.path}.`)
  assertNoConflicts(steps)
  await requireSecrets(steps)
  const done: Applied[] = []
  await applyMigration(chosen, journal, (applied) => {
    done.push(applied)
    call.output.progress(`${done.length}: ${applied.place}`)
  })
  const left = [...report.unsupported, ...skipped.map(({ place, message }) => `${place}: ${message}`)]
  call.output.data({ applied: done, left_behind: left, notes: report.notes }, () => appliedText(done))
  // The secrets have been shown, so the next run need not create the keys again.
  await journal.remove()
  tellRest(call, { ...report, unsupported: left })
}

function appliedText(done: readonly Applied[]): string {
  if (done.length === 0) return 'Nothing to do: the gateway has everything.'
  return done
    .map(({ place, action, id, secret }) => {
      const shown = place.includes('invites/') ? 'invitation link' : 'secret'
      return `  ${action}d  ${place}  ${id}${secret === undefined ? '' : `\n    ${shown}, shown only once: ${secret}`}`
    })
    .join('\n')
}

/** Settings that were not migrated cause exit code 1, so that a script notices them. */
function tellRest(call: Call, { unsupported, notes }: Report): void {
  if (!call.output.isJson && notes.length > 0)
    call.output.note(['', 'Notes:', ...notes.map((what) => `  - ${what}`)].join('\n'))
  if (unsupported.length === 0) return
  const marks = unsupported.map((what) => `  ${call.output.colours.yellow('!')} ${what}`)
  call.output.note(['', 'Not carried over:', ...marks].join('\n'))
  process.exitCode = 1
}

/** With --on-conflict skip, existing resources that differ stay as they are. */
function keptText(call: Call, parts: readonly Part[]): readonly string[] {
  if (policyOf(call) !== 'skip') return []
  return parts
    .flatMap(({ steps }) => steps)
    .filter(({ action, changes }) => action === 'unchanged' && changes.length > 0)
    .map(({ place }) => `${place}: already exists and differs; the existing one stays`)
}

/** Existing resources keep their ids, so programs that use the ids of the source must change. */
function otherIds(parts: readonly Part[]): readonly string[] {
  return parts
    .flatMap(({ steps }) => steps)
    .flatMap(({ place, wanted, live, isAgain }) => {
      const [there, here] = [wanted?.content['id'], live?.content['id']]
      if (isAgain || typeof there !== 'string' || typeof here !== 'string' || there === here) return []
      return [`${place}: already exists with the id ${here}; programs that use the id ${there} must change`]
    })
}

function policyOf(call: Call): Policy {
  const given = call.text('on-conflict')
  if (given === 'skip' || given === 'replace') return given
  return call.has('adopt') ? 'replace' : 'fail'
}

async function convert(call: Call): Promise<Converted> {
  const [source = '', ...paths] = call.operands
  const from = call.text('from')
  if (source === 'litellm') {
    if (paths.length === 0) throw usageError('FILE is missing: the litellm file to read.', 'migrate')
    const isTable = (path: string) => /\.(json|csv)$/i.test(path)
    const [path, extra] = paths.filter((one) => !isTable(one))
    if (extra !== undefined) throw usageError(`Unexpected argument "${extra}": LiteLLM has one config.yaml.`, 'migrate')
    const config = path === undefined ? null : { path, text: await readText(path) }
    return fromLiteLlm(config, await readLiteLlmTables(paths.filter(isTable)))
  }
  if (source === 'portkey') {
    if (from === null && paths.length === 0)
      throw usageError('FILE is missing: the portkey files to read, or --from with the address of the API.', 'migrate')
    if (from !== null && paths.length > 0) throw usageError('Use files or --from, not both.', 'migrate')
    if (from === null) return fromPortkey(await readPortkeyFiles(paths))
    return fromPortkey(
      await readPortkeyAccount(from, await sourceKey(call), (part) => call.output.progress(`Reading ${part}`)),
    )
  }
  throw usageError(
    `Migration from "${source}" is not supported.${didYouMean(source, SOURCES)} Supported: litellm and portkey.`,
    'migrate',
  )
}

async function sourceKey(call: Call): Promise<string> {
  const key = (await readSecret(call, 'from-key')) ?? process.env[KEY_VARIABLE]?.trim()
  if (key) return key
  throw new CommandError({
    what: 'The key of the account to read is missing.',
    fix: `Set ${KEY_VARIABLE}, or use --from-key-env NAME or --from-key-file FILE.`,
  })
}

/** One workspace: a folder for `gatehouse plan`. Several: a folder for `gatehouse import`. */
async function writeFolder(
  call: Call,
  { shared, workspaces, unsupported, notes }: Converted,
  folder: string,
): Promise<void> {
  const isWhole = shared.length > 0 || workspaces.some(({ slug }) => slug !== null)
  const files: (Wanted & { readonly path: string })[] = []
  const left = [...unsupported]
  const add = (at: string, wanted: readonly Wanted[]) => {
    for (const one of wanted) {
      const isWorkspace = one.place.startsWith('workspaces/')
      if (isWorkspace) files.push({ ...one, path: `${one.place}/workspace.json` })
      else if (KINDS.some((kind) => one.place.startsWith(`${kind.folder}/`)))
        files.push({ ...one, path: `${at}${one.place}.json` })
      else left.push(`${at}${one.place}: files cannot contain it; use --apply`)
    }
  }
  if (isWhole)
    files.push({ place: '', path: 'organisation.json', content: { format: 'gatehouse-export/1', name: 'Default' } })
  add('', shared)
  for (const { slug, wanted } of workspaces) add(isWhole ? `workspaces/${slug ?? 'default-workspace'}/` : '', wanted)
  const written: string[] = []
  for (const { path: name, content } of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    // Configs may contain credentials.
    await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    written.push(path)
  }
  call.output.data({ written, left_behind: left, notes }, () =>
    [
      ...written.map((path) => `  ${path}`),
      '',
      `Next: gatehouse ${isWhole ? 'import' : 'plan'} ${folder}${isWhole ? ' --dry-run' : ''}`,
    ].join('\n'),
  )
  tellRest(call, { unsupported: left, notes })
}
