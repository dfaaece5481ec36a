/**
 * Serves the built dashboard: one index page for all routes; hashed, precompressed assets that browsers cache forever.
 */

import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { acceptsCoding, compressedResponse } from '../../core/compress-response.ts'
import { notFound } from '../route-request.ts'

const BUILT = resolve(import.meta.dir, '../../../../dashboard/dist')

/** Placeholder in the head of the built page, replaced with the output of `embedded`. */
const SESSION = '<!--session-->'
const INLINE_SCRIPT = /<script>(.*?)<\/script>/s
/** The first page after sign-in. */
const HOME = '/overview'

const policyOf = (script: string) => [
  "default-src 'none'",
  `script-src 'self' 'sha256-${new Bun.CryptoHasher('sha256').update(script).digest('base64')}'`,
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
]

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** Only names the build produces: no subfolders and no `..`, so no path traversal. */
const ASSET = /^\/assets\/([A-Za-z0-9_-]+\.(js|css|svg|woff2))$/

/** Paths that are never dashboard routes, even if the browser accepts HTML. */
const NOT_PAGES =
  /^\/(v1|docs|assets|schemas)(\/|$)|^\/(healthz|readyz|metrics|openapi\.json|favicon\.ico|robots\.txt)$/

type Index = {
  readonly text: string
  readonly policy: string
  /** Scripts to preload, by the first path segment (`/logs`). */
  readonly preloads: Readonly<Record<string, readonly string[]>>
  readonly builtAtMs: number
}

/** The response of GET /v1/sessions/current. Null: not signed in. Undefined: unknown. */
type FindCaller = (request: Request) => Promise<object | null | undefined>

export class DashboardFiles {
  readonly #assets = new Map<string, Uint8Array<ArrayBuffer> | null>()
  #built: Index | null = null

  constructor(
    private readonly findCaller: FindCaller,
    private readonly folder = BUILT,
  ) {}

  /** Returns null if the path is not part of the dashboard. */
  respond(request: Request, pathname: string): Promise<Response> | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const [, name, ending] = ASSET.exec(pathname) ?? []
    if (name !== undefined && ending !== undefined) return this.#asset(request, name, ending)
    const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false
    return wantsPage && !NOT_PAGES.test(pathname) ? this.#index(request, pathname) : null
  }

  async #index(request: Request, pathname: string): Promise<Response> {
    const index = await this.#readIndex()
    if (index === null) return notBuilt()
    const caller = await this.findCaller(request)
    const text =
      caller === undefined ? index.text : index.text.replace(SESSION, () => embedded(index, pathname, caller))
    const headers = {
      ...SECURITY_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': index.policy,
      // Otherwise Back and Forward could show a page with an outdated session.
      'cache-control': 'no-store',
      vary: 'accept, cookie',
    }
    return compressedResponse(text, headers, request.headers.get('accept-encoding'))
  }

  /** Picks up a new build at the next page load. */
  async #readIndex(): Promise<Index | null> {
    const path = join(this.folder, 'index.html')
    const file = await stat(path).catch(() => null)
    if (file === null) return null
    if (this.#built?.builtAtMs === file.mtimeMs) return this.#built
    const text = await Bun.file(path).text()
    const preloads = await Bun.file(join(this.folder, 'preloads.json')).json()
    const [, script = ''] = INLINE_SCRIPT.exec(text) ?? []
    this.#assets.clear()
    this.#built = { text, preloads, policy: policyOf(script).join('; '), builtAtMs: file.mtimeMs }
    return this.#built
  }

  async #asset(request: Request, name: string, ending: string): Promise<Response> {
    const coding = codingFor(request.headers.get('accept-encoding') ?? '')
    const bytes = await this.#read(coding === null ? name : `${name}.${coding.ending}`)
    if (bytes === null) return notFound(`/assets/${name}`, '')
    return new Response(bytes, {
      headers: {
        ...SECURITY_HEADERS,
        'content-type': TYPES[ending] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(coding && { 'content-encoding': coding.name }),
      },
    })
  }

  async #read(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const known = this.#assets.get(name)
    if (known !== undefined) return known
    const bytes = await Bun.file(join(this.folder, 'assets', name))
      .bytes()
      .catch(() => null)
    // Missing files are not cached: a client could request an unlimited number of names.
    if (bytes !== null) this.#assets.set(name, bytes)
    return bytes
  }
}

/** Preload links for the page's scripts, and the caller as JSON. Both save the browser round trips. */
function embedded({ preloads }: Index, pathname: string, caller: object | null): string {
  const page = pathname === '/' ? HOME : `/${pathname.split('/')[1]}`
  const scripts = caller !== null && Object.hasOwn(preloads, page) ? (preloads[page] ?? []) : []
  const links = scripts.map((name) => `<link rel="modulepreload" href="/assets/${name}">`)
  // Only `<` could end the script element.
  const json = JSON.stringify(caller).replaceAll('<', '\\u003c')
  return [...links, `<script type="application/json" id="caller">${json}</script>`].join('\n    ')
}

function codingFor(accepted: string): { readonly name: string; readonly ending: string } | null {
  const isAccepted = (name: string) => acceptsCoding(accepted, name)
  if (isAccepted('br')) return { name: 'br', ending: 'br' }
  return isAccepted('gzip') ? { name: 'gzip', ending: 'gz' } : null
}

function notBuilt(): Response {
  const text = 'The dashboard is not built.\n\nStart with "npm start", or run "npm run build:dashboard" and reload.\n'
  return new Response(text, {
    status: 503,
    headers: { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  })
}
