/** Converts integrations, providers and virtual keys. Exports contain no secrets, so files name variables for them. */

import { canonicalName } from '../../../../core/setting-names.ts'
import { isObject, type JsonObject, objectsOf } from '../../../remote.ts'
import { omitEmpty, pick } from '../../kinds/kind.ts'
import { isSecretName, variablesOf } from '../../kinds/secret-reference.ts'
import { type Conversion, isSlug, variableFor } from '../conversion.ts'
import type { Account, Places } from './account.ts'
import { budgetOf, expiryOf, idOf, isId, rateLimitsOf } from './fields.ts'
import { type Row, textIn } from './rows.ts'

const MASKED = 'masked_'
/** Portkey's provider names that differ from ours. */
const PROVIDERS: Readonly<Record<string, string>> = { 'open-ai': 'openai', 'aws-bedrock': 'bedrock' }

export function accountFiles(account: Account, places: Places): void {
  const { rows, conversion, homeOf } = account
  for (const row of rows.of('integrations')) integrationFile(row, account)
  for (const { content, origin } of rows.of('integration-workspaces'))
    accessFile(content, origin.parent, places, account)
  for (const row of rows.of('providers')) providerFile(row, account)
  for (const row of rows.of('virtual-keys')) {
    // A provider and a virtual key with the same slug are the same resource.
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
  const subject = `integration ${slug}`
  if (content['secret_mappings'] !== undefined && objectsOf(content['secret_mappings']).length > 0)
    conversion.skip(`${subject}: secret_mappings are not supported; set ${variableFor(slug, 'API_KEY')} to the secret`)
  conversion.share('integrations', slug, {
    ...idOf(content, subject, conversion),
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
      global_workspace_access: { enabled: true, ...limitsOf(access, subject, conversion) },
    }),
  })
}

/** A row without `masked_key` comes from a list. It is assumed to have a key unless it has `configurations`. */
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
  // For Vertex AI, the settings that are present decide how to authenticate, so the gateway does not return the type.
  const isKept = (name: string) => canonicalName(name) !== 'cloud_b_auth_type'
  return Object.fromEntries(entries.filter(([name, value]) => isKept(name) && value !== null && value !== ''))
}

function isMasked(value: unknown): boolean {
  return typeof value === 'string' && /\*{3}/.test(value)
}

function limitsOf(row: JsonObject, subject: string, conversion: Conversion): JsonObject {
  const budget = budgetOf(row['usage_limits'], subject, conversion)
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
  const subject = named('provider', row)
  if (integration === undefined) {
    if (textIn(content, 'ai_provider_name') !== null) return virtualKeyFile(row, account)
    return conversion.skip(`${subject}: its integration ${name} is not in the export`)
  }
  const common = commonOf(row, subject, account)
  if (common !== null)
    conversion.add(
      'virtual-keys',
      slug,
      { name: textIn(content, 'name') ?? slug, integration_id: integrationName(name, integration), ...common },
      homeOf(row),
    )
}

/** The provider's reference to the integration: its id if the id can be kept, else its slug. */
function integrationName(name: string | null, { content }: Row): string | null {
  return name !== null && name === content['id'] && isId(name) ? name : textIn(content, 'slug')
}

function virtualKeyFile(row: Row, account: Account): void {
  const { conversion, homeOf, named } = account
  const { content } = row
  const slug = slugIn(row, 'virtual key', account)
  if (slug === null) return
  const subject = named('virtual key', row)
  const given = textIn(content, 'ai_provider_name') ?? textIn(content, 'provider') ?? textIn(content, 'ai_provider_id')
  if (given === null) return conversion.skip(`${subject}: it has no provider`)
  const common = commonOf(row, subject, account)
  if (common === null) return
  const provider = PROVIDERS[given.toLowerCase()] ?? given.toLowerCase()
  const settings = settingsOf(slug, content, subject, conversion)
  if (objectsOf(content['secret_mappings']).length > 0)
    conversion.skip(
      `${subject}: secret_mappings are not supported; set ${variablesOf(settings).join(', ')} to the secret`,
    )
  conversion.add(
    'virtual-keys',
    slug,
    {
      name: textIn(content, 'name') ?? slug,
      provider,
      ...settings,
      ...common,
    },
    homeOf(row),
  )
  for (const name of variablesOf(settings))
    conversion.note(`${subject}: its credential is not in the export; set ${name}`)
}

function commonOf({ content }: Row, subject: string, { conversion }: Account): JsonObject | null {
  const expiry = expiryOf(content['expires_at'])
  if (expiry.isPast || content['status'] === 'expired') {
    conversion.skip(`${subject}: it has expired`)
    return null
  }
  return {
    ...idOf(content, subject, conversion),
    ...omitEmpty({
      note: content['note'],
      usage_limits: budgetOf(content['usage_limits'], subject, conversion),
      rate_limits: rateLimitsOf(content['rate_limits']),
      expires_at: expiry.text,
    }),
    ...(content['status'] === 'archived' && { status: 'archived' }),
  }
}

