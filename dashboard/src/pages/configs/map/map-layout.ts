/** Layout of the map: one column per level, leaves stacked, parents centred on their children. */

import { allNodes, type StrategyNode } from './strategy-tree.ts'

export const BOX_WIDTH = 150
const LOW = 64
/** Box height with a second line of policies. */
const HIGH = 80
/** Space for edge labels between two columns; conditions are longer. */
const GAP = 72
const WIDE_GAP = 116
const ROW_GAP = 12
const MARGIN = 4

export type Box = { readonly node: StrategyNode; readonly x: number; readonly y: number; readonly parent: Box | null }

export type MapLayout = {
  readonly boxes: readonly Box[]
  readonly boxHeight: number
  readonly width: number
  readonly height: number
}

export function layOut(root: StrategyNode): MapLayout {
  const boxes: Box[] = []
  const boxHeight = allNodes(root).some((node) => node.badges.length > 2) ? HIGH : LOW
  let nextRow = MARGIN
  const heights = new Map<StrategyNode, number>()
  const measure = (node: StrategyNode): number => {
    const rows = node.children.map(measure)
    const first = rows[0]
    const last = rows.at(-1)
    const y = first === undefined || last === undefined ? nextRow : (first + last) / 2
    if (first === undefined) nextRow += boxHeight + ROW_GAP
    heights.set(node, y)
    return y
  }
  measure(root)
  const columns = columnStarts(root)
  const place = (node: StrategyNode, level: number, parent: Box | null) => {
    const box = { node, x: columns[level] ?? 0, y: heights.get(node) ?? 0, parent }
    boxes.push(box)
    for (const child of node.children) place(child, level + 1, box)
  }
  place(root, 0, null)
  const right = Math.max(...boxes.map((box) => box.x)) + BOX_WIDTH + MARGIN
  return { boxes, boxHeight, width: right, height: nextRow - ROW_GAP + MARGIN }
}

function columnStarts(root: StrategyNode): number[] {
  const starts: number[] = []
  let x = MARGIN
  for (let level: readonly StrategyNode[] = [root]; level.length > 0; level = level.flatMap((node) => node.children)) {
    starts.push(x)
    x += BOX_WIDTH + (level.some((node) => node.kind === 'conditional') ? WIDE_GAP : GAP)
  }
  return starts
}

/** From the right side of the parent to the left side of the child. */
export function edgePath({ parent, x, y }: Box, boxHeight: number): string {
  if (!parent) return ''
  const from = { x: parent.x + BOX_WIDTH, y: parent.y + boxHeight / 2 }
  const to = { x, y: y + boxHeight / 2 }
  const bend = from.x + 16
  return `M${from.x} ${from.y} C${bend} ${from.y} ${from.x + 4} ${to.y} ${bend + 6} ${to.y} L${to.x} ${to.y}`
}
