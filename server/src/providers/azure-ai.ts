/** Azure AI adapter: Foundry models, serverless and managed endpoints, in OpenAI's format at the customer's own URL. */

import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import type { ProviderAdapter } from './adapter.ts'
import { azureOpenai } from './azure-openai.ts'
import { chatVariant } from './chat-variant.ts'
import { joinUrl, withParameter } from './join-url.ts'
import { placeBearer, requireCredential } from './place-credential.ts'
import { headerSetting } from './setting-schemas.ts'

/** Matches only Azure's own domains. Any other address must be a custom host. Path segments cannot be dot segments. */
const FOUNDRY_URL =
  /^https:\/\/(?:(?!xn--)[a-z0-9-]{1,63}\.){1,4}(?:(?:services|models)\.ai|inference\.ml|cognitiveservices|openai)\.azure\.com(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){0,8}\/?$/

/** Default API version for `<resource>.services.ai.azure.com/models`, which requires one. */
const MODELS_VERSION = '2024-05-01-preview'

/** Settings of azure-openai that mean the same here: the API version and the ways to authenticate. */
const SHARED = Object.fromEntries(
  Object.entries(azureOpenai.settings.shape).filter(([key]) => !/resource|deployment|model_name/.test(key)),
)

const PLAIN = chatVariant({ maxCompletionTokens: true, developerRole: true, messageExtras: 'none' })

export const azureAi: ProviderAdapter = {
  slug: 'azure-ai',
  title: 'Azure AI Foundry',
  telemetryName: 'azure.ai.inference',
  docs: 'https://learn.microsoft.com/azure/ai-foundry/foundry-models/concepts/endpoints',
  settings: z.object({
    cloud_a_foundry_url: z
      .string()
      .max(512)
      .regex(FOUNDRY_URL, 'expected https://<resource>.services.ai.azure.com/models or another URL of Azure AI')
      .optional()
      .describe('URL of the endpoint. For Claude models use provider anthropic with custom_host <URL>/v1.'),
    cloud_a_deployment_name: headerSetting('Deployment of a managed endpoint, sent as azureml-model-deployment.'),
    cloud_a_extra_parameters: z
      .enum(['drop', 'pass-through', 'error'])
      .optional()
      .describe('What Azure does with parameters that the model does not know; drop when absent.'),
    ...SHARED,
  }),
  needsCredential: true,
  streamsUsage: true,
  endpoints: new Set([
    'chat.completions',
    'completions',
    'embeddings',
    'images.generations',
    'images.edits',
    'audio.speech',
    'audio.transcriptions',
    'audio.translations',
    'files.create',
    'files',
    'files.read',
    'files.delete',
    'files.content',
    'batches.create',
    'batches',
    'batches.read',
    'batches.cancel',
  ]),
  adapt: PLAIN,
  locate(call, settings) {
    const base = call.customHost ?? settings['cloud_a_foundry_url']?.replace(/\/$/, '') ?? missingUrl()
    const version = settings['cloud_a_api_version'] ?? (base.endsWith('/models') ? MODELS_VERSION : undefined)
    const search = version === undefined ? call.search : withParameter(call.search, 'api-version', version)
    // Files and batches belong to the resource, not to the inference endpoint.
    const isStored = /^(?:files|batches)/.test(call.endpoint) && call.customHost === null
    return joinUrl(isStored ? `${originIn(base)}/openai` : base, call.path, search)
  },
  tokenServices: (settings, key) => azureOpenai.tokenServices?.(settings, key) ?? [],
  usesAmbientIdentity: (settings) => azureOpenai.usesAmbientIdentity?.(settings) === true,
  async authorize(outgoing, credential, settings, context) {
    const { cloud_a_ad_token: token, cloud_a_auth_mode: mode = 'default' } = settings
    if (token !== undefined || mode !== 'default') await azureOpenai.authorize(outgoing, credential, settings, context)
    else placeBearer(outgoing, requireCredential(credential))
    outgoing.headers['extra-parameters'] ??= settings['cloud_a_extra_parameters'] ?? 'drop'
    const deployment = settings['cloud_a_deployment_name']
    if (deployment !== undefined) outgoing.headers['azureml-model-deployment'] = deployment
  },
}

function originIn(url: string): string {
  return /^https:\/\/[^/]+/.exec(url)?.[0] ?? url
}

function missingUrl(): never {
  throw new GatewayError('provider_settings_invalid', {
    message: 'The provider azure-ai needs cloud_a_foundry_url.',
    param: 'cloud_a_foundry_url',
    hint: 'Send the URL of the endpoint as config key azure_foundry_url or header x-gateway-azure-foundry-url.',
  })
}
