/** `gatehouse start`: maps flags to environment variables and starts the gateway. */

import type { Call } from '../../command.ts'
import { settingsOf } from './settings-of.ts'

/** The same variables as in bin/launch-settings.mjs, which explains them. */
const SWITCHES = { BUN_CONFIG_MAX_HTTP_REQUESTS: '65336', MIMALLOC_PURGE_HOLES: '0' }
/** If this variable is set, the process has already replaced itself. */
const RESTART_MARKER = 'BUN_CONFIG_MAX_HTTP_REQUESTS'

export async function runGateway(call: Call): Promise<void> {
  restartWithSwitches()
  const overrides = settingsOf(call)
  if (call.has('json')) overrides['GATEWAY_ANNOUNCE'] = 'json'
  const { start } = await import('../../start.ts')
  const opens = call.has('no-open') || call.has('json') ? false : call.has('open') || null
  await start(overrides, opens)
}

/**
 * Bun reads these switches only at startup. The compiled binary has no launcher to set them, so it replaces itself with
 * execve; the pid stays the same.
 */
function restartWithSwitches(): void {
  const isCompiled = import.meta.url.includes('/$bunfs/')
  if (!isCompiled || process.env[RESTART_MARKER] !== undefined || process.execve === undefined) return
  process.execve(process.execPath, [process.execPath, ...process.argv.slice(2)], {
    ...SWITCHES,
    ...process.env,
  })
}
