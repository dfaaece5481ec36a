/** An SVG path of straight segments over time; null values are gaps. */

export function pathOf(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let isDrawing = false
  const parts: string[] = []
  values.forEach((value, index) => {
    if (value !== null) parts.push(`${isDrawing ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    isDrawing = value !== null
  })
  return parts.join('')
}
