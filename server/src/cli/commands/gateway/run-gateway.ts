/** `gatehouse start`: flags are short names for environment variables. */

import { jitPolicy } from '../../../core/runtime/jit-policy.ts'
import type { Call } from '../../command.ts'
import { settingsOf } from './settings-of.ts'

/** As bin/launch-settings.mjs has them, with the reasons. */
const SWITCHES = { BUN_CONFIG_MAX_HTTP_REQUESTS: '65336', MIMALLOC_PURGE_HOLES: '0' }
/** Says to the process it becomes that it has become it. */
const STARTED_ANEW = 'BUN_CONFIG_MAX_HTTP_REQUESTS'

export async function runGateway(call: Call): Promise<void> {
  startAnew()
  const overrides = settingsOf(call)
  if (call.has('json')) overrides['GATEWAY_ANNOUNCE'] = 'json'
  jitPolicy.forStart()
  const { start } = await import('../../start.ts')
  await start(overrides)
}

/** Bun reads the switches only once. The compiled binary has no launcher to set them, so it replaces itself; the pid stays. */
function startAnew(): void {
  const isCompiled = import.meta.url.includes('/$bunfs/')
  if (!isCompiled || process.env[STARTED_ANEW] !== undefined || process.execve === undefined) return
  process.execve(process.execPath, [process.execPath, ...process.argv.slice(2)], {
    ...SWITCHES,
    ...process.env,
  })
}
