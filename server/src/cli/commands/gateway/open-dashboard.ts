/** `gatehouse open`: a one-time link into the dashboard, from the machine that holds the store. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dashboardLink } from '../../../app/commands/dashboard-link.ts'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { addressOf, chooseOwner, explainStore } from './reset-owner.ts'
import { readSettingsOf } from './settings-of.ts'

export async function openDashboard(call: Call): Promise<void> {
  const settings = readSettingsOf(call)
  const { dataDirectory, databaseUrl } = settings
  if (databaseUrl === null && !existsSync(join(dataDirectory, 'control.db')))
    throw new CommandError({
      what: `There is no store in ${dataDirectory}.`,
      why: 'The link is made in the gateway’s own store, and only who can read it may do this.',
      fix: 'Start the gateway first, and run this on its machine with the same --data or GATEWAY_DATA_DIR.',
    })
  const email = call.text('email')?.trim().toLowerCase() ?? null
  const link = await dashboardLink(settings, (owners) => chooseOwner(owners, email), Date.now()).catch(explainStore)
  if (link === null)
    throw new CommandError({
      what: 'Every owner of this gateway is disabled.',
      fix: 'Another owner or admin can switch one on again.',
    })
  const answer = {
    link: addressOf(call, settings) + link.path,
    email: link.email,
    expires_at: new Date(link.expiresAtMs).toISOString(),
  }
  const who = link.email === null ? 'Makes the first owner' : `Signs in ${link.email}`
  if (!call.output.isJson) call.output.note(`${who}; works once, until ${answer.expires_at}:`)
  call.output.data(answer, () => answer.link)
  if (process.stdout.isTTY && !call.has('print')) showInBrowser(answer.link)
}

/** Where there is no browser, the printed link is enough. */
function showInBrowser(link: string): void {
  const openers: Readonly<Record<string, readonly string[]>> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }
  const words = openers[process.platform] ?? ['xdg-open']
  try {
    Bun.spawn([...words, link], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).unref()
  } catch {
    // Not found: nothing to open it with.
  }
}
