/** Parses command-line arguments. Errors name the wrong argument and suggest the closest match. */

import { parseArgs } from 'node:util'
import { didYouMean } from '../core/suggest.ts'
import type { CommandSpec, FlagSpec } from './command.ts'
import { usageError } from './command-error.ts'

export type ParsedCommand = {
  readonly spec: CommandSpec
  readonly operands: readonly string[]
  readonly flags: ReadonlyMap<string, readonly string[]>
  readonly wantsHelp: boolean
}

const EVERYWHERE: Readonly<Record<string, FlagSpec>> = {
  json: { about: 'Print JSON instead of text.' },
  'no-color': { about: 'Print no colours.' },
  help: { about: 'Show this help.' },
}

const REMOTE: Readonly<Record<string, FlagSpec>> = {
  url: { value: 'URL', about: 'URL of the gateway. Default: GATEWAY_BASE_URL, or http://127.0.0.1:8787.' },
  key: { value: 'KEY', about: 'Gateway key. Prefer GATEWAY_API_KEY, which process lists do not show.' },
  workspace: { value: 'ID', about: 'ID or slug of the workspace, for Admin keys.' },
  profile: { value: 'NAME', about: 'Profile of gatehouse login. Default: GATEWAY_PROFILE, or the current one.' },
}

export function flagsOf(spec: CommandSpec): Readonly<Record<string, FlagSpec>> {
  return { ...spec.flags, ...(spec.isRemote && REMOTE), ...EVERYWHERE }
}

/** Aliases: short forms and common alternatives of group names. */
const GROUPS: Readonly<Record<string, string>> = {
  vk: 'virtual-keys',
  key: 'keys',
  config: 'configs',
  prompt: 'prompts',
}
const NAMES: Readonly<Record<string, string>> = {
  'virtual-keys add': 'create',
  'keys add': 'create',
  'keys delete': 'revoke',
  'configs push': 'save',
  'prices add': 'set',
}

/** Resolves aliases to the names in the command table. */
export function resolveAliases([first, second, ...rest]: readonly string[]): readonly string[] {
  if (first === undefined) return []
  const group = (Object.hasOwn(GROUPS, first) && GROUPS[first]) || first
  if (second === undefined) return [group]
  const name = `${group} ${second}`
  return [group, (Object.hasOwn(NAMES, name) && NAMES[name]) || second, ...rest]
}

/** Returns null if no command matches; `rest` are the arguments after its name. */
export function findCommand(
  words: readonly string[],
  table: readonly CommandSpec[],
): { spec: CommandSpec; rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const spec = table.find((command) => command.name === name)
    if (spec && words.length >= length) return { spec, rest: words.slice(length) }
  }
  return null
}

export function parseArguments(spec: CommandSpec, words: readonly string[]): ParsedCommand {
  const known = flagsOf(spec)
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  )
  const { tokens } = parseArgs({
    args: [...words],
    options: { ...options, help: { type: 'boolean', short: 'h', multiple: true } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const flags = new Map<string, string[]>()
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const flag = Object.hasOwn(known, token.name) ? known[token.name] : undefined
    if (flag === undefined) throw unknownFlag(spec, token.rawName, known)
    // In `--port --help`, `--help` is not the value of --port but asks for help.
    if (flag.value !== undefined && token.value?.startsWith('--') && !token.inlineValue) {
      if (token.value === '--help') flags.set('help', [''])
      else throw usageError(`${token.rawName} needs a value.`, spec.name)
      continue
    }
    flags.set(token.name, [...(flags.get(token.name) ?? []), checked(spec, token.rawName, flag, token.value)])
  }
  const wantsHelp = flags.has('help')
  if (!wantsHelp) checkCounts(spec, operands, flags, known)
  return { spec, operands, flags, wantsHelp }
}

function checked(spec: CommandSpec, name: string, flag: FlagSpec, value: string | undefined): string {
  if (flag.value === undefined) {
    if (value !== undefined) throw usageError(`${name} takes no value.`, spec.name)
    return ''
  }
  if (value === undefined || value === '') throw usageError(`${name} needs a value.`, spec.name)
  if (flag.choices && !flag.choices.includes(value))
    throw usageError(
      `${name} cannot be "${value}".${didYouMean(value, flag.choices)} Allowed values: ${flag.choices.join(', ')}.`,
      spec.name,
    )
  return value
}

function checkCounts(
  spec: CommandSpec,
  operands: readonly string[],
  flags: ReadonlyMap<string, readonly string[]>,
  known: Readonly<Record<string, FlagSpec>>,
): void {
  for (const [name, values] of flags)
    if (values.length > 1 && !known[name]?.isMany && known[name]?.value !== undefined)
      throw usageError(`--${name} was given ${values.length} times.`, spec.name)
  const wanted = spec.operands ?? []
  const missing = wanted.find((operand, i) => !operand.isOptional && operands[i] === undefined)
  if (missing) throw usageError(`${missing.name} is missing: ${missing.about}`, spec.name)
  const extra = wanted.at(-1)?.isMany ? undefined : operands[wanted.length]
  if (extra !== undefined) throw usageError(`Unexpected argument "${extra}".`, spec.name)
}

function unknownFlag(spec: CommandSpec, name: string, known: Readonly<Record<string, FlagSpec>>) {
  const names = Object.keys(known).map((flag) => `--${flag}`)
  return usageError(`Unknown flag "${name}".${didYouMean(name, names)}`, spec.name)
}
