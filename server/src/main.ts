/** The program: reads its command and hands over. */

import { parseArguments } from './cli/arguments.ts'
import { start } from './cli/start.ts'

const command = parseArguments(process.argv.slice(2))
if (command.kind === 'start') await start(command.environment)
else {
  process[command.isError ? 'stderr' : 'stdout'].write(`${command.text}\n`)
  process.exit(command.isError ? 2 : 0)
}
