/** Resolves the URL of a worker's entry file, in the source tree or inside the compiled binary. */

/** `path` is relative to server/src. Pass a string literal: the binary build finds worker entries by these calls. */
export function workerUrl(path: `${string}.ts`): URL {
  const isCompiled = import.meta.url.includes('/$bunfs/')
  if (!isCompiled) return new URL(`../../${path}`, import.meta.url)
  // In the compiled binary all modules share one base URL.
  return new URL(`./server/src/${path.slice(0, -'.ts'.length)}.js`, import.meta.url)
}
