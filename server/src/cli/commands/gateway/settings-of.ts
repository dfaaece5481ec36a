/** Flags that stand for environment variables. */

import type { Call } from '../../command.ts'

const VARIABLES = { port: 'GATEWAY_PORT', host: 'GATEWAY_HOST', data: 'GATEWAY_DATA_DIR' }

export function settingsOf(call: Call): Record<string, string> {
  const overrides: Record<string, string> = {}
  for (const [flag, variable] of Object.entries(VARIABLES)) {
    const value = call.text(flag)
    if (value !== null) overrides[variable] = value
  }
  return overrides
}
