/** Operations that check a config or simulate a request through it, without saving anything. */

import { z } from 'zod'
import type { ConfigWorkspace } from '../../core/configs/config-examiner.ts'
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
    summary: 'Validate a config without saving it',
    permission: { scope: 'configs.read' },
    body: z.strictObject({
      config: configInput,
      slug: z.string().max(128).optional().describe('The saved config that masked secrets refer to.'),
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
    summary: 'Simulate a request through a config',
    description: 'No provider is called.',
    permission: { scope: 'configs.read' },
    body: z.strictObject({
      config: configInput.describe('The config as an object, as JSON text, or the slug of a saved config.'),
      ...explainFields,
      workspace_id: z.string().optional(),
    }),
    reply: explanation,
    example: { body: { config: EXAMPLE_CONFIG, outcomes: { 'targets[0]': [503, 'network'] } } },
    async handle({ body, reach, workspaceId, stores, principal }) {
      const { config, ...options } = body
      const isSlug = typeof config === 'string' && !config.trimStart().startsWith('{')
      if (isSlug)
        return explain(ports, { slug: config.trim(), config: undefined, options }, { stores, reach, principal })
      const text = ports.texts.restore(textOf(config), null)
      return run(ports, { organisationId: reach.organisationId, workspaceId }, text, options, principal)
    },
  })
}

function explainSaved(ports: ConfigPorts): Operation {
  return endpoint({
    name: 'configs.explain_saved',
    method: 'POST',
    path: '/configs/{slug}/explain',
    summary: 'Simulate a request through a saved config',
    description: 'No provider is called.',
    permission: { scope: 'configs.read' },
    query: z.object({ workspace_id: z.string().optional() }),
    body: z.strictObject({
      config: configInput
        .optional()
        .describe('Config to use instead of the saved one, to test a change before saving it.'),
      ...explainFields,
      workspace_id: z.string().optional(),
    }),
    reply: explanation,
    async handle({ body, params, reach, stores, principal }) {
      const { config, ...options } = body
      return explain(ports, { slug: params['slug'] ?? '', config, options }, { stores, reach, principal })
    },
  })
}

type ExplainOptions = Parameters<typeof toDryRequest>[0]

type SavedConfigRun = {
  readonly slug: string
  readonly config: z.infer<typeof configInput> | undefined
  readonly options: ExplainOptions
}

type Caller = { readonly stores: Stores; readonly reach: Reach; readonly principal: Principal }

async function explain(
  ports: ConfigPorts,
  { slug, config, options }: SavedConfigRun,
  { stores, reach, principal }: Caller,
) {
  const saved = await requireConfig(stores, reach, slug)
  const { texts } = ports
  const text = config === undefined ? texts.open(saved.version) : texts.restore(textOf(config), saved.version)
  return run(ports, saved, text, options, principal)
}

async function run(
  { examiner }: ConfigPorts,
  home: ConfigWorkspace,
  text: string,
  options: ExplainOptions,
  principal: Principal,
) {
  return toExplanation(await examiner.explain(home, text, toDryRequest(options, principal.id)))
}
