/** TLS health of this process: problems for /readyz, and metrics. */

import { gaugeText } from '../../observe/prometheus.ts'
import type { CertificateState, CertificateWatch } from './certificate-watch.ts'
import type { TlsCounts } from './tls-listener.ts'

export type TlsHealth = CertificateState & TlsCounts & { readonly problems: readonly string[] }

export function tlsHealth(watch: CertificateWatch, counts: TlsCounts): TlsHealth {
  return { ...watch.state, ...counts, problems: watch.problems() }
}

export function tlsText(health: TlsHealth | null): readonly string[] {
  if (health === null) return []
  return [
    gaugeText(
      'gatehouse_tls_certificate_expiry_time_seconds',
      'When the TLS certificate in use expires, in Unix time.',
      Math.floor(health.expiresAtMs / 1_000),
    ),
    gaugeText('gatehouse_tls_connections', 'TLS connections of clients.', health.connections),
    gaugeText('gatehouse_tls_handshakes_running', 'TLS handshakes in progress.', health.handshakes),
    gaugeText(
      'gatehouse_tls_handshakes_failed',
      'TLS handshakes that failed since the start.',
      health.handshakeFailures,
    ),
    gaugeText('gatehouse_tls_reloads', 'Times the TLS files were loaded again since the start.', health.reloads),
    gaugeText(
      'gatehouse_tls_reload_failures',
      'Times changed TLS files could not be used since the start.',
      health.reloadFailures,
    ),
  ]
}
