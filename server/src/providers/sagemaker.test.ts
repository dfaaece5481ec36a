import { expect, test } from 'bun:test'
import { CREDENTIAL_HEADERS } from '../core/headers.ts'
import { Secret } from '../core/secret.ts'
import type { Outgoing, Settings } from './adapter.ts'
import { sagemaker } from './sagemaker.ts'

const KEYS: Settings = {
  cloud_c_access_key_id: 'AKIA',
  cloud_c_secret_access_key: 'secret',
  cloud_c_region: 'eu-west-1',
}

async function authorized(settings: Settings, headers: Record<string, string> = {}): Promise<Outgoing> {
  const url = 'https://runtime.sagemaker.eu-west-1.amazonaws.com/endpoints/e/invocations'
  const request: Outgoing = { method: 'POST', url, headers, body: Buffer.from('{}') }
  await sagemaker.authorize(request, { secret: new Secret('api-key') }, settings)
  return request
}

test('requests are signed for sagemaker in the region, and no credential of the caller is left', async () => {
  const caller = Object.fromEntries(CREDENTIAL_HEADERS.map((name) => [name, 'of-the-caller']))
  const { headers, credentialHeaders } = await authorized(KEYS, caller)
  expect(headers['authorization']).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIA\/[0-9]{8}\/eu-west-1\/sagemaker\/aws4_request/,
  )
  expect(JSON.stringify(headers)).not.toMatch(/of-the-caller|api-key"|secret/)
  expect(credentialHeaders).toContain('authorization')
})

test('settings of the endpoint are sent as its headers', async () => {
  const { headers } = await authorized({
    ...KEYS,
    amzn_sagemaker_target_model: 'model.tar.gz',
    amzn_sagemaker_session_id: 'NEW_SESSION',
  })
  expect(headers['x-amzn-sagemaker-target-model']).toBe('model.tar.gz')
  expect(headers['x-amzn-sagemaker-session-id']).toBe('NEW_SESSION')
})

test('an API key does not replace the access key', async () => {
  expect(authorized({})).rejects.toMatchObject({ code: 'credential_missing' })
})
