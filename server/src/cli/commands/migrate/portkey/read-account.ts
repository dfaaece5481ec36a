/** Reads a Portkey account through its admin API. */

import { readResponse } from '../../../../core/body/read-response.ts'
import { CommandError } from '../../../command-error.ts'
import { isObject, type JsonObject, readFrom } from '../../../remote.ts'
import { type Origin, Rows, rowsIn, type Section, textIn } from './rows.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 1_000
const TIMEOUT_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
const ATTEMPTS = 4
const MAX_WAIT_MS = 30_000
const ORGANISATION: Origin = { workspace: null, parent: null }

/** Lists of a workspace. `isRead`: each row is also read on its own, because the list has no content. */
const LISTS: readonly {
  readonly path: string
  readonly section: Section
  readonly isRead?: true
  readonly versions?: Section
}[] = [
  { path: '/virtual-keys', section: 'virtual-keys' },
  { path: '/providers', section: 'providers' },
  { path: '/labels', section: 'labels' },
  { path: '/collections', section: 'collections' },
  { path: '/configs', section: 'configs', isRead: true },
  { path: '/guardrails', section: 'guardrails', isRead: true },
  { path: '/prompts/partials', section: 'partials', isRead: true, versions: 'partial-versions' },
  { path: '/prompts', section: 'prompts', isRead: true, versions: 'prompt-versions' },
  { path: '/policies/usage-limits', section: 'usage-limits' },
  { path: '/policies/rate-limits', section: 'rate-limits' },
  { path: '/api-keys', section: 'api-keys' },
]

export async function readPortkeyAccount(address: string, key: string, onPart: (part: string) => void): Promise<Rows> {
  const api = new PortkeyApi(address, key)
  const rows = new Rows()
  const list = async (path: string, query: Readonly<Record<string, string>> = {}): Promise<readonly JsonObject[]> => {
    onPart(path)
    const found = await api.list(path, query)
    if (typeof found !== 'number') return found
    if (found !== 404) rows.leave(`GET ${path}: HTTP ${found}, so these resources are not migrated`)
    return []
  }
  const workspaces = await api.list('/admin/workspaces', {})
  const isWhole = typeof workspaces !== 'number'
  if (!isWhole)
    rows.leave(
      `GET /admin/workspaces: HTTP ${workspaces}, so only the workspace of the key is migrated; use an Admin key to migrate all workspaces and users`,
    )
  for (const workspace of isWhole ? workspaces : []) {
    rows.add('workspaces', workspace, ORGANISATION)
    const id = textIn(workspace, 'id') ?? textIn(workspace, 'slug') ?? ''
    for (const member of await list(`/admin/workspaces/${encodeURIComponent(id)}/users`))
      rows.add('members', member, { workspace: id, parent: id })
  }
  if (isWhole) {
    for (const user of await list('/admin/users')) rows.add('users', user, ORGANISATION)
    for (const invite of await list('/admin/users/invites')) rows.add('invites', invite, ORGANISATION)
    for (const key of await list('/api-keys')) rows.add('api-keys', key, ORGANISATION)
  }
  if (isWhole) await readSharedGuardrails(api, rows, workspaces)
  await readIntegrations(api, rows, list)
  const homes = isWhole ? workspaces.map((row) => textIn(row, 'id') ?? textIn(row, 'slug')) : [null]
  for (const home of homes) await readWorkspace(api, rows, home, list)
  return rows
}

type List = (path: string, query?: Readonly<Record<string, string>>) => Promise<readonly JsonObject[]>

/** Lists guardrails of the organisation by its id. Not every Portkey plan has them. */
async function readSharedGuardrails(api: PortkeyApi, rows: Rows, workspaces: readonly JsonObject[]): Promise<void> {
  const organisation = workspaces.map((row) => textIn(row, 'organisation_id')).find((id) => id !== null) ?? null
  await readSharedDefaults(api, rows, organisation)
  const found = await api.list('/guardrails', organisation === null ? {} : { organisation_id: organisation })
  for (const row of typeof found === 'number' ? [] : found) {
    if (textIn(row, 'workspace_id') !== null) continue
    const slug = textIn(row, 'slug') ?? textIn(row, 'id') ?? ''
    const detail = await api.read(`/guardrails/${encodeURIComponent(slug)}`)
    rows.add('guardrails', { ...row, ...detail, workspace_id: null }, ORGANISATION)
  }
}

/** Reads the organisation's default guardrails, and the workspaces that are excluded from them. */
async function readSharedDefaults(api: PortkeyApi, rows: Rows, organisation: string | null): Promise<void> {
  const path = '/admin/organisation/defaults'
  const found = await api.list(path, {})
  if (typeof found === 'number') {
    if (found !== 404)
      rows.leave(`GET ${path}: HTTP ${found}, so the organisation’s default guardrails are not migrated`)
    return
  }
  for (const row of found) rows.add('organisation-defaults', row, ORGANISATION)
  const query = organisation === null ? {} : { organisation_id: organisation }
  for (const side of ['input', 'output']) {
    const excluded = await api.list(`/workspace-exclusions/${side}-guardrails`, query)
    for (const row of typeof excluded === 'number' ? [] : excluded) rows.add('guardrail-exclusions', row, ORGANISATION)
  }
}

