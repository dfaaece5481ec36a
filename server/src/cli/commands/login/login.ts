/** `gatehouse login`, `logout` and `whoami`. */

import { hostname } from 'node:os'
import type { Call } from '../../command.ts'
import { CommandError } from '../../command-error.ts'
import { gatewayUrl } from '../../gateway-url.ts'
import { isDesktop, openInBrowser, surroundings } from '../../open-browser.ts'
import { localUrl } from '../../profiles/choose-target.ts'
import {
  DEFAULT_PROFILE,
  type Profile,
  profilePath,
  readProfiles,
  requireProfile,
  requireProfileName,
  withoutProfile,
  withProfile,
  writeProfiles,
} from '../../profiles/profile-file.ts'
import { whoAmI } from '../keys/gateway-keys.ts'
import { type DeviceRequest, type IssuedKey, pollForKey, requestCode, revokeKey } from './device-flow.ts'

/** URLs that may be passed to the command that opens a browser. On Windows, a shell reads them. */
const OPENABLE = /^https?:\/\/[A-Za-z0-9.:[\]/_-]+\?user_code=[A-Z-]+$/
const INTERRUPTED = 130
const MAX_DEVICE_NAME = 64

export async function login(call: Call): Promise<void> {
  const environment = process.env
  const name = requireProfileName(
    call.text('profile') ?? (environment['GATEWAY_PROFILE']?.trim() || DEFAULT_PROFILE),
    'login',
  )
  // Read first, so that an unusable file is reported before the login starts.
  const known = readProfiles()
  const url = urlOf(call, known.profiles.get(name))
  const scope = call
    .texts('scopes')
    .flatMap((text) => text.split(/[\s,]+/))
    .filter((text) => text !== '')
  const request = await requestCode(url, {
    scope: scope.length === 0 ? null : scope.join(' '),
    workspace: call.text('workspace'),
    device_name: deviceName(),
  })
  if (url.startsWith('http:') && !isLoopback(url))
    call.output.note(`! ${url} is not encrypted: others in the network can read the key.`)
  const issued = await waitForApproval(call, url, request)
  const profile: Profile = {
    url,
    key: issued.key,
    keyId: issued.keyId,
    user: issued.user,
    workspace: issued.workspace,
    expiresAt: new Date(Date.now() + issued.expiresInS * 1_000).toISOString(),
  }
  await replaceProfile(call, name, profile)
  const shown = { ...withoutKey(name, profile), scopes: issued.scopes, path: profilePath() }
  call.output.data(shown, () => {
    const where = profile.workspace === null ? 'the organisation' : `the workspace ${profile.workspace}`
    return `Logged in to ${url} as ${profile.user} for ${where}, until ${profile.expiresAt}. Profile: ${name}.`
  })
}

async function waitForApproval(call: Call, url: string, request: DeviceRequest): Promise<IssuedKey> {
  using _ = endOnInterrupt(call)
  const page = request.completeUrl ?? request.url
  call.output.note(`Open ${request.url} and enter the code ${request.userCode}`)
  if (request.completeUrl !== null) call.output.note(`or follow ${request.completeUrl}`)
  call.output.note('Approve the login only if the page shows the same code.')
  if (!call.has('no-open') && isDesktop(surroundings()) && OPENABLE.test(page)) openInBrowser(page)
  call.output.progress('Waiting for the approval…')
  // With await, so that the signal handlers stay until the login has ended.
  return await pollForKey(url, request)
}

/** Saves the new profile before it revokes the old key: a failure leaves one key too many, never none. */
async function replaceProfile(call: Call, name: string, profile: Profile): Promise<void> {
  const known = readProfiles()
  const before = known.profiles.get(name)
  try {
    writeProfiles(withProfile(known, name, profile))
  } catch (error) {
    await revokeKey(profile.url, profile.key).catch(() => undefined)
    throw new CommandError({
      what: `The profile cannot be saved in ${profilePath()}.`,
      why: error instanceof Error ? error.message : String(error),
      fix: 'Make the folder writable. The new key was revoked.',
    })
  }
  if (!before) return
  await revokeKey(before.url, before.key).catch(() =>
    call.output.note(`! The previous key of this profile could not be revoked. It is valid until ${before.expiresAt}.`),
  )
}

export async function logout(call: Call): Promise<void> {
  const known = readProfiles()
  const name = call.text('profile') ?? (process.env['GATEWAY_PROFILE']?.trim() || known.current)
  if (name === null)
    throw new CommandError({ what: 'You are not logged in.', fix: 'gatehouse profiles list shows all profiles.' })
  const profile = requireProfile(known, name)
  await revokeKey(profile.url, profile.key)
  writeProfiles(withoutProfile(readProfiles(), name))
  call.output.data(withoutKey(name, profile), () => `Logged out of ${profile.url}. The key was revoked.`)
}

export async function whoami(call: Call): Promise<void> {
  const { url, profile } = call.target()
  const from = profile === null ? '' : `, profile ${profile}`
  if (!call.output.isJson) call.output.note(`${url}${from}`)
  await whoAmI(call)
}

export function withoutKey(name: string, { url, keyId, user, workspace, expiresAt }: Profile) {
  return { profile: name, url, user, workspace_id: workspace, api_key_id: keyId, expires_at: expiresAt }
}

/** --url, else GATEWAY_BASE_URL, else the URL of the profile to replace, else the local gateway. */
function urlOf(call: Call, known: Profile | undefined): string {
  const given = call.text('url') ?? (process.env['GATEWAY_BASE_URL']?.trim() || known?.url)
  return gatewayUrl(given ?? localUrl(process.env))
}

function deviceName(): string | null {
  const name = hostname()
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, MAX_DEVICE_NAME)
    .trim()
  return name === '' ? null : name
}

function isLoopback(url: string): boolean {
  const { hostname: host } = new URL(url)
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host)
}

/** Ctrl-C ends the command. Nothing was saved, and the code expires by itself. */
function endOnInterrupt(call: Call): Disposable {
  const end = () => {
    call.output.note('The login was cancelled.')
    process.exit(INTERRUPTED)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, end)
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, end)
    },
  }
}
