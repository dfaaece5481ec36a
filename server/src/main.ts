/** The program: hands the words that were typed to the command line. */

import { runCommandLine } from './cli/run-command-line.ts'

// Whatever this process writes (stores, journals, exports, sockets) is for its own user alone.
process.umask(0o077)
await runCommandLine(process.argv.slice(2))
