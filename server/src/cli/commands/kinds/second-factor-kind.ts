/** The organisation's second factor policy in one file, `organisation.json`. */

import { CommandError } from '../../command-error.ts'
import type { JsonObject, Remote } from '../../remote.ts'
import { type Kind, type Live, nameIn, pick } from './kind.ts'

const PATH = '/admin/organisation'
const ORGANISATION = 'organisation'
const DEFAULTS: JsonObject = { required_for: 'nobody', grace_days: 0, accepts_sso: true }
const FIELDS = Object.keys(DEFAULTS)

export const SECOND_FACTOR_KIND: Kind = {
  folder: 'second-factor-policy',
  check({ place }) {
    if (nameIn(place) !== ORGANISATION)
      throw new CommandError({ what: `${place}.json is not organisation.json.`, fix: 'Rename it.' })
  },
  needs: () => [],
  async list(remote) {
    const live = await policyOf(remote).catch(hidden)
    return live !== null && FIELDS.some((field) => live.content[field] !== DEFAULTS[field]) ? [live] : []
  },
  read: policyOf,
  isSame: () => true,
  owned: (wanted, { content }) => pick(content, Object.keys(wanted.content)),
  desired: ({ content }) => content,
  async create(remote, wanted) {
    await put(remote, this.desired(wanted))
    return { id: ORGANISATION }
  },
  update: (remote, wanted) => put(remote, wanted.content),
  remove: (remote) => put(remote, DEFAULTS),
  toFile: ({ content }) => ({ name: ORGANISATION, content: pick(content, FIELDS) }),
}

async function policyOf(remote: Remote): Promise<Live> {
  const { second_factor: policy } = await remote.within(null).get(PATH)
  return { id: ORGANISATION, content: { ...pick(policy as JsonObject, FIELDS), workspace_id: null } }
}

async function put(remote: Remote, policy: JsonObject): Promise<void> {
  await remote.within(null).put(PATH, { second_factor: policy })
}

/** Returns null if access is denied: a workspace key cannot see settings of the organisation. */
function hidden(error: unknown): null {
  if (error instanceof CommandError && error.exitCode === 4) return null
  throw error
}
