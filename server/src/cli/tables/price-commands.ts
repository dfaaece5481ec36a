/** Commands for custom prices. */

import type { CommandSpec } from '../command.ts'

const prices = () => import('../commands/money/prices.ts')

export const PRICE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'prices list',
    about: 'List custom prices. Other models use the built-in price list.',
    examples: ['gatehouse prices list', 'gatehouse prices list --json'],
    isRemote: true,
    load: async () => (await prices()).listPrices,
  },
  {
    name: 'prices set',
    about: 'Set the price of a model from now on, in US dollars per million tokens.',
    examples: [
      'gatehouse prices set my-model --in 0.15 --out 0.60',
      'gatehouse prices set "gpt-4o*" --provider openai --in 2 --out 8 --cached 1',
    ],
    operands: [{ name: 'MODEL', about: 'Model name; * matches any characters.' }],
    isRemote: true,
    flags: {
      in: { value: 'USD', about: 'Input tokens.' },
      out: { value: 'USD', about: 'Output tokens.' },
      cached: { value: 'USD', about: 'Cached input tokens. Default: the input price.' },
      provider: { value: 'SLUG', about: 'Only for this provider. Default: all providers.' },
      'virtual-key': { value: 'SLUG', about: 'Only for this virtual key.' },
    },
    load: async () => (await prices()).setPrice,
  },
]
