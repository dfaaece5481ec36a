/** Writes _async_resources.py from _resources.py: the same endpoints, awaited. One of the two is enough to maintain. */

/** Classes of this module, and what they use that has a twin for async programs. */
const TWINS = ['Transport', 'Stream', 'RawAnswer']

export function asyncResourcesSource(source: string): string {
  const own = [...source.matchAll(/^class (\w+)/gm)].map((match) => match[1] ?? '')
  const withTwins = [...own, ...TWINS].reduce(
    (text, name) => text.replace(new RegExp(`(?<![\\w.])${name}\\b`, 'g'), `Async${name}`),
    source.replace(/^""".*"""$/m, '"""GENERATED from _resources.py: the endpoints, for async programs."""'),
  )
  return withTwins
    .replace('from ._transport import AsyncTransport', 'from ._async_transport import AsyncTransport')
    .replace(/^ {4}def (?!_)/gm, '    async def ')
    .replace(
      /return self\._transport\.stream\(request\) if stream else self\._transport\.json\(([^)]*)\)/g,
      'return await (self._transport.stream(request) if stream else self._transport.json($1))',
    )
    .replace(/return (self\._transport\.)/g, 'return await $1')
}
