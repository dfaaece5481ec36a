/** Runs the real program as a child process on a free port, waits until it is ready, and always ends it. */

import { resolve } from 'node:path'
import type { Subprocess } from 'bun'
import { programCommand } from './program.ts'

const ROOT = resolve(import.meta.dir, '../..')
/** Only a hang takes this long, even on an overloaded machine. */
const READY_MS = 300_000
const ANNOUNCED = /^\{"url":"([^"]+)".*\}$/m
/** The last line of the welcome screen. */
const WELCOMED = /curl (http:[^\s/]*\/\/[^\s/]+)\/v1[\s\S]*Stop: ctrl-c/

export type GatewayProgram = {
  readonly url: string
  readonly child: Subprocess<'ignore', 'pipe', 'pipe'>
  /** The output of the program so far. */
  output(): string
}

const running = new Set<Subprocess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export class StartFailure extends Error {
  readonly exitCode: number | null

  constructor(message: string, exitCode: number | null) {
    super(message)
    this.exitCode = exitCode
  }
}

export type ProgramOptions = {
  /** For a program that never becomes ready: the start fails as soon as the output contains this text. */
  readonly endsAfter?: string
  /** The file descriptor limit of each of its processes. */
  readonly descriptorLimit?: number
  /** Called with the output as it comes, before the program is ready. */
  readonly onOutput?: (text: string) => void
}

export async function startProgram(
  environment: Readonly<Record<string, string>>,
  { descriptorLimit, endsAfter, onOutput = () => {} }: ProgramOptions = {},
): Promise<GatewayProgram> {
  const command = programCommand(['start'], environment)
  const limited = ['sh', '-c', `ulimit -n ${descriptorLimit} && exec "$@"`, 'sh', ...command]
  const child = Bun.spawn(descriptorLimit === undefined ? [...command] : limited, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', BUN_CONFIG_MAX_HTTP_REQUESTS: '65336', ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.add(child)
  void child.exited.then(() => running.delete(child))
  let printed = ''
  const url = await new Promise<string>((found, fail) => {
    const giveUp = (reason: string) => {
      clearTimeout(timer)
      fail(new StartFailure(`The gateway ${reason}. It printed:\n${printed}`, child.exitCode))
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      giveUp(`was not ready within ${READY_MS} ms`)
    }, READY_MS)
    const look = (text: string) => {
      printed += text
      onOutput(text)
      if (endsAfter !== undefined && printed.includes(endsAfter)) {
        child.kill('SIGKILL')
        giveUp(`printed "${endsAfter}"`)
      }
      const announced = ANNOUNCED.exec(printed)?.[1] ?? WELCOMED.exec(printed)?.[1]
      if (announced === undefined) return
      clearTimeout(timer)
      found(announced)
    }
    const streams = [drain(child.stdout, look), drain(child.stderr, look)]
    void Promise.all([child.exited, ...streams]).then(() => giveUp(`ended with exit code ${child.exitCode}`))
  })
  return { url, child, output: () => printed }
}

async function drain(stream: ReadableStream<Uint8Array>, look: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of stream) look(decoder.decode(chunk, { stream: true }))
}
