/** Several deployments of one Azure OpenAI resource. The model of the request selects one. */

import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { atMost } from '../../core/runtime/at-most.ts'
import type { NamedModel, Settings } from '../adapter.ts'

const DEPLOYMENTS_SETTING = 'cloud_a_deployments'

const MAX_DEPLOYMENTS = 100
const MAX_TEXT = 65_536
const MAX_CACHED = 1_000
const SEGMENT = z
  .string()
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/, 'expected 1 to 128 of A-Z, a-z, 0-9, ., _ and -')
const NAME = z.string().min(1).max(256)

const DEPLOYMENT = z.strictObject({
  deployment_id: SEGMENT,
  api_version: SEGMENT.nullish(),
  alias: NAME.nullish(),
  /** The model behind the deployment, for records, prices and budgets. */
  model: NAME.nullish(),
  is_default: z.boolean().nullish(),
})

const LIST = z.array(DEPLOYMENT).min(1).max(MAX_DEPLOYMENTS).superRefine(checkList)

type Deployment = z.infer<typeof DEPLOYMENT>

/** A setting is text, so the list is stored as JSON. */
export const deploymentsSetting = z
  .string()
  .max(MAX_TEXT)
  .superRefine((text, context) => {
    const list = LIST.safeParse(jsonOf(text))
    if (list.success) return
    const issue = list.error.issues[0]!
    const at = issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
    context.addIssue({ code: 'custom', message: `${at.replace(/^\./, '')}${at && ': '}${issue.message}` })
  })
  .optional()
  .describe(
    'Deployments as a JSON list of {deployment_id, alias, api_version, model, is_default}. The request’s model picks one by alias, else the default.',
  )

/** Rejects duplicate aliases and a second default. */
function checkList(list: readonly Deployment[], context: z.RefinementCtx): void {
  const aliases = new Set<string>()
  for (const [i, { alias }] of list.entries()) {
    if (alias == null) continue
    if (aliases.has(alias)) context.addIssue({ code: 'custom', path: [i, 'alias'], message: 'appears twice' })
    aliases.add(alias)
  }
  const second = list.flatMap((one, i) => (one.is_default ? [i] : []))[1]
  if (second !== undefined) {
    context.addIssue({
      code: 'custom',
      path: [second, 'is_default'],
      message: 'only one deployment can be the default',
    })
  }
}

const cached = new LRUCache<string, readonly Deployment[]>(atMost(MAX_CACHED))

/** Null if the settings list no deployments. The text was validated when it was saved. */
export function deploymentsIn(settings: Settings): readonly Deployment[] | null {
  const text = settings[DEPLOYMENTS_SETTING]
  if (text === undefined) return null
  let list = cached.get(text)
  if (list === undefined) {
    list = LIST.safeParse(jsonOf(text)).data ?? []
    cached.set(text, list)
  }
  return list
}

export function namedModel({ alias, model, deployment_id: id }: Deployment): NamedModel {
  return { name: alias ?? model ?? id, served: model ?? id }
}

/** The model of the deployment that a path names, or undefined if the settings do not name it. Azure ignores case. */
export function modelOfDeployment(settings: Settings, deployment: string): string | undefined {
  const name = deployment.toLowerCase()
  const listed = deploymentsIn(settings)?.find(({ deployment_id: id }) => id.toLowerCase() === name)
  if (listed !== undefined) return listed.model ?? listed.deployment_id
  return settings['cloud_a_deployment_id']?.toLowerCase() === name ? settings['cloud_a_model_name'] : undefined
}

/**
 * The settings of one deployment. The requested name is compared with aliases first, then with the models of
 * deployments without an alias, then with deployment ids. Without a match, the default is used, or the first if none is
 * marked.
 */
export function withDeployment(settings: Settings, requested: string | null): Settings {
  const list = deploymentsIn(settings)
  if (list === null) return settings
  const chosen =
    (requested === null ? undefined : named(list, requested)) ?? list.find((one) => one.is_default) ?? list[0]
  if (chosen === undefined) return settings
  const { [DEPLOYMENTS_SETTING]: _list, cloud_a_model_name: _model, ...rest } = settings
  return {
    ...rest,
    cloud_a_deployment_id: chosen.deployment_id,
    ...(chosen.api_version != null && { cloud_a_api_version: chosen.api_version }),
    ...(chosen.model != null && { cloud_a_model_name: chosen.model }),
  }
}

function named(list: readonly Deployment[], requested: string): Deployment | undefined {
  return (
    list.find(({ alias }) => alias === requested) ??
    list.find(({ alias, model }) => alias == null && model === requested) ??
    list.find(({ deployment_id: id }) => id === requested)
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
