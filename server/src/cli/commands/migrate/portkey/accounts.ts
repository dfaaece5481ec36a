/** Converts integrations, providers and virtual keys. Secrets are not in an export: files name variables for them. */

import { canonicalName } from '../../../../core/setting-names.ts'
import { isObject, type JsonObject, objectsOf } from '../../../remote.ts'
import { omitEmpty, pick } from '../../kinds/kind.ts'
import { isSecretName } from '../../kinds/secret-reference.ts'
import { type Conversion, isSlug, variableFor } from '../conversion.ts'
import type { Account, Places } from './account.ts'
import { budgetOf, expiryOf, idOf, isId, rateLimitsOf } from './fields.ts'
import { type Row, textIn } from './rows.ts'

const MASKED = 'masked_'
/** Portkey's names of providers that have another name here. */
const PROVIDERS: Readonly<Record<string, string>> = { 'open-ai': 'openai', 'aws-bedrock': 'bedrock' }

export function accountFiles(account: Account, places: Places): void {
  const { rows, conversion, homeOf } = account
  for (const row of rows.of('integrations')) integrationFile(row, account)
  for (const { content, origin } of rows.of('integration-workspaces'))
    accessFile(content, origin.parent, places, account)
  for (const row of rows.of('providers')) providerFile(row, account)
  for (const row of rows.of('virtual-keys')) {
    // A provider and a virtual key of the same slug are one thing.
    if (!conversion.has('virtual-keys', String(row.content['slug']), homeOf(row))) virtualKeyFile(row, account)
  }
}

function slugIn(row: Row, kind: string, { conversion, named }: Account): string | null {
  const slug = textIn(row.content, 'slug') ?? textIn(row.content, 'name') ?? ''
  if (isSlug(slug)) return slug
  conversion.skip(`${named(kind, row)}: the slug "${slug}" is not valid here`)
  return null
}

function integrationFile(row: Row, account: Account): void {
  const { conversion, rows } = account
  const { content } = row
  const slug = slugIn(row, 'integration', account)
  const provider = textIn(content, 'ai_provider_id')
  if (slug === null) return
  if (content['status'] === 'archived') return conversion.skip(`integration ${slug}: it is archived`)
  if (provider === null) return conversion.skip(`integration ${slug}: it has no ai_provider_id`)
  const models = rows.of('integration-models').filter(({ origin }) => isParent(origin.parent, content))
  const access = isObject(content['global_workspace_access_settings'])
    ? content['global_workspace_access_settings']
    : {}
  const place = `integration ${slug}`
  if (content['secret_mappings'] !== undefined && objectsOf(content['secret_mappings']).length > 0)
    conversion.skip(`${place}: secret_mappings are not supported; set ${variableFor(slug, 'API_KEY')} to the secret`)
  conversion.share('integrations', slug, {
    ...idOf(content, place, conversion),
    name: textIn(content, 'name') ?? slug,
    ai_provider_id: PROVIDERS[provider] ?? provider,
    ...(hasKey(content) && { key: { env: variableFor(slug, 'API_KEY') } }),
    ...omitEmpty({
      description: content['description'],
      configurations: configurationsOf(slug, content['configurations']),
      models: models
        .map(({ content: model }) =>
          omitEmpty(pick(model, ['slug', 'enabled', 'is_custom', 'is_finetune', 'base_model_slug', 'pricing_config'])),
        )
        .filter(
          (model) =>
            model['enabled'] !== (content['allow_all_models'] !== false) ||
            model['is_custom'] === true ||
            model['pricing_config'] !== undefined,
        ),
    }),
    ...(content['allow_all_models'] === false && { allow_all_models: false }),
    ...(access['enabled'] === true && {
      global_workspace_access: { enabled: true, ...limitsOf(access, place, conversion) },
    }),
  })
}

/** Without `masked_key`, only a list response is known: assume that the integration has a key. */
function hasKey(content: JsonObject): boolean {
  if (!('masked_key' in content)) return !isObject(content['configurations'])
  return content['masked_key'] !== null && content['masked_key'] !== ''
}

function isParent(parent: string | null, { id, slug }: JsonObject): boolean {
  return parent !== null && (parent === id || parent === slug)
}

function configurationsOf(slug: string, value: unknown): JsonObject {
  const entries = Object.entries(isObject(value) ? value : {}).map(([name, setting]): [string, unknown] => {
    const bare = name.startsWith(MASKED) ? name.slice(MASKED.length) : name
    const isSecret = name.startsWith(MASKED) || isSecretName(bare) || isMasked(setting)
    return isSecret ? [bare, { env: variableFor(slug, bare.toUpperCase()) }] : [bare, setting]
  })
  return Object.fromEntries(entries.filter(([, setting]) => setting !== null && setting !== ''))
}

function isMasked(value: unknown): boolean {
  return typeof value === 'string' && /\*{3}/.test(value)
}

function limitsOf(row: JsonObject, place: string, conversion: Conversion): JsonObject {
  const budget = budgetOf(row['usage_limits'], place, conversion)
  return omitEmpty({ usage_limits: budget === null ? [] : [budget], rate_limits: rateLimitsOf(row['rate_limits']) })
}

