/** `gatehouse reset-owner`: the way back in for an owner who forgot the password. */

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
  const settings = readSettingsOf(call)
  const { dataDirectory } = settings
  if (!existsSync(join(dataDirectory, 'control.db')))
    throw new CommandError({
      what: `There is no store in ${dataDirectory}.`,
      why: 'Owners are kept in the gateway’s data folder, and only who can read it may do this.',
      fix: 'Run it on the gateway’s machine, with --data or GATEWAY_DATA_DIR as for "gatehouse start".',
    })
  const email = call.text('email')?.trim().toLowerCase() ?? null
  const link = await ownerLink(settings, (owners) => chooseOwner(owners, email), Date.now()).catch(explainStore)
  if (link === null)
    throw new CommandError({
      what: 'Nobody owns this gateway yet.',
      fix: 'Start it: the first screen shows the link that makes the first owner.',
    })
  const base = addressOf(call, settings)
  const answer = {
    email: link.email,
    password_link: `${base}/#/password/${link.token}`,
    expires_at: new Date(link.expiresAtMs).toISOString(),
  }
  if (!call.output.isJson) call.output.note(`For ${answer.email}; works once, until ${answer.expires_at}:`)
  call.output.data(answer, () => answer.password_link)
}

/** Where a browser finds the gateway these settings are of. */
export function addressOf(call: Call, { publicUrl, host, port }: GatehouseSettings): string {
  const own = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return (call.text('url') ?? publicUrl ?? own).replace(/\/+$/, '')
}

export function chooseOwner(owners: readonly User[], email: string | null): User | null {
  const able = owners.filter((owner) => !owner.isDisabled)
  const names = able.map((owner) => owner.email).join(', ')
  if (email !== null) {
    const found = able.find((owner) => owner.email === email)
    if (found) return found
    throw new CommandError({ what: `No owner has the address ${email}.`, why: `Owners: ${names || 'none'}.` })
  }
  if (able.length > 1)
    throw new CommandError(
      { what: 'There are several owners.', why: names, fix: 'Say whose password with --email.' },
      2,
    )
  return able[0] ?? null
}

export function explainStore(error: unknown): never {
  if (error instanceof MasterKeyError) throw new CommandError({ what: error.message })
  throw error
}
