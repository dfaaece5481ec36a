/** `gatehouse init`: creates a folder of example settings, or of the gateway's current settings. */

import { access, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import schema from '../../../../../contract/config.schema.json'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { safeName } from '../configs/prompts.ts'
import { KINDS } from '../kinds/kinds.ts'
import { variablesOf } from '../kinds/secret-reference.ts'
import { EXAMPLE_FILES } from './example-files.ts'

const DEFAULT_FOLDER = 'gatehouse'
const ENVIRONMENT_FILE = '.env.example'
const SCHEMA_FILE = 'config.schema.json'

type Files = ReadonlyMap<string, object>

export async function initFolder(call: Call): Promise<void> {
  const folder = call.operands[0] ?? DEFAULT_FOLDER
  const entries = await readdir(folder).catch(() => [])
  if (entries.length > 0)
    throw new CommandError({
      what: `${folder} already exists and is not empty.`,
      fix: 'Choose another folder. gatehouse plan shows what the existing files would change.',
    })
  const files = call.has('pull') ? await pulled(call) : EXAMPLE_FILES
  for (const [place, content] of [...files, [SCHEMA_FILE, schema] as const]) {
    const path = join(folder, place)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `${JSON.stringify(content, null, 2)}\n`)
  }
  const written = [...files.keys(), SCHEMA_FILE].map((place) => join(folder, place))
  // Written next to the folder, where programs look for it. An existing file is not overwritten.
  const hasOne = await access(ENVIRONMENT_FILE).then(
    () => true,
    () => false,
  )
  if (!hasOne) {
    await writeFile(ENVIRONMENT_FILE, environmentText(call, files))
    written.push(ENVIRONMENT_FILE)
  }
  call.output.data({ folder, written }, () =>
    [
      ...written.map((path) => `  ${path}`),
      '',
      `Next: gatehouse plan${folder === DEFAULT_FOLDER ? '' : ` ${folder}`}`,
    ].join('\n'),
  )
}

/** All settings of the key's workspace. `plan` then finds no differences, and files manage them after `apply`. */
async function pulled(call: Call): Promise<Files> {
  const remote = call.remote()
  const files = new Map<string, object>()
  for (const kind of KINDS) {
    call.output.progress(`Reading ${kind.folder}`)
    for (const live of await kind.list(remote)) {
      const file = kind.toFile(live)
      if (file === null || 'left' in file) continue
      const base = `${kind.folder}/${safeName(file.name)}`
      let place = `${base}.json`
      for (let count = 2; files.has(place); count++) place = `${base}-${count}.json`
      files.set(place, file.content)
    }
  }
  return files
}

function environmentText(call: Call, files: Files): string {
  const variables = [...files.values()].flatMap((content) => variablesOf({ ...content }))
  return [
    '# Copy this file to .env, fill it in, and keep .env out of the repository.',
    '',
    '# The gateway for gatehouse plan, apply and the SDKs.',
    `GATEWAY_BASE_URL=${call.remote().url}/v1`,
    'GATEWAY_API_KEY=',
    '',
    '# Provider credentials that the virtual key files refer to.',
    ...(variables.length === 0 ? ['# OPENAI_API_KEY='] : [...new Set(variables)].map((variable) => `${variable}=`)),
    '',
  ].join('\n')
}
