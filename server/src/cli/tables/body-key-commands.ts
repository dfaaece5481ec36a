/** Commands for the keys that encrypt logged bodies. */

import type { CommandSpec } from '../command.ts'

const keys = () => import('../commands/keys/body-keys.ts')

export const BODY_KEY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'body-keys list',
    about: 'List the keys that encrypt logged bodies, with the progress of rotations.',
    examples: ['gatehouse body-keys list', 'gatehouse body-keys list --json'],
    isRemote: true,
    load: async () => (await keys()).listBodyKeys,
  },
  {
    name: 'body-keys rotate',
    about: 'Rotate the keys that encrypt logged bodies. Stored bodies are re-encrypted in the background.',
    examples: ['gatehouse body-keys rotate', 'gatehouse body-keys rotate --workspace 0198c0de --wait'],
    isRemote: true,
    flags: {
      workspace: { value: 'ID', about: 'Only the key of this workspace. Default: all workspaces.' },
      wait: { about: 'Wait until all stored bodies are re-encrypted.' },
    },
    load: async () => (await keys()).rotateBodyKeys,
  },
]
