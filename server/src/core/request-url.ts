/** A request's address as it arrived: its path, its query, and whether its Host is one. */

/** `url` is what the server gives: http://host/path?query. Cheaper than a URL object, and never throws. */
export function splitUrl(url: string): { readonly pathname: string; readonly search: string } {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  if (start < 0) return { pathname: '/', search: '' }
  const query = url.indexOf('?', start)
  return query < 0
    ? { pathname: url.slice(start), search: '' }
    : { pathname: url.slice(start, query), search: url.slice(query) }
}

/** A part of an address with its escapes read; what is no valid encoding stays as it is. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Some providers are told the model by their path: `/models/gemini-2.5-pro:generateContent`. */
export function modelInPath(path: string): string | null {
  const model = /\/models?\/([^/:]+)/.exec(path)?.[1]
  return model === undefined ? null : decodedPart(model)
}

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i

/** Two Host headers arrive joined by a comma, and so are none. */
export function isHost(host: string | null): boolean {
  return host === null || HOST.test(host)
}
