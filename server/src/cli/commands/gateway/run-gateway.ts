/** `gatehouse start`: flags are short names for environment variables. */

import type { Call } from '../../command.ts'
import { settingsOf } from './settings-of.ts'

/** As bin/launch-settings.mjs has it: Bun runs 256 fetch calls at once and lets the rest wait silently. */
const MOST_FETCHES = '65336'
const SWITCH = 'BUN_CONFIG_MAX_HTTP_REQUESTS'

export async function runGateway(call: Call): Promise<void> {
  startAnew()
  const overrides = settingsOf(call)
  if (call.has('json')) overrides['GATEWAY_ANNOUNCE'] = 'json'
  const { start } = await import('../../start.ts')
  await start(overrides)
}

/** Bun reads the switch only once. The compiled binary has no launcher to set it, so it replaces itself; the pid stays. */
function startAnew(): void {
  const isCompiled = import.meta.url.includes('/$bunfs/')
  if (!isCompiled || process.env[SWITCH] !== undefined || process.execve === undefined) return
  process.execve(process.execPath, [process.execPath, ...process.argv.slice(2)], {
    ...process.env,
    [SWITCH]: MOST_FETCHES,
  })
}
