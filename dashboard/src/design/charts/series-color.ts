/** One colour per name, the same on every page: chosen by a hash of the name. "others" always has the eighth. */

const COLORS = 7

export function seriesColor(name: string): string {
  if (name === 'others') return 'var(--series-8)'
  let hash = 2_166_136_261
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 16_777_619)
  return `var(--series-${((hash >>> 0) % COLORS) + 1})`
}
