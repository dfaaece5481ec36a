import { expect, test } from 'bun:test'
import { chooseTarget } from './choose-target.ts'
import type { Profile, Profiles } from './profile-file.ts'

function profile(url: string, key: string): Profile {
  return { url, key, keyId: 'id', user: 'ann@example.com', workspace: null, expiresAt: '2030-01-01T00:00:00.000Z' }
}

const PROFILES: Profiles = {
  current: 'work',
  profiles: new Map([
    ['work', profile('https://work.example.com', 'gwa_work')],
    ['home', profile('http://127.0.0.1:9000', 'gww_home')],
  ]),
}
const NO_FLAGS = { url: null, key: null, workspace: null, profile: null }

function choose(flags: Partial<typeof NO_FLAGS> | Record<string, string>, environment: Record<string, string> = {}) {
  const { url, key, profile: name } = chooseTarget({ ...NO_FLAGS, ...flags }, environment, () => PROFILES)
  return [url, key, name]
}

test('without flags and environment the current profile is used', () => {
  expect(choose({})).toEqual(['https://work.example.com', 'gwa_work', 'work'])
})

test('a flag has precedence over the environment, and the environment over the profile', () => {
  const both = { GATEWAY_BASE_URL: 'http://env.example.com/v1', GATEWAY_API_KEY: 'gwa_env', GATEWAY_PROFILE: 'home' }
  expect(choose({}, both)).toEqual(['http://env.example.com', 'gwa_env', null])
  expect(choose({ key: 'gwa_flag' }, both)).toEqual(['http://env.example.com', 'gwa_flag', null])
  expect(choose({ url: 'http://flag.example.com' }, both)).toEqual(['http://flag.example.com', 'gwa_env', null])
  expect(choose({ profile: 'work' }, both)).toEqual(['https://work.example.com', 'gwa_work', 'work'])
  expect(choose({}, { GATEWAY_PROFILE: 'home' })).toEqual(['http://127.0.0.1:9000', 'gww_home', 'home'])
})

test('a key of the environment goes to the URL of the environment or to the local gateway, never to that of a profile', () => {
  expect(choose({}, { GATEWAY_API_KEY: 'gwa_env' })).toEqual(['http://127.0.0.1:8787', 'gwa_env', null])
  expect(choose({}, { GATEWAY_API_KEY: 'gwa_env', GATEWAY_PORT: '1' })).toEqual(['http://127.0.0.1:1', 'gwa_env', null])
})

test('the key of a profile is never sent to another URL', () => {
  for (const url of ['http://work.example.com', 'https://work.example.com:444', 'https://work.example.com.evil.org'])
    expect(choose({ url })).toEqual([url, null, null])
  expect(choose({}, { GATEWAY_BASE_URL: 'https://evil.example.com' })).toEqual(['https://evil.example.com', null, null])
  expect(() => choose({ profile: 'work', url: 'https://evil.example.com' })).toThrow('is for https://work.example.com')
})

test('the URL of the profile may be named in another form', () => {
  expect(choose({ url: 'https://work.example.com/v1/' })).toEqual(['https://work.example.com', 'gwa_work', 'work'])
})

test('an unknown profile is an error, and a file is not read if it cannot matter', () => {
  expect(() => choose({ profile: 'gone' })).toThrow('There is no profile "gone".')
  expect(() => choose({}, { GATEWAY_PROFILE: 'gone' })).toThrow('There is no profile "gone".')
  const unreadable = () => {
    throw new Error('unreadable')
  }
  expect(chooseTarget({ ...NO_FLAGS, key: 'gwa_flag' }, {}, unreadable).key).toBe('gwa_flag')
  expect(() => chooseTarget(NO_FLAGS, {}, unreadable)).toThrow('unreadable')
})

test('without a profile there is no key', () => {
  const none = () => ({ current: null, profiles: new Map() })
  expect(chooseTarget(NO_FLAGS, {}, none)).toEqual({
    url: 'http://127.0.0.1:8787',
    key: null,
    workspace: null,
    profile: null,
  })
})
