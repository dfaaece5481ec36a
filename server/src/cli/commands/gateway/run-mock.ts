/** `gatehouse mock`: runs the mock provider until ctrl-c. */

import { type StandAloneMock, startStandAloneMock } from '../../../app/commands/stand-alone-mock.ts'
import type { Call } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { readWhole } from '../../input/read-amount.ts'
import { statusText } from '../configs/timeline.ts'

const DEFAULT_PORT = 9100
const MAX_LATENCY_MS = 600_000

export async function runMock(call: Call): Promise<void> {
  const [port, latency, host] = [call.text('port'), call.text('latency'), call.text('host') ?? '127.0.0.1']
  const mock = start({
    host,
    port: port === null ? DEFAULT_PORT : readWhole('port', port, 0, 65_535),
    latencyMs: latency === null ? 0 : readWhole('latency', latency, 0, MAX_LATENCY_MS),
    failures: readFailures(call.texts('fail')),
    onResponse: (request, status) => {
      if (!call.output.isJson)
        call.output.note(
          `  ${statusText(status, call.output.colours)}  ${request.method} ${new URL(request.url).pathname}`,
        )
    },
  })
  call.output.line({ url: mock.url, base_url: `${mock.url}/v1` }, () =>
    [
      `The mock provider is at ${mock.url}/v1. Stop: ctrl-c`,
      '',
      `  curl ${mock.url}/v1/chat/completions -H "Content-Type: application/json" \\`,
      `    -d '{"model":"mock","messages":[{"role":"user","content":"Hello"}]}'`,
      '',
    ].join('\n'),
  )
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  await mock.stop()
}

function start(options: Parameters<typeof startStandAloneMock>[0]): StandAloneMock {
  try {
    return startStandAloneMock(options)
  } catch (error) {
    const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isInUse) throw error
    throw new CommandError({
      what: `Port ${options.port} is in use by another process.`,
      fix: 'Choose another with --port, or 0 for a free one.',
    })
  }
}

function readFailures(given: readonly string[]): readonly { status: number; share: number }[] {
  const failures = given.map((text) => {
    const found = /^([45]\d\d)(?::(0|1|0?\.\d+|1\.0+))?$/.exec(text)
    if (!found) throw usageError(`--fail must be STATUS:SHARE such as 429:0.3, not "${text}".`, 'mock')
    return { status: Number(found[1]), share: Number(found[2] ?? 1) }
  })
  if (failures.reduce((sum, failure) => sum + failure.share, 0) > 1)
    throw usageError('The shares of all --fail flags add up to more than 1.', 'mock')
  return failures
}
