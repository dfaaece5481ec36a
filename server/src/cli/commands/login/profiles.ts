/** `gatehouse profiles`: list, use and delete the profiles of this computer. */

import type { Call } from '../../command.ts'
import { readProfiles, requireProfile, withoutProfile, writeProfiles } from '../../profiles/profile-file.ts'
import { withoutKey } from './login.ts'

export async function listProfiles(call: Call): Promise<void> {
  const { current, profiles } = readProfiles()
  const rows = [...profiles].map(([name, profile]) => ({ ...withoutKey(name, profile), is_current: name === current }))
  call.output.data({ data: rows }, () =>
    call.output.table(
      rows,
      [
        ['', ({ is_current }) => (is_current ? '*' : '')],
        ['PROFILE', ({ profile }) => profile],
        ['URL', ({ url }) => url],
        ['USER', ({ user }) => user],
        ['WORKSPACE', ({ workspace_id }) => workspace_id ?? 'organisation'],
        ['EXPIRES', ({ expires_at }) => expires_at],
      ],
      'No profiles. Create one with gatehouse login.',
    ),
  )
}

export async function useProfile(call: Call): Promise<void> {
  const known = readProfiles()
  const name = call.operands[0] ?? ''
  const profile = requireProfile(known, name)
  writeProfiles({ ...known, current: name })
  call.output.data(withoutKey(name, profile), () => `Commands now use the profile ${name}: ${profile.url}.`)
}

export async function deleteProfile(call: Call): Promise<void> {
  const known = readProfiles()
  const name = call.operands[0] ?? ''
  const profile = requireProfile(known, name)
  writeProfiles(withoutProfile(known, name))
  call.output.note(
    `! Its key is still valid until ${profile.expiresAt}. gatehouse logout --profile ${name} would have revoked it; now revoke it on your account page.`,
  )
  call.output.data(withoutKey(name, profile), () => `Deleted the profile ${name} of this computer.`)
}
