/** Decides whether a request may be served now: who sends it, with which options, and whether the load allows it. */

import type { Caller } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import { type GatewayOptions, type OptionRules, readGatewayOptions } from '../../core/options/gateway-options.ts'
import { refuseReserved } from '../../core/reserved-paths.ts'
import { RequestHolds } from '../limits/request-holds.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import type { Accepted, Authenticated, Configured, Received, RequestHead } from '../request.ts'
import { authenticate as authenticateKey, mayHaveSession, type SenderPorts } from './authenticate.ts'
import type { Directory } from './directory.ts'
import type { Load } from './load.ts'

const MAX_HEADERS = 100

export type AdmitPorts = SenderPorts &
  OptionRules & {
    readonly limits: RequestLimits
    readonly load: Load
    /** The client's IP address: the peer of the socket, or the address that a trusted proxy reports. */
    readonly addressOf: (request: Request) => string
  }

export async function authenticate(received: Received, ports: AdmitPorts): Promise<Authenticated> {
  const { head, journal, connection } = received
  const { request } = connection
  const person = mayHaveSession(head.headers, ports.prefixes) ? await ports.signedIn(request, head.headers) : null
  const caller =
    person ?? (await authenticateKey(head.headers, ports.prefixes, ports.directory, ports.certificateOf(request)))
  ports.directory.noteUse(caller, () => ports.addressOf(request))
  connection.caller = caller
  journal.decide('authenticated', null, describeSender(caller), 0, journal.elapsedMs())
  return { ...received, caller }
}

function describeSender({ isPerson, kind, keyName, workload, certificate }: Caller): string {
  if (workload) return `token of ${workload.issuerName}, subject ${workload.subject}`
  if (certificate !== undefined) return `${kind} key ${keyName}, client certificate ${certificate}`
  return isPerson ? `${keyName}, signed in` : `${kind} key ${keyName}`
}

/** Reads the x-gateway-* headers. */
export function readOptions(request: Authenticated, rules: OptionRules): Configured {
  const { head, journal } = request
  checkHead(head)
  const options = readGatewayOptions(head.headers, rules)
  for (const warning of options.warnings) journal.warn(warning)
  return { ...request, options }
}

function checkHead({ headers, endpoint, method, path, pathname }: RequestHead): void {
  let count = 0
  for (const _ in headers) count++
  if (count > MAX_HEADERS) throw new GatewayError('too_many_headers', { message: `The request has ${count} headers.` })
  // `/v1/proxy/<path>` reaches every path of a provider. Other unknown paths may be reserved: see `reserved-paths.ts`.
  if (endpoint.name === 'proxy' && !pathname.startsWith('/v1/proxy/')) refuseReserved(method, path, pathname)
}

/** Makes the caller act in the workspace that the request names. */
export async function enterWorkspace(
  request: Configured,
  workspaceIdOrSlug: string,
  directory: Directory,
): Promise<Configured> {
  const caller = await directory.inWorkspace(request.caller, workspaceIdOrSlug)
  request.connection.caller = caller
  return { ...request, caller }
}

/**
 * The request's own metadata wins over the defaults of its key, workspace and organisation, but not over its token's.
 */
export function withDefaultMetadata(options: GatewayOptions, caller: Caller): GatewayOptions {
  const { metadata } = caller.defaults
  if (caller.fixedMetadata)
    return { ...options, metadata: { ...metadata, ...options.metadata, ...caller.fixedMetadata } }
  for (const _ in metadata) return { ...options, metadata: { ...metadata, ...options.metadata } }
  return options
}

/** Counts the request against the limits of its key and workspace, or refuses it. Adds the key's default metadata. */
export function accept(request: Configured, { load, limits }: AdmitPorts): Accepted {
  const { caller, journal } = request
  if (!caller.allowInference) throw new GatewayError('inference_forbidden')
  const options = withDefaultMetadata(request.options, caller)
  const memory = load.enter(caller.keyId, caller.workspaceId)
  return { ...request, options, memory, holds: new RequestHolds(limits.budgetService, journal) }
}
