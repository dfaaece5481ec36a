/** Asks before something that cannot be taken back. */

import { createInterface } from 'node:readline/promises'
import type { Call } from '../command.ts'
import { CommandError } from '../command-error.ts'

export async function confirm(call: Call, question: string): Promise<void> {
  if (call.has('yes')) return
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new CommandError(
      { what: 'This needs a yes, and nobody can be asked here.', why: question, fix: 'Add --yes.' },
      2,
    )
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await asking.question(`${question} [y/N] `).finally(() => asking.close())
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError({ what: 'Nothing was done.' })
}
