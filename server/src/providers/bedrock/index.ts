/** Cloud C: Bedrock, pass-through with an API key; signed requests are refused until signing exists. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { ProviderAdapter, Settings } from '../adapter.ts'
import { joinUrl } from '../join-url.ts'
import { placeBearer, requireCredential } from '../place-credential.ts'
import { headerSetting, hostLabelSetting } from '../setting-schemas.ts'

const SIGNING_KEYS = ['cloud_c_access_key_id', 'cloud_c_secret_access_key', 'cloud_c_session_token'] as const

export const bedrock: ProviderAdapter = {
  slug: 'bedrock',
  aliases: ['cloud-c'],
  title: 'Amazon Bedrock (cloud C)',
  docs: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/welcome.html',
  settings: z.object({
    cloud_c_region: hostLabelSetting('Region; us-east-1 when absent.'),
    cloud_c_access_key_id: headerSetting('Access key id, for signed requests.'),
    cloud_c_secret_access_key: headerSetting('Secret access key, for signed requests.'),
    cloud_c_session_token: headerSetting('Session token of temporary keys, for signed requests.'),
  }),
  needsCredential: true,
  endpoints: new Set(),
  locate(call, settings) {
    // Here and not in authorize: nothing is resolved or dialled for a call that cannot be signed.
    refuseSigningKeys(settings)
    const base = `https://bedrock-runtime.${settings['cloud_c_region'] ?? 'us-east-1'}.amazonaws.com`
    return joinUrl(call.customHost ?? base, call.path, call.search)
  },
  authorize(outgoing, credential, settings) {
    refuseSigningKeys(settings)
    placeBearer(outgoing, requireCredential(credential))
  },
}

function refuseSigningKeys(settings: Settings): void {
  for (const key of SIGNING_KEYS) {
    if (settings[key] === undefined) continue
    throw new GatewayError('provider_settings_invalid', {
      message: `Request signing for bedrock is not available yet, so ${key} cannot be used.`,
      param: key,
      hint: 'Use a Bedrock API key: send it as api_key in the config or as Authorization: Bearer <key>.',
    })
  }
}
