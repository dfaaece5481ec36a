import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  type Profile,
  profilePath,
  readProfiles,
  requireProfileName,
  withoutProfile,
  withProfile,
  writeProfiles,
} from './profile-file.ts'

const PROFILE: Profile = {
  url: 'https://gateway.example.com',
  key: 'gwa_secret',
  keyId: 'k1',
  user: 'ann@example.com',
  workspace: null,
  expiresAt: '2030-01-01T00:00:00.000Z',
}

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-profiles-'))
  path = join(folder, 'deep', 'gatehouse', 'profiles.json')
})

afterEach(() => rmSync(folder, { recursive: true }))

test('profiles are read back, and only their owner can read the file', () => {
  expect(readProfiles(path).profiles.size).toBe(0)
  const before = process.umask(0)
  try {
    writeProfiles(withProfile(readProfiles(path), 'work', PROFILE), path)
  } finally {
    process.umask(before)
  }
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  expect(readdirSync(dirname(path))).toEqual(['profiles.json'])
  const read = readProfiles(path)
  expect(read.current).toBe('work')
  expect(read.profiles.get('work')).toEqual(PROFILE)
  writeProfiles(withoutProfile(read, 'work'), path)
  expect(readProfiles(path)).toEqual({ current: null, profiles: new Map() })
})

test.each([0o640, 0o604, 0o620, 0o602, 0o666])('a file with the mode %o is not read', (mode) => {
  writeProfiles(withProfile(readProfiles(path), 'work', PROFILE), path)
  chmodSync(path, mode)
  expect(() => readProfiles(path)).toThrow('can be read or changed by other users')
})

test('a draft that others can read does not make the file readable for them', () => {
  writeProfiles(withProfile(readProfiles(path), 'work', PROFILE), path)
  writeFileSync(`${path}.draft`, 'left behind', { mode: 0o666 })
  chmodSync(`${path}.draft`, 0o666)
  writeProfiles(readProfiles(path), path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test.each([
  'no JSON',
  '[]',
  '{"version":2,"profiles":{}}',
  '{"version":1,"profiles":[]}',
  '{"version":1,"profiles":{"a":{"url":"https://a.example.com"}}}',
  '{"version":1,"profiles":{"../a":{}}}',
])('%s is an error that names the file', (text) => {
  writeProfiles(readProfiles(path), path)
  writeFileSync(path, text)
  expect(() => readProfiles(path)).toThrow(path)
})

test('the path follows XDG_CONFIG_HOME, if it is absolute', () => {
  expect(profilePath({ XDG_CONFIG_HOME: '/x', HOME: '/somewhere/ann' }, 'linux')).toBe('/x/gatehouse/profiles.json')
  for (const given of ['', 'relative'])
    expect(profilePath({ XDG_CONFIG_HOME: given, HOME: '/somewhere/ann' }, 'linux')).toBe(
      '/somewhere/ann/.config/gatehouse/profiles.json',
    )
})

test('a profile name cannot be a path or a flag', () => {
  for (const name of ['a', 'Work-1.b_c']) expect(requireProfileName(name, 'login')).toBe(name)
  for (const name of ['', '../a', '-a', 'a b', 'a'.repeat(65), '__proto__'])
    expect(() => requireProfileName(name, 'login')).toThrow('A profile name has')
})
