/** `sso-enforcement/organisation.json`: requires single sign-on. The gateway rejects it if nobody could sign in. */

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
    const isNamed = nameIn(place) === NAME
    if (isNamed && content[SETTING] === true) return
    throw new CommandError({
      what: isNamed
        ? `${place}.json must contain {"${SETTING}": true}.`
        : `${place}.json is not known: the only file in this folder is ${NAME}.json.`,
      fix: 'To turn it off, delete the file and run apply with --prune.',
    })
  },
  needs: () => [],
  async list(remote) {
    const live = await read(remote).catch(hidden)
    // If it is off, it counts as absent: a file that turns it on overwrites nothing, so it is not a conflict.
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

/** Returns null if access is denied: a workspace key cannot see settings of the organisation. */
function hidden(error: unknown): null {
  if (error instanceof CommandError && error.exitCode === 4) return null
  throw error
}
