/**
 * Counters and histograms in the text form Prometheus reads. Written here because every request touches a dozen of them:
 * the usual library takes a microsecond or more for each, a look-up by joined labels a tenth of that.
 */

/** Names that callers choose (models) must not fill our memory: beyond these they count as `other`. */
const MAX_SERIES = 2_000
const OTHER = 'other'

type Labels = readonly string[]

abstract class Family<Value> {
  protected readonly series = new Map<string, { readonly labels: Labels; readonly value: Value }>()

  constructor(
    protected readonly name: string,
    protected readonly help: string,
    protected readonly labelNames: readonly string[],
  ) {}

  protected of(labels: Labels, make: () => Value): Value {
    const key = labels.join('\0')
    const known = this.series.get(key)
    if (known) return known.value
    if (this.series.size >= MAX_SERIES) {
      const rest = this.labelNames.map(() => OTHER)
      return this.series.get(rest.join('\0'))?.value ?? this.#add(rest, make())
    }
    return this.#add(labels, make())
  }

  #add(labels: Labels, value: Value): Value {
    this.series.set(labels.join('\0'), { labels, value })
    return value
  }

  protected head(type: string): string {
    return `# HELP ${this.name} ${this.help}\n# TYPE ${this.name} ${type}\n`
  }

  abstract text(): string
}

export class Counter extends Family<{ count: number }> {
  add(labels: Labels, amount = 1): void {
    this.of(labels, () => ({ count: 0 })).count += amount
  }

  text(): string {
    let text = this.head('counter')
    for (const { labels, value } of this.series.values())
      text += `${this.name}${labelText(this.labelNames, labels)} ${value.count}\n`
    return text
  }
}

type Buckets = { readonly counts: Float64Array; sum: number; count: number }

export class Histogram extends Family<Buckets> {
  /** `bounds` in the unit that is observed, ascending. */
  constructor(
    name: string,
    help: string,
    labelNames: readonly string[],
    private readonly bounds: readonly number[],
  ) {
    super(name, help, labelNames)
  }

  observe(labels: Labels, value: number): void {
    const series = this.of(labels, () => ({ counts: new Float64Array(this.bounds.length), sum: 0, count: 0 }))
    series.sum += value
    series.count++
    const bucket = this.bounds.findIndex((bound) => value <= bound)
    if (bucket >= 0) series.counts[bucket]!++
  }

  text(): string {
    let text = this.head('histogram')
    const names = [...this.labelNames, 'le']
    for (const { labels, value } of this.series.values()) {
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

/** A model's name is the caller's text. */
function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
