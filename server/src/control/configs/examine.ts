/** Looks at a config without saving it: what is wrong with it, and what a request would go through. */

import { z } from 'zod'
import type { ConfigHome } from '../../core/configs/config-examiner.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Reach } from '../../core/stores/reach.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { configInput } from './config-wire.ts'
import { explainFields, explanation, toDryRequest, toExplanation } from './explain-wire.ts'
import { type ConfigPorts, requireConfig, textOf } from './save-config.ts'

const EXAMPLE_CONFIG = {
  retry: { attempts: 1 },
  strategy: { mode: 'fallback' },
  targets: [{ provider: 'mock' }, { provider: 'mock' }],
}

export function examineOperations(ports: ConfigPorts): readonly Operation[] {
  return [validateConfig(ports), explainConfig(ports), explainSaved(ports)]
}

function validateConfig({ texts, examiner }: ConfigPorts): Operation {
  return endpoint({
    name: 'configs.validate',
    method: 'POST',
    path: '/configs/validate',
    summary: 'Check a config without saving it',
    permission: { scope: 'configs.read' },
    body: z.strictObject({
      config: configInput,
      slug: z.string().max(128).optional().describe('The saved config whose masked secrets it may hold.'),
      workspace_id: z.string().optional(),
    }),
    reply: z.object({
      object: z.literal('config-validation'),
      valid: z.boolean(),
      errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string(), hint: z.string() })),
      warnings: z.array(z.string()),
    }),
    example: { body: { config: EXAMPLE_CONFIG } },
    async handle({ body, reach, workspaceId, stores }) {
      const before = body.slug === undefined ? null : await requireConfig(stores, reach, body.slug)
      const home = before ?? { organisationId: reach.organisationId, workspaceId }
      try {
        const text = texts.restore(textOf(body.config), before?.version ?? null)
        const { problems, warnings } = await examiner.check(home, text)
        return {
          object: 'config-validation' as const,
          valid: problems.length === 0,
          errors: problems.map(({ path, code, message, hint }) => ({ path, code, message, hint })),
          warnings: [...warnings],
        }
      } catch (error) {
        if (!(error instanceof GatewayError) || error.code !== 'config_invalid') throw error
        const { param, code, message, hint } = error
        const errors = [{ path: param ?? 'config', code, message, hint }]
        return { object: 'config-validation' as const, valid: false, errors, warnings: [] }
      }
    },
  })
}

function explainConfig(ports: ConfigPorts): Operation {
  return endpoint({
    name: 'configs.explain',
    method: 'POST',
    path: '/configs/explain',
    summary: 'Walk a request through a config without calling anybody',
    permission: { scope: 'configs.read' },
    body: z.strictObject({
      config: configInput.describe('The config: an object, its JSON text, or the slug of a saved one.'),
      ...explainFields,
      workspace_id: z.string().optional(),
    }),
    reply: explanation,
    example: { body: { config: EXAMPLE_CONFIG, outcomes: { 'targets[0]': [503, 'network'] } } },
    async handle({ body, reach, workspaceId, stores, principal }) {
      const { config, ...wish } = body
      const isSlug = typeof config === 'string' && !config.trimStart().startsWith('{')
      if (isSlug) return explain(ports, { slug: config.trim(), config: undefined, wish }, { stores, reach, principal })
      const text = ports.texts.restore(textOf(config), null)
      return run(ports, { organisationId: reach.organisationId, workspaceId }, text, wish, principal)
    },
  })
}

function explainSaved(ports: ConfigPorts): Operation {
  return endpoint({
    name: 'configs.explain_saved',
    method: 'POST',
    path: '/configs/{slug}/explain',
    summary: 'Walk a request through a saved config without calling anybody',
    permission: { scope: 'configs.read' },
    query: z.object({ workspace_id: z.string().optional() }),
    body: z.strictObject({
      config: configInput.optional().describe('Another content, as it might be saved.'),
      ...explainFields,
      workspace_id: z.string().optional(),
    }),
    reply: explanation,
    async handle({ body, params, reach, stores, principal }) {
      const { config, ...wish } = body
      return explain(ports, { slug: params['slug'] ?? '', config, wish }, { stores, reach, principal })
    },
  })
}

type Wish = Parameters<typeof toDryRequest>[0]

type Asked = {
  readonly slug: string
  readonly config: z.infer<typeof configInput> | undefined
  readonly wish: Wish
}

type Asking = { readonly stores: Stores; readonly reach: Reach; readonly principal: Principal }

async function explain(ports: ConfigPorts, { slug, config, wish }: Asked, { stores, reach, principal }: Asking) {
  const saved = await requireConfig(stores, reach, slug)
  const { texts } = ports
  const text = config === undefined ? texts.open(saved.version) : texts.restore(textOf(config), saved.version)
  return run(ports, saved, text, wish, principal)
}

async function run({ examiner }: ConfigPorts, home: ConfigHome, text: string, wish: Wish, principal: Principal) {
  return toExplanation(await examiner.explain(home, text, toDryRequest(wish, principal.id)))
}
