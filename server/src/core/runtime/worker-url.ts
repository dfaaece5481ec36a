/** Resolves the URL of a worker's entry file, in the source tree or in a bundle. */

const isBundled = !import.meta.url.endsWith('/worker-url.ts')

/** `path` is relative to server/src. Pass a string literal: the builds find worker entries by these calls. */
export function workerUrl(path: `${string}.ts`): URL {
  if (!isBundled) return new URL(`../../${path}`, import.meta.url)
  // All entry files of a bundle are in one folder.
  const name = path.slice(path.lastIndexOf('/') + 1, -'.ts'.length)
  return new URL(`./${name}.js`, import.meta.url)
}
