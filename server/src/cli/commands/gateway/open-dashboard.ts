/** `gatehouse open`: creates a one-time dashboard link on the machine with the store. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dashboardLink } from '../../../app/commands/dashboard-link.ts'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { openInBrowser } from '../../open-browser.ts'
import { addressOf, chooseOwner, explainStore } from './reset-owner.ts'
import { readSettingsOf } from './settings-of.ts'

export async function openDashboard(call: Call): Promise<void> {
  const settings = await readSettingsOf(call)
  const { dataDirectory, databaseUrl } = settings
  if (databaseUrl === null && !existsSync(join(dataDirectory, 'control.db')))
    throw new CommandError({
      what: `No store found in ${dataDirectory}.`,
      why: 'The link is created in the gateway’s store, which requires access to it.',
      fix: 'Start the gateway first, and run this on its machine with the same --data or GATEWAY_DATA_DIR.',
    })
  const email = call.text('email')?.trim().toLowerCase() ?? null
  const link = await dashboardLink(settings, (owners) => chooseOwner(owners, email), Date.now()).catch(explainStore)
  if (link === null)
    throw new CommandError({
      what: 'Every owner of this gateway is disabled.',
      fix: 'Another owner or an admin can enable one.',
    })
  const result = {
    link: addressOf(call, settings) + link.path,
    email: link.email,
    expires_at: new Date(link.expiresAtMs).toISOString(),
  }
  const who = link.email === null ? 'Creates the first owner' : `Signs in ${link.email}`
  if (!call.output.isJson) call.output.note(`${who}; works once, until ${result.expires_at}:`)
  call.output.data(result, () => result.link)
  if (process.stdout.isTTY && !call.has('print')) openInBrowser(result.link)
}
