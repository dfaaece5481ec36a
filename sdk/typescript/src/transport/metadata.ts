/** The gateway's metadata of a response, from its headers. */

export interface GatewayMetadata {
  readonly traceId: string | null
  readonly requestId: string | null
  /** Slug of the provider that responded. */
  readonly provider: string | null
  /** Config path of the target that responded: `config.targets[1]`. */
  readonly target: string | null
  /** The last index of that path, or null without targets. */
  readonly targetIndex: number | null
  readonly cacheStatus:
    | 'HIT'
    | 'SEMANTIC HIT'
    | 'MISS'
    | 'SEMANTIC MISS'
    | 'REFRESH'
    | 'DISABLED'
    | (string & {})
    | null
  /** Retries of that target before it responded; -1 if they were exhausted. */
  readonly retryCount: number | null
  /** Calls to that target; null if its retries were exhausted. */
  readonly attempts: number | null
  readonly status: number
}

export type WithGateway<Answer> = Answer & { readonly gateway: GatewayMetadata }

export function readMetadata(response: Response): GatewayMetadata {
  const get = (name: string): string | null => response.headers.get(`x-gateway-${name}`)
  const target = get('last-used-option-index')
  const index = /\[(\d+)\]$/.exec(target ?? '')?.[1]
  const count = get('retry-attempt-count')
  const retryCount = count === null || count === '' ? null : Number(count)
  return {
    traceId: get('trace-id'),
    requestId: get('request-id'),
    provider: get('provider'),
    target,
    targetIndex: index === undefined ? null : Number(index),
    cacheStatus: get('cache-status'),
    retryCount,
    attempts: retryCount === null || retryCount < 0 ? null : retryCount + 1,
    status: response.status,
  }
}

/** Added as a non-enumerable property, so that JSON.stringify and spreads omit it. */
export function attachMetadata<Answer>(answer: Answer, gateway: GatewayMetadata): WithGateway<Answer> {
  if (typeof answer === 'object' && answer !== null && !('gateway' in answer))
    Object.defineProperty(answer, 'gateway', { value: gateway, enumerable: false })
  return answer as WithGateway<Answer>
}
