/** Commands that export and erase the data of one person. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const WHO: Readonly<Record<string, FlagSpec>> = {
  user: { value: 'ID', about: 'End user: the value of _user in the metadata of requests.' },
  account: { value: 'ID', about: 'ID of a user of the dashboard.' },
}

const person = () => import('../commands/privacy/person.ts')

export const PRIVACY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'person export',
    about: 'Download the data of a person as JSON lines.',
    examples: [
      'gatehouse person export --user user-42 --to user-42.jsonl',
      'gatehouse person export --account 0198c0de --to account.jsonl',
    ],
    isRemote: true,
    flags: { ...WHO, to: { value: 'FILE', about: 'Output file. - writes to standard output.' } },
    load: async () => (await person()).exportPerson,
  },
  {
    name: 'person erase',
    about: 'Erase a person: logs, bodies, feedback, caches, exports, and names in the audit log.',
    examples: ['gatehouse person erase --user user-42 --dry-run', 'gatehouse person erase --account 0198c0de --yes'],
    isRemote: true,
    flags: {
      ...WHO,
      'dry-run': { about: 'Only count what would be erased.' },
      yes: { about: 'Skip the confirmation; required without a terminal.' },
    },
    load: async () => (await person()).erasePerson,
  },
  {
    name: 'person receipts',
    about: 'List erasures with their receipts.',
    examples: ['gatehouse person receipts', 'gatehouse person receipts --json'],
    isRemote: true,
    load: async () => (await person()).listReceipts,
  },
]
