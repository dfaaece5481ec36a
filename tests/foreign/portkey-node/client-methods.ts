/** Lists the methods of the portkey-ai package that call the admin API. */

import { Portkey } from 'portkey-ai'

/** The resources of the client that the OpenAI package does not have. `batches` adds one method to OpenAI's. */
const OWN_RESOURCES = [
  'admin',
  'analytics',
  'apiKeys',
  'collections',
  'configs',
  'feedback',
  'generations',
  'guardrails',
  'integrations',
  'labels',
  'logs',
  'mcpIntegrations',
  'mcpServers',
  'prompts',
  'providers',
  'virtualKeys',
] as const

const INFERENCE_RESOURCES = [
  'audio',
  'batches',
  'beta',
  'chat',
  'completions',
  'containers',
  'conversations',
  'embeddings',
  'evals',
  'files',
  'fineTuning',
  'images',
  'models',
  'moderations',
  'realtime',
  'responses',
  'uploads',
  'vectorStores',
  'videos',
  'webhooks',
]

const PLAIN_METHODS = ['batches.output', 'delete', 'get', 'post', 'put']

export function controlPlaneMethods(): string[] {
  const client = new Portkey({ apiKey: 'unused', baseURL: 'http://gateway.invalid/v1' })
  return [...OWN_RESOURCES.flatMap((name) => methodsOf(client[name], name)), ...PLAIN_METHODS].sort()
}

/** The object that has the method with this path. */
export function resourceOf(client: Portkey, method: string): object {
  const path = method.split('.').slice(0, -1)
  return path.reduce<object>((resource, name) => (resource as Readonly<Record<string, object>>)[name]!, client)
}

/** Resources of the client that are in neither list, because a new version of the package added them. */
export function unknownResources(): string[] {
  const client = new Portkey({ apiKey: 'unused', baseURL: 'http://gateway.invalid/v1' })
  const known = new Set<string>([...OWN_RESOURCES, ...INFERENCE_RESOURCES])
  return Object.entries(client)
    .filter(([name, value]) => isObject(value) && !name.endsWith('Headers') && !known.has(name))
    .map(([name]) => name)
}

function methodsOf(resource: object, path: string): string[] {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter((name) => name !== 'constructor')
  const nested = Object.entries(resource).filter(([name, value]) => name !== 'client' && isObject(value))
  return [
    ...own.map((name) => `${path}.${name}`),
    ...nested.flatMap(([name, value]) => methodsOf(value as object, `${path}.${name}`)),
  ]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
