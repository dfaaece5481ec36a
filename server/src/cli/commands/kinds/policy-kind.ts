/** Policy files: budgets and rate limits that apply to more than one key. */

import { CommandError } from '../../command-error.ts'
import { type JsonObject, objectsOf, type Remote } from '../../remote.ts'
import { slugOf } from '../migrate/conversion.ts'
import { type Kind, type Live, omitEmpty, pick } from './kind.ts'

const RULE = ['name', 'conditions', 'group_by', 'type']
const LIMITS = {
  'usage-limits': ['credit_limit', 'alert_threshold', 'periodic_reset', 'periodic_reset_days'],
  'rate-limits': ['unit', 'value'],
} as const
/** The name of the default workspace in files, because its slug differs between gateways. */
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
          why: 'A policy needs the keys it counts by, such as [{"key": "api_key"}].',
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
      const desired = this.desired(wanted)
      if (typeof desired['name'] === 'string') return desired['name'] === content['name']
      return (
        content['name'] === null && Bun.deepEquals(omitEmpty(desired), omitEmpty(pick(content, Object.keys(desired))))
      )
    },
    owned(wanted, { content }) {
      return pick(content, Object.keys(this.desired(wanted)))
    },
    desired: ({ content }) => pick(content, settings),
    async create(remote, wanted) {
      const body = { ...pick(wanted.content, ['id']), ...(await withIds(remote, this.desired(wanted))) }
      return { id: String((await remote.post(path, body))['id']) }
    },
    async update(remote, wanted, { id }) {
      await remote.put(`${path}/${id}`, await withIds(remote, this.desired(wanted)))
    },
    async remove(remote, id) {
      await remote.delete(`${path}/${id}`)
    },
    toFile({ content }) {
      const groups = objectsOf(content['group_by']).map(({ key }) => key)
      const name = slugOf(String(content['name'] ?? [content['type'], 'by', ...groups].join('-')))
      return { name, content: { conditions: [], ...omitEmpty(pick(content, settings)) } }
    },
  }
}

type Rename = (key: unknown, value: string) => string
type Names = { readonly ofId: Rename; readonly ofName: Rename }

const NO_NAMES: Names = { ofId: (_, value) => value, ofName: (_, value) => value }

/** Whether conditions refer to gateway keys or workspaces. Their IDs differ between gateways, so files use names. */
function needsNames(rows: readonly JsonObject[]): boolean {
  return rows.some((row) => objectsOf(row['conditions']).some(({ key }) => key === 'api_key' || key === 'workspace_id'))
}

function live(row: JsonObject, rename: Rename): Live {
  return { id: String(row['id']), content: { ...row, conditions: renamed(row, rename) } }
}

async function withIds(remote: Remote, desired: JsonObject): Promise<JsonObject> {
  if (!needsNames([desired])) return desired
  return { ...desired, conditions: renamed(desired, (await namesIn(remote)).ofName) }
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
  const isUnique = (name: string) => keys.filter(([, other]) => other === name).length === 1
  const tables = new Map([
    ['api_key', keys.filter(([, name]) => isUnique(name))],
    ['workspace_id', spaces],
  ])
  const pairs = (key: unknown) => tables.get(String(key)) ?? []
  return {
    ofId: (key, value) => pairs(key).find(([id]) => id === value)?.[1] ?? value,
    ofName: (key, value) => pairs(key).find(([, name]) => name === value)?.[0] ?? value,
  }
}
