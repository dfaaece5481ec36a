/** Amazon SageMaker adapter. Signs requests and passes the runtime's own paths through. Formats depend on the model. */

import { z } from 'zod'
import type { ProviderAdapter } from './adapter.ts'
import { hostOf } from './bedrock/aws-hosts.ts'
import { bedrockSettings, regionOf, roleOf, signingOf } from './bedrock/bedrock-settings.ts'
import { SIGNATURE_HEADERS, sign } from './bedrock/sign.ts'
import { signingKeys } from './bedrock/signing-keys.ts'
import { joinUrl } from './join-url.ts'
import { removeCredentials, requireCredential } from './place-credential.ts'
import { headerSetting } from './setting-schemas.ts'

const TARGET_HEADERS: Readonly<Record<string, string>> = {
  amzn_sagemaker_custom_attributes: 'x-amzn-sagemaker-custom-attributes',
  amzn_sagemaker_target_model: 'x-amzn-sagemaker-target-model',
  amzn_sagemaker_target_variant: 'x-amzn-sagemaker-target-variant',
  amzn_sagemaker_target_container_hostname: 'x-amzn-sagemaker-target-container-hostname',
  amzn_sagemaker_inference_id: 'x-amzn-sagemaker-inference-id',
  amzn_sagemaker_enable_explanations: 'x-amzn-sagemaker-enable-explanations',
  amzn_sagemaker_inference_component: 'x-amzn-sagemaker-inference-component',
  amzn_sagemaker_session_id: 'x-amzn-sagemaker-session-id',
}

export const sagemaker: ProviderAdapter = {
  slug: 'sagemaker',
  title: 'Amazon SageMaker',
  telemetryName: 'aws.sagemaker',
  docs: 'https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_runtime_InvokeEndpoint.html',
  settings: z.object({
    ...bedrockSettings.shape,
    amzn_sagemaker_custom_attributes: headerSetting('Text for the model, sent as X-Amzn-SageMaker-Custom-Attributes.'),
    amzn_sagemaker_target_model: headerSetting('Model of a multi-model endpoint.'),
    amzn_sagemaker_target_variant: headerSetting('Production variant of the endpoint.'),
    amzn_sagemaker_target_container_hostname: headerSetting('Container of a multi-container endpoint.'),
    amzn_sagemaker_inference_id: headerSetting('Id of the request in captured data.'),
    amzn_sagemaker_enable_explanations: headerSetting('Expression that decides whether Clarify explains the result.'),
    amzn_sagemaker_inference_component: headerSetting('Inference component of the endpoint.'),
    amzn_sagemaker_session_id: headerSetting('Id of a stateful session, or NEW_SESSION.'),
  }),
  needsCredential: true,
  signsRequests: true,
  endpoints: new Set(),
  locate(call, settings) {
    // Validated here as well as in authorize, so that no DNS lookup happens for a call that cannot be signed.
    signingOf(settings)
    const base = call.customHost ?? hostOf('runtime.sagemaker', regionOf(settings))
    return joinUrl(base, call.path, call.search)
  },
  tokenServices(settings) {
    const role = roleOf(settings)
    return role === null ? [] : [role.endpoint]
  },
  usesAmbientIdentity(settings) {
    try {
      return signingOf(settings).kind === 'ambient'
    } catch {
      // `locate` reports the settings that are missing.
      return false
    }
  },
  async authorize(outgoing, _credential, settings, context) {
    // SageMaker has no API keys.
    const signing = signingOf(settings)
    if (signing.kind === 'api_key') return void requireCredential(null)
    removeCredentials(outgoing)
    for (const [setting, header] of Object.entries(TARGET_HEADERS)) {
      const value = settings[setting]
      if (value !== undefined) outgoing.headers[header] = value
    }
    const keys = await signingKeys(signing, roleOf(settings), context)
    await sign(outgoing, keys, 'sagemaker', regionOf(settings), new Date())
    outgoing.credentialHeaders = SIGNATURE_HEADERS
  },
}
