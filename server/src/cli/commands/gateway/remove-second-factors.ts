/** `gatehouse remove-second-factors`: for an owner who lost them. Runs on the machine with the store. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeSecondFactors } from '../../../app/commands/remove-second-factors.ts'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { chooseOwner, explainStore } from './reset-owner.ts'
import { readSettingsOf } from './settings-of.ts'

export async function removeSecondFactorsCommand(call: Call): Promise<void> {
  const settings = await readSettingsOf(call)
  const { dataDirectory, databaseUrl } = settings
  if (databaseUrl === null && !existsSync(join(dataDirectory, 'control.db')))
    throw new CommandError({
      what: `No store found in ${dataDirectory}.`,
      why: 'Second factors are stored in the gateway’s data folder, and this command requires write access to it.',
      fix: 'Run it on the gateway’s machine, with --data or GATEWAY_DATA_DIR as for "gatehouse start".',
    })
  const email = call.text('email')?.trim().toLowerCase() ?? null
  const removed = await removeSecondFactors(settings, (owners) => chooseOwner(owners, email), Date.now()).catch(
    explainStore,
  )
  if (removed === null)
    throw new CommandError({
      what: 'This gateway has no owner yet.',
      fix: 'Start it: the start screen shows a link that creates the first owner.',
    })
  const { passkeys, totp } = removed
  call.output.data(
    removed,
    () =>
      `Removed the second factors of ${removed.email}: ${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}${totp ? ' and the authenticator app' : ''}. All sessions of the account have ended.`,
  )
}