function accessFile(
  content: JsonObject,
  parent: string | null,
  { slugs }: Places,
  { rows, conversion }: Account,
): void {
  const integration = rows.of('integrations').find((row) => isParent(parent, row.content))
  const slug = integration === undefined ? null : textIn(integration.content, 'slug')
  const home = [content['id'], content['workspace_id'], content['slug']]
    .map((name) => slugs.get(String(name)))
    .find((one) => one !== undefined)
  if (slug === null || home === undefined)
    return conversion.skip(
      `integration ${parent}: the access of workspace ${textIn(content, 'slug') ?? textIn(content, 'id')}, which is not in the export`,
    )
  if (content['is_global'] === true) return
  const enabled = content['enabled'] !== false
  conversion.add(
    'integration-access',
    slug,
    { enabled, ...limitsOf(content, `integration ${slug} in ${home}`, conversion) },
    home,
  )
}

function providerFile(row: Row, account: Account): void {
  const { conversion, homeOf, named, rows } = account
  const { content } = row
  const slug = slugIn(row, 'provider', account)
  if (slug === null) return
  const name = textIn(content, 'integration_id')
  const integration = rows.of('integrations').find((one) => isParent(name, one.content))
  const place = named('provider', row)
  if (integration === undefined) {
    if (textIn(content, 'ai_provider_name') !== null) return virtualKeyFile(row, account)
    return conversion.skip(`${place}: its integration ${name} is not in the export`)
  }
  const common = commonOf(row, place, account)
  if (common !== null)
    conversion.add(
      'virtual-keys',
      slug,
      { name: textIn(content, 'name') ?? slug, integration_id: integrationName(name, integration), ...common },
      homeOf(row),
    )
}

/** As the provider names it, if the integration keeps that name. */
function integrationName(name: string | null, { content }: Row): string | null {
  return name !== null && name === content['id'] && isId(name) ? name : textIn(content, 'slug')
}

function virtualKeyFile(row: Row, account: Account): void {
  const { conversion, homeOf, named } = account
  const { content } = row
  const slug = slugIn(row, 'virtual key', account)
  if (slug === null) return
  const place = named('virtual key', row)
  const given = textIn(content, 'ai_provider_name') ?? textIn(content, 'provider') ?? textIn(content, 'ai_provider_id')
  if (given === null) return conversion.skip(`${place}: it has no provider`)
  const common = commonOf(row, place, account)
  if (common === null) return
  const provider = PROVIDERS[given.toLowerCase()] ?? given.toLowerCase()
  const variable = variableFor(slug, 'API_KEY')
  if (objectsOf(content['secret_mappings']).length > 0)
    conversion.skip(`${place}: secret_mappings are not supported; set ${variable} to the secret`)
  conversion.add(
    'virtual-keys',
    slug,
    {
      name: textIn(content, 'name') ?? slug,
      provider,
      key: { env: variable },
      ...settingsOf(slug, content, place, conversion),
      ...common,
    },
    homeOf(row),
  )
  conversion.note(`${place}: its credential is not in the export; set ${variable}`)
}

function commonOf({ content }: Row, place: string, { conversion }: Account): JsonObject | null {
  const expiry = expiryOf(content['expires_at'])
  if (expiry.isPast || content['status'] === 'expired') {
    conversion.skip(`${place}: it has expired`)
    return null
  }
  return {
    ...idOf(content, place, conversion),
    ...omitEmpty({
      note: content['note'],
      usage_limits: budgetOf(content['usage_limits'], place, conversion),
      rate_limits: rateLimitsOf(content['rate_limits']),
      expires_at: expiry.text,
    }),
    ...(content['status'] === 'archived' && { status: 'archived' }),
  }
}

/** `model_config` in camelCase; secrets in it are masked. */
function settingsOf(slug: string, content: JsonObject, place: string, conversion: Conversion): JsonObject {
  const {
    customHost,
    custom_host: host,
    deployments,
    deploymentConfig,
    ...rest
  } = isObject(content['model_config']) ? content['model_config'] : {}
  const settings: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(rest)) {
    if (value === null || value === undefined || value === '') continue
    const setting = canonicalName(name)
    if (isSecretName(setting) || isMasked(value)) settings[setting] = { env: variableFor(slug, setting.toUpperCase()) }
    else if (typeof value === 'string') settings[setting] = value
    else if (typeof value !== 'object' || Object.keys(value).length > 0)
      conversion.skip(`${place}: model_config.${name} is not supported`)
  }
  const all = objectsOf(deployments ?? deploymentConfig)
  const one = all.find((deployment) => deployment['is_default'] === true) ?? all[0]
  if (one !== undefined)
    Object.assign(
      settings,
      omitEmpty({
        cloud_a_deployment_id: one['deploymentName'] ?? one['deployment_id'],
        cloud_a_api_version: one['apiVersion'] ?? one['api_version'],
      }),
    )
  for (const other of all)
    if (other !== one)
      conversion.skip(
        `${place}: deployment ${other['alias'] ?? other['deploymentName'] ?? other['deployment_id']}; a virtual key has one deployment`,
      )
  const address = customHost ?? host
  return { ...(typeof address === 'string' && address !== '' && { custom_host: address }), ...settings }
}
