/** Hosts with OpenAI's wire format whose address contains an account, a region or a tenant. */

import { z } from 'zod'
import { ENDPOINTS } from '../core/endpoints.ts'
import { GatewayError } from '../core/errors.ts'
import type { Call, ProviderAdapter, Settings } from './adapter.ts'
import { joinUrl } from './join-url.ts'
import { openaiCompatibleAdapter } from './openai-compatible.ts'
import { headerSetting, hostLabelSetting, isSegment, segmentSetting } from './setting-schemas.ts'

const FIRST_CLASS_PATHS: ReadonlySet<string> = new Set(ENDPOINTS.map((row) => row.path))

/** Cloudflare's own paths (`/run/<model>`) are passed through below `/ai`. */
const workersAi: ProviderAdapter = {
  ...openaiCompatibleAdapter({
    slug: 'workers-ai',
    title: 'Cloudflare Workers AI',
    docs: 'https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/',
    base: null,
    settings: z.object({ workers_ai_account_id: segmentSetting('Id of the Cloudflare account.') }),
    endpoints: ['chat.completions', 'embeddings', 'responses'],
  }),
  locate({ path, search, customHost }, settings) {
    if (customHost !== null) return joinUrl(customHost, path, search)
    const account = required('workers-ai', settings, 'workers_ai_account_id')
    const base = `https://api.cloudflare.com/client/v4/accounts/${account}/ai`
    return joinUrl(base, FIRST_CLASS_PATHS.has(path) ? `/v1${path}` : path, search)
  },
}

/** Takes a programmatic access token, an OAuth token or a JWT. Account identifiers with a region need a custom host. */
const cortex: ProviderAdapter = {
  ...openaiCompatibleAdapter({
    slug: 'cortex',
    title: 'Snowflake Cortex',
    docs: 'https://docs.snowflake.com/en/user-guide/snowflake-cortex/cortex-rest-api',
    base: null,
    settings: z.object({
      snowflake_account: hostLabelSetting('Account identifier, such as myorg-myaccount.'),
    }),
    endpoints: ['chat.completions'],
  }),
  locate({ path, search, customHost }, settings) {
    if (customHost !== null) return joinUrl(customHost, path, search)
    const account = required('cortex', settings, 'snowflake_account')
    return joinUrl(`https://${account}.snowflakecomputing.com/api/v2/cortex/v1`, path, search)
  },
}

/** Needs an API key of the Generative AI service. Requests signed with an OCI user's key are not supported. */
const oracle: ProviderAdapter = {
  ...openaiCompatibleAdapter({
    slug: 'oracle',
    title: 'Oracle Cloud Generative AI',
    docs: 'https://docs.oracle.com/en-us/iaas/Content/generative-ai/openai-compatible-api.htm',
    base: null,
    settings: z.object({
      oracle_region: hostLabelSetting('Region, such as us-chicago-1.'),
      oracle_compartment_id: headerSetting('Compartment that is billed, sent as opc-compartment-id.'),
    }),
    settingHeaders: { oracle_compartment_id: 'opc-compartment-id' },
    endpoints: ['chat.completions', 'responses'],
  }),
  locate({ path, search, customHost }, settings) {
    if (customHost !== null) return joinUrl(customHost, path, search)
    const region = required('oracle', settings, 'oracle_region')
    return joinUrl(`https://inference.generativeai.${region}.oci.oraclecloud.com/openai/v1`, path, search)
  },
}

const PREDIBASE = 'https://serving.app.predibase.com'
const plainPredibase = openaiCompatibleAdapter({
  slug: 'predibase',
  title: 'Predibase',
  docs: 'https://docs.predibase.com/user-guide/inference/migrate-openai',
  base: PREDIBASE,
  settings: z.object({
    predibase_tenant_id: segmentSetting('Tenant; the member `user` of the request when absent.'),
  }),
  endpoints: ['chat.completions'],
})

/** The model is `<deployment>:<adapter repository>/<version>`. The URL contains the deployment, the body the rest. */
const predibase: ProviderAdapter = {
  ...plainPredibase,
  adapt(call, settings) {
    const plain = plainPredibase.adapt?.(call, settings) ?? null
    if (call.customHost !== null || call.endpoint !== 'chat.completions') return plain
    const set = new Map(plain?.set)
    const drop = new Set(plain?.drop)
    set.set('model', partsOf(call).adapter)
    if (settings['predibase_tenant_id'] === undefined) drop.add('user')
    return { set, drop }
  },
  locate(call, settings) {
    const { path, search, customHost, endpoint } = call
    if (customHost !== null || endpoint !== 'chat.completions') return joinUrl(customHost ?? PREDIBASE, path, search)
    const tenant = settings['predibase_tenant_id'] ?? tenantIn(call)
    // Without a request, such as when a credential is saved, only the origin is known.
    if (tenant === null) return joinUrl(PREDIBASE, path, search)
    const { deployment } = partsOf(call)
    if (deployment === '' || !deployment.isWellFormed()) {
      throw new GatewayError('invalid_body', { param: 'model', message: 'model: predibase needs a deployment.' })
    }
    return joinUrl(PREDIBASE, `/${tenant}/deployments/v2/llms/${encodeURIComponent(deployment)}/v1${path}`, search)
  },
}

function partsOf({ model }: Call): { deployment: string; adapter: string } {
  const text = model ?? ''
  const at = text.indexOf(':')
  return at < 0 ? { deployment: text, adapter: '' } : { deployment: text.slice(0, at), adapter: text.slice(at + 1) }
}

function tenantIn({ body }: Call): string | null {
  if (body === null) return null
  const { user } = body
  return isSegment(user) ? user : missing('predibase', 'predibase_tenant_id')
}

function required(slug: string, settings: Settings, key: string): string {
  return settings[key] ?? missing(slug, key)
}

function missing(slug: string, key: string): never {
  throw new GatewayError('provider_settings_invalid', {
    message: `The provider ${slug} needs ${key}.`,
    param: key,
    hint: `Send it as config key ${key} or header x-gateway-${key.replaceAll('_', '-')}.`,
  })
}

export const ACCOUNT_HOSTS: readonly ProviderAdapter[] = [cortex, oracle, predibase, workersAi]
