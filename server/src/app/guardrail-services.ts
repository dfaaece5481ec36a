/** External services that guardrail checks may use: addresses, DNS, and models through virtual keys. */

import { ResponseLimitError, readResponseBytes } from '../core/body/read-response.ts'
import { GatewayError } from '../core/errors.ts'
import { headerMap } from '../core/headers.ts'
import type { Egress } from '../egress/send.ts'
import type { InternalRequests } from '../gateway/internal-requests.ts'
import type { VirtualKeys } from '../gateway/stored/virtual-keys.ts'
import type {
  CheckedRequest,
  CheckServices,
  ModelSource,
  ServiceRequest,
  ServiceResponse,
} from '../guardrails/check.ts'
import { CheckError } from '../guardrails/remote/check-error.ts'

/** Upper bounds for a response. The check's own time limit usually applies first. */
const LIMITS = { maxBytes: 2 * 1024 * 1024, timeoutMs: 60_000 }

const SENDER = { keyId: 'guardrails', keyName: 'guardrails' }

export type GuardrailServiceParts = {
  /** A separate egress: addresses in checked texts must not evict connections to providers. */
  readonly egress: Pick<Egress, 'send' | 'check'>
  readonly inside: Pick<InternalRequests, 'post'>
  readonly virtualKeys: Pick<VirtualKeys, 'idOfIntegration'>
}

export function guardrailServices({ egress, inside, virtualKeys }: GuardrailServiceParts): CheckServices {
  return {
    async fetch({ method, url, headers, body, isTrusted, hasSecret }: ServiceRequest, signal) {
      const { origin, pathname, search } = new URL(url)
      const request = { method, url: `${origin}${pathname}${search}`, headers: { ...headers }, body }
      const terms = { hasStoredCredential: hasSecret, trustedOrigin: isTrusted ? origin : null }
      return wholeOf(await egress.send(request, signal, terms))
    },

    async infer(source, path, body, { request }, signal) {
      const virtualKey = await keyFor(source, request, virtualKeys)
      const response = await inside.post({
        sender: SENDER,
        path,
        headers: { 'x-gateway-virtual-key': virtualKey, 'x-gateway-metadata': metadataOf(request) },
        body: Buffer.from(JSON.stringify(body)),
        owner: {
          organisationId: request.organisationId,
          workspaceId: request.workspaceId,
          // The body may contain text that other guardrails removed from the request before it was logged.
          logBodies: false,
          ...(request.limits && { limits: request.limits }),
        },
        signal,
      })
      return wholeOf(response)
    },

    async resolves(hostname) {
      try {
        await egress.check(`https://${hostname}`)
        return true
      } catch (error) {
        if (error instanceof GatewayError) return false
        throw error
      }
    },
  }
}

/** The slug or id of the virtual key that the model is called with. */
async function keyFor(
  { virtualKey, isOfOrganisation }: ModelSource,
  { organisationId, workspaceId }: CheckedRequest,
  virtualKeys: Pick<VirtualKeys, 'idOfIntegration'>,
): Promise<string> {
  if (!isOfOrganisation) return virtualKey
  const id = await virtualKeys.idOfIntegration({ organisationId, workspaceId }, virtualKey)
  if (id === null) throw new CheckError('The workspace has no provider of the integration that the check names.')
  // Undefined if there is no such integration: older guardrails name a virtual key of the workspace instead.
  return id ?? virtualKey
}

async function wholeOf(response: Response): Promise<ServiceResponse> {
  try {
    const body = await readResponseBytes(response, LIMITS)
    return { status: response.status, headers: headerMap(response.headers), body }
  } catch (error) {
    throw error instanceof ResponseLimitError ? new CheckError(`The response ${error.message}.`) : error
  }
}

function metadataOf({ traceId }: CheckedRequest): string {
  return JSON.stringify({ purpose: 'guardrail', ...(traceId !== undefined && { checked_trace_id: traceId }) })
}
