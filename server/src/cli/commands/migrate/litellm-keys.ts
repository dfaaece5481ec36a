/** Converts keys and teams of LiteLLM's database. It stores the SHA-256 of each key, so the keys keep working. */

import { textOrNull } from '../../../core/json.ts'
import { CommandError } from '../../command-error.ts'
import { readText } from '../../input/read-file.ts'
import { isObject, type JsonObject, objectsOf } from '../../remote.ts'
import { omitEmpty } from '../kinds/kind.ts'
import type { Conversion, Converted } from './conversion.ts'
import { slugOf } from './conversion.ts'
import { parseCsv } from './parse-csv.ts'
import { expiryOf, isId } from './portkey/fields.ts'

export type LiteLlmTables = { readonly keys: readonly JsonObject[]; readonly teams: readonly JsonObject[] }

const SHA256 = /^[0-9a-f]{64}$/i
const SCOPES = ['completions.write']
const MIN_DOLLARS = 1
/** Limits and permissions of a key without an equivalent. The key is migrated without them, and they are reported. */
const UNSUPPORTED = [
  'max_parallel_requests',
  'model_max_budget',
  'allowed_routes',
  'allowed_cache_controls',
  'permissions',
  'soft_budget',
]

export async function readLiteLlmTables(paths: readonly string[]): Promise<LiteLlmTables> {
  const keys: JsonObject[] = []
  const teams: JsonObject[] = []
  for (const path of paths) {
    const text = await readText(path)
    const found = /\.csv$/i.test(path) ? parseCsv(text) : rowsOf(text, path)
    const before = keys.length + teams.length
    for (const row of found) {
      if (typeof row['token'] === 'string') keys.push(row)
      else if (typeof row['team_id'] === 'string') teams.push(row)
    }
    if (keys.length + teams.length === before)
      throw new CommandError({
        what: `${path} contains no keys and no teams.`,
        why: 'Its rows have neither "token" nor "team_id".',
        fix: 'Export the tables LiteLLM_VerificationToken and LiteLLM_TeamTable as JSON or CSV.',
      })
  }
  return { keys, teams }
}

function rowsOf(text: string, path: string): readonly JsonObject[] {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new CommandError({
      what: `${path} is not JSON.`,
      why: error instanceof Error ? error.message : String(error),
    })
  }
  if (Array.isArray(body)) return objectsOf(body)
  return isObject(body) ? Object.values(body).flatMap(objectsOf) : []
}

/** Models are global in LiteLLM, so each team's workspace gets all virtual keys and configs. */
export function withKeys(
  conversion: Conversion,
  { keys, teams }: LiteLlmTables,
  models: ReadonlyMap<string, string>,
): Converted {
  const homes = new Map<string, string>()
  const shared = conversion.result().workspaces.flatMap(({ wanted }) => wanted)
  for (const team of teams) {
    const slug = teamFile(team, conversion, new Set(homes.values()))
    if (slug === null) continue
    homes.set(String(team['team_id']), slug)
    for (const { place, content } of shared)
      conversion.add(place.slice(0, place.indexOf('/')), place.slice(place.indexOf('/') + 1), content, slug)
  }
  for (const key of keys) keyFile(key, conversion, homes, models)
  if (keys.length > 0)
    conversion.note('keys: they keep working with their sk- secrets; callers change the base URL only')
  return conversion.result()
}

function teamFile(team: JsonObject, conversion: Conversion, taken: ReadonlySet<string>): string | null {
  const name = textOrNull(team['team_alias']) ?? String(team['team_id'])
  const subject = `team ${name}`
  if (isTrue(team['blocked'])) {
    conversion.skip(`${subject}: it is blocked, so it and its keys are not migrated`)
    return null
  }
  const limits = limitsOf(team, subject, conversion)
  if (limits === null) return null
  const base = slugOf(name)
  let slug = base
  for (let count = 2; taken.has(slug); count++) slug = `${base}-${count}`
  if (listOf(team['models']).length > 0)
    conversion.skip(`${subject}: models (${listOf(team['models']).join(', ')}) cannot be limited in a workspace`)
  const { usage_limits: budget, ...rates } = limits
  conversion.share('workspaces', slug, {
    name,
    ...(isId(team['team_id']) && { id: team['team_id'] }),
    ...rates,
    ...(budget !== undefined && { usage_limits: [budget] }),
  })
  return slug
}

