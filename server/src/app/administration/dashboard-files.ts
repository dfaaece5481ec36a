/**
 * Serves the built dashboard: one index page for all routes; hashed, precompressed assets that browsers cache forever.
 */

import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { acceptsCoding, compressedResponse } from '../../core/compress-response.ts'
import { notFound } from '../route-request.ts'

const BUILT = resolve(import.meta.dir, '../../../../dashboard/dist')

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

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

export class DashboardFiles {
  readonly #assets = new Map<string, Uint8Array<ArrayBuffer> | null>()
  #page: { readonly text: string; readonly builtAtMs: number } | null = null

  constructor(private readonly folder = BUILT) {}

  /** Returns null if the path is not part of the dashboard. */
  respond(request: Request, pathname: string): Promise<Response> | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const [, name, ending] = ASSET.exec(pathname) ?? []
    if (name !== undefined && ending !== undefined) return this.#asset(request, name, ending)
    const wantsPage = request.headers.get('accept')?.includes('text/html') ?? false
    return wantsPage && !NOT_PAGES.test(pathname) ? this.#index(request) : null
  }

  async #index(request: Request): Promise<Response> {
    const path = join(this.folder, 'index.html')
    const built = await stat(path).catch(() => null)
    if (built === null) return notBuilt()
    // Picks up a new build at the next page load.
    if (this.#page?.builtAtMs !== built.mtimeMs) {
      this.#page = { text: await Bun.file(path).text(), builtAtMs: built.mtimeMs }
      this.#assets.clear()
    }
    const headers = {
      ...SECURITY_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-cache',
      vary: 'accept',
    }
    return compressedResponse(this.#page.text, headers, request.headers.get('accept-encoding'))
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
