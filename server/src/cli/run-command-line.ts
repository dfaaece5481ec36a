/** Runs the command line, from parsing the arguments to setting the exit code. */

import { version } from '../../../package.json'
import { didYouMean } from '../core/suggest.ts'
import type { Call, CommandSpec } from './command.ts'
import { CommandError, type ErrorReport, usageError } from './command-error.ts'
import { COMMANDS } from './command-table.ts'
import { commandHelp, groupHelp, overview } from './help.ts'
import { Output } from './output.ts'
import { findCommand, type ParsedCommand, parseArguments, resolveAliases } from './parse-arguments.ts'
import { chooseTarget } from './profiles/choose-target.ts'
import { readProfiles } from './profiles/profile-file.ts'
import { Remote } from './remote.ts'

const HELP_WORDS = ['help', '--help', '-h']
const VERSION_WORDS = ['version', '--version', '-v']

export async function runCommandLine(words: readonly string[]): Promise<void> {
  const output = new Output(words.includes('--json'), hasColours(words))
  try {
    await run(words, output)
  } catch (error) {
    if (isClosedPipe(error)) return
    output.error(error instanceof CommandError ? error.report : defect(error))
    process.exitCode = error instanceof CommandError ? error.exitCode : 1
  }
}

async function run(words: readonly string[], output: Output): Promise<void> {
  const [first] = words
  if (first !== undefined && VERSION_WORDS.includes(first)) return output.text(`${version}\n`)
  if (first === undefined || (HELP_WORDS.includes(first) && words.length === 1))
    return output.text(`${overview(COMMANDS)}\n`)
  // `gatehouse help keys create` means `gatehouse keys create --help`.
  if (first === 'help') {
    const [topic = '', ...more] = words.slice(1)
    if (more.length === 0 && !isCommand(topic)) return showTopic(topic, output)
    return run([topic, ...more, '--help'], output)
  }
  // `gatehouse --port 9000` starts the gateway.
  const whole = first.startsWith('-') ? ['start', ...words] : resolveAliases(words)
  const found = findCommand(whole, COMMANDS)
  if (found === null) return unknown(whole, output)
  const typed = parseArguments(found.spec, found.rest)
  if (typed.wantsHelp) return output.text(`${await commandHelp(found.spec)}\n`)
  const work = await found.spec.load()
  await work(callOf(typed, output))
}

/** Shows the help of a group if only its name was given. Anything else is an unknown command. */
function unknown(words: readonly string[], output: Output): void {
  const [first = '', second] = words
  const group = COMMANDS.filter((spec) => spec.name.startsWith(`${first} `))
  if (group.length > 0 && (second === undefined || HELP_WORDS.includes(second)))
    return output.text(`${groupHelp(first, group)}\n`)
  const typed = group.length > 0 && second !== undefined ? `${first} ${second}` : first
  const names = group.length > 0 ? group.map((spec) => spec.name) : promptStart()
  throw usageError(`Unknown command "${typed}".${didYouMean(typed, names)}`, group.length > 0 ? first : '')
}

function isCommand(word: string): boolean {
  const [first] = resolveAliases([word])
  return promptStart().includes(first ?? '')
}

/** Prints a documentation page. */
async function showTopic(topic: string, output: Output): Promise<void> {
  const [{ readTopic, topics }, { renderForTerminal }] = await Promise.all([
    import('../app/commands/topics.ts'),
    import('./terminal-markdown.ts'),
  ])
  const text = await readTopic(topic)
  if (text === null)
    throw usageError(
      `Unknown command or topic "${topic}".${didYouMean(topic, [...promptStart(), ...topics()])} Topics: ${topics().join(', ')}.`,
    )
  output.text(renderForTerminal(text, process.stdout.columns ?? 0, output.colours))
}

function promptStart(): readonly string[] {
  return [...new Set(COMMANDS.map((spec: CommandSpec) => spec.name.split(' ')[0] ?? '')), 'help', 'version']
}

function callOf({ operands, flags }: ParsedCommand, output: Output): Call {
  const text = (flag: string): string | null => flags.get(flag)?.[0] ?? null
  const target = () => {
    const given = { url: text('url'), key: text('key'), workspace: text('workspace'), profile: text('profile') }
    return chooseTarget(given, process.env, readProfiles)
  }
  return {
    commands: COMMANDS,
    operands,
    text,
    texts: (flag) => flags.get(flag) ?? [],
    has: (flag) => flags.has(flag),
    output,
    target,
    remote: () => {
      const { url, key, workspace } = target()
      return new Remote(url, key, workspace)
    },
  }
}

/** https://no-color.org: any non-empty value disables colours. */
function hasColours(words: readonly string[]): boolean {
  if (words.includes('--no-color') || (process.env['NO_COLOR'] ?? '') !== '' || process.env['TERM'] === 'dumb')
    return false
  return process.stdout.isTTY === true
}

/** True if the reader closed the pipe, as in `gatehouse logs tail | head`. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

/** Describes an unexpected error with its first stack frame, for debugging. */
function defect(error: unknown): ErrorReport {
  if (!(error instanceof Error)) return { what: String(error) }
  return {
    what: `${error.name}: ${error.message}`,
    why: error.stack
      ?.split('\n')
      .find((line) => /^\s*at /.test(line))
      ?.trim(),
  }
}
