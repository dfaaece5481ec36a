/** Decides whether callers may use custom hosts on the loopback interface of this machine. */

export type ListenerSettings = {
  readonly host: string
  readonly trustedProxies: readonly string[]
  readonly publicUrl: string | null
  readonly trustedHosts: readonly string[]
}

export type LoopbackAccess = {
  readonly isOpen: boolean
  /** One line for the start screen and `gatehouse doctor`. */
  readonly text: string
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i

/**
 * Open only if all callers are on this machine. A trusted proxy or a public URL means that callers can be elsewhere,
 * even if the gateway listens on loopback.
 */
export function loopbackAccess({ host, trustedProxies, publicUrl, trustedHosts }: ListenerSettings): LoopbackAccess {
  const isLocal = LOOPBACK_HOST.test(host)
  const causes = [
    ...(isLocal ? [] : [`GATEWAY_HOST is ${host}`]),
    ...(trustedProxies.length > 0 ? ['GATEWAY_TRUSTED_PROXIES is set'] : []),
    ...(publicUrl === null ? [] : ['GATEWAY_PUBLIC_URL is set']),
  ]
  if (causes.length === 0)
    return {
      isOpen: true,
      text: `custom hosts on this machine are allowed: only this machine reaches the gateway (GATEWAY_HOST is ${host})`,
    }
  const allowed = trustedHosts.length > 0 ? trustedHosts.join(', ') : 'none'
  return {
    isOpen: false,
    text: `custom hosts on this machine are not allowed: ${causes.join(', ')}; GATEWAY_TRUSTED_HOSTS allows: ${allowed}`,
  }
}
