/** Reads provider settings in any spelling from a request body, and separates secret settings from others. */

import { GatewayError } from '../../core/errors.ts'
import { canonicalName, snakeCase } from '../../core/setting-names.ts'
import { didYouMean } from '../../core/suggest.ts'
import { DEPLOYMENTS, deploymentsText } from './deployments.ts'
import type { ProviderForm, ProviderForms } from './ports.ts'

/** Null removes a setting. */
type Changes = Readonly<Record<string, string | null>>

export type GivenSettings = {
  readonly open: Changes
  readonly secret: Changes
  /** The spelling that the client sent, by canonical name: names in `model_config`, and names in camelCase. */
  readonly names: Readonly<Record<string, string>>
  /** Undefined if the body has no custom host. */
  readonly customHost: string | null | undefined
}

type Body = Readonly<Record<string, unknown>>

/** `fields`: fields that are not settings. All other fields must be settings of the provider. */
export function readSettings(body: Body, fields: ReadonlySet<string>, form: ProviderForm): GivenSettings {
  const config = (body['model_config'] ?? {}) as Body
  const open: Record<string, string | null> = {}
  const secret: Record<string, string | null> = {}
  const given = { ...config, ...body }
  for (const [name, value] of Object.entries(given)) {
    if (fields.has(name) || NOT_SETTINGS.has(name) || value === undefined) continue
    const setting = settingName(name)
    const known = form.settings.get(setting)
    if (known === undefined) throw unknownSetting(name, form)
    const kept = known.isSecret ? secret : open
    kept[setting] = setting === DEPLOYMENTS ? deploymentsText(listIn(value), name) : textOf(name, value, known.isSecret)
  }
  addDeployments(open, given, form)
  return { open, secret, names: namesIn(config, body), customHost: readHostField({ ...config, ...body }) }
}

export function requireForm(forms: ProviderForms, provider: string): ProviderForm {
  const form = forms.find(provider)
  if (form) return form
  throw new GatewayError('provider_unknown', {
    param: 'provider',
    message: `provider: invalid provider "${provider.slice(0, 64)}".${didYouMean(provider, forms.slugs)}`,
  })
}

export function withChanges(before: Readonly<Record<string, string>>, changes: Changes): Record<string, string> {
  const merged = Object.entries({ ...before, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  return Object.fromEntries(merged)
}

const DEPLOYMENT_FIELDS = ['deploymentConfig', 'deployment_config', 'azure_deployment_config', 'deployments']

const NOT_SETTINGS: ReadonlySet<string> = new Set(['custom_host', 'customHost', 'model_config', ...DEPLOYMENT_FIELDS])

function namesIn(config: Body, body: Body): Record<string, string> {
  const isOwn = (name: string) => Object.hasOwn(config, name) || /[A-Z]/.test(name)
  const names = [...Object.keys(body), ...Object.keys(config)].filter(isOwn)
  return Object.fromEntries(names.map((name) => [shownSetting(name), name]))
}

function shownSetting(name: string): string {
  if (DEPLOYMENT_FIELDS.includes(name)) return DEPLOYMENTS
  return name === 'customHost' ? 'custom_host' : settingName(name)
}

/** Maps `deployment_name`, which some clients send, to the canonical name. */
function settingName(name: string): string {
  const snake = snakeCase(name)
  return snake === 'deployment_name' ? 'cloud_a_deployment_id' : canonicalName(snake)
}

function readHostField(given: Body): string | null | undefined {
  const host = given['custom_host'] === undefined ? given['customHost'] : given['custom_host']
  if (host === undefined || host === null || typeof host === 'string') return host
  throw wrong('custom_host', 'must be a string or null')
}

/** A list of deployments replaces a single deployment, and vice versa. */
function addDeployments(open: Record<string, string | null>, given: Body, form: ProviderForm): void {
  const field = DEPLOYMENT_FIELDS.find((name) => given[name] !== undefined)
  if (field !== undefined) {
    if (!form.settings.has(DEPLOYMENTS)) throw unknownSetting(field, form)
    open[DEPLOYMENTS] = deploymentsText(given[field], field)
  }
  if (open[DEPLOYMENTS] != null) {
    if (open['cloud_a_deployment_id'] != null) throw wrong(field ?? DEPLOYMENTS, 'send either a deployment or a list')
    open['cloud_a_deployment_id'] = null
    open['cloud_a_model_name'] = null
  } else if (open['cloud_a_deployment_id'] != null) open[DEPLOYMENTS] = null
}

/** Credential forms send the list as JSON text. */
function listIn(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw wrong(DEPLOYMENTS, 'must be a list, as JSON')
  }
}

/** Secret settings may be JSON objects, such as a key file. */
function textOf(name: string, value: unknown, isSecret: boolean): string | null {
  if (value === null || typeof value === 'string') return value
  if (isSecret && typeof value === 'object') return JSON.stringify(value)
  throw wrong(name, 'must be a string')
}

function unknownSetting(name: string, form: ProviderForm): GatewayError {
  const known = [...form.settings.keys()]
  return new GatewayError('invalid_body', {
    param: name.slice(0, 64),
    message: `Unknown field "${name.slice(0, 64).toWellFormed()}"; provider ${form.slug} has no such setting.${didYouMean(name, known)}`,
    hint: known.length > 0 ? `Settings of ${form.slug}: ${known.join(', ')}.` : `${form.slug} has no settings.`,
  })
}

function wrong(param: string, message: string): GatewayError {
  return new GatewayError('invalid_body', { param, message: `${param}: ${message}.` })
}
