/** Entry point: passes the command-line arguments to the CLI. */

import { runCommandLine } from './cli/run-command-line.ts'

// Files and sockets that this process creates (stores, journals, exports) are readable by its own user only.
process.umask(0o077)
await runCommandLine(process.argv.slice(2))
