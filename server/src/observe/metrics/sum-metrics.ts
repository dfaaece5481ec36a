/** Adds up the metrics of several processes, as Prometheus reads them: they answer on one port as if they were one. */

/** Of these a sum would be nonsense: all processes have the same version, and the gateway runs since the first one did. */
const LEAST: ReadonlySet<string> = new Set(['process_start_time_seconds', 'gatehouse_build_info'])

type Family = { readonly head: string[]; readonly samples: Map<string, number>; isGauge: boolean }

export function sumMetrics(texts: readonly string[]): string {
  const [only] = texts
  return texts.length === 1 && only !== undefined ? only : write(read(texts))
}

/** What a process that has ended goes on to count for: gauges tell of the present. */
export function sumCounters(texts: readonly string[]): string {
  const families = read(texts)
  for (const [name, { isGauge }] of families) if (isGauge) families.delete(name)
  return write(families)
}

function read(texts: readonly string[]): Map<string, Family> {
  const families = new Map<string, Family>()
  for (const text of texts) {
    let family: Family | null = null
    let name = ''
    for (const line of text.split('\n')) {
      const [, word, of] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
      if (word === 'HELP' && of !== undefined) {
        name = of
        family = families.get(of) ?? { head: [], samples: new Map(), isGauge: false }
        families.set(of, family)
        if (family.head.length === 0) family.head.push(line)
      } else if (word === 'TYPE' && family) {
        if (family.head.length === 1) family.head.push(line)
        family.isGauge = line.endsWith(' gauge')
      } else if (family) addSample(family, name, line)
    }
  }
  return families
}

/** Label values may hold spaces: the number is what follows the last one. */
function addSample({ samples }: Family, name: string, line: string): void {
  const space = line.lastIndexOf(' ')
  if (space < 0) return
  const series = line.slice(0, space)
  const value = Number(line.slice(space + 1))
  const known = samples.get(series)
  if (known === undefined) samples.set(series, value)
  else samples.set(series, LEAST.has(name) ? Math.min(known, value) : known + value)
}

function write(families: ReadonlyMap<string, Family>): string {
  let text = ''
  for (const { head, samples } of families.values()) {
    text += `${head.join('\n')}\n`
    for (const [series, value] of samples) text += `${series} ${value}\n`
  }
  return text
}
