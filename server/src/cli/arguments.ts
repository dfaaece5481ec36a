/** The command line: its commands, their flags, help that starts with examples. */

import { version } from '../../../package.json'
import { didYouMean } from '../core/suggest.ts'
import { ENVIRONMENT } from '../settings.ts'

export type Command =
  | { readonly kind: 'start' | 'rotate-master-key'; readonly environment: Readonly<Record<string, string>> }
  | { readonly kind: 'text'; readonly text: string; readonly isError: boolean }

/** Flags are short names for environment variables. */
const FLAGS: Readonly<Record<string, string>> = {
  '--port': 'GATEWAY_PORT',
  '--host': 'GATEWAY_HOST',
  '--data': 'GATEWAY_DATA_DIR',
}

const COMMANDS = ['start', 'rotate-master-key', 'help', 'version']

export function parseArguments(words: readonly string[]): Command {
  const [command = 'start', ...rest] =
    words[0] !== undefined && Object.hasOwn(FLAGS, words[0]) ? ['start', ...words] : words
  if (['help', '--help', '-h'].includes(command) || rest.includes('--help'))
    return { kind: 'text', text: help(), isError: false }
  if (command === 'version' || command === '--version') return { kind: 'text', text: version, isError: false }
  if (command !== 'start' && command !== 'rotate-master-key')
    return wrong(`There is no command "${command}".${didYouMean(command, COMMANDS)}`)
  const environment: Record<string, string> = {}
  for (let i = 0; i < rest.length; i += 2) {
    const variable = Object.hasOwn(FLAGS, rest[i]!) ? FLAGS[rest[i]!] : undefined
    if (variable === undefined)
      return wrong(`There is no flag "${rest[i]}".${didYouMean(rest[i]!, Object.keys(FLAGS))}`)
    const value = rest[i + 1]
    if (value === undefined) return wrong(`${rest[i]} needs a value.`)
    environment[variable] = value
  }
  return { kind: command, environment }
}

function wrong(problem: string): Command {
  return { kind: 'text', text: `gatehouse: ${problem} See gatehouse --help.`, isError: true }
}

function help(): string {
  const variables = ENVIRONMENT.map(([name, fallback, about]) => `  ${name.padEnd(28)}${about} Default: ${fallback}.`)
  return [
    'gatehouse start                      run on http://127.0.0.1:8787 with data in ./data',
    'gatehouse start --port 9000 --data /var/lib/gatehouse',
    'gatehouse rotate-master-key          a new master key for the store; a running gateway goes on',
    '',
    'Commands: start (default), rotate-master-key, version, help',
    'Flags:    --port, --host, --data',
    '',
    'Environment:',
    ...variables,
  ].join('\n')
}
