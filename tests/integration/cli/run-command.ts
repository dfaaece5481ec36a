/** Runs the `gatehouse` CLI with arguments, optionally on a terminal; returns the exit code, stdout and stderr. */

import { resolve } from 'node:path'
import { programCommand } from '../../harness/program.ts'
import { canRunHere, type Ending, runHere } from '../../harness/run-command-here.ts'
import type { Gateway } from '../../harness/start-gateway.ts'

const ROOT = resolve(import.meta.dir, '../../..')

type Circumstances = {
  readonly gateway?: Gateway
  /** Defaults to the gateway's workspace key. */
  readonly key?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly folder?: string
  /** Width of the terminal. */
  readonly columns?: number
}

/** Most commands run in the process of the test, which takes a tenth of the time. */
export function runCommand(words: readonly string[], circumstances: Circumstances = {}): Promise<Ending> {
  const { folder = ROOT, stdin, environment } = circumstances
  if (!canRunHere(words) || stdin !== undefined || environment?.['BUN_OPTIONS'] !== undefined)
    return runProcess(words, circumstances)
  return runHere(words, { folder, environment: environmentOf(circumstances) })
}

async function runProcess(words: readonly string[], circumstances: Circumstances = {}): Promise<Ending> {
  const child = Bun.spawn([...programCommand(words, circumstances.environment)], {
    cwd: circumstances.folder ?? ROOT,
    env: environmentOf(circumstances),
    stdin: new Blob([circumstances.stdin ?? '']),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, problem, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, out, problem }
}

/** The JSON output of a command that must succeed. */
export async function askCommand<Answer>(words: readonly string[], circumstances: Circumstances = {}): Promise<Answer> {
  const { code, out, problem } = await runCommand([...words, '--json'], circumstances)
  if (code !== 0) throw new Error(`gatehouse ${words.join(' ')} ended with ${code}: ${problem}`)
  return JSON.parse(out) as Answer
}

/** Runs the command on a terminal and returns its screen output. Types `answer` at the first prompt. */
export async function onTerminal(words: readonly string[], circumstances: Circumstances = {}, answer = '') {
  const decoder = new TextDecoder()
  let screen = ''
  let isAnswered = false
  const child = Bun.spawn([...programCommand(words, circumstances.environment)], {
    cwd: circumstances.folder ?? ROOT,
    env: { TERM: 'xterm', ...environmentOf(circumstances) },
    terminal: {
      cols: circumstances.columns ?? 160,
      rows: 50,
      data(terminal, bytes) {
        screen += decoder.decode(bytes, { stream: true })
        if (isAnswered || !screen.includes('[y/N]')) return
        isAnswered = true
        terminal.write(`${answer}\n`)
      },
    },
  })
  const code = await child.exited
  child.terminal?.close()
  return { code, screen: screen.replaceAll('\r\n', '\n') }
}

/** Starts a command that runs until it is stopped. */
export function beginCommand(words: readonly string[], circumstances: Circumstances = {}) {
  return Bun.spawn([...programCommand(words, circumstances.environment)], {
    cwd: ROOT,
    env: environmentOf(circumstances),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

function environmentOf({ gateway, key, environment }: Circumstances): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    ...(gateway && { GATEWAY_BASE_URL: gateway.baseURL, GATEWAY_API_KEY: key ?? gateway.workspaceKey }),
    ...environment,
  }
}
