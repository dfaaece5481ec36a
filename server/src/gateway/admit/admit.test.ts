import { expect, test } from 'bun:test'
import { type Caller, NO_DEFAULTS } from '../../core/caller.ts'
import { readGatewayOptions } from '../../core/options/gateway-options.ts'
import { withDefaultMetadata } from './admit.ts'

function merged(defaults: Record<string, string>, sent: string | null) {
  const headers: Record<string, string> = sent === null ? {} : { 'x-gateway-metadata': sent }
  const options = readGatewayOptions(headers, { prefixes: ['x-gateway-'], isSetting: () => false })
  const caller = { defaults: { ...NO_DEFAULTS, metadata: defaults } } as Caller
  return { before: options, after: withDefaultMetadata(options, caller) }
}

test('the request’s own labels win over the key’s', () => {
  expect(merged({ team: 'a', _user: 'nobody' }, '{"_user":"u-17"}').after.metadata).toEqual({
    team: 'a',
    _user: 'u-17',
  })
})

test('a request without metadata gets the key’s', () => {
  expect(merged({ team: 'a' }, null).after.metadata).toEqual({ team: 'a' })
})

test('without defaults the options are the very same', () => {
  const { before, after } = merged({}, '{"_user":"u-17"}')
  expect(after).toBe(before)
})

test('a label called __proto__ is a label and nothing else', () => {
  const { after } = merged({ team: 'a' }, '{"__proto__":{"team":"b"}}')
  expect(Object.keys(after.metadata ?? {})).toEqual(['team', '__proto__'])
  expect(after.metadata?.['team']).toBe('a')
})
