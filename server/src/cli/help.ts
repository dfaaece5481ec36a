/** Help texts: examples first, then commands, operands and flags. */

import { version } from '../../../package.json'
import type { CommandSpec } from './command.ts'
import { terminalWidth } from './output.ts'
import { flagsOf } from './parse-arguments.ts'
import { layoutPairs } from './text-table.ts'

export function overview(table: readonly CommandSpec[]): string {
  const groups = new Map<string, CommandSpec[]>()
  for (const spec of table) {
    const group = spec.name.split(' ')[0] ?? ''
    groups.set(group, [...(groups.get(group) ?? []), spec])
  }
  return [
    'gatehouse start                      run on http://127.0.0.1:8787 with data in ./data',
    'gatehouse doctor                     find problems and how to fix them',
    '',
    `Gatehouse ${version}: one address for every model provider.`,
    '',
    'Commands:',
    ...columns([...groups].map(([name, specs]) => [name, groupAbout(specs)])),
    '',
    'gatehouse <command> --help shows details.',
    'gatehouse help <topic> shows a page of the documentation, such as routing.',
    'Commands that call a gateway use the profile of gatehouse login, or GATEWAY_BASE_URL and GATEWAY_API_KEY.',
  ].join('\n')
}

function groupAbout(specs: readonly CommandSpec[]): string {
  const [first] = specs
  if (first === undefined) return ''
  if (specs.length === 1 && !first.name.includes(' ')) return first.about
  const names = specs.map((spec) => spec.name.split(' ').slice(1).join(' ')).filter((name) => name !== '')
  // The first command of the group has no second word, as in `backup`.
  return first.name.includes(' ') ? names.join(', ') : `${first.about} Also: ${names.join(', ')}.`
}

/** Lists the commands of one group, such as `keys`. */
export function groupHelp(group: string, specs: readonly CommandSpec[]): string {
  return [
    ...specs.flatMap((spec) => spec.examples.slice(0, 1)),
    '',
    `gatehouse ${group}:`,
    ...columns(specs.map((spec) => [spec.name, spec.about])),
    '',
    `gatehouse ${specs[0]?.name} --help shows details.`,
  ].join('\n')
}

export async function commandHelp(spec: CommandSpec): Promise<string> {
  const operands = (spec.operands ?? []).map((operand) => {
    const name = operand.isMany ? `${operand.name}...` : operand.name
    return operand.isOptional ? `[${name}]` : name
  })
  const flags = Object.entries(flagsOf(spec)).map(([name, flag]): [string, string] => [
    `--${name}${flag.value === undefined ? '' : ` ${flag.choices?.join('|') ?? flag.value}`}`,
    flag.isMany ? `${flag.about} May be repeated.` : flag.about,
  ])
  const notes = (await spec.notes?.()) ?? []
  return [
    ...spec.examples,
    '',
    `${spec.about}`,
    '',
    `Usage: ${['gatehouse', spec.name, ...operands, '[flags]'].join(' ')}`,
    ...columns((spec.operands ?? []).map((operand) => [operand.name, operand.about])),
    '',
    'Flags:',
    ...columns(flags),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ].join('\n')
}

export function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  return layoutPairs(rows, terminalWidth())
}
