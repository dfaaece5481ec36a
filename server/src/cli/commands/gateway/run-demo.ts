/** `gatehouse demo`: creates the demo workspace, or removes it. */

import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { readWhole } from '../../input/read-amount.ts'

const PATH = '/admin/demo'
const MAX_REQUESTS = 10_000
const MAX_SEED = 999_999_999

export async function runDemo(call: Call): Promise<void> {
  const remote = call.remote().within(null)
  if (call.has('remove')) {
    await remote.delete(PATH)
    return call.output.data({ removed: true }, () => 'Removed the demo workspace and its logs.')
  }
  const [requests, seed] = [call.text('requests'), call.text('seed')]
  const made = await remote
    .post(PATH, {
      ...(requests !== null && { requests: readWhole('requests', requests, 100, MAX_REQUESTS) }),
      ...(seed !== null && { seed: readWhole('seed', seed, 0, MAX_SEED) }),
    })
    .catch(explain)
  const page = `${remote.url}/overview?w=${made['slug']}`
  call.output.data({ ...made, url: page }, () =>
    [
      `Created the workspace "demo" with ${made['requests']} requests of the last seven days. No provider was called.`,
      `  see     ${page}`,
      '  remove  gatehouse demo --remove',
    ].join('\n'),
  )
}

function explain(error: unknown): never {
  if (!(error instanceof CommandError)) throw error
  const { what, why } = error.report
  if (why?.startsWith('403'))
    throw new CommandError({ what, why, fix: 'Set GATEWAY_API_KEY to the Admin key (gwa_...).' }, error.exitCode)
  if (why?.startsWith('409') && what.includes('already exists'))
    throw new CommandError({ what, why, fix: 'Remove it first: gatehouse demo --remove' }, error.exitCode)
  throw error
}
