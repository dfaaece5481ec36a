import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { matches, parseFilter, parsePatchPath } from './filter.ts'
import { ScimError } from './scim-error.ts'

const USER = {
  id: 'u1',
  userName: 'Bjensen@example.com',
  externalId: 'Ext-1',
  active: true,
  name: { familyName: "O'Malley", givenName: 'Barbara' },
  emails: [
    { value: 'bjensen@example.com', type: 'work', primary: true },
    { value: 'babs@example.org', type: 'home' },
  ],
  meta: { created: '2026-05-13T04:42:34.000Z', resourceType: 'User' },
}

const held = (filter: string) => matches(parseFilter(filter), USER)

// The filters of RFC 7644, section 3.4.2.2, and of clients.
test.each([
  ['userName eq "bjensen@example.com"', true],
  ['USERNAME EQ "bjensen@example.com"', true],
  ['userName ne "bjensen@example.com"', false],
  ['name.familyName co "O\'Malley"', true],
  ['userName sw "B"', true],
  ['userName ew ".org"', false],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "B"', true],
  ['title pr', false],
  ['name pr', true],
  ['title ne "x"', true],
  ['title eq null', true],
  ['externalId eq "ext-1"', false],
  ['externalId eq "Ext-1"', true],
  ['meta.created gt "2026-05-13T04:42:33Z"', true],
  ['meta.created ge "2026-05-13T06:42:34+02:00"', true],
  ['meta.created lt "2026-05-13T04:42:34Z"', false],
  ['userName gt "a" and userName lt "c"', true],
  ['title pr or userType eq "Intern" or active eq true', true],
  ['active eq "True"', true],
  ['active eq false', false],
  ['emails co "example.org"', true],
  ['emails.type eq "home"', true],
  ['emails[type eq "work" and value co "@example.com"]', true],
  ['emails[type eq "home" and value co "@example.com"]', false],
  ['emails[type eq "work"].value eq "bjensen@example.com"', true],
  ['not (emails co "example.net")', true],
  ['userName eq "x" and title pr or active eq true', true],
  ['userName eq "x" and (title pr or active eq true)', false],
  ['userName eq "a\\"b"', false],
])('%s is %p', (filter, expected) => {
  expect(held(filter)).toBe(expected)
})

describe('an invalid filter is refused with its position', () => {
  test.each([
    '',
    'userName',
    'userName eq',
    'userName is "x"',
    'userName eq x',
    'userName eq "x',
    'userName eq "x" and',
    '(userName eq "x"',
    'userName eq "x")',
    'emails[type eq "x"',
    'active gt true',
    'a.b.c eq 1',
    '"x" eq userName',
    'not userName pr',
    `${'('.repeat(100)}a pr${')'.repeat(100)}`,
    'a pr and '.repeat(1_000),
  ])('%p', (filter) => {
    let refusal: unknown
    try {
      parseFilter(filter)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(ScimError)
    expect(refusal).toMatchObject({ status: 400, scimType: 'invalidFilter' })
  })
})

test('any text is parsed or refused, and never throws anything else', () => {
  const piece = fc.constantFrom(
    'a',
    'eq',
    '"x"',
    '(',
    ')',
    '[',
    ']',
    'and',
    'or',
    'not',
    'pr',
    ' ',
    '.',
    ':',
    '\\',
    '1e9',
    'urn:',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 40 }), (pieces) => {
      for (const parse of [parseFilter, parsePatchPath]) {
        try {
          parse(pieces.join(' '))
        } catch (error) {
          expect(error).toBeInstanceOf(ScimError)
        }
      }
    }),
  )
})

test('paths of PATCH', () => {
  expect(parsePatchPath('name.givenName')).toEqual({
    path: { schema: null, name: 'name', sub: null },
    filter: null,
    sub: 'givenname',
  })
  expect(parsePatchPath('emails[type eq "work"].value')).toMatchObject({ path: { name: 'emails' }, sub: 'value' })
  expect(parsePatchPath('urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager')).toMatchObject({
    path: { schema: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user', name: 'manager' },
  })
  for (const wrong of ['', 'emails[', 'emails[type eq "work"]x', '.value', 'a b'])
    expect(() => parsePatchPath(wrong)).toThrow(ScimError)
})
