/** One colour per name on every page. A name keeps the colour it got first in this browser. */

const COLORS = 7
const KEPT = 'gatehouse.colors'
const MAX_NAMES = 200

const colors = new Map<string, number>(readKept())

/** "others" always has the eighth colour. */
export function seriesColor(name: string): string {
  if (name === 'others') return 'var(--series-8)'
  return `var(--series-${colors.get(name) ?? assign(name)})`
}

/** Colours of one chart. A name whose colour is already taken in the chart gets a free one, so that all differ. */
export function distinctColors(names: readonly string[]): readonly string[] {
  const free = new Set(Array.from({ length: COLORS }, (_, index) => `var(--series-${index + 1})`))
  return names.map((name) => {
    const own = seriesColor(name)
    const color = free.has(own) ? own : ([...free][0] ?? own)
    free.delete(color)
    return color
  })
}

/** The least used colour. If several are equally unused, the name's hash decides. */
function assign(name: string): number {
  let hash = 2_166_136_261
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 16_777_619)
  const uses = Array.from({ length: COLORS }, () => 0)
  for (const color of colors.values()) uses[color - 1] = (uses[color - 1] ?? 0) + 1
  const order = uses.map((_, index) => ((hash >>> 0) + index) % COLORS)
  const color = 1 + (order.find((index) => uses[index] === Math.min(...uses)) ?? 0)
  if (colors.size < MAX_NAMES) {
    colors.set(name, color)
    globalThis.localStorage?.setItem(KEPT, JSON.stringify([...colors]))
  }
  return color
}

function readKept(): [string, number][] {
  try {
    const kept: unknown = JSON.parse(globalThis.localStorage?.getItem(KEPT) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter(
      (one): one is [string, number] =>
        Array.isArray(one) && typeof one[0] === 'string' && Number.isInteger(one[1]) && one[1] >= 1 && one[1] <= COLORS,
    )
  } catch {
    return []
  }
}
