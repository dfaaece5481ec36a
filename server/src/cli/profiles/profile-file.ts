/** The profiles of `gatehouse login`: a file in the user's configuration folder that only its owner can read. */

import { chmodSync, closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { isObject } from '../../core/json.ts'
import { writeDurably } from '../../core/runtime/write-durably.ts'
import { CommandError, usageError } from '../command-error.ts'

export type Profile = {
  /** The key is sent to this URL only. */
  readonly url: string
  readonly key: string
  readonly keyId: string
  readonly user: string
  /** Id of the workspace; null: the whole organisation. */
  readonly workspace: string | null
  readonly expiresAt: string
}

export type Profiles = { readonly current: string | null; readonly profiles: ReadonlyMap<string, Profile> }

type Environment = Readonly<Record<string, string | undefined>>

export const DEFAULT_PROFILE = 'default'
const VERSION = 1
const MAX_BYTES = 1024 * 1024
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const NONE: Profiles = { current: null, profiles: new Map() }

/** Follows https://specifications.freedesktop.org/basedir-spec, which ignores a relative XDG_CONFIG_HOME. */
export function profilePath(environment: Environment = process.env, platform = process.platform): string {
  const given = environment['XDG_CONFIG_HOME'] ?? ''
  if (given.startsWith('/')) return join(given, 'gatehouse', 'profiles.json')
  const roaming = environment['APPDATA'] ?? ''
  if (platform === 'win32' && roaming !== '') return join(roaming, 'gatehouse', 'profiles.json')
  return join(environment['HOME'] || homedir(), '.config', 'gatehouse', 'profiles.json')
}

export function requireProfileName(name: string, command: string): string {
  if (NAME.test(name)) return name
  throw usageError(`A profile name has 1 to 64 letters, digits, dots, hyphens and underscores, not "${name}".`, command)
}

/** Empty if there is no file. Throws if other users can read it. */
export function readProfiles(path = profilePath()): Profiles {
  const text = readPrivate(path)
  if (text === null) return NONE
  const value = parse(text)
  if (value === null || value['version'] !== VERSION || !isObject(value['profiles'])) throw damaged(path)
  const profiles = new Map<string, Profile>()
  for (const [name, row] of Object.entries(value['profiles'])) {
    const profile = toProfile(row)
    if (profile === null || !NAME.test(name)) throw damaged(path)
    profiles.set(name, profile)
  }
  const current = typeof value['current'] === 'string' && profiles.has(value['current']) ? value['current'] : null
  return { current, profiles }
}

export function writeProfiles({ current, profiles }: Profiles, path = profilePath()): void {
  const rows = Object.fromEntries([...profiles].map(([name, profile]) => [name, toRow(profile)]))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // A draft left by an interrupted write could be readable by others.
  rmSync(`${path}.draft`, { force: true })
  writeDurably(path, `${JSON.stringify({ version: VERSION, current, profiles: rows }, null, 2)}\n`)
  chmodSync(path, 0o600)
}

export function withProfile({ profiles }: Profiles, name: string, profile: Profile): Profiles {
  return { current: name, profiles: new Map([...profiles, [name, profile]]) }
}

export function withoutProfile({ current, profiles }: Profiles, name: string): Profiles {
  const rest = new Map([...profiles].filter(([other]) => other !== name))
  return { current: current === name ? null : current, profiles: rest }
}

export function requireProfile({ profiles }: Profiles, name: string): Profile {
  const found = profiles.get(name)
  if (found) return found
  const names = [...profiles.keys()].join(', ')
  throw new CommandError(
    {
      what: `There is no profile "${name}".`,
      why: names === '' ? 'No profile exists.' : `Profiles: ${names}.`,
      fix: `Create it with gatehouse login --profile ${NAME.test(name) ? name : 'NAME'}.`,
    },
    2,
  )
}

/** Checks owner and mode of the opened file, so that the file cannot be replaced between check and read. */
function readPrivate(path: string): string | null {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new CommandError({
      what: `${path} cannot be read.`,
      why: error instanceof Error ? error.message : String(error),
      fix: 'Make it readable for you, or delete it and log in again.',
    })
  }
  try {
    const { mode, uid, size } = fstatSync(descriptor)
    const isMine = process.getuid === undefined || uid === process.getuid() || process.getuid() === 0
    if (process.platform !== 'win32' && ((mode & 0o077) !== 0 || !isMine))
      throw new CommandError({
        what: `${path} can be read or changed by other users, so it is not used.`,
        why: `It has the mode ${(mode & 0o777).toString(8).padStart(3, '0')}${isMine ? '' : ' and belongs to another user'}. It has API keys.`,
        fix: `Run chmod 600 ${path}. If others may have read it, run gatehouse logout and log in again.`,
      })
    if (size > MAX_BYTES) throw damaged(path)
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function toProfile(row: unknown): Profile | null {
  if (!isObject(row)) return null
  const { url, key, key_id: keyId, user, workspace, expires_at: expiresAt } = row
  const isWhole = [url, key, keyId, user, expiresAt].every((value) => typeof value === 'string')
  if (!isWhole || !(workspace === null || typeof workspace === 'string')) return null
  return { url, key, keyId, user, workspace, expiresAt } as Profile
}

function toRow({ url, key, keyId, user, workspace, expiresAt }: Profile) {
  return { url, key, key_id: keyId, user, workspace, expires_at: expiresAt }
}

function damaged(path: string): CommandError {
  return new CommandError({
    what: `${path} is not a profile file that this version can read.`,
    fix: 'Repair or delete it, then run gatehouse login.',
  })
}
