/** `gatehouse configs validate`, `explain` and `diff`. */

import { existsSync } from 'node:fs'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { readObject } from '../../input/read-file.ts'
import { differenceLine, differences } from '../../json-difference.ts'
import { type JsonObject, objectsOf } from '../../remote.ts'
import { readConfigFile, texts } from './configs.ts'
import { readOutcomes } from './read-outcomes.ts'
import { timeline } from './timeline.ts'

export async function validateConfigs(call: Call): Promise<void> {
  const remote = call.remote()
  const verdicts: JsonObject[] = []
  for (const file of call.operands) {
    const { config } = await readConfigFile(file)
    verdicts.push({ file, ...(await remote.post('/configs/validate', { config })) })
  }
  call.output.data(verdicts, () => verdicts.map((verdict) => verdictText(call, verdict)).join('\n'))
  const wrong = verdicts.filter((verdict) => verdict['valid'] !== true)
  if (wrong.length === 0) return
  throw new CommandError({ what: `${wrong.length} of ${verdicts.length} configs are invalid.` })
}

function verdictText(call: Call, verdict: JsonObject): string {
  const { green, red, yellow, dim } = call.output.colours
  const errors = objectsOf(verdict['errors'])
  const lines = [errors.length === 0 ? `${green('✔')} ${verdict['file']}` : `${red('✖')} ${verdict['file']}`]
  for (const error of errors) {
    lines.push(`    ${problemText(String(error['path']), String(error['message']))}`)
    lines.push(dim(`      ${error['hint']}`))
  }
  for (const warning of texts(verdict['warnings'])) lines.push(`  ${yellow('!')} ${warning}`)
  return lines.join('\n')
}

/** Adds the path, unless the message already starts with it. */
function problemText(path: string, message: string): string {
  return path === '' || message.startsWith(path) ? message : `${path}: ${message}`
}

export async function explainConfig(call: Call): Promise<void> {
  const [wanted = ''] = call.operands
  const request = call.text('request')
  const body = {
    outcomes: readOutcomes(call.texts('simulate')),
    circuits: Object.fromEntries(call.texts('open').map((target) => [target, 'open'])),
    ...(request !== null && { request: await readObject(request) }),
  }
  const isFile = wanted === '-' || existsSync(wanted)
  if (!isFile && /[/.]/.test(wanted))
    throw new CommandError({ what: `Cannot read ${wanted}.`, why: 'The file does not exist.' })
  const explanation = isFile
    ? await call.remote().post('/configs/explain', { config: (await readConfigFile(wanted)).config, ...body })
    : await call.remote().post(`/configs/${encodeURIComponent(wanted)}/explain`, body)
  call.output.data(explanation, () => timeline(explanation, call.output.colours))
}

export async function diffConfig(call: Call): Promise<void> {
  const [file = '', slug = ''] = call.operands
  const { config } = await readConfigFile(file)
  const saved = await call.remote().get(`/configs/${encodeURIComponent(slug)}`)
  const found = differences(saved['config_object'], config)
  const { green, red, yellow } = call.output.colours
  const coloured = (line: string) => (line[0] === '+' ? green(line) : line[0] === '-' ? red(line) : yellow(line))
  call.output.data(found, () =>
    found.length === 0
      ? `${file} and ${slug} (version ${saved['version']}) are the same.`
      : [
          `${slug} (version ${saved['version']}) → ${file}`,
          ...found.map((one) => `  ${coloured(differenceLine(one))}`),
        ].join('\n'),
  )
  if (found.length > 0) process.exitCode = 1
}
