/** Asks for confirmation before an irreversible action. */

import { createInterface } from 'node:readline/promises'
import type { Call } from '../command.ts'
import { CommandError } from '../command-error.ts'

export async function confirm(call: Call, question: string): Promise<void> {
  if (call.has('yes')) return
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new CommandError(
      { what: 'Confirmation is required, but this is not an interactive terminal.', why: question, fix: 'Add --yes.' },
      2,
    )
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await prompt.question(`${question} [y/N] `).finally(() => prompt.close())
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError({ what: 'Cancelled. Nothing was changed.' })
}
