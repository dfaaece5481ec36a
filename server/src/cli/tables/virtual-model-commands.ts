/** Commands for virtual models. */

import type { CommandSpec } from '../command.ts'
import { YES } from './key-commands.ts'

const NAME = { name: 'NAME', about: 'What requests send as model.' }
const CONFIG = { value: 'SLUG', about: 'Config that routes the requests.' }
const DESCRIPTION = { value: 'TEXT', about: 'Shown in lists.' }
const virtualModels = () => import('../commands/configs/virtual-models.ts')

export const VIRTUAL_MODEL_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'virtual-models list',
    about: 'List virtual models: names that requests send as model and that a config routes.',
    examples: ['gatehouse virtual-models list', 'gatehouse virtual-models list --json'],
    isRemote: true,
    load: async () => (await virtualModels()).listVirtualModels,
  },
  {
    name: 'virtual-models create',
    about: 'Route requests with this model by a saved config.',
    examples: [
      'gatehouse virtual-models create chat --config pc-router',
      'gatehouse virtual-models create team/chat --config pc-router --description "Support chat"',
    ],
    operands: [NAME],
    isRemote: true,
    flags: { config: CONFIG, description: DESCRIPTION },
    load: async () => (await virtualModels()).createVirtualModel,
  },
  {
    name: 'virtual-models update',
    about: 'Change the config, the name or the description. It takes effect on the next request.',
    examples: [
      'gatehouse virtual-models update chat --config pc-router-2',
      'gatehouse virtual-models update chat --rename team/chat',
    ],
    operands: [NAME],
    isRemote: true,
    flags: { config: CONFIG, rename: { value: 'NAME', about: 'New name.' }, description: DESCRIPTION },
    load: async () => (await virtualModels()).updateVirtualModel,
  },
  {
    name: 'virtual-models delete',
    about: 'Delete a virtual model. Its config stays.',
    examples: ['gatehouse virtual-models delete chat', 'gatehouse virtual-models delete chat --yes'],
    operands: [NAME],
    isRemote: true,
    flags: { yes: YES },
    load: async () => (await virtualModels()).deleteVirtualModel,
  },
]
