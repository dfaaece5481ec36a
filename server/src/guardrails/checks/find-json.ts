/** Finds JSON in a text: the whole text, fenced code blocks, and objects or arrays between other words. */

/** Limits the recursion of code that reads the values. */
const MAX_DEPTH = 64
const MAX_FOUND = 64

/** The values that parse, at most 64, in the order of the text. */
export function findJson(text: string): readonly unknown[] {
  const whole = parse(text, 0, text.length)
  if (whole !== undefined) {
    const isTooDeep = typeof whole === 'object' && whole !== null && outermostBrackets(text).length === 0
    return isTooDeep ? [] : [whole]
  }
  const found: unknown[] = []
  for (const { start, end } of outermostBrackets(text)) {
    const value = parse(text, start, end)
    if (value !== undefined) found.push(value)
    if (found.length === MAX_FOUND) break
  }
  return found
}

function parse(text: string, start: number, end: number): unknown {
  if (!canBeginAt(text, start)) return undefined
  try {
    const value: unknown = JSON.parse(text.slice(start, end))
    return value
  } catch {
    return undefined
  }
}

/** Whether JSON can begin at an index. Avoids most failing calls of JSON.parse, whose exceptions take microseconds. */
function canBeginAt(text: string, start: number): boolean {
  let at = afterSpace(text, start)
  while (text.charCodeAt(at) === 0x5b) {
    at = afterSpace(text, at + 1)
    if (text.charCodeAt(at) === 0x5d) return true
  }
  const code = text.charCodeAt(at)
  if (code === 0x7b) {
    const first = text.charCodeAt(afterSpace(text, at + 1))
    return first === 0x22 || first === 0x7d
  }
  if (code === 0x22 || code === 0x2d || (code >= 0x30 && code <= 0x39)) return true
  return text.startsWith('true', at) || text.startsWith('false', at) || text.startsWith('null', at)
}

/** The index of the next character that is not JSON white space. */
function afterSpace(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
  }
  return at
}

type Brackets = { readonly start: number; readonly end: number; readonly depth: number }

/**
 * Pairs of brackets that are in no other pair. A bracket that never closes does not hide the pairs after it. Ignores
 * brackets in JSON strings. A line feed ends a string, because JSON strings cannot contain one.
 */
function outermostBrackets(text: string): readonly Brackets[] {
  const open: { at: number; close: number; depth: number }[] = []
  const found: Brackets[] = []
  let inString = false
  for (let at = firstBracket(text); at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at++
      else if (code === 0x22 || code === 0x0a) inString = false
      continue
    }
    if (code === 0x22) inString = open.length > 0
    else if (code === 0x7b || code === 0x5b) open.push({ at, close: code + 2, depth: 0 })
    else if (code === 0x7d || code === 0x5d) {
      const last = open.at(-1)
      if (last === undefined) continue
      // The closing bracket is of the wrong kind, so none of the open brackets starts JSON.
      if (last.close !== code) {
        open.length = 0
        continue
      }
      open.pop()
      const depth = last.depth + 1
      const outer = open.at(-1)
      if (outer !== undefined && outer.depth < depth) outer.depth = depth
      while (found.length > 0 && found.at(-1)!.start > last.at) found.pop()
      found.push({ start: last.at, end: at + 1, depth })
    }
  }
  return found.filter(({ depth }) => depth <= MAX_DEPTH)
}

/** Most texts have no bracket, and `indexOf` finds that out faster than the loop above. */
function firstBracket(text: string): number {
  const brace = text.indexOf('{')
  const bracket = text.indexOf('[')
  if (brace === -1) return bracket === -1 ? text.length : bracket
  return bracket === -1 ? brace : Math.min(brace, bracket)
}