const LISTS = ['deployment_config', 'cloud_a_deployment_config', 'deployments']
/** Auth modes without an API key, with the secrets that each one needs. */
const WITHOUT_KEY: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  cloud_a_auth_mode: { entra: ['cloud_a_entra_client_secret'], managed: [], workload: [] },
  cloud_c_auth_type: {
    accessKey: ['cloud_c_access_key_id', 'cloud_c_secret_access_key'],
    assumedRole: [],
    serviceRole: [],
  },
}
/** Settings that replace an API key, with the secrets that belong to them. */
const INSTEAD_OF_KEY: Readonly<Record<string, readonly string[]>> = {
  cloud_c_access_key_id: ['cloud_c_secret_access_key'],
  cloud_c_role_arn: [],
  cloud_b_service_account_json: [],
}

/** Reads `model_config` in any spelling. Secrets in it are masked or missing. */
function settingsOf(slug: string, content: JsonObject, subject: string, conversion: Conversion): JsonObject {
  const given = isObject(content['model_config']) ? content['model_config'] : {}
  const variable = (setting: string) => ({ env: variableFor(slug, setting.toUpperCase()) })
  const settings: Record<string, unknown> = {}
  /** Settings under the names that the source uses. The gateway's responses will use the same names. */
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === '') continue
    const setting = canonicalName(name)
    if (setting === 'custom_host' || LISTS.includes(setting)) continue
    if (setting === 'custom_headers')
      conversion.skip(`${subject}: model_config.${name}; only integrations have headers`)
    else if (isSecretName(setting) || isMasked(value)) settings[setting] = variable(setting)
    else if (typeof value === 'string') {
      settings[setting] = value
      // Left out, because for Vertex AI the settings that are present decide how to authenticate.
      if (setting !== 'cloud_b_auth_type') shown[name] = value
    } else if (typeof value !== 'object' || Object.keys(value).length > 0)
      conversion.skip(`${subject}: model_config.${name} is not supported`)
  }
  const needed = [
    ...Object.entries(WITHOUT_KEY).map(([name, ways]) => ways[String(settings[name])]),
    ...Object.entries(INSTEAD_OF_KEY).map(([name, secrets]) => (settings[name] === undefined ? undefined : secrets)),
  ].filter((secrets) => secrets !== undefined)
  for (const secret of needed.flat()) settings[secret] ??= variable(secret)
  const [listName, list] = Object.entries(given).find(([name]) => LISTS.includes(canonicalName(name))) ?? ['', null]
  const deployments = deploymentsOf(list, subject, conversion)
  const secrets = Object.entries(settings).filter(([, value]) => isObject(value))
  const config = { ...shown, ...(deployments.length > 0 && { [listName]: deployments }) }
  const address = given['customHost'] ?? given['custom_host']
  return {
    ...(needed.length === 0 && hasOwnKey(content) && { key: { env: variableFor(slug, 'API_KEY') } }),
    ...(typeof address === 'string' && address !== '' && { custom_host: address }),
    ...omitEmpty({ model_config: config }),
    ...Object.fromEntries(secrets),
  }
}

/** Without `masked_api_key`, the virtual key is assumed to have a key. */
function hasOwnKey(content: JsonObject): boolean {
  return !('masked_api_key' in content) || (content['masked_api_key'] !== null && content['masked_api_key'] !== '')
}

const DEPLOYMENT_FIELDS: Readonly<Record<string, string>> = {
  deploymentName: 'deploymentName',
  deployment_name: 'deploymentName',
  deploymentId: 'deploymentName',
  deployment_id: 'deploymentName',
  azure_deployment_name: 'deploymentName',
  apiVersion: 'apiVersion',
  api_version: 'apiVersion',
  azure_api_version: 'apiVersion',
  alias: 'alias',
  azure_model_slug: 'azure_model_slug',
  azureModelSlug: 'azure_model_slug',
  is_default: 'is_default',
  isDefault: 'is_default',
}

/** Converts Azure deployments to the format of virtual keys. */
function deploymentsOf(list: unknown, subject: string, conversion: Conversion): readonly JsonObject[] {
  return objectsOf(Array.isArray(list) ? list : [list]).map((deployment) => {
    const known: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(deployment)) {
      const field = DEPLOYMENT_FIELDS[name]
      if (value === null || value === undefined || value === '') continue
      if (field !== undefined) known[field] = value
      else conversion.skip(`${subject}: ${name} of deployment ${deployment['alias'] ?? deployment['deploymentName']}`)
    }
    return known
  })
}
