/** Commands about prices. */

import type { CommandSpec } from '../command.ts'

const prices = () => import('../commands/money/prices.ts')

export const PRICE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'prices list',
    about: 'List own prices; other models cost what the built-in list says.',
    examples: ['gatehouse prices list', 'gatehouse prices list --json'],
    isRemote: true,
    load: async () => (await prices()).listPrices,
  },
  {
    name: 'prices set',
    about: 'Say what a model costs from now on, in US dollars for a million tokens.',
    examples: [
      'gatehouse prices set my-model --in 0.15 --out 0.60',
      'gatehouse prices set "gpt-4o*" --provider openai --in 2 --out 8 --cached 1',
    ],
    operands: [{ name: 'MODEL', about: 'Its name; * stands for any letters.' }],
    isRemote: true,
    flags: {
      in: { value: 'USD', about: 'Input tokens.' },
      out: { value: 'USD', about: 'Output tokens.' },
      cached: { value: 'USD', about: 'Input tokens the provider had cached; as other input when absent.' },
      provider: { value: 'SLUG', about: 'Only there; anywhere when absent.' },
      'virtual-key': { value: 'SLUG', about: 'Only by this virtual key.' },
    },
    load: async () => (await prices()).setPrice,
  },
]
