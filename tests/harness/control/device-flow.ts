/** A client of the OAuth device flow, for tests. */

import type { Gateway } from '../start-gateway.ts'

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const CLIENT_ID = 'gatehouse-cli'

export type OAuthReply = {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

type Fields = Readonly<Record<string, string>> | string

/** Posts a form to /oauth/<endpoint>. If `fields` is a text, it is sent unchanged. */
export async function postForm(
  gateway: Pick<Gateway, 'url'>,
  endpoint: string,
  fields: Fields,
  headers: Readonly<Record<string, string>> = {},
): Promise<OAuthReply> {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
  const response = await fetch(`${gateway.url}/oauth/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
    redirect: 'manual',
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}

export type BegunLogin = { readonly deviceCode: string; readonly userCode: string }

export async function beginLogin(
  gateway: Pick<Gateway, 'url'>,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<BegunLogin> {
  const reply = await postForm(gateway, 'device_authorization', { client_id: CLIENT_ID, ...fields }, headers)
  if (reply.status !== 200) throw new Error(`The device login was refused: ${JSON.stringify(reply.body)}`)
  return { deviceCode: String(reply.body['device_code']), userCode: String(reply.body['user_code']) }
}

/** Polls the token endpoint once. */
export function pollLogin(
  gateway: Pick<Gateway, 'url'>,
  deviceCode: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OAuthReply> {
  const fields = { client_id: CLIENT_ID, grant_type: DEVICE_GRANT, device_code: deviceCode }
  return postForm(gateway, 'token', fields, headers)
}
