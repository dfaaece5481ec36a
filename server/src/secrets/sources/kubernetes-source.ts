/** Secrets of a Kubernetes namespace, by API. https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/secret-v1/ */

import { isObject } from '../../core/json.ts'
import type { KubernetesSettings } from '../../core/secrets/source-settings.ts'
import { readPrivateFile } from '../read-private-file.ts'
import { getRequest, requestJson, storeRefusal, timeOf } from '../request-json.ts'
import { type SecretSource, SecretSourceError, type SourcePorts, type StoredSecret } from '../secret-source.ts'

export class KubernetesSource implements SecretSource {
  constructor(
    private readonly settings: KubernetesSettings,
    private readonly ports: SourcePorts,
  ) {}

  async read(path: string): Promise<StoredSecret> {
    if (!/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/.test(path))
      throw new SecretSourceError('invalid', 'has no such secret: names are a-z, 0-9, - and .')
    const { url, namespace, token_file: tokenFile } = this.settings
    // Read each time: the cluster replaces the token.
    const token = await readPrivateFile(tokenFile, 'token_file')
    const address = `${url}/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets/${path}`
    const { status, body } = await requestJson(
      this.ports.send,
      getRequest(address, { authorization: `Bearer ${token}` }),
    )
    if (status !== 200) throw storeRefusal(status)
    const fields = new Map<string, string>()
    for (const [name, value] of Object.entries(isObject(body['data']) ? body['data'] : {}))
      if (typeof value === 'string') fields.set(name, Buffer.from(value, 'base64').toString('utf8'))
    const metadata = isObject(body['metadata']) ? body['metadata'] : {}
    const { resourceVersion: version, creationTimestamp: created, managedFields } = metadata
    return {
      content: fields,
      version: typeof version === 'string' ? version : null,
      rotatedAtMs: lastWrite(managedFields) ?? timeOf(created),
    }
  }
}

function lastWrite(managedFields: unknown): number | null {
  if (!Array.isArray(managedFields)) return null
  const times = managedFields.flatMap((one: unknown) => (isObject(one) ? [timeOf(one['time'])] : []))
  const known = times.filter((timeMs) => timeMs !== null)
  return known.length === 0 ? null : Math.max(...known)
}
