/** Single sign-on connection files: all settings. The client secret is a reference to an environment variable. */

import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject } from '../../remote.ts'
import { slugOf, variableFor } from '../migrate/conversion.ts'
import { type Kind, omitEmpty, pick } from './kind.ts'
import { literalSecrets, resolveSecrets, variablesOf } from './secret-reference.ts'

const PATH = '/admin/sso-connections'
const SECRET = 'client_secret'
const SETTINGS = [
  ...['name', 'issuer', 'client_id', 'auth_method', 'scopes', 'claims', 'domains'],
  ...['trust_email', 'allow_new_users', 'default_role', 'is_enabled'],
]
/** Defaults of the gateway. Exported files omit settings with these values. */
const DEFAULTS: JsonObject = {
  auth_method: 'client_secret',
  scopes: ['openid', 'email', 'profile'],
  claims: { email: 'email', given_name: 'given_name', family_name: 'family_name', groups: 'groups' },
  trust_email: false,
  allow_new_users: false,
  default_role: 'member',
  is_enabled: false,
}

export const SSO_CONNECTION_KIND: Kind = {
  folder: 'sso-connections',
  check({ place, content }) {
    for (const name of ['name', 'issuer', 'client_id'])
      if (typeof content[name] !== 'string') throw new CommandError({ what: `${place}.json has no "${name}".` })
    if (literalSecrets(pick(content, [SECRET])).length === 0) return
    throw new CommandError({
      what: `${place}.json: "${SECRET}" must not contain a secret.`,
      why: 'Files are copied and committed to repositories.',
      fix: `Write "${SECRET}": {"env": "NAME"} and set that variable where apply runs.`,
    })
  },
  needs: ({ content }) => variablesOf(pick(content, [SECRET])),
  async list(remote) {
    const rows = await remote.within(null).list(PATH).catch(hidden)
    return rows.map((row) => ({ id: String(row['id']), content: ofOrganisation(row) }))
  },
  async read(remote, id) {
    return { id, content: ofOrganisation(await remote.within(null).get(`${PATH}/${id}`)) }
  },
  isSame: (wanted, { content }) => wanted.content['name'] === content['name'],
  owned(wanted, { content }) {
    const desired = this.desired(wanted)
    const claims = isObject(desired['claims']) && isObject(content['claims'])
    return {
      ...pick(content, Object.keys(desired)),
      ...(claims && { claims: pick(content['claims'] as JsonObject, Object.keys(desired['claims'] as JsonObject)) }),
    }
  },
  desired({ content }) {
    const { domains, ...settings } = pick(content, SETTINGS)
    return { ...settings, ...(Array.isArray(domains) && { domains: domainsOf(domains) }) }
  },
  async create(remote, wanted) {
    const body = { ...this.desired(wanted), ...resolveSecrets(pick(wanted.content, [SECRET])) }
    return { id: String((await remote.within(null).post(PATH, body))['id']) }
  },
  async update(remote, wanted, { id, content }) {
    const desired = this.desired(wanted)
    // The gateway requires the secret again if one of these changes.
    const isMoved = ['issuer', 'auth_method'].some((name) => name in desired && desired[name] !== content[name])
    const secret = isMoved ? resolveSecrets(pick(wanted.content, [SECRET])) : {}
    await remote.within(null).put(`${PATH}/${id}`, { ...desired, ...secret })
  },
  async remove(remote, id) {
    await remote.within(null).delete(`${PATH}/${id}`)
  },
  toFile({ content }) {
    const name = slugOf(String(content['name']))
    const settings = Object.entries(omitEmpty(pick(content, SETTINGS))).filter(
      ([field, value]) => !Bun.deepEquals(value, DEFAULTS[field]),
    )
    const hasSecret = content['auth_method'] === 'client_secret'
    return {
      name,
      content: {
        ...Object.fromEntries(settings),
        ...(hasSecret && { [SECRET]: { env: variableFor(name, SECRET.toUpperCase()) } }),
      },
    }
  },
}

/** Normalized as in responses of the gateway. */
function domainsOf(domains: readonly unknown[]): readonly string[] {
  return [...new Set(domains.map((domain) => String(domain).trim().toLowerCase()))].sort()
}

/** Sets workspace_id to null, so that exports of workspaces leave the row out. */
export function ofOrganisation(row: JsonObject): JsonObject {
  return { ...row, workspace_id: null }
}

/** Returns nothing if access is denied: a workspace key cannot see single sign-on settings. */
export function hidden(error: unknown): readonly JsonObject[] {
  if (error instanceof CommandError && error.exitCode === 4) return []
  throw error
}
