/** `gatehouse sso off`: turns off enforced single sign-on, directly in the store. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stopEnforcingSso } from '../../../app/commands/stop-enforcing-sso.ts'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { explainStore } from './reset-owner.ts'
import { readSettingsOf } from './settings-of.ts'

export async function ssoOff(call: Call): Promise<void> {
  const settings = await readSettingsOf(call)
  const { dataDirectory } = settings
  if (settings.databaseUrl === null && !existsSync(join(dataDirectory, 'control.db')))
    throw new CommandError({
      what: `No store found in ${dataDirectory}.`,
      fix: 'Run it on the gateway’s machine, with --data or GATEWAY_DATA_DIR as for "gatehouse start".',
    })
  const wasEnforced = await stopEnforcingSso(settings, Date.now()).catch(explainStore)
  call.output.data({ was_enforced: wasEnforced }, () =>
    wasEnforced
      ? 'Single sign-on is no longer enforced. Users can sign in with passwords.'
      : 'Single sign-on was not enforced.',
  )
}
