/** The endpoints the gateway understands, one row each. Every other path under /v1 is passed through to a provider. */

type BodyKind = 'json' | 'multipart' | 'none'

export type EndpointRow = {
  readonly name: string
  readonly method: string
  /** Path after /v1; `{id}` matches one segment. */
  readonly path: string
  readonly body: BodyKind
  /** True if the endpoint can return an event stream. */
  readonly streams: boolean
}

const ROWS = [
  { name: 'chat.completions', method: 'POST', path: '/chat/completions', body: 'json', streams: true },
  { name: 'completions', method: 'POST', path: '/completions', body: 'json', streams: true },
  { name: 'embeddings', method: 'POST', path: '/embeddings', body: 'json', streams: false },
  { name: 'audio.speech', method: 'POST', path: '/audio/speech', body: 'json', streams: true },
  { name: 'audio.transcriptions', method: 'POST', path: '/audio/transcriptions', body: 'multipart', streams: true },
  { name: 'audio.translations', method: 'POST', path: '/audio/translations', body: 'multipart', streams: false },
  { name: 'images.generations', method: 'POST', path: '/images/generations', body: 'json', streams: true },
  { name: 'images.edits', method: 'POST', path: '/images/edits', body: 'multipart', streams: true },
  { name: 'moderations', method: 'POST', path: '/moderations', body: 'json', streams: false },
  { name: 'messages', method: 'POST', path: '/messages', body: 'json', streams: true },
  { name: 'messages.count_tokens', method: 'POST', path: '/messages/count_tokens', body: 'json', streams: false },
  { name: 'responses', method: 'POST', path: '/responses', body: 'json', streams: true },
  { name: 'responses.input_tokens', method: 'POST', path: '/responses/input_tokens', body: 'json', streams: false },
  { name: 'responses.read', method: 'GET', path: '/responses/{id}', body: 'none', streams: true },
  { name: 'responses.delete', method: 'DELETE', path: '/responses/{id}', body: 'none', streams: false },
  { name: 'responses.cancel', method: 'POST', path: '/responses/{id}/cancel', body: 'none', streams: false },
  { name: 'responses.inputs', method: 'GET', path: '/responses/{id}/input_items', body: 'none', streams: false },
  { name: 'models', method: 'GET', path: '/models', body: 'none', streams: false },
  { name: 'models.read', method: 'GET', path: '/models/{id}', body: 'none', streams: false },
  { name: 'files.create', method: 'POST', path: '/files', body: 'multipart', streams: false },
  { name: 'files', method: 'GET', path: '/files', body: 'none', streams: false },
  { name: 'files.read', method: 'GET', path: '/files/{id}', body: 'none', streams: false },
  { name: 'files.delete', method: 'DELETE', path: '/files/{id}', body: 'none', streams: false },
  { name: 'files.content', method: 'GET', path: '/files/{id}/content', body: 'none', streams: false },
  { name: 'batches.create', method: 'POST', path: '/batches', body: 'json', streams: false },
  { name: 'batches', method: 'GET', path: '/batches', body: 'none', streams: false },
  { name: 'batches.read', method: 'GET', path: '/batches/{id}', body: 'none', streams: false },
  { name: 'batches.cancel', method: 'POST', path: '/batches/{id}/cancel', body: 'none', streams: false },
] as const satisfies readonly EndpointRow[]

/** Google's format. Its paths are in gemini-paths.ts. */
export type GeminiEndpointName =
  | 'gemini.generate'
  | 'gemini.stream'
  | 'gemini.count'
  | 'gemini.embed'
  | 'gemini.embedMany'
  | 'gemini.models'
  | 'gemini.models.read'

/** `tokens.count` has no route: requests that count tokens are translated to it from the caller's format. */
export type EndpointName =
  | (typeof ROWS)[number]['name']
  | GeminiEndpointName
  | 'prompts.completions'
  | 'tokens.count'
  | 'realtime'
  | 'responses.websocket'
  | 'live'
  | 'proxy'

export type Endpoint = Omit<EndpointRow, 'name'> & { readonly name: EndpointName }

export const ENDPOINTS: readonly Endpoint[] = ROWS

/** Used for every path that has no row above. */
export const PROXY: Endpoint = { name: 'proxy', method: '*', path: '*', body: 'none', streams: true }

/** WebSocket endpoints, by protocol. The paths are the provider's. */
export const SOCKET_ENDPOINTS = {
  realtime: { name: 'realtime', method: 'GET', path: '/realtime', body: 'none', streams: true },
  responses: { name: 'responses.websocket', method: 'GET', path: '/responses', body: 'none', streams: true },
  live: { name: 'live', method: 'GET', path: '/ws/{service}', body: 'none', streams: true },
} as const satisfies Record<string, Endpoint>

/** `realtime`, `responses`: OpenAI's. `live`: Gemini's. `opaque`: any other; its messages are not read. */
export type SocketProtocol = keyof typeof SOCKET_ENDPOINTS | 'opaque'

/** Exists only in the gateway: it renders a saved prompt and continues as one of `COMPLETIONS`. */
export const PROMPT_COMPLETIONS: Endpoint = {
  name: 'prompts.completions',
  method: 'POST',
  path: '/prompts/{id}/completions',
  body: 'json',
  streams: true,
}

/** The endpoint a rendered prompt is sent to, by prompt kind. */
export const COMPLETIONS: Readonly<Record<'chat' | 'text', Endpoint>> = { chat: ROWS[0], text: ROWS[1] }

const exact = new Map<string, Endpoint>()
const withId: { readonly method: string; readonly pattern: RegExp; readonly row: Endpoint }[] = []
/** Older path of prompt completions for Portkey clients, which repeat /v1 if their base URL ends with /v1. */
const PROMPT_GENERATE: readonly Endpoint[] = ['/prompts/{id}/generate', '/v1/prompts/{id}/generate'].map((path) => ({
  ...PROMPT_COMPLETIONS,
  path,
}))

for (const row of [...ROWS, PROMPT_COMPLETIONS, ...PROMPT_GENERATE]) {
  if (!row.path.includes('{id}')) exact.set(`${row.method} ${row.path}`, row)
  else withId.push({ method: row.method, pattern: new RegExp(`^${row.path.replace('{id}', idPattern(row))}$`), row })
}

/** Some clients do not encode the slash in the model `@slug/model`. */
function idPattern({ name }: Endpoint): string {
  return name === 'models.read' ? '(?:[^/]+|@[^/]+/.+)' : '[^/]+'
}

const paths = new Map<string, string>(ROWS.map((row) => [row.name, row.path]))

/** For endpoints without `{id}` in their path. */
export function pathOf(name: EndpointName): string {
  return paths.get(name) ?? '/'
}

export function isGeminiEndpoint(name: EndpointName): name is GeminiEndpointName {
  return name.startsWith('gemini.')
}

/** The endpoint of `GET /v1/models`. */
export const MODELS: Endpoint = ROWS.find(({ name }) => name === 'models')!

/** `path` is the part after /v1, without the query. */
export function findEndpoint(method: string, path: string): Endpoint {
  const row = exact.get(`${method} ${path}`)
  if (row) return row
  for (const entry of withId) if (entry.method === method && entry.pattern.test(path)) return entry.row
  return PROXY
}
