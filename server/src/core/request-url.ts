/** Parses request URLs and Host headers. */

/** Splits `http://host/path?query`. Cheaper than a URL object, and never throws. */
export function splitUrl(url: string): { readonly pathname: string; readonly search: string } {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  if (start < 0) return { pathname: '/', search: '' }
  const query = url.indexOf('?', start)
  return query < 0
    ? { pathname: url.slice(start), search: '' }
    : { pathname: url.slice(start, query), search: url.slice(query) }
}

/** `https://host:8443` of a URL, as written. The text is not validated. */
export function originOf(url: string): string {
  const slash = url.indexOf('/', 8)
  return slash < 0 ? url : url.slice(0, slash)
}

/** Percent-decodes a URL part; returns invalid encodings unchanged. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `/models/gemini-2.5-pro:generateContent`, also with an encoded colon; tuned models, and endpoints of Vertex AI. */
const METHOD_PATH = /\/(models|tunedModels|endpoints)\/+((?:(?!%3a)[^/:])+)(?::|%3a)[a-z]+\/*$/i
/** Bedrock's `/model/{id}/converse`. Ids contain colons. */
const ACTION_PATH = /\/model\/+([^/]+)\/+[a-z-]+\/*$/i
const MODEL_PATH = /\/models\/([^/:]+)/

/** The model in the path, if the provider takes the model from there and ignores the body. */
export function modelDecidedByPath(path: string): string | null {
  const [, folder, name] = METHOD_PATH.exec(path) ?? []
  const model = name ?? ACTION_PATH.exec(path)?.[1]
  if (model === undefined) return null
  const isOwn = folder !== undefined && folder.toLowerCase() !== 'models'
  return isOwn ? `${folder}/${decodedPart(model)}` : decodedPart(model)
}

/** The model named in a path such as `/models/gemini-2.5-pro:generateContent`. */
export function modelInPath(path: string): string | null {
  const decided = modelDecidedByPath(path)
  if (decided !== null) return decided
  const model = MODEL_PATH.exec(path)?.[1]
  return model === undefined ? null : decodedPart(model)
}

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i

/** False for two Host headers: they arrive joined by a comma. */
export function isHost(host: string | null): boolean {
  return host === null || HOST.test(host)
}
