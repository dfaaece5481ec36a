/**
 * Chooses the gateway and key of a command. Flags, including --profile, take precedence over the environment, and the
 * environment over the current profile. The key of a profile is sent only to the URL of the profile.
 */

import { CommandError } from '../command-error.ts'
import { gatewayUrl } from '../gateway-url.ts'
import { type Profiles, requireProfile } from './profile-file.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Flags = {
  readonly url: string | null
  readonly key: string | null
  readonly workspace: string | null
  readonly profile: string | null
}

export type Target = {
  readonly url: string
  readonly key: string | null
  readonly workspace: string | null
  /** Name of the profile that the key comes from. */
  readonly profile: string | null
}

/** `read` is called only if a profile is needed, so a damaged file does not affect commands with a key. */
export function chooseTarget(flags: Flags, environment: Environment, read: () => Profiles): Target {
  const set = (name: string) => environment[name]?.trim() || null
  const given = flags.url ?? (flags.profile === null ? set('GATEWAY_BASE_URL') : null)
  const key = flags.key ?? (flags.profile === null ? set('GATEWAY_API_KEY') : null)
  if (key !== null && flags.profile === null)
    return { url: gatewayUrl(given ?? localUrl(environment)), key, workspace: flags.workspace, profile: null }
  const profiles = read()
  const name = flags.profile ?? set('GATEWAY_PROFILE') ?? profiles.current
  if (name === null)
    return { url: gatewayUrl(given ?? localUrl(environment)), key: null, workspace: flags.workspace, profile: null }
  const profile = requireProfile(profiles, name)
  const url = gatewayUrl(given ?? profile.url)
  if (key !== null) return { url, key, workspace: flags.workspace, profile: null }
  if (url === profile.url) return { url, key: profile.key, workspace: flags.workspace, profile: name }
  if (flags.profile === null) return { url, key: null, workspace: flags.workspace, profile: null }
  throw new CommandError(
    {
      what: `The key of the profile "${name}" is for ${profile.url}, not for ${url}.`,
      why: 'A key is sent only to the gateway that issued it.',
      fix: `Omit --url, or log in with gatehouse login --url ${url}.`,
    },
    2,
  )
}

export function localUrl(environment: Environment): string {
  const scheme = environment['GATEWAY_TLS_CERT_FILE']?.trim() ? 'https' : 'http'
  return `${scheme}://127.0.0.1:${environment['GATEWAY_PORT']?.trim() || '8787'}`
}
