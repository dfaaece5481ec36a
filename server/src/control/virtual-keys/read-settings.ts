/** A provider's settings out of a body: any spelling of their names, secret ones told apart from the rest. */

import { GatewayError } from '../../core/errors.ts'
import { canonicalName, snakeCase } from '../../core/setting-names.ts'
import { didYouMean } from '../../core/suggest.ts'
import type { ProviderForm, ProviderForms } from './ports.ts'

/** Null takes a setting away. */
type Changes = Readonly<Record<string, string | null>>

export type GivenSettings = {
  readonly open: Changes
  readonly secret: Changes
  /** Undefined when the body does not name one. */
  readonly customHost: string | null | undefined
}

type Body = Readonly<Record<string, unknown>>

/** Everything in `body` that is not in `fields` is a setting, or refused by its name. */
export function readSettings(body: Body, fields: ReadonlySet<string>, form: ProviderForm): GivenSettings {
  const config = (body['model_config'] ?? {}) as Body
  const open: Record<string, string | null> = {}
  const secret: Record<string, string | null> = {}
  const given = { ...config, ...readDeployment(body), ...body }
  for (const [name, value] of Object.entries(given)) {
    if (fields.has(name) || NOT_SETTINGS.has(name) || value === undefined) continue
    const setting = settingName(name)
    const known = form.settings.get(setting)
    if (known === undefined) throw unknownSetting(name, form)
    const kept = known.isSecret ? secret : open
    kept[setting] = textOf(name, value, known.isSecret)
  }
  return { open, secret, customHost: readHostField({ ...config, ...body }) }
}

export function requireForm(forms: ProviderForms, provider: string): ProviderForm {
  const form = forms.find(provider)
  if (form) return form
  throw new GatewayError('provider_unknown', {
    param: 'provider',
    message: `provider: there is no provider "${provider.slice(0, 64)}".${didYouMean(provider, forms.slugs)}`,
  })
}

/** The settings with the changes made to them. */
export function withChanges(before: Readonly<Record<string, string>>, changes: Changes): Record<string, string> {
  const merged = Object.entries({ ...before, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  return Object.fromEntries(merged)
}

const NOT_SETTINGS: ReadonlySet<string> = new Set([
  'custom_host',
  'customHost',
  'model_config',
  'deploymentConfig',
  'deployment_config',
])

/** What the modelled product calls differently. */
function settingName(name: string): string {
  const snake = snakeCase(name)
  return snake === 'deployment_name' ? 'cloud_a_deployment_id' : canonicalName(snake)
}

function readHostField(given: Body): string | null | undefined {
  const host = given['custom_host'] === undefined ? given['customHost'] : given['custom_host']
  if (host === undefined || host === null || typeof host === 'string') return host
  throw wrong('custom_host', 'expected text or null')
}

/** `deploymentConfig: [{apiVersion, deploymentName, is_default}]` (contract 4.2): one deployment is one pair of settings. */
function readDeployment(body: Body): Body {
  const given = body['deploymentConfig'] ?? body['deployment_config']
  if (given === undefined || given === null) return {}
  const list = Array.isArray(given) ? given : [given]
  if (list.length !== 1 || typeof list[0] !== 'object' || list[0] === null) {
    throw new GatewayError('invalid_body', {
      param: 'deploymentConfig',
      message: 'deploymentConfig: a virtual key has one deployment.',
      hint: 'Make a virtual key for each deployment, or leave it out: the model of a request then names the deployment.',
    })
  }
  const { apiVersion, deploymentName } = list[0] as Record<string, unknown>
  return { ...(apiVersion != null && { apiVersion }), ...(deploymentName != null && { deploymentName }) }
}

/** A key file is often at hand as the object it is. */
function textOf(name: string, value: unknown, isSecret: boolean): string | null {
  if (value === null || typeof value === 'string') return value
  if (isSecret && typeof value === 'object') return JSON.stringify(value)
  throw wrong(name, 'expected text')
}

function unknownSetting(name: string, form: ProviderForm): GatewayError {
  const known = [...form.settings.keys()]
  return new GatewayError('invalid_body', {
    param: name.slice(0, 64),
    message: `There is no field "${name.slice(0, 64).toWellFormed()}", and provider ${form.slug} has no such setting.${didYouMean(name, known)}`,
    hint:
      known.length > 0 ? `Settings of ${form.slug}: ${known.join(', ')}.` : `${form.slug} has no settings of its own.`,
  })
}

function wrong(param: string, message: string): GatewayError {
  return new GatewayError('invalid_body', { param, message: `${param}: ${message}.` })
}
