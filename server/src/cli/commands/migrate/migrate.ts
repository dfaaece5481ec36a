/** `gatehouse migrate`: converts another gateway's settings and shows the plan before applying it. */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { didYouMean } from '../../../core/suggest.ts'
import type { Call } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { readObject, readText } from '../../input/read-file.ts'
import { plan } from '../files/plan.ts'
import { carryOutPlan } from '../files/plan-and-apply.ts'
import { planOnWire, planText } from '../files/show-plan.ts'
import { KINDS } from '../kinds/kinds.ts'
import type { Converted } from './conversion.ts'
import { fromLiteLlm } from './litellm.ts'
import { fromPortkey } from './portkey.ts'

const SOURCES = ['litellm', 'portkey']

export async function migrate(call: Call): Promise<void> {
  if (call.operands.length === 0) return (await import('../gateway/shared-store.ts')).migrateDatabase(call)
  const converted = await convert(call)
  const folder = call.text('to')
  if (folder !== null) return writeFolder(call, converted, folder)
  const remote = call.remote()
  const steps = await plan(remote, converted.wanted, new Map(), { isPruning: false, isAdopting: call.has('adopt') })
  if (call.has('apply')) {
    const left = leftText(call, converted)
    if (!call.output.isJson) call.output.note(left)
    // On a terminal the note is enough; a file or another program reads only stdout.
    const text = process.stdout.isTTY ? '' : `\n${left}`
    const members = { left_behind: converted.unsupported }
    return carryOutPlan(call, remote, steps, new Map(), async () => {}, { members, text })
  }
  const needs = converted.wanted.flatMap(
    (one) => KINDS.find(({ folder: kind }) => one.place.startsWith(`${kind}/`))?.needs(one) ?? [],
  )
  const variables = [...new Set(needs)]
  call.output.data({ ...planOnWire(steps), variables, left_behind: converted.unsupported }, () =>
    [
      planText(steps, call.output.colours),
      ...(variables.length === 0 ? [] : ['', `Credentials are read from: ${variables.join(', ')}`]),
      leftText(call, converted),
      '',
      'Nothing was changed. Use --apply to run it, or --to FOLDER to write files for gatehouse plan and apply.',
    ].join('\n'),
  )
}

async function convert(call: Call): Promise<Converted> {
  const [source = '', ...paths] = call.operands
  if (SOURCES.includes(source) && paths.length === 0)
    throw usageError(`FILE is missing: the ${source} file to read.`, 'migrate')
  if (source === 'litellm') {
    const [path = '', extra] = paths
    if (extra !== undefined) throw usageError(`Unexpected argument "${extra}": LiteLLM has one file.`, 'migrate')
    return checked(fromLiteLlm(await readText(path), path))
  }
  if (source === 'portkey') {
    const files = await Promise.all(paths.map(async (path) => [path, await readObject(path)] as const))
    return checked(fromPortkey(files))
  }
  throw usageError(
    `Migration from "${source}" is not supported.${didYouMean(source, SOURCES)} Supported: litellm and portkey.`,
    'migrate',
  )
}

function checked(converted: Converted): Converted {
  for (const one of converted.wanted) KINDS.find(({ folder }) => one.place.startsWith(`${folder}/`))?.check(one)
  return converted
}

async function writeFolder(call: Call, { wanted, unsupported }: Converted, folder: string): Promise<void> {
  const written: string[] = []
  for (const { place, content } of wanted) {
    const path = join(folder, `${place}.json`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `${JSON.stringify(content, null, 2)}\n`)
    written.push(path)
  }
  call.output.data({ written, left_behind: unsupported }, () =>
    [
      ...written.map((path) => `  ${path}`),
      leftText(call, { wanted, unsupported }),
      '',
      `Next: gatehouse plan ${folder}`,
    ].join('\n'),
  )
}

function leftText(call: Call, { unsupported }: Converted): string {
  if (unsupported.length === 0) return '\nEverything was converted.'
  return [
    '',
    'Not converted, or to be done by you:',
    ...unsupported.map((what) => `  ${call.output.colours.yellow('!')} ${what}`),
  ].join('\n')
}
