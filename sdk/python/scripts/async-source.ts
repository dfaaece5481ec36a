/** Writes _async_resources/ from _resources/: the same endpoints, awaited. Only _resources/ is maintained by hand. */

/** Classes used by the endpoints that also exist in an async version, such as `AsyncStream`. */
const TWINS = ['Transport', 'Stream', 'RawAnswer']

/** Returns sources by file name, like `sources`. */
export function asyncResources(sources: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const classes = Object.values(sources).flatMap((source) => [...source.matchAll(/^class (\w+)/gm)])
  const names = [...classes.map((match) => match[1] ?? ''), ...TWINS]
  return Object.fromEntries(Object.entries(sources).map(([file, source]) => [file, awaited(file, source, names)]))
}

function awaited(file: string, source: string, names: readonly string[]): string {
  const title = /^"""(.*) \(synchronous\)\."""$/m.exec(source)?.[1] ?? 'The endpoints'
  const heading = `"""GENERATED from _resources/${file}: ${title.charAt(0).toLowerCase()}${title.slice(1)} (async)."""`
  const [, ...rest] = source.split('\n')
  const withTwins = names.reduce(
    (text, name) => text.replace(new RegExp(`(?<![\\w.])${name}\\b`, 'g'), `Async${name}`),
    rest.join('\n'),
  )
  const body = withTwins
    .replace('from .._transport import AsyncTransport', 'from .._async_transport import AsyncTransport')
    .replace(/^ {4}def (?!_)/gm, '    async def ')
    .replace(
      /return self\._transport\.stream\(([^)]*)\) if stream else self\._transport\.json\(([^)]*)\)/g,
      'return await (self._transport.stream($1) if stream else self._transport.json($2))',
    )
    .replace(/return (self\._transport\.)/g, 'return await $1')
  return `${heading}\n${body}`
}
