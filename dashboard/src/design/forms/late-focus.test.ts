import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = join(import.meta.dir, '../..')
const MOVES = /\.(focus|select|showModal|scrollIntoView)\(/

/** The source text of each call of the function, up to its closing parenthesis. */
function callsOf(name: string, text: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${name}\\(`, 'g'))].map(({ index }) => {
    let depth = 0
    let end = index
    do {
      const character = text[end++]
      if (character === '(') depth++
      else if (character === ')') depth--
    } while (depth > 0 || text[end - 1] !== ')')
    return text.slice(index, end)
  })
}

// Preact runs `useEffect` after the next frame. A user or a test may be typing into another input by then.
test('the focus moves in layout effects only, never after the page was painted', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  const sources = files
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => [path, readFileSync(join(SOURCE, path), 'utf8')] as const)
  const calls = (name: string) => sources.flatMap(([path, text]) => callsOf(name, text).map((call) => ({ path, call })))
  expect(calls('useLayoutEffect').filter(({ call }) => MOVES.test(call)).length).toBeGreaterThan(5)
  // Effects that only add a listener are allowed: the listener moves the focus on a user action.
  const late = [...calls('useEffect'), ...calls('requestAnimationFrame')].filter(
    ({ call }) => MOVES.test(call) && !call.includes('addEventListener'),
  )
  expect(late).toEqual([])
})
