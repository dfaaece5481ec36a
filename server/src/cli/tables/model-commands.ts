/** Commands for the model catalogue. */

import type { CommandSpec } from '../command.ts'

export const MODEL_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'models',
    about: 'List the models that virtual keys reach, with price, context window and usage of the last 30 days.',
    examples: [
      'gatehouse models',
      'gatehouse models claude --sort output',
      'gatehouse models --virtual-key main --used',
    ],
    operands: [{ name: 'TEXT', about: 'Part of the model or the provider.', isOptional: true }],
    isRemote: true,
    flags: {
      provider: { value: 'SLUG', about: 'Only this provider.' },
      'virtual-key': { value: 'SLUG', about: 'Only models of this virtual key.' },
      used: { about: 'Only models with requests.' },
      sort: { value: 'COLUMN', about: 'requests, cost, model, input, output or context. Default: requests.' },
      last: { value: 'N', about: 'Show at most N models, up to 1000. Default: 50.' },
    },
    load: async () => (await import('../commands/money/models.ts')).listModels,
  },
]
