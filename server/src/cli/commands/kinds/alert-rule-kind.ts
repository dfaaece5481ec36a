/** Alert rule files. They refer to channels by name; the API uses ids. */

import { CommandError } from '../../command-error.ts'
import { isObject, type JsonObject, type Remote } from '../../remote.ts'
import { slugOf } from '../migrate/conversion.ts'
import { type Kind, type Live, pick } from './kind.ts'

const PATH = '/alerts/rules'
const SETTINGS = ['name', 'condition', 'channels', 'reminder_minutes', 'enabled']

export const ALERT_RULE_KIND: Kind = {
  folder: 'alert-rules',
  check({ place, content }) {
    if (typeof content['name'] !== 'string') throw new CommandError({ what: `${place}.json has no "name".` })
    if (!isObject(content['condition']))
      throw new CommandError({
        what: `${place}.json has no "condition".`,
        fix: 'Write one such as {"metric": "error_rate", "threshold": 5}.',
      })
  },
  needs: () => [],
  async list(remote) {
    const rows = await remote.list(PATH)
    const channels = rows.length === 0 ? [] : await remote.list('/alerts/channels')
    return rows.map((row) => live(row, channels))
  },
  async read(remote, id) {
    return live(await remote.get(`${PATH}/${id}`), await remote.list('/alerts/channels'))
  },
  isSame: (wanted, { content }) => wanted.content['name'] === content['name'],
  owned(wanted, { content }) {
    const desired = this.desired(wanted)
    const owned = pick(content, Object.keys(desired))
    const [given, found] = [desired['condition'], content['condition']]
    // The gateway adds defaults, so only the members in the file are compared.
    return isObject(given) && isObject(found) ? { ...owned, condition: pick(found, Object.keys(given)) } : owned
  },
  desired: ({ content }) => pick(content, SETTINGS),
  async create(remote, wanted) {
    return { id: String((await remote.post(PATH, await withIds(remote, this.desired(wanted), wanted.place)))['id']) }
  },
  async update(remote, wanted, { id }) {
    await remote.put(`${PATH}/${id}`, await withIds(remote, this.desired(wanted), wanted.place))
  },
  async remove(remote, id) {
    await remote.delete(`${PATH}/${id}`)
  },
  toFile({ content }) {
    const { reminder_minutes: reminder, enabled } = content
    return {
      name: slugOf(String(content['name'])),
      content: {
        ...pick(content, ['name', 'condition', 'channels']),
        ...(reminder !== null && { reminder_minutes: reminder }),
        ...(enabled === false && { enabled }),
      },
    }
  },
}

function live(row: JsonObject, channels: readonly JsonObject[]): Live {
  const ids = Array.isArray(row['channel_ids']) ? row['channel_ids'].map(String) : []
  const names = ids.map((id) => String(channels.find((channel) => channel['id'] === id)?.['name'] ?? id))
  return { id: String(row['id']), content: { ...row, channels: names } }
}

/** A channel of the workspace takes precedence over a channel of the organisation with the same name. */
async function withIds(remote: Remote, desired: JsonObject, place: string): Promise<JsonObject> {
  const { channels: names, ...rest } = desired
  if (!Array.isArray(names)) return rest
  const channels = (await remote.list('/alerts/channels')).toSorted(
    (left, right) => Number(left['workspace_id'] === null) - Number(right['workspace_id'] === null),
  )
  const ids = names.map((name) => {
    const found = channels.find((channel) => channel['name'] === name || channel['id'] === name)
    if (found) return found['id']
    throw new CommandError({
      what: `${place}.json: no alert channel has the name "${String(name)}".`,
      fix: 'See gatehouse alert-channels list.',
    })
  })
  return { ...rest, channel_ids: ids }
}
