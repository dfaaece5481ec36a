/** The path grammar of drop_params (contract 1.2): `a.b`, `a[0].b`, `a[*].b[*].c`. */

const MAX_LENGTH = 256
const STEP = /([^.[\]]+)((?:\[(?:[0-9]{1,6}|\*)\])*)(\.|$)/y

/** `a[*].b` as ['a', '*', 'b'], or null when it is no such path. */
export function parseDropPath(text: string): readonly (string | number)[] | null {
  if (text.length > MAX_LENGTH) return null
  const steps: (string | number)[] = []
  let at = 0
  for (;;) {
    STEP.lastIndex = at
    const found = STEP.exec(text)
    if (found === null) return null
    const [, name, indexes, end] = found
    // '*' as a name would read as "every element"; `__proto__` is nobody's parameter.
    if (name === '*' || name === '__proto__') return null
    steps.push(name!)
    for (const [, index] of indexes!.matchAll(/\[([^\]]+)\]/g)) steps.push(index === '*' ? '*' : Number(index))
    if (end === '') return steps
    at = STEP.lastIndex
  }
}
