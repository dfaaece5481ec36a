/** Converts the rows of a Portkey account to files. Keeps the slugs and ids that programs use. */

import { isObject, type JsonObject, objectsOf } from '../../../remote.ts'
import { omitEmpty, pick } from '../../kinds/kind.ts'
import { Conversion, type Converted, isSlug, slugOf } from '../conversion.ts'
import { type Account, isDefault, type Places } from './account.ts'
import { accountFiles } from './accounts.ts'
import { budgetOf, idOf, rateLimitsOf } from './fields.ts'
import {
  defaultsFile,
  guardrailFiles,
  type KnownGuardrails,
  sharedDefaultsFile,
  withKnownGuardrails,
} from './guardrails.ts'
import { keyFiles, policyFiles } from './keys.ts'
import { promptFiles } from './prompts.ts'
import { type Row, type Rows, textIn } from './rows.ts'

export function fromPortkey(rows: Rows): Converted {
  const conversion = new Conversion()
  const { homeOf, places } = homes(rows, conversion)
  const named = (kind: string, row: Row) => {
    const home = homeOf(row)
    return `${kind} ${textIn(row.content, 'slug') ?? textIn(row.content, 'name') ?? textIn(row.content, 'id') ?? ''}${home === null ? '' : ` in ${home}`}`
  }
  const account = { rows, conversion, homeOf, named }
  for (const what of rows.left) conversion.skip(what)
  inviteFiles(account, places)
  accountFiles(account, places)
  for (const row of rows.of('labels')) labelFile(row, account, places)
  collectionFiles(account)
  const guardrails = guardrailFiles(account)
  for (const row of rows.of('configs')) configFile(row, account, guardrails)
  promptFiles(account)
  keyFiles(account)
  policyFiles(account, places)
  sharedDefaultsFile(account, places, guardrails)
  for (const { content } of rows.of('workspaces')) defaultsFile(content, places, guardrails, conversion)
  return conversion.result()
}

/**
 * If there is no list of workspaces and the rows name at most one, everything belongs to the selected workspace.
 * Otherwise each workspace is created, because slugs are unique only within a workspace.
 */
function homes(rows: Rows, conversion: Conversion): { homeOf: Account['homeOf']; places: Places } {
  const slugs = new Map<string, string>()
  for (const row of rows.of('workspaces')) workspaceFile(row, slugs, conversion)
  const nameIn = ({ content, origin }: Row) => textIn(content, 'workspace_id') ?? origin.workspace
  const inWorkspaces = [
    'virtual-keys',
    'providers',
    'configs',
    'guardrails',
    'prompts',
    'partials',
    'labels',
    'collections',
    'usage-limits',
    'rate-limits',
    'api-keys',
  ] as const
  const named = inWorkspaces.flatMap((section) => rows.of(section)).map(nameIn)
  const unlisted = new Set(named.filter((name) => name !== null && !slugs.has(name)))
  if (slugs.size > 0 || unlisted.size > 1)
    for (const name of unlisted) {
      if (name === null) continue
      const slug = slugOf(name)
      slugs.set(name, slug)
      conversion.share('workspaces', slug, { name, ...idOf({ id: name, slug }, `workspace ${name}`, conversion) })
      conversion.note(`workspace ${name}: the list of workspaces does not have it; it gets its id as name`)
    }
  const [only, ...others] = new Set(slugs.values())
  const usual = only !== undefined && others.length === 0 ? only : null
  return { homeOf: (row) => slugs.get(nameIn(row) ?? '') ?? usual, places: { slugs } }
}

function workspaceFile({ content }: Row, slugs: Map<string, string>, conversion: Conversion): void {
  const id = textIn(content, 'id')
  const given = textIn(content, 'slug') ?? id ?? textIn(content, 'name') ?? ''
  const slug = isSlug(given) ? given : slugOf(given)
  if (slug !== given) conversion.skip(`workspace ${given}: its slug is not valid here; it becomes ${slug}`)
  if (id !== null) slugs.set(id, slug)
  slugs.set(given, slug)
  const defaults = isObject(content['defaults']) ? content['defaults'] : {}
  const budget = budgetOf(content['usage_limits'], `workspace ${slug}`, conversion)
  const metadata = isObject(defaults['metadata']) ? defaults['metadata'] : {}
  conversion.share('workspaces', slug, {
    name: textIn(content, 'name') ?? slug,
    ...idOf({ id, slug }, `workspace ${slug}`, conversion),
    ...omitEmpty({
      ...pick(content, ['description', 'icon']),
      usage_limits: budget === null ? [] : [budget],
      rate_limits: rateLimitsOf(content['rate_limits']),
      defaults: omitEmpty({ metadata }),
    }),
  })
}

