/** The program: reads its command and hands over. */

import { parseArguments } from './cli/arguments.ts'
import { rotateKey } from './cli/rotate-master-key.ts'
import { start } from './cli/start.ts'

const command = parseArguments(process.argv.slice(2))
if (command.kind === 'start') await start(command.environment)
else if (command.kind === 'rotate-master-key') await rotateKey(command.environment)
else if (command.kind === 'text') {
  process[command.isError ? 'stderr' : 'stdout'].write(`${command.text}\n`)
  process.exit(command.isError ? 2 : 0)
}
