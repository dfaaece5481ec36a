/** Prepares the upstream handshake of one attempt: address, headers, credential. */

import type { Target } from '../../config/plan.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import { forwardable } from '../../core/headers.ts'
import { handshakeHeaders, newHandshake } from '../../egress/websocket/handshake.ts'
import type { Call, Outgoing } from '../../providers/adapter.ts'
import { withParameter } from '../../providers/join-url.ts'
import type { Access } from '../attempt/credential.ts'
import {
  addNamedHeaders,
  checkOrigin,
  credentialTerms,
  type Prepared,
  type PrepareRules,
  useClientSecret,
} from '../attempt/prepare.ts'
import type { Attempted, Outbound } from '../request.ts'
import { offeredProtocols } from './socket-request.ts'

export async function prepareSocket(
  request: Outbound,
  planned: Target,
  access: Access,
  rules: PrepareRules,
): Promise<Prepared> {
  const { head, body } = request
  const { settings, stored, credential, customHost } = access
  // A virtual key may have changed since the plan was made.
  const target = stored ? { ...planned, settings, customHost } : planned
  const { provider } = target
  const model = modelFor(body.model, target)
  const params = model === null ? null : { model }
  // A WebRTC call already has a model.
  const namesModel = head.socket === 'realtime' && model !== null && !hasCallId(head.search)
  const search = namesModel ? withParameter(head.search, 'model', model) : head.search
  const call: Call = {
    endpoint: head.endpoint.name,
    path: head.path,
    search,
    model,
    isStream: true,
    body: params,
    customHost,
  }
  const url = provider.locate(call, settings)
  if (stored) checkOrigin(url, call, target, stored.key.customHost)
  const headers = forwardable(head.headers, rules.prefixes)
  for (const name in headers) if (name.startsWith('sec-websocket-')) delete headers[name]
  // The origin of a browser page is allowed or refused by the gateway, not by the provider.
  delete headers['origin']
  const handshake = newHandshake(offeredProtocols(head.headers))
  Object.assign(headers, handshakeHeaders(handshake))
  const outgoing: Outgoing = { method: 'GET', url, headers, body: null }
  const terms = credentialTerms(request, target, access, rules)
  const authorizing = provider.authorize(outgoing, credential, settings, terms)
  if (authorizing) await authorizing
  useClientSecret(outgoing, head)
  addNamedHeaders(outgoing.headers, head, target, rules.prefixes)
  if (access.headers) Object.assign(outgoing.headers, access.headers)
  return {
    outgoing,
    upgrade: { handshake, maxMessageBytes: rules.maxMessageBytes },
    params,
    translation: null,
    translatedFrom: null,
    settings: stored?.key.settings ?? settings,
    servedModel: provider.modelOf?.(call, settings) ?? null,
    hidesUsage: false,
  }
}

/** True for the sideband connection of a WebRTC call. */
export function hasCallId(search: string): boolean {
  return new URLSearchParams(search).has('call_id')
}

/** `@slug/model`: the prefix only chooses the virtual key. */
export function withoutSlug(named: string | null, { stripsModel }: Target): string | null {
  return (stripsModel ? splitModel(named)?.model : null) ?? named
}

/** The config may set another model. */
function modelFor(named: string | null, target: Target): string | null {
  const { changes } = target
  const set = changes?.overrides.get('model') ?? withoutSlug(named, target) ?? changes?.defaults.get('model')
  return typeof set === 'string' ? set : null
}

/** The model of an open session, unless its messages name another one. */
export function sessionModel({ head, body, lastAttempt }: Attempted, target: Target): string | null {
  if (lastAttempt?.servedModel) return lastAttempt.servedModel
  // The config does not change the model of a WebRTC call.
  return hasCallId(head.search) ? withoutSlug(body.model, target) : modelFor(body.model, target)
}
