/**
 * Prometheus text format: counters, histograms, and sums over several processes. Hand-written because every request
 * updates about a dozen series: the usual client library takes 1 µs or more per update, this label trie about 50 ns.
 */

/** Callers choose label values such as model names. Beyond this many series per metric, values count as `other`. */
const MAX_SERIES = 2_000
const OTHER = 'other'

type Labels = readonly string[]

/** A node of the label trie: one level per label; the node of the last label holds the value. */
type TrieNode<Value> = { readonly next: Map<string, TrieNode<Value>>; value: Value | null }

abstract class Metric<Value> {
  /** In order of first use. */
  protected readonly series: { readonly labels: Labels; readonly value: Value }[] = []
  readonly #root: TrieNode<Value> = { next: new Map(), value: null }

  constructor(
    protected readonly name: string,
    protected readonly help: string,
    protected readonly labelNames: readonly string[],
  ) {}

  protected abstract initial(): Value

  protected seriesOf(labels: Labels): Value {
    const known = this.#find(labels)
    if (known !== null) return known
    if (this.series.length < MAX_SERIES) return this.#add(labels)
    const rest = this.labelNames.map(() => OTHER)
    return this.#find(rest) ?? this.#add(rest)
  }

  #find(labels: Labels): Value | null {
    let node: TrieNode<Value> | undefined = this.#root
    for (const label of labels) {
      node = node.next.get(label)
      if (node === undefined) return null
    }
    return node.value
  }

  #add(labels: Labels): Value {
    let node = this.#root
    for (const label of labels) {
      let next = node.next.get(label)
      if (next === undefined) {
        next = { next: new Map(), value: null }
        node.next.set(label, next)
      }
      node = next
    }
    const value = this.initial()
    node.value = value
    this.series.push({ labels, value })
    return value
  }

  protected head(type: string): string {
    return `# HELP ${this.name} ${this.help}\n# TYPE ${this.name} ${type}\n`
  }

  abstract text(): string
}

export class Counter extends Metric<{ count: number }> {
  add(labels: Labels, amount = 1): void {
    this.seriesOf(labels).count += amount
  }

  protected initial(): { count: number } {
    return { count: 0 }
  }

  text(): string {
    let text = this.head('counter')
    for (const { labels, value } of this.series)
      text += `${this.name}${labelText(this.labelNames, labels)} ${value.count}\n`
    return text
  }
}

type Buckets = { readonly counts: Float64Array; sum: number; count: number }

export class Histogram extends Metric<Buckets> {
  /** `bounds` are ascending, in the observed unit. */
  constructor(
    name: string,
    help: string,
    labelNames: readonly string[],
    private readonly bounds: readonly number[],
  ) {
    super(name, help, labelNames)
  }

  observe(labels: Labels, value: number): void {
    const series = this.seriesOf(labels)
    const { bounds } = this
    series.sum += value
    series.count++
    let bucket = 0
    while (bucket < bounds.length && value > bounds[bucket]!) bucket++
    if (bucket < bounds.length) series.counts[bucket]!++
  }

  protected initial(): Buckets {
    return { counts: new Float64Array(this.bounds.length), sum: 0, count: 0 }
  }

  text(): string {
    let text = this.head('histogram')
    const names = [...this.labelNames, 'le']
    for (const { labels, value } of this.series) {
      let below = 0
      for (const [i, bound] of this.bounds.entries()) {
        below += value.counts[i] ?? 0
        text += `${this.name}_bucket${labelText(names, [...labels, String(bound)])} ${below}\n`
      }
      text += `${this.name}_bucket${labelText(names, [...labels, '+Inf'])} ${value.count}\n`
      text += `${this.name}_sum${labelText(this.labelNames, labels)} ${value.sum}\n`
      text += `${this.name}_count${labelText(this.labelNames, labels)} ${value.count}\n`
    }
    return text
  }
}

export function gaugeText(
  name: string,
  help: string,
  value: number,
  labels: Readonly<Record<string, string>> = {},
): string {
  const names = Object.keys(labels)
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name}${labelText(names, Object.values(labels))} ${value}\n`
}

function labelText(names: readonly string[], values: Labels): string {
  if (names.length === 0) return ''
  return `{${names.map((name, i) => `${name}="${escaped(values[i] ?? '')}"`).join(',')}}`
}

/** Escapes a label value; model names are caller-supplied text. */
function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

/** For these metrics `sumMetrics` takes the minimum: adding times or build_info values makes no sense. */
const MINIMUM_OF: ReadonlySet<string> = new Set([
  'process_start_time_seconds',
  'gatehouse_build_info',
  'gatehouse_tls_certificate_expiry_time_seconds',
])

type ParsedMetric = { readonly head: string[]; readonly samples: Map<string, number>; isGauge: boolean }

export function sumMetrics(texts: readonly string[]): string {
  const [only] = texts
  return texts.length === 1 && only !== undefined ? only : write(read(texts))
}

/** Sums the counters of ended processes. Leaves out gauges, which describe a running process. */
export function sumCounters(texts: readonly string[]): string {
  const metrics = read(texts)
  for (const [name, { isGauge }] of metrics) if (isGauge) metrics.delete(name)
  return write(metrics)
}

function read(texts: readonly string[]): Map<string, ParsedMetric> {
  const metrics = new Map<string, ParsedMetric>()
  for (const text of texts) {
    let metric: ParsedMetric | null = null
    let name = ''
    for (const line of text.split('\n')) {
      const [, word, of] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
      if (word === 'HELP' && of !== undefined) {
        name = of
        metric = metrics.get(of) ?? { head: [], samples: new Map(), isGauge: false }
        metrics.set(of, metric)
        if (metric.head.length === 0) metric.head.push(line)
      } else if (word === 'TYPE' && metric) {
        if (metric.head.length === 1) metric.head.push(line)
        metric.isGauge = line.endsWith(' gauge')
      } else if (metric) addSample(metric, name, line)
    }
  }
  return metrics
}

/** Label values may contain spaces, so the number starts after the last space. */
function addSample({ samples }: ParsedMetric, name: string, line: string): void {
  const space = line.lastIndexOf(' ')
  if (space < 0) return
  const series = line.slice(0, space)
  const value = Number(line.slice(space + 1))
  const known = samples.get(series)
  if (known === undefined) samples.set(series, value)
  else samples.set(series, MINIMUM_OF.has(name) ? Math.min(known, value) : known + value)
}

function write(metrics: ReadonlyMap<string, ParsedMetric>): string {
  let text = ''
  for (const { head, samples } of metrics.values()) {
    text += `${head.join('\n')}\n`
    for (const [series, value] of samples) text += `${series} ${value}\n`
  }
  return text
}
