/** Settings of a command: its flags override environment variables. */

import { resolveSettings, SecretStoreUnreachable } from '../../../app/resolve-settings.ts'
import { type GatehouseSettings, SettingsError } from '../../../settings.ts'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'

const VARIABLES = { port: 'GATEWAY_PORT', host: 'GATEWAY_HOST', data: 'GATEWAY_DATA_DIR', workers: 'GATEWAY_WORKERS' }

export function settingsOf(call: Call): Record<string, string> {
  const overrides: Record<string, string> = {}
  for (const [flag, variable] of Object.entries(VARIABLES)) {
    const value = call.text(flag)
    if (value !== null) overrides[variable] = value
  }
  return overrides
}

/** Reads the settings; reports an invalid one as a command error. */
export async function readSettingsOf(call: Call): Promise<GatehouseSettings> {
  try {
    return await resolveSettings(settingsOf(call), { waitMs: 0 })
  } catch (error) {
    if (error instanceof SettingsError || error instanceof SecretStoreUnreachable)
      throw new CommandError({ what: error.message })
    throw error
  }
}
