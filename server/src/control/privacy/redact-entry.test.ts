import { expect, test } from 'bun:test'
import type { NewAuditEntry } from '../../core/stores/audit-entries.ts'
import { redactEntry } from './redact-entry.ts'
import type { Subject } from './subject.ts'

function entryWith(changes: Partial<NewAuditEntry>): NewAuditEntry {
  return {
    id: 'e',
    organisationId: 'o',
    workspaceId: null,
    atMs: 1,
    actor: { type: 'api_key', id: 'k', name: 'CI key', creatorId: null },
    action: 'user.update',
    resource: 'user',
    targetId: null,
    targetName: null,
    method: 'PUT',
    uri: '/v1/x',
    ip: '10.0.0.1',
    userAgent: 'curl',
    requestId: 'r',
    traceId: 't',
    status: 200,
    refusedWith: null,
    requestBody: null,
    queryParams: null,
    requestHeaders: '{"user-agent":"curl"}',
    before: null,
    after: null,
    ...changes,
  }
}

const ada: Subject = {
  type: 'account',
  id: 'u1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'L',
  keyIds: ['pk'],
}
const redact = (changes: Partial<NewAuditEntry>, subject: Subject) => {
  const entry = entryWith(changes)
  return redactEntry(entry, JSON.stringify(entry), subject)
}

test('values equal to an end user are replaced, also in JSON inside JSON; longer texts stay', () => {
  const filters = { filters: { metadata: '{"_user":"1"}' }, description: 'page 1 of 12' }
  const redacted = redact({ requestBody: JSON.stringify(filters) }, { type: 'end_user', user: '1' })
  expect(JSON.parse(redacted!.requestBody!)).toEqual({
    filters: { metadata: '{"_user":"erased"}' },
    description: 'page 1 of 12',
  })
})

test('an entry that does not name the person is unchanged', () => {
  expect(redact({ requestBody: '{"name":"x"}' }, { type: 'end_user', user: 'alice' })).toBeNull()
  expect(redact({ targetName: 'Ada' }, ada)).toBeNull()
})

test('the actions of an account lose name, address and client, but not their facts', () => {
  const redacted = redact({ actor: { type: 'user', id: 'u1', name: 'Ada L', creatorId: null } }, ada)
  expect(redacted).toMatchObject({ actor: { id: 'u1', name: 'erased' }, ip: '', userAgent: null, requestHeaders: '{}' })
  expect(redacted?.action).toBe('user.update')
  expect(redact({ actor: { type: 'api_key', id: 'pk', name: 'CI', creatorId: 'u1' } }, ada)).toMatchObject({ ip: '' })
})

test('entries about an account lose its name and every spelling of its e-mail address', () => {
  const before = JSON.stringify({
    email: 'Ada@Example.com',
    first_name: 'Ada',
    note: 'ask ada@example.com twice: ADA@EXAMPLE.COM',
  })
  const redacted = redact({ targetId: 'u1', targetName: 'ada@example.com', before }, ada)
  expect(redacted?.targetName).toBe('erased')
  expect(JSON.parse(redacted!.before!)).toEqual({
    email: 'erased',
    first_name: 'erased',
    note: 'ask erased twice: erased',
  })
  expect(redacted?.ip).toBe('10.0.0.1')
})
