/** Policies as files: budgets and rate limits that belong to no single key. */

import { CommandError } from '../../command-error.ts'
import { type JsonObject, objectsOf, type Remote } from '../../remote.ts'
import { slugOf } from '../migrate/carried.ts'
import { type Kind, type Live, pick, said } from './kind.ts'

const RULE = ['name', 'conditions', 'group_by', 'type']
const LIMITS = {
  'usage-limits': ['credit_limit', 'alert_threshold', 'periodic_reset', 'periodic_reset_days'],
  'rate-limits': ['unit', 'value'],
} as const
/** The default workspace has another slug in every gateway. */
export const DEFAULT_WORKSPACE = 'default-workspace'

export function policyKind(folder: keyof typeof LIMITS): Kind {
  const settings = [...RULE, ...LIMITS[folder]]
  const path = `/policies/${folder}`
  return {
    folder,
    check({ place, content }) {
      if (!Array.isArray(content['group_by']))
        throw new CommandError({
          what: `${place}.json has no "group_by".`,
          why: 'A policy says what it counts apart, such as [{"key": "api_key"}].',
        })
    },
    needs: () => [],
    async list(remote) {
      const rows = (await remote.list(path)).filter((row) => row['status'] !== 'archived')
      const names = needsNames(rows) ? await namesIn(remote) : NO_NAMES
      return rows.map((row) => live(row, names.ofId))
    },
    async read(remote, id) {
      const row = await remote.get(`${path}/${id}`)
      return live(row, (needsNames([row]) ? await namesIn(remote) : NO_NAMES).ofId)
    },
    isSame(wanted, { content }) {
      const asked = this.asked(wanted)
      if (typeof asked['name'] === 'string') return asked['name'] === content['name']
      return content['name'] === null && Bun.deepEquals(said(asked), said(pick(content, Object.keys(asked))))
    },
    owned(wanted, { content }) {
      return pick(content, Object.keys(this.asked(wanted)))
    },
    asked: ({ content }) => pick(content, settings),
    async create(remote, wanted) {
      return { id: String((await remote.post(path, await withIds(remote, this.asked(wanted))))['id']) }
    },
    async update(remote, wanted, { id }) {
      await remote.put(`${path}/${id}`, await withIds(remote, this.asked(wanted)))
    },
    async remove(remote, id) {
      await remote.delete(`${path}/${id}`)
    },
    written({ content }) {
      const groups = objectsOf(content['group_by']).map(({ key }) => key)
      const name = slugOf(String(content['name'] ?? [content['type'], 'by', ...groups].join('-')))
      return { name, content: { conditions: [], ...said(pick(content, settings)) } }
    },
  }
}

type Rename = (key: unknown, value: string) => string
type Names = { readonly ofId: Rename; readonly ofName: Rename }

const NO_NAMES: Names = { ofId: (_, value) => value, ofName: (_, value) => value }

/** Conditions name gateway keys and workspaces by ids, which mean nothing elsewhere. */
function needsNames(rows: readonly JsonObject[]): boolean {
  return rows.some((row) => objectsOf(row['conditions']).some(({ key }) => key === 'api_key' || key === 'workspace_id'))
}

function live(row: JsonObject, rename: Rename): Live {
  return { id: String(row['id']), content: { ...row, conditions: renamed(row, rename) } }
}

async function withIds(remote: Remote, asked: JsonObject): Promise<JsonObject> {
  if (!needsNames([asked])) return asked
  return { ...asked, conditions: renamed(asked, (await namesIn(remote)).ofName) }
}

function renamed(row: JsonObject, rename: Rename): readonly JsonObject[] {
  const each = (key: unknown, value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((one) => rename(key, String(one)))
      : typeof value === 'string'
        ? rename(key, value)
        : value
  return objectsOf(row['conditions']).map(({ key, value, excludes, ...rest }) => ({
    ...rest,
    key,
    value: each(key, value),
    ...(excludes !== undefined && { excludes: each(key, excludes) }),
  }))
}

async function namesIn(remote: Remote): Promise<Names> {
  const keys = (await remote.list('/api-keys')).map((row) => [String(row['id']), String(row['name'])] as const)
  const spaces = (await remote.within(null).list('/admin/workspaces')).map(
    (row) => [String(row['id']), row['is_default'] === true ? DEFAULT_WORKSPACE : String(row['slug'])] as const,
  )
  const isAlone = (name: string) => keys.filter(([, other]) => other === name).length === 1
  const tables = new Map([
    ['api_key', keys.filter(([, name]) => isAlone(name))],
    ['workspace_id', spaces],
  ])
  const pairs = (key: unknown) => tables.get(String(key)) ?? []
  return {
    ofId: (key, value) => pairs(key).find(([id]) => id === value)?.[1] ?? value,
    ofName: (key, value) => pairs(key).find(([, name]) => name === value)?.[0] ?? value,
  }
}
