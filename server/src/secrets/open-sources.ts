/** Opens the sources of GATEWAY_SECRET_SOURCES, each with its own egress policy. */

import { readFileSync } from 'node:fs'
import { type CloudIdentities, identityOrigins } from '../core/ambient-identities.ts'
import { originOf } from '../core/request-url.ts'
import type { SecretSources, SourceSettings } from '../core/secrets/source-settings.ts'
import { createEgress, type Egress } from '../egress/send.ts'
import type { TokenSender } from '../providers/request-token.ts'
import { type SecretSource, SecretSourceError, type SourcePorts } from './secret-source.ts'
import { AwsSource } from './sources/aws-source.ts'
import { AzureSource } from './sources/azure-source.ts'
import { FileSource } from './sources/file-source.ts'
import { GcpSource } from './sources/gcp-source.ts'
import { KubernetesSource } from './sources/kubernetes-source.ts'
import { VaultSource } from './sources/vault-source.ts'

type OpenSources = { readonly sources: ReadonlyMap<string, SecretSource>; close(): void }

const IDENTITY_TERMS = { hasStoredCredential: false, trustedOrigin: null, isIdentityRequest: true }

export function openSources(
  settings: SecretSources,
  identities: CloudIdentities,
  now: () => number = Date.now,
): OpenSources {
  const opened: Egress[] = []
  const open = (one: SourceSettings): SecretSource => {
    if (one.type === 'file') return new FileSource(one)
    const ports = portsOf(one, identities, now, opened)
    switch (one.type) {
      case 'aws':
        return new AwsSource(one, ports, identities)
      case 'gcp':
        return new GcpSource(one, ports)
      case 'azure':
        return new AzureSource(one, ports, identities)
      case 'kubernetes':
        return new KubernetesSource(one, ports)
      default:
        return new VaultSource(one, ports)
    }
  }
  const sources = new Map(Object.entries(settings).map(([name, one]) => [name, opensOnce(() => open(one))] as const))
  return {
    sources,
    close() {
      for (const egress of opened) egress.close()
    },
  }
}

/** Opens the source on first use, so that a missing ca_file does not end the process at start. */
function opensOnce(open: () => SecretSource): SecretSource {
  let source: SecretSource | null = null
  return {
    async read(path) {
      source ??= open()
      return source.read(path)
    },
  }
}

/**
 * Private addresses are allowed only at the origins that the operator configured. Redirects are not followed, so a
 * credential is sent to its own origin only.
 */
function portsOf(
  one: Exclude<SourceSettings, { readonly type: 'file' }>,
  identities: CloudIdentities,
  now: () => number,
  opened: Egress[],
): SourcePorts {
  const isEverything = new Set(['aws', 'azure-managed', 'azure-workload'] as const)
  const metadata = one.type === 'gcp' ? [new URL(one.metadata_url).origin] : []
  const policy = {
    isLoopbackOpen: false,
    trustedHosts: [],
    ownPorts: [],
    stores: [],
    mockOrigin: null,
    identityOrigins: [...identityOrigins({ ...identities, allowed: isEverything }), ...metadata],
  }
  const egress = createEgress(policy, one.ca_file === undefined ? {} : { roots: readAuthorities(one.ca_file) })
  opened.push(egress)
  const trusted = new Set([one.url, identities.aws.sts, identities.azure.authority].flatMap(originsOf))
  const send: TokenSender = (request, signal) => {
    const origin = originOf(request.url)
    return egress.send(request, signal, {
      hasStoredCredential: true,
      trustedOrigin: trusted.has(origin) ? origin : null,
    })
  }
  return { send, sendToIdentity: (request, signal) => egress.send(request, signal, IDENTITY_TERMS), now }
}

function readAuthorities(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code = 'unknown error' } = error as { readonly code?: string }
    throw new SecretSourceError('unavailable', `cannot be used: its ca_file cannot be read (${code})`, { cause: error })
  }
}

function originsOf(url: string | null | undefined): readonly string[] {
  return url == null ? [] : [originOf(url)]
}
