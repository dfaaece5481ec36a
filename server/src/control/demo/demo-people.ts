/** Members of the demo workspace. Nobody knows their passwords, and their e-mail addresses do not exist. */

import { newKeySecret } from '../../core/key-secret.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { Passwords } from '../sessions/passwords.ts'
import { PEOPLE } from './demo-content.ts'

const HOUR_MS = 3_600_000

type Home = { readonly organisationId: string; readonly createdAtMs: number }

export async function demoPeople(
  { organisationId, createdAtMs }: Home,
  passwords: Pick<Passwords, 'hash'>,
  address: string,
  nowMs: number,
): Promise<readonly User[]> {
  const passwordHash = await passwords.hash(newKeySecret('workspace'), address)
  return PEOPLE.map(({ email, firstName, lastName, activeHoursAgo }, i) => ({
    id: Bun.randomUUIDv7(),
    organisationId,
    email,
    firstName,
    lastName,
    role: 'member',
    passwordHash,
    isDisabled: false,
    lastActiveAtMs: activeHoursAgo === null ? null : nowMs - activeHoursAgo * HOUR_MS,
    createdAtMs: createdAtMs + i * 13 * HOUR_MS,
    updatedAtMs: createdAtMs + i * 13 * HOUR_MS,
  }))
}

export async function insertPeople(stores: Stores, people: readonly User[], workspaceId: string): Promise<void> {
  for (const [i, user] of people.entries()) {
    const { id: userId, createdAtMs, updatedAtMs } = user
    await stores.users.insert(user)
    await stores.workspaces.putMember({
      userId,
      workspaceId,
      role: PEOPLE[i]?.role ?? 'member',
      source: 'manual',
      createdAtMs,
      updatedAtMs,
    })
  }
}

/** Also removes demo users whose workspace or membership no longer exists. */
export async function removePeople(stores: Stores, organisationId: string): Promise<void> {
  for (const { email } of PEOPLE) {
    const user = await stores.users.findByEmail(email)
    if (user?.organisationId !== organisationId) continue
    for (const keyId of await stores.users.keyIds(user.id, null)) await stores.apiKeys.remove(keyId)
    await stores.users.remove(user.id)
  }
}
