/** `gatehouse reset-owner`: creates a link for an owner to set a new password. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ownerLink } from '../../../app/commands/owner-link.ts'
import type { User } from '../../../core/stores/users.ts'
import type { GatehouseSettings } from '../../../settings.ts'
import { MasterKeyError } from '../../../stores/master-key.ts'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { readSettingsOf } from './settings-of.ts'

export async function resetOwner(call: Call): Promise<void> {
  const settings = await readSettingsOf(call)
  const { dataDirectory } = settings
  if (!existsSync(join(dataDirectory, 'control.db')))
    throw new CommandError({
      what: `No store found in ${dataDirectory}.`,
      why: 'Owners are stored in the gateway’s data folder, and this command requires access to it.',
      fix: 'Run it on the gateway’s machine, with --data or GATEWAY_DATA_DIR as for "gatehouse start".',
    })
  const email = call.text('email')?.trim().toLowerCase() ?? null
  const link = await ownerLink(settings, (owners) => chooseOwner(owners, email), Date.now()).catch(explainStore)
  if (link === null)
    throw new CommandError({
      what: 'This gateway has no owner yet.',
      fix: 'Start it: the start screen shows a link that creates the first owner.',
    })
  const base = addressOf(call, settings)
  const result = {
    email: link.email,
    password_link: `${base}/#/password/${link.token}`,
    expires_at: new Date(link.expiresAtMs).toISOString(),
  }
  if (!call.output.isJson) call.output.note(`For ${result.email}; works once, until ${result.expires_at}:`)
  call.output.data(result, () => result.password_link)
}

/** The URL at which browsers reach the gateway with these settings. */
export function addressOf(call: Call, { publicUrl, host, port, tls }: GatehouseSettings): string {
  const own = `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`
  return (call.text('url') ?? publicUrl ?? own).replace(/\/+$/, '')
}

export function chooseOwner(owners: readonly User[], email: string | null): User | null {
  const enabled = owners.filter((owner) => !owner.isDisabled)
  const names = enabled.map((owner) => owner.email).join(', ')
  if (email !== null) {
    const found = enabled.find((owner) => owner.email === email)
    if (found) return found
    throw new CommandError({ what: `No owner has the email address ${email}.`, why: `Owners: ${names || 'none'}.` })
  }
  if (enabled.length > 1)
    throw new CommandError({ what: 'There are several owners.', why: names, fix: 'Choose one with --email.' }, 2)
  return enabled[0] ?? null
}

export function explainStore(error: unknown): never {
  if (error instanceof MasterKeyError) throw new CommandError({ what: error.message })
  throw error
}
