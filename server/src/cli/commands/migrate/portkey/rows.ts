/** Rows of a Portkey account by section, merged from list and get responses. */

import { CommandError } from '../../../command-error.ts'
import { isObject, type JsonObject, objectsOf } from '../../../remote.ts'

export const SECTIONS = [
  'workspaces',
  'members',
  'users',
  'invites',
  'integrations',
  'integration-models',
  'integration-workspaces',
  'providers',
  'virtual-keys',
  'configs',
  'guardrails',
  'organisation-defaults',
  'guardrail-exclusions',
  'prompts',
  'prompt-versions',
  'partials',
  'partial-versions',
  'labels',
  'collections',
  'usage-limits',
  'rate-limits',
  'api-keys',
] as const

export type Section = (typeof SECTIONS)[number]

/** The origin of a row: its workspace, and the resource that a version, model or member belongs to. */
export type Origin = { readonly workspace: string | null; readonly parent: string | null }

export type Row = { readonly content: JsonObject; readonly origin: Origin }

/** Sections whose rows belong to a parent and need not have an id. */
const PARTS: readonly Section[] = [
  'members',
  'guardrail-exclusions',
  'integration-models',
  'integration-workspaces',
  'prompt-versions',
  'partial-versions',
]

/** Limited, because each row is compared with all rows of its section. */
const MAX_ROWS = 20_000

export class Rows {
  readonly #sections = new Map<Section, Map<string, Row>>()
  readonly #unknown = new Set<string>()
  #unnamed = 0

  /** Merges rows of the same resource: rows of a list lack the content, and a get response may lack the workspace. */
  add(section: Section, content: JsonObject, origin: Origin): void {
    const rows = this.#sections.get(section) ?? new Map<string, Row>()
    this.#sections.set(section, rows)
    if (rows.size >= MAX_ROWS)
      throw new CommandError({
        what: `The account has more than ${MAX_ROWS} ${section}.`,
        fix: 'Migrate it workspace by workspace.',
      })
    const own = section.endsWith('-versions') ? versionOnly(content) : content
    const key = this.#keyOf(section, own, origin)
    const before = rows.get(key)
    const merged = before === undefined ? own : { ...before.content, ...defined(own) }
    rows.set(key, {
      content: merged,
      origin: {
        workspace: origin.workspace ?? before?.origin.workspace ?? null,
        parent: origin.parent ?? before?.origin.parent ?? null,
      },
    })
  }

  /** Records a part of the account that cannot be converted. */
  leave(what: string): void {
    this.#unknown.add(what)
  }

  of(section: Section): readonly Row[] {
    return [...(this.#sections.get(section)?.values() ?? [])]
  }

  get left(): readonly string[] {
    return [...this.#unknown]
  }

  get size(): number {
    return [...this.#sections.values()].reduce((sum, rows) => sum + rows.size, 0)
  }

  /** UUIDs are unique. Slugs are unique only within a workspace, which a get response may not contain. */
  #keyOf(section: Section, content: JsonObject, { workspace, parent }: Origin): string {
    const id = textIn(content, 'id')
    if (PARTS.includes(section)) {
      const own = id ?? textIn(content, 'prompt_partial_version_id') ?? textIn(content, 'slug')
      const number = content['prompt_version'] ?? content['version']
      const prompt = textIn(content, 'prompt_id') ?? textIn(content, 'prompt_partial_id')
      // A version appears in the version list and in a response of its own, which lacks its id.
      if (section.endsWith('-versions') && number !== undefined && (prompt ?? parent) !== null)
        return `${prompt ?? `${workspace} ${parent}`} ${number}`
      return own === null && number === undefined ? `#${this.#unnamed++}` : `${parent} ${own ?? number}`
    }
    const home = textIn(content, 'workspace_id') ?? workspace ?? ''
    const slug = textIn(content, 'slug')
    if (id !== null) {
      for (const [key, row] of this.#sections.get(section) ?? [])
        if (row.content['id'] === id || (row.content['id'] === undefined && isSameSlug(row, slug, home))) return key
      return id
    }
    if (slug === null) return textIn(content, 'email') ?? `#${this.#unnamed++}`
    for (const [key, row] of this.#sections.get(section) ?? []) if (isSameSlug(row, slug, home)) return key
    return `${home} ${slug}`
  }
}

/** In the response for one version, `id`, `slug` and `name` are those of the prompt. */
function versionOnly(content: JsonObject): JsonObject {
  if (textIn(content, 'slug') === null) return content
  const { id, slug: _slug, name: _name, ...version } = content
  const parent = version['prompt_id'] ?? version['prompt_partial_id'] ?? id
  return { ...version, ...(parent !== undefined && { prompt_id: parent }) }
}

function isSameSlug({ content, origin }: Row, slug: string | null, home: string): boolean {
  if (slug === null || content['slug'] !== slug) return false
  const own = textIn(content, 'workspace_id') ?? origin.workspace ?? ''
  return own === home || own === '' || home === ''
}

function defined(content: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined && value !== null))
}

export function textIn(content: JsonObject, name: string): string | null {
  const value = content[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The rows of a response: a list, `{data: [...]}`, one resource, or one resource under `data`. */
export function rowsIn(body: unknown): readonly JsonObject[] {
  if (Array.isArray(body)) return objectsOf(body)
  if (!isObject(body)) return []
  for (const name of ['data', 'records', 'models', 'workspaces', 'versions'])
    if (Array.isArray(body[name]) && body['slug'] === undefined && body['id'] === undefined)
      return objectsOf(body[name])
  if (isObject(body['data']) && body['id'] === undefined) return [body['data']]
  return body['object'] === 'list' ? [] : [body]
}
