/** `sso-enforcement/organisation.json`: single sign-on is required. The gateway refuses it if it would lock everybody out. */

import { CommandError } from '../../command-error.ts'
import type { Remote } from '../../remote.ts'
import { type Kind, type Live, nameIn, pick } from './kind.ts'
import { ofOrganisation } from './sso-connection-kind.ts'

const PATH = '/admin/organisation'
const NAME = 'organisation'
const SETTING = 'enforce_sso'

export const SSO_ENFORCEMENT_KIND: Kind = {
  folder: 'sso-enforcement',
  check({ place, content }) {
    if (nameIn(place) === NAME && content[SETTING] === true) return
    throw new CommandError({
      what: `${place}.json must be ${NAME}.json with {"${SETTING}": true}.`,
      fix: 'To turn it off, delete the file and run apply with --prune.',
    })
  },
  needs: () => [],
  async list(remote) {
    const live = await read(remote).catch(hidden)
    // If it is off, there is nothing that a file could change by accident.
    return live?.content[SETTING] === true ? [live] : []
  },
  read: (remote) => read(remote),
  isSame: () => true,
  owned: (_, { content }) => pick(content, [SETTING]),
  desired: ({ content }) => pick(content, [SETTING]),
  async create(remote, wanted) {
    await remote.within(null).put(PATH, this.desired(wanted))
    return { id: NAME }
  },
  async update(remote, wanted) {
    await remote.within(null).put(PATH, this.desired(wanted))
  },
  async remove(remote) {
    await remote.within(null).put(PATH, { [SETTING]: false })
  },
  toFile: ({ content }) => (content[SETTING] === true ? { name: NAME, content: pick(content, [SETTING]) } : null),
}

async function read(remote: Remote): Promise<Live> {
  return { id: NAME, content: ofOrganisation(await remote.within(null).get(PATH)) }
}

/** A workspace key sees no settings of the organisation. */
function hidden(error: unknown): null {
  if (error instanceof CommandError && error.exitCode === 4) return null
  throw error
}
