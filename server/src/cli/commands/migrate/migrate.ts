/** `gatehouse migrate`: another gateway's settings as ours, shown first. */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { didYouMean } from '../../../core/suggest.ts'
import type { Call } from '../../command.ts'
import { wrongUsage } from '../../command-error.ts'
import { readObject, readText } from '../../input/read-file.ts'
import { plan } from '../files/plan.ts'
import { carryOutPlan } from '../files/plan-and-apply.ts'
import { planOnWire, planText } from '../files/show-plan.ts'
import { KINDS } from '../kinds/kinds.ts'
import type { Carried } from './carried.ts'
import { fromLiteLlm } from './litellm.ts'
import { fromPortkey } from './portkey.ts'

const SOURCES = ['litellm', 'portkey']

export async function migrate(call: Call): Promise<void> {
  if (call.operands.length === 0) return (await import('../gateway/shared-store.ts')).migrateDatabase(call)
  const carried = await convert(call)
  const folder = call.text('to')
  if (folder !== null) return writeFolder(call, carried, folder)
  const remote = call.remote()
  const steps = await plan(remote, carried.wanted, new Map(), { isPruning: false, isAdopting: call.has('adopt') })
  if (call.has('apply')) {
    if (!call.output.isJson) call.output.note(leftText(call, carried))
    return carryOutPlan(call, remote, steps, new Map(), async () => {})
  }
  const needs = carried.wanted.flatMap(
    (one) => KINDS.find(({ folder: kind }) => one.place.startsWith(`${kind}/`))?.needs(one) ?? [],
  )
  const variables = [...new Set(needs)]
  call.output.data({ ...planOnWire(steps), variables, left_behind: carried.leftBehind }, () =>
    [
      planText(steps, call.output.colours),
      ...(variables.length === 0 ? [] : ['', `Credentials are read from: ${variables.join(', ')}`]),
      leftText(call, carried),
      '',
      'Nothing was changed. --apply does it; --to FOLDER writes files for gatehouse plan and apply.',
    ].join('\n'),
  )
}

async function convert(call: Call): Promise<Carried> {
  const [source = '', ...paths] = call.operands
  if (SOURCES.includes(source) && paths.length === 0)
    throw wrongUsage(`Say which file of ${source} to read.`, 'migrate')
  if (source === 'litellm') {
    const [path = '', extra] = paths
    if (extra !== undefined) throw wrongUsage(`"${extra}" is one word too many: LiteLLM has one file.`, 'migrate')
    return checked(fromLiteLlm(await readText(path), path))
  }
  if (source === 'portkey') {
    const files = await Promise.all(paths.map(async (path) => [path, await readObject(path)] as const))
    return checked(fromPortkey(files))
  }
  throw wrongUsage(
    `There is no migration from "${source}".${didYouMean(source, SOURCES)} There is litellm and portkey.`,
    'migrate',
  )
}

function checked(carried: Carried): Carried {
  for (const one of carried.wanted) KINDS.find(({ folder }) => one.place.startsWith(`${folder}/`))?.check(one)
  return carried
}

async function writeFolder(call: Call, { wanted, leftBehind }: Carried, folder: string): Promise<void> {
  const written: string[] = []
  for (const { place, content } of wanted) {
    const path = join(folder, `${place}.json`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `${JSON.stringify(content, null, 2)}\n`)
    written.push(path)
  }
  call.output.data({ written, left_behind: leftBehind }, () =>
    [
      ...written.map((path) => `  ${path}`),
      leftText(call, { wanted, leftBehind }),
      '',
      `Next: gatehouse plan ${folder}`,
    ].join('\n'),
  )
}

function leftText(call: Call, { leftBehind }: Carried): string {
  if (leftBehind.length === 0) return '\nEverything could be carried over.'
  return [
    '',
    'Not carried over, or left to you:',
    ...leftBehind.map((what) => `  ${call.output.colours.yellow('!')} ${what}`),
  ].join('\n')
}
