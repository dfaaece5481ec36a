/** Custom price files. */

import { CommandError } from '../../command-error.ts'
import type { JsonObject } from '../../remote.ts'
import { slugOf } from '../migrate/conversion.ts'
import { type Kind, omitEmpty, pick } from './kind.ts'

const IDENTITY = ['model', 'provider', 'virtual_key', 'valid_from']
const SETTINGS = [...IDENTITY, 'prices', 'tiers', 'batch_prices', 'multiplier']

export const PRICE_KIND: Kind = {
  folder: 'prices',
  check({ place, content }) {
    if (typeof content['model'] !== 'string') throw new CommandError({ what: `${place}.json has no "model".` })
  },
  needs: () => [],
  async list(remote) {
    return (await remote.list('/prices')).map((row) => ({ id: String(row['id']), content: row }))
  },
  async read(remote, id) {
    return { id, content: await remote.get(`/prices/${id}`) }
  },
  isSame(wanted, { content }) {
    const desired = this.desired(wanted)
    const names = IDENTITY.filter((name) => name !== 'valid_from' || desired[name] !== undefined)
    return names.every((name) => (desired[name] ?? null) === content[name])
  },
  owned(wanted, { content }) {
    return pick(content, Object.keys(this.desired(wanted)))
  },
  desired({ content }) {
    const from = Date.parse(String(content['valid_from']))
    return { ...pick(content, SETTINGS), ...(!Number.isNaN(from) && { valid_from: new Date(from).toISOString() }) }
  },
  async create(remote, wanted) {
    return { id: String((await remote.post('/prices', this.desired(wanted)))['id']) }
  },
  async update(remote, wanted, live) {
    // The API replaces a price completely, so settings that the file omits are sent unchanged.
    await remote.put(`/prices/${live.id}`, { ...settingsOf(live.content), ...this.desired(wanted) })
  },
  async remove(remote, id) {
    await remote.delete(`/prices/${id}`)
  },
  toFile({ content }) {
    const { provider, virtual_key: virtualKey, model, valid_from: from } = content
    const words = [virtualKey, provider ?? 'any', model, String(from).slice(0, 10)]
    return { name: slugOf(words.filter((word) => word !== null).join('-')), content: settingsOf(content) }
  },
}

function settingsOf(content: JsonObject): JsonObject {
  const { multiplier, ...rest } = pick(content, SETTINGS)
  return { ...omitEmpty(rest), ...(multiplier !== 1 && { multiplier }) }
}
