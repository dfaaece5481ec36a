/** Parses the paths of drop_params: `a.b`, `a[0].b`, `a[*].b[*].c`. */

const MAX_LENGTH = 256
const STEP = /([^.[\]]+)((?:\[(?:[0-9]{1,6}|\*)\])*)(\.|$)/y

/** `a[*].b` becomes ['a', '*', 'b']; null if the path is invalid. */
export function parseDropPath(text: string): readonly (string | number)[] | null {
  if (text.length > MAX_LENGTH) return null
  const steps: (string | number)[] = []
  let at = 0
  for (;;) {
    STEP.lastIndex = at
    const found = STEP.exec(text)
    if (found === null) return null
    const [, name, indexes, end] = found
    // As a step, '*' means every element, so it cannot be a name. No parameter is called `__proto__`.
    if (name === '*' || name === '__proto__') return null
    steps.push(name!)
    for (const [, index] of indexes!.matchAll(/\[([^\]]+)\]/g)) steps.push(index === '*' ? '*' : Number(index))
    if (end === '') return steps
    at = STEP.lastIndex
  }
}
