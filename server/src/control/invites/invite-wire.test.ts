import { expect, test } from 'bun:test'
import type { Invite } from '../../core/stores/invites.ts'
import { LINK_LASTS_MS, statusOf } from './invite-wire.ts'

test('an invitation is pending for 72 hours, unless it is accepted or withdrawn before', () => {
  const invite = { expiresAtMs: LINK_LASTS_MS, acceptedAtMs: null, cancelledAtMs: null } as Invite
  expect(LINK_LASTS_MS).toBe(72 * 3_600_000)
  expect(statusOf(invite, LINK_LASTS_MS - 1)).toBe('pending')
  expect(statusOf(invite, LINK_LASTS_MS)).toBe('expired')
  expect(statusOf({ ...invite, acceptedAtMs: 5 }, LINK_LASTS_MS)).toBe('accepted')
  expect(statusOf({ ...invite, cancelledAtMs: 5 }, 6)).toBe('cancelled')
})
