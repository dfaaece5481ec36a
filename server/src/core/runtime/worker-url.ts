/** Where a worker's code is: beside the other sources, or inside the compiled binary, where it is an entry of its own. */

/** `place` below server/src. Written out where it is called: the build of the binary looks for these calls. */
export function workerUrl(place: `${string}.ts`): URL {
  const isCompiled = import.meta.url.includes('/$bunfs/')
  if (!isCompiled) return new URL(`../../${place}`, import.meta.url)
  // In there all modules have the address of the program.
  return new URL(`./server/src/${place.slice(0, -'.ts'.length)}.js`, import.meta.url)
}
