/** The program: hands the words that were typed to the command line. */

import { runCommandLine } from './cli/run-command-line.ts'

await runCommandLine(process.argv.slice(2))
