/** Converts API keys and policies. The keys get new secrets. */

import { isObject, type JsonObject, objectsOf } from '../../../remote.ts'
import { omitEmpty, pick } from '../../kinds/kind.ts'
import { slugOf } from '../conversion.ts'
import type { Account, Places } from './account.ts'
import { budgetOf, expiryOf, idOf, isId, rateLimitsOf } from './fields.ts'
import { type Row, textIn } from './rows.ts'

const INFERENCE = 'completions.write'

export function keyFiles(account: Account): void {
  for (const row of account.rows.of('api-keys')) keyFile(row, account)
}

function keyFile(row: Row, { conversion, homeOf, named, rows }: Account): void {
  const { content } = row
  const name = textIn(content, 'name')
  const subject = named('API key', row)
  if (name === null) return conversion.skip(`${subject}: it has no name`)
  const expiry = expiryOf(content['expires_at'])
  if (expiry.isPast || content['status'] === 'expired') return conversion.skip(`${subject}: it has expired`)
  if (!Array.isArray(content['scopes']))
    return conversion.skip(
      `${subject}: the export has no scopes; export it with GET /api-keys/${textIn(content, 'id')}`,
    )
  const type = textIn(content, 'type') ?? 'workspace-service'
  const scopes = content['scopes'].map(String)
  const file = {
    ...idOf(content, subject, conversion),
    name,
    kind: type.startsWith('organisation') ? 'admin' : 'workspace',
    scopes: scopes.toSorted(),
    ...(!scopes.includes(INFERENCE) && { allow_inference: false }),
    ...omitEmpty({
      description: content['description'],
      usage_limits: budgetOf(content['usage_limits'], subject, conversion),
      rate_limits: rateLimitsOf(content['rate_limits']),
      defaults: defaultsOf(row, rows.of('configs'), homeOf),
      alert_emails: content['alert_emails'],
      expires_at: expiry.text,
      rotation_policy: content['rotation_policy'],
    }),
  }
  if (type === 'workspace-user')
    conversion.note(
      `${subject}: the personal key of user ${textIn(content, 'user_id') ?? ''} becomes a service key, because the user has no account here yet`,
    )
  if (file.kind === 'admin')
    conversion.share(
      'keys',
      freeName(slugOf(name), (other) =>
        conversion.result().shared.some(({ place: taken }) => taken === `keys/${other}`),
      ),
      file,
    )
  else conversion.add('keys', name, file, homeOf(row))
}

function freeName(base: string, isTaken: (name: string) => boolean): string {
  let free = base
  for (let count = 2; isTaken(free); count++) free = `${base}-${count}`
  return free
}

/** The row may name its default config by id or slug. */
function defaultsOf(row: Row, configs: readonly Row[], homeOf: Account['homeOf']): JsonObject {
  const given = isObject(row.content['defaults']) ? row.content['defaults'] : {}
  const name = textIn(given, 'config_id') ?? textIn(given, 'config_slug')
  const config = configs.find(
    (one) => name !== null && [one.content['id'], one.content['slug']].includes(name) && homeOf(one) === homeOf(row),
  )
  const override = given['allow_config_override']
  return omitEmpty({
    metadata: given['metadata'],
    config_id: config === undefined ? name : textIn(config.content, 'slug'),
    ...((override === false || override === 0) && { allow_config_override: false }),
  })
}

const LIMITS = {
  'usage-limits': ['name', 'type', 'credit_limit', 'alert_threshold', 'periodic_reset', 'periodic_reset_days'],
  'rate-limits': ['name', 'type', 'unit', 'value'],
} as const

export function policyFiles({ rows, conversion, homeOf }: Account, { slugs }: Places): void {
  for (const section of ['usage-limits', 'rate-limits'] as const) {
    for (const row of rows.of(section)) {
      const { content } = row
      const groups = objectsOf(content['group_by']).map((group) => ({ key: group['key'] }))
      const name = textIn(content, 'name') ?? [content['type'], 'by', ...groups.map(({ key }) => key)].join('-')
      const subject = `policy ${name}`
      if (content['status'] === 'archived') {
        conversion.skip(`${subject}: it is archived`)
        continue
      }
      const conditions = objectsOf(content['conditions']).map((condition) =>
        renamed(condition, slugs, rows.of('api-keys')),
      )
      if (conditions.some((condition) => condition === null)) {
        conversion.skip(`${subject}: a condition names an API key or a workspace that is not in the export`)
        continue
      }
      const file = {
        ...idOf(content, subject, conversion),
        conditions,
        group_by: groups,
        ...omitEmpty(pick(content, LIMITS[section])),
      }
      const home = homeOf(row)
      // A policy without a workspace applies to all workspaces.
      if (home === null && slugs.size > 0) conversion.share(section, slugOf(name), file)
      else conversion.add(section, name, file, home)
    }
  }
}

/** Files refer to API keys by name, or by id if several keys have the name. Null if a key or workspace is unknown. */
function renamed(condition: JsonObject, slugs: Places['slugs'], keys: readonly Row[]): JsonObject | null {
  const key = condition['key']
  const one = (value: unknown): string | null => {
    const text = String(value)
    if (text === '*' || (key !== 'api_key' && key !== 'workspace_id')) return text
    if (key === 'workspace_id') return slugs.get(text) ?? null
    const found = keys.find(({ content }) => content['id'] === text)
    const name = found === undefined ? null : textIn(found.content, 'name')
    if (found === undefined || name === null) return null
    const isUnique = keys.filter(({ content }) => content['name'] === name).length === 1
    return isUnique ? name : isId(text) ? text : null
  }
  const each = (value: unknown): unknown => (Array.isArray(value) ? value.map(one) : one(value))
  const changed = {
    key,
    value: each(condition['value']),
    ...(condition['excludes'] != null && { excludes: each(condition['excludes']) }),
  }
  return [changed.value, changed.excludes].flat().includes(null) ? null : changed
}
