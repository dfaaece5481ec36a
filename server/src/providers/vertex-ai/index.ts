/** Cloud B: Vertex AI, pass-through with an access token. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { ProviderAdapter, Settings } from '../adapter.ts'
import { joinUrl } from '../join-url.ts'
import { placeBearer, requireCredential } from '../place-credential.ts'
import { headerSetting, hostLabelSetting, segmentSetting } from '../setting-schemas.ts'

const VERSIONED = /^\/v1(?:beta1)?\//
const REQUEST_TYPE = 'x-vertex-ai-llm-request-type'
const REQUEST_TYPE_TWIN = 'x-cloud-b-llm-request-type'

export const vertexAi: ProviderAdapter = {
  slug: 'vertex-ai',
  aliases: ['cloud-b'],
  title: 'Vertex AI (cloud B)',
  docs: 'https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest',
  settings: z.object({
    cloud_b_project_id: segmentSetting('Project id; paths that do not begin with /projects/ are put under it.'),
    cloud_b_region: hostLabelSetting('Region such as europe-west4, or global.'),
    cloud_b_llm_request_type: headerSetting('Traffic class, sent as X-Vertex-AI-LLM-Request-Type.'),
  }),
  needsCredential: true,
  endpoints: new Set(),
  locate(call, settings) {
    if (call.customHost !== null) return joinUrl(call.customHost, call.path, call.search)
    const region = requireSetting(settings, 'cloud_b_region')
    const origin = `https://${region === 'global' ? '' : `${region}-`}aiplatform.googleapis.com`
    if (VERSIONED.test(call.path)) return joinUrl(origin, call.path, call.search)
    if (call.path.startsWith('/projects/')) return joinUrl(`${origin}/v1`, call.path, call.search)
    const project = requireSetting(settings, 'cloud_b_project_id')
    return joinUrl(`${origin}/v1/projects/${project}/locations/${region}`, call.path, call.search)
  },
  authorize(outgoing, credential, settings) {
    placeBearer(outgoing, requireCredential(credential))
    const { headers } = outgoing
    const requestType = headers[REQUEST_TYPE_TWIN] ?? settings['cloud_b_llm_request_type']
    delete headers[REQUEST_TYPE_TWIN]
    if (requestType !== undefined) headers[REQUEST_TYPE] ??= requestType
  },
}

function requireSetting(settings: Settings, key: string): string {
  const value = settings[key]
  if (value !== undefined) return value
  throw new GatewayError('provider_settings_invalid', {
    message: `The provider vertex-ai needs ${key}.`,
    param: key,
    hint: `Send it as config key ${key} or header x-gateway-${key.replaceAll('_', '-')}.`,
  })
}
