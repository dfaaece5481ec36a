/** Runs a command in the process of the test: it reads and prints as a process does, without the time of its start. */

import { Writable } from 'node:stream'
import { COMMANDS } from '../../server/src/cli/command-table.ts'
import { findCommand, resolveAliases } from '../../server/src/cli/parse-arguments.ts'
import { runCommandLine } from '../../server/src/cli/run-command-line.ts'

export type Ending = { readonly code: number; readonly out: string; readonly problem: string }

type Surroundings = { readonly folder: string; readonly environment: Readonly<Record<string, string>> }

/** Commands that call no gateway. They open a store or the file of profiles, and end. */
const LOCAL: ReadonlySet<string> = new Set([
  'completion',
  'logout',
  'open',
  'profiles delete',
  'profiles list',
  'profiles use',
  'remove-second-factors',
  'reset-owner',
])

/** False for servers, commands that replace files of a running gateway, and wrong usage. */
export function canRunHere(words: readonly string[]): boolean {
  const spec = findCommand(resolveAliases(words), COMMANDS)?.spec
  return spec !== undefined && (spec.isRemote === true || LOCAL.has(spec.name))
}

let last: Promise<unknown> = Promise.resolve()

/** A process has one environment and one standard output, so commands run one after another. */
export function runHere(words: readonly string[], surroundings: Surroundings): Promise<Ending> {
  const ending = last.then(() => run(words, surroundings))
  last = ending.catch(() => {})
  return ending
}

async function run(words: readonly string[], { folder, environment }: Surroundings): Promise<Ending> {
  const out = new Written()
  const problem = new Written()
  const before = { env: process.env, folder: process.cwd(), exitCode: process.exitCode }
  const streams = ['stdin', 'stdout', 'stderr'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name)!] as const,
  )
  const replace = (name: string, value: unknown) =>
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true })
  try {
    process.env = { ...environment }
    process.exitCode = 0
    process.chdir(folder)
    replace('stdin', { isTTY: false })
    replace('stdout', out)
    replace('stderr', problem)
    await runCommandLine(words)
    return { code: Number(process.exitCode), out: out.text, problem: problem.text }
  } finally {
    for (const [name, descriptor] of streams) Object.defineProperty(process, name, descriptor)
    process.chdir(before.folder)
    process.env = before.env
    process.exitCode = before.exitCode ?? 0
  }
}

/** A standard output or standard error that is not a terminal. */
class Written extends Writable {
  readonly #chunks: Buffer[] = []

  get text(): string {
    return Buffer.concat(this.#chunks).toString()
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }
}
