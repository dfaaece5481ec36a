/** A gateway that speaks TLS, with certificates of its own authority. */

import { readFileSync } from 'node:fs'
import { connect } from 'node:tls'
import type { ClientTls } from './call-options.ts'
import { type CertificateFiles, Pki } from './pki.ts'
import { type GatewayProcess, startGatewayProcess } from './start-gateway-process.ts'

export type TlsGateway = AsyncDisposable & {
  readonly gateway: GatewayProcess
  readonly pki: Pki
  readonly port: number
  /** The authority of the gateway's certificate. */
  readonly trust: ClientTls
  /** Call options with this client certificate. */
  as(files: CertificateFiles): ClientTls
  /** The output of `openssl s_client` for a connection on which it sends `input`. */
  sClient(words: readonly string[], input?: string): Promise<string>
  /** The common name of the certificate that a new connection gets. */
  served(): Promise<string>
}

type TlsGatewayOptions = {
  readonly pki?: Pki
  /** The certificate of the gateway. */
  readonly files?: CertificateFiles
  readonly descriptorLimit?: number
}

export async function startTlsGateway(
  environment: Readonly<Record<string, string>> = {},
  { pki = new Pki(), files = pki.server('first'), descriptorLimit }: TlsGatewayOptions = {},
): Promise<TlsGateway> {
  const trust = { ca: readFileSync(pki.path('ca.pem'), 'utf8') }
  const gateway = await startGatewayProcess({
    environment: { GATEWAY_TLS_CERT_FILE: files.cert, GATEWAY_TLS_KEY_FILE: files.key, ...environment },
    tls: trust,
    ...(descriptorLimit !== undefined && { descriptorLimit }),
  })
  const port = Number(new URL(gateway.url).port)

  async function sClient(words: readonly string[], input = ''): Promise<string> {
    const child = Bun.spawn(['openssl', 's_client', '-connect', `127.0.0.1:${port}`, ...words], {
      stdin: Buffer.from(input),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    return out + error
  }

  return {
    gateway,
    pki,
    port,
    trust,
    as: ({ cert, key }) => ({ ...trust, cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }),
    sClient,
    served: () => servedName(port),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      pki[Symbol.dispose]()
    },
  }
}

function servedName(port: number): Promise<string> {
  return new Promise((found, fail) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      found(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.on('error', fail)
  })
}
