/** Commands for SCIM. */

import type { CommandSpec } from '../command.ts'

export const SCIM_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'scim log',
    about: 'List the last SCIM requests from the identity provider.',
    examples: ['gatehouse scim log', 'gatehouse scim log --failed', 'gatehouse scim log --json'],
    isRemote: true,
    flags: { failed: { about: 'Only requests with an error.' } },
    load: async () => (await import('../commands/scim/scim-log.ts')).listScimRequests,
  },
]
