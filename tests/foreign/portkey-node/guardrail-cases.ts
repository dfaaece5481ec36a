/** Calls of the portkey-ai package for guardrails. */

import type { Case } from './scene.ts'

const CHECK = { id: 'default.wordCount', parameters: { minWords: 1, maxWords: 100 } }
const ACTIONS = {
  deny: true,
  async: false,
  on_success: { feedback: { value: 5, weight: 1, metadata: '' } },
  on_fail: { feedback: { value: -5, weight: 1, metadata: '' } },
}

export const GUARDRAIL_CASES: readonly Case[] = [
  {
    method: 'guardrails.create',
    call: (scene) =>
      scene.keep(
        'guardrail',
        scene.admin.guardrails.create({
          name: 'Guardrail',
          checks: [CHECK],
          actions: ACTIONS,
          workspace_id: scene.id('workspace'),
        }),
      ),
  },
  {
    method: 'guardrails.create',
    form: 'workspace key',
    call: (scene) =>
      scene.keep(
        'own guardrail',
        scene.workspace.guardrails.create({ name: 'Own', checks: [{ ...CHECK, is_enabled: true }], actions: ACTIONS }),
      ),
  },
  {
    method: 'guardrails.list',
    call: (scene) => scene.admin.guardrails.list({ workspace_id: scene.id('workspace'), page_size: 10 }),
  },
  {
    method: 'guardrails.retrieve',
    call: (scene) => scene.admin.guardrails.retrieve({ guardrail_id: scene.id('guardrail') }),
  },
  {
    method: 'guardrails.retrieve',
    form: 'slug',
    call: (scene) => scene.workspace.guardrails.retrieve({ guardrail_id: scene.slug('own guardrail') }),
  },
  {
    method: 'guardrails.update',
    call: (scene) =>
      scene.admin.guardrails.update({
        guardrail_id: scene.id('guardrail'),
        name: 'Renamed',
        checks: [CHECK],
        actions: { ...ACTIONS, deny: false },
      }),
  },
  {
    method: 'guardrails.delete',
    call: (scene) => scene.admin.guardrails.delete({ guardrail_id: scene.id('guardrail') }),
  },
]