function keyFile(
  key: JsonObject,
  conversion: Conversion,
  homes: ReadonlyMap<string, string>,
  models: ReadonlyMap<string, string>,
): void {
  const hash = String(key['token'])
  const name = textOrNull(key['key_alias']) ?? textOrNull(key['key_name']) ?? `LiteLLM ${hash.slice(0, 8)}`
  const subject = `key ${name}`
  if (!SHA256.test(hash)) return conversion.skip(`${subject}: its token is not a SHA-256 hash; create a new key`)
  if (isTrue(key['blocked'])) return conversion.skip(`${subject}: it is blocked`)
  const expiry = expiryOf(timeOf(key['expires']))
  if (expiry.isPast) return conversion.skip(`${subject}: it has expired`)
  const team = textOrNull(key['team_id'])
  const home = team === null ? null : homes.get(team)
  if (home === undefined) return conversion.skip(`${subject}: its team ${team} is not migrated`)
  const limits = limitsOf(key, subject, conversion)
  if (limits === null) return
  const allowed = listOf(key['models']).filter((model) => !/^all-(team|proxy)-models$/.test(model))
  const [only, ...others] = allowed
  // Otherwise the key would silently get more permissions than before.
  if (others.length > 0 || (only !== undefined && !models.has(only)))
    return conversion.skip(
      `${subject}: it may use only ${allowed.join(', ')}, which a key cannot express; create it with a default config`,
    )
  if (isSet(key['guardrails']))
    conversion.skip(
      `${subject}: guardrails are not migrated; set default guardrails of the workspace, or name them in its config`,
    )
  for (const setting of UNSUPPORTED)
    if (isSet(key[setting])) conversion.skip(`${subject}: ${setting} has no equivalent; the key is migrated without it`)
  if (Number(key['spend'] ?? 0) > 0 && limits['usage_limits'] !== undefined)
    conversion.note(`${subject}: its budget starts at 0; ${key['spend']} US dollars were spent there`)
  const config = only === undefined ? {} : { config_id: models.get(only), allow_config_override: false }
  const metadata = metadataOf(key['metadata'])
  conversion.add(
    'keys',
    name,
    {
      name: name.slice(0, 128),
      kind: 'workspace',
      scopes: SCOPES,
      secret_sha256: hash.toLowerCase(),
      ...limits,
      ...omitEmpty({ defaults: omitEmpty({ ...config, metadata }), expires_at: expiry.text }),
    },
    home,
  )
}

/** Null if a limit cannot be converted. Without the limit, the key would be allowed more than before. */
function limitsOf(row: JsonObject, subject: string, conversion: Conversion): JsonObject | null {
  const rates = [
    ['rpm_limit', 'requests'],
    ['tpm_limit', 'tokens'],
  ].flatMap(([name = '', type]) => (isSet(row[name]) ? [{ type, unit: 'rpm', value: Number(row[name]) }] : []))
  const budget = isSet(row['max_budget']) ? Number(row['max_budget']) : null
  const reset = resetOf(textOrNull(row['budget_duration']))
  if (budget !== null && (!(budget >= MIN_DOLLARS) || reset === null)) {
    conversion.skip(
      `${subject}: a budget of ${budget} US dollars${reset === null ? ` per ${row['budget_duration']}` : ''} is not supported (at least ${MIN_DOLLARS} US dollar, and whole days); it is not migrated`,
    )
    return null
  }
  return {
    ...(rates.length > 0 && { rate_limits: rates }),
    ...(budget !== null && { usage_limits: { type: 'cost', credit_limit: budget, ...reset } }),
  }
}

/** Converts `30d`, `24h` or `1mo`. Null if it is not a whole number of days. */
function resetOf(duration: string | null): JsonObject | null {
  if (duration === null) return {}
  const match = /^(\d+)(s|m|h|d|w|mo)$/.exec(duration)
  if (match === null) return null
  const [count, unit] = [Number(match[1]), match[2]]
  if (unit === 'mo') return count === 1 ? { periodic_reset: 'monthly' } : { periodic_reset_days: count * 30 }
  const seconds = count * { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }[unit as 's' | 'm' | 'h' | 'd' | 'w']
  const days = seconds / 86_400
  return Number.isInteger(days) && days >= 1 && days <= 365 ? { periodic_reset_days: days } : null
}

/** In CSV, lists are `{a,b}` or JSON. */
function listOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value !== 'string' || value === '') return []
  const parsed = parsedJson(value)
  if (Array.isArray(parsed)) return parsed.map(String)
  const inner = /^\{(.*)\}$/.exec(value)?.[1]
  return inner === undefined || inner === '' ? [] : inner.split(',').map((one) => one.replace(/^"|"$/g, ''))
}

/** Keeps only texts, because the gateway adds them to the metadata of requests. */
function metadataOf(value: unknown): JsonObject {
  const given = isObject(value) ? value : parsedJson(value)
  if (!isObject(given)) return {}
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, one]) => typeof one === 'string')
      .slice(0, 20),
  )
}

function parsedJson(value: unknown): unknown {
  try {
    return JSON.parse(String(value))
  } catch {
    return null
  }
}

/** The database stores times in UTC without a zone. */
function timeOf(value: unknown): string | null {
  const text = textOrNull(value)
  if (text === null) return null
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`
  const ms = Date.parse(zoned.replace(' ', 'T'))
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 't' || value === 1
}

function isSet(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === '{}' || value === '[]') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
