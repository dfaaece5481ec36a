/** Reads the credentials of a migration from the environment, from a file, or from the terminal. */

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { parseObject, readText } from '../../input/read-file.ts'
import type { MigrationStep } from './plan-migration.ts'

export function variablesIn(steps: readonly MigrationStep[]): readonly string[] {
  const creating = steps.filter(({ action }) => action === 'create')
  return [...new Set(creating.flatMap(({ kind, wanted }) => (wanted === null ? [] : kind.needs(wanted))))]
}

/** Sets variables from the file of --secrets: `{"NAME": "secret"}`, or lines `NAME=secret`. */
export async function loadSecrets(call: Call): Promise<void> {
  const path = call.text('secrets')
  if (path === null) return
  const text = await readText(path)
  const isJson = text.trimStart().startsWith('{')
  for (const [name, value] of isJson ? Object.entries(parseObject(text, path)) : linesOf(text, path)) {
    const secret = typeof value === 'string' ? value : JSON.stringify(value)
    process.env[name] ??= secret
  }
}

function linesOf(text: string, path: string): readonly (readonly [string, string])[] {
  return text.split(/\r?\n/).flatMap((line, i): [string, string][] => {
    if (/^\s*(#|$)/.test(line)) return []
    const match = /^\s*(?:export\s+)?(\w+)\s*=\s*(.*)$/.exec(line)
    if (match === null)
      throw new CommandError({
        what: `${path}, line ${i + 1}: expected NAME=secret.`,
        why: 'The line is not shown, because it may contain a secret.',
      })
    return [[match[1] ?? '', (match[2] ?? '').trim().replace(/^(["'])(.*)\1$/, '$2')]]
  })
}

/** Asks for missing variables on a terminal. Without one, throws before the first change. */
export async function requireSecrets(steps: readonly MigrationStep[]): Promise<void> {
  const missing = variablesIn(steps).filter((name) => !process.env[name]?.trim())
  if (missing.length === 0) return
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw notSet(missing)
  for (const name of missing) {
    const secret = await ask(`${name}: `)
    if (secret === '') throw notSet([name])
    process.env[name] = secret
  }
}

function notSet(missing: readonly string[]): CommandError {
  return new CommandError({
    what: 'Credentials are missing. Nothing was changed.',
    why: `Not set: ${missing.join(', ')}.`,
    fix: 'Set them in the environment, or in a file with --secrets FILE (lines NAME=secret). They are sent to the gateway and not written to files.',
  })
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  // No echo: the typed characters go to a stream that drops them.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true })
  const answer = await prompt.question('').finally(() => prompt.close())
  process.stderr.write('\n')
  return answer.trim()
}