function inviteFiles({ rows, conversion }: Account, { slugs }: Places): void {
  const members = rows.of('members')
  const people = new Map<string, JsonObject>()
  for (const { content } of rows.of('users')) {
    const email = textIn(content, 'email')?.toLowerCase()
    if (email === undefined) continue
    const own = members.filter(
      (member) =>
        textIn(member.content, 'email')?.toLowerCase() === email ||
        (content['id'] !== undefined && member.content['id'] === content['id']),
    )
    const known = own.map(
      ({ content: member, origin }) => [textIn(member, 'workspace_id') ?? origin.parent ?? '', member['role']] as const,
    )
    const other = (Array.isArray(content['workspace_ids']) ? content['workspace_ids'].map(String) : []).filter((id) =>
      known.every(([name]) => slugs.get(name) !== slugs.get(id)),
    )
    people.set(email, {
      id: content['id'],
      role: content['role'],
      workspaces: [...known, ...other.map((id) => [id, 'member'] as const)],
    })
  }
  for (const { content } of rows.of('invites')) {
    const email = textIn(content, 'email')?.toLowerCase()
    if (email === undefined || people.has(email)) continue
    if (content['status'] !== undefined && content['status'] !== 'pending') continue
    const workspaces = objectsOf(content['workspaces']).map(
      (one) =>
        [textIn(one, 'workspace_id') ?? textIn(one, 'id') ?? textIn(one, 'workspace_slug') ?? '', one['role']] as const,
    )
    people.set(email, { id: content['id'], role: content['role'], workspaces })
  }
  for (const [email, { id, role, workspaces }] of people) {
    if (role === 'owner')
      conversion.note(`user ${email}: an owner there is invited as an admin; an owner can change the role`)
    const seen = new Map<string, string>()
    for (const [name, inside] of workspaces as readonly (readonly [string, unknown])[]) {
      const slug = slugs.get(name)
      if (slug === undefined)
        conversion.skip(`user ${email}: the membership of workspace ${name}, which is not in the export`)
      else seen.set(slug, inside === 'admin' || inside === 'manager' ? 'manager' : 'member')
    }
    conversion.share('invites', email, {
      ...idOf({ id }, `user ${email}`, conversion),
      email,
      role: role === 'owner' || role === 'admin' ? 'admin' : 'member',
      workspaces: [...seen].map(([id, inside]) => ({ id, role: inside })),
    })
  }
  if (people.size > 0) conversion.note('users: passwords are not migrated; send each user the invitation link')
}

function labelFile(row: Row, { conversion, homeOf, named }: Account, { slugs }: Places): void {
  const name = textIn(row.content, 'name')
  if (name === null || row.content['is_universal'] === true || row.content['is_universal'] === 1) return
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return conversion.skip(`${named('label', row)}: the name is not valid here`)
  const home = homeOf(row)
  const isShared = home === null && slugs.size > 0
  let id = idOf(row.content, named('label', row), conversion)
  // A label of the organisation is copied to every workspace. Ids are unique, so only the first copy keeps the id.
  for (const one of isShared ? new Set(slugs.values()) : [home]) {
    if (conversion.has('labels', name, one)) continue
    const content = { name, ...omitEmpty(pick(row.content, ['description', 'color_code'])) }
    conversion.add('labels', name, { ...id, ...content }, one)
    id = {}
  }
}

/** Parent collections come first. */
function collectionFiles({ rows, conversion, homeOf, named }: Account): void {
  const all = rows.of('collections').filter(({ content }) => !isDefault(content))
  const isOf = (row: Row, name: string | null) =>
    name !== null && [row.content['id'], row.content['slug']].includes(name)
  const done = new Set<Row>()
  const visit = (row: Row, depth: number): void => {
    if (done.has(row) || depth > all.length) return
    const parentName = textIn(row.content, 'parent_collection_id')
    const parent = all.find((other) => isOf(other, parentName) && homeOf(other) === homeOf(row))
    if (parent !== undefined && parent !== row) visit(parent, depth + 1)
    if (done.has(row)) return
    done.add(row)
    const slug = textIn(row.content, 'slug') ?? slugOf(textIn(row.content, 'name') ?? '')
    if (!isSlug(slug)) return conversion.skip(`${named('collection', row)}: the slug is not valid here`)
    const parentSlug = parent === undefined ? null : textIn(parent.content, 'slug')
    conversion.add(
      'collections',
      slug,
      {
        ...idOf({ ...row.content, slug }, named('collection', row), conversion),
        slug,
        name: textIn(row.content, 'name') ?? slug,
        ...omitEmpty({ parent_collection_id: parentSlug }),
      },
      homeOf(row),
    )
  }
  for (const row of all) visit(row, 0)
}

function configFile(row: Row, { conversion, homeOf, named }: Account, guardrails: KnownGuardrails): void {
  const { content } = row
  const slug = textIn(content, 'slug') ?? textIn(content, 'id') ?? ''
  const subject = named('config', row)
  if (!isSlug(slug)) return conversion.skip(`${subject}: the slug is not valid here`)
  const config = configOf(content['config'] ?? content['config_object'])
  if (config === null)
    return conversion.skip(`${subject}: it is not a JSON object; export it with its content (GET /configs/${slug})`)
  const kept = withKnownGuardrails(config, { place: subject, home: homeOf(row) }, guardrails, conversion)
  if (Object.keys(kept).length === 0) return conversion.skip(`${subject}: nothing is left without its guardrails`)
  conversion.add(
    'configs',
    slug,
    {
      ...idOf({ ...content, slug }, subject, conversion),
      slug,
      name: textIn(content, 'name') ?? slug,
      ...(isDefault(content) && { is_default: true }),
      ...(content['status'] === 'archived' && { status: 'archived' }),
      config: kept,
    },
    homeOf(row),
  )
}

function configOf(value: unknown): JsonObject | null {
  if (isObject(value)) return value
  try {
    const parsed: unknown = JSON.parse(String(value))
    return isObject(parsed) ? parsed : null
  } catch {
    return null
  }
}