async function readIntegrations(api: PortkeyApi, rows: Rows, list: List): Promise<void> {
  for (const row of await list('/integrations')) {
    const slug = textIn(row, 'slug') ?? textIn(row, 'id') ?? ''
    const path = `/integrations/${encodeURIComponent(slug)}`
    rows.add('integrations', { ...row, ...(await api.read(path)) }, ORGANISATION)
    const origin = { workspace: null, parent: slug }
    for (const model of await list(`${path}/models`)) rows.add('integration-models', model, origin)
    for (const access of await list(`${path}/workspaces`)) rows.add('integration-workspaces', access, origin)
  }
}

async function readWorkspace(api: PortkeyApi, rows: Rows, workspace: string | null, list: List): Promise<void> {
  const query = workspace === null ? {} : { workspace_id: workspace }
  for (const { path, section, isRead, versions } of LISTS) {
    for (const row of await list(path, query)) {
      // Lists of an Admin key may include rows of other workspaces or of the organisation.
      const isShared = section === 'api-keys' || (section === 'guardrails' && row['workspace_id'] === null)
      const home = textIn(row, 'workspace_id') === null && isShared ? null : workspace
      const slug = textIn(row, 'slug') ?? textIn(row, 'id') ?? ''
      const own = `${path}/${encodeURIComponent(slug)}`
      const detail = isRead ? await api.read(own, query) : null
      rows.add(section, { ...row, ...detail }, { workspace: home, parent: null })
      if (versions === undefined) continue
      for (const version of await list(`${own}/versions`, query)) {
        const id = textIn(version, 'id')
        const isBare = versions === 'prompt-versions' && version['parameters'] === undefined && id !== null
        const whole = isBare ? await api.read(`${own}/versions/${encodeURIComponent(id)}`, query) : null
        // The id, slug and name in a version response are those of the prompt.
        const { id: _id, slug: _slug, name: _name, ...content } = whole ?? {}
        rows.add(versions, { ...version, ...content }, { workspace, parent: slug })
      }
    }
  }
}

class PortkeyApi {
  readonly #base: string

  constructor(
    address: string,
    private readonly key: string,
  ) {
    const text = address.includes('://') ? address : `https://${address}`
    if (!URL.canParse(text) || !/^https?:/.test(text))
      throw new CommandError({ what: `"${address}" is not a URL.`, fix: 'Use --from https://api.portkey.ai/v1.' }, 2)
    const { origin, pathname } = new URL(text)
    this.#base = `${origin}${pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`
  }

  /** Returns the rows of all pages, or the HTTP status if the list is refused. */
  async list(path: string, query: Readonly<Record<string, string>>): Promise<readonly JsonObject[] | number> {
    const found = new Map<string, JsonObject>()
    for (let page = 0; page < MAX_PAGES; page++) {
      const size = String(PAGE_SIZE)
      const pages = { current_page: String(page), page_size: size, currentPage: String(page), pageSize: size }
      const body = await this.#get(path, { ...query, ...pages })
      if (typeof body === 'number') return body
      const rows = rowsIn(body)
      const before = found.size
      for (const row of rows)
        found.set(
          JSON.stringify([
            row['id'],
            row['slug'],
            row['prompt_version'] ?? row['version'],
            row['id'] === undefined && row['slug'] === undefined && row,
          ]),
          row,
        )
      // Some lists ignore the page parameter, so a page without new rows is also the end.
      const total = isObject(body) && typeof body['total'] === 'number' ? body['total'] : Number.POSITIVE_INFINITY
      if (rows.length < PAGE_SIZE || found.size === before || found.size >= total) break
    }
    return [...found.values()]
  }

  async read(path: string, query: Readonly<Record<string, string>> = {}): Promise<JsonObject> {
    const body = await this.#get(path, query)
    if (typeof body === 'number')
      throw new CommandError({
        what: `GET ${this.#base}${path} returned HTTP ${body}.`,
        why: 'The list names this resource, but it cannot be read. Nothing was changed.',
        fix: 'Use a key that may read it.',
      })
    return rowsIn(body)[0] ?? {}
  }

  /** Returns the body, or the HTTP status if the request is refused. */
  async #get(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const address = new URL(this.#base + path)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    for (let attempt = 1; ; attempt++) {
      const response = await this.#send(address)
      if (response.ok) return this.#json(response, path)
      const isTemporary = response.status === 429 || response.status >= 500
      if (response.status === 401) throw this.#failure(path, 'HTTP 401: the key is not valid.')
      if (!isTemporary) return response.status
      if (attempt === ATTEMPTS) throw this.#failure(path, `HTTP ${response.status}, ${ATTEMPTS} times.`)
      const seconds = Number(response.headers.get('retry-after') ?? 2 ** (attempt - 1))
      await Bun.sleep(Math.min(MAX_WAIT_MS, Number.isNaN(seconds) ? 1_000 : seconds * 1_000))
    }
  }

  async #send(address: URL): Promise<Response> {
    const headers = { accept: 'application/json', 'user-agent': 'gatehouse-cli', 'x-portkey-api-key': this.key }
    try {
      return await readFrom(address, headers, TIMEOUT_MS)
    } catch (error) {
      throw this.#failure(address.pathname, error instanceof Error ? error.message : String(error))
    }
  }

  async #json(response: Response, path: string): Promise<unknown> {
    const text = await readResponse(response, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS })
    try {
      return JSON.parse(text)
    } catch {
      throw this.#failure(path, 'The response is not JSON.')
    }
  }

  #failure(path: string, why: string): CommandError {
    return new CommandError({
      what: `Cannot read ${path} of ${this.#base}. Nothing was changed.`,
      why,
      fix: 'Check the address (--from) and the key (PORTKEY_API_KEY, --from-key-env or --from-key-file).',
    })
  }
}
