/** The check `containsCode`: whether a text has a fenced code block in a given language. */

import { z } from 'zod'
import type { Check } from '../check.ts'
import type { CompileContext } from '../compile-context.ts'
import { not } from './parameter-schemas.ts'
import { spanCheck } from './regex-checks.ts'
import { requireOfTexts } from './whole-check.ts'

/** The languages of Portkey's check, each with the names that may follow the fence. */
const FENCE_NAMES = {
  SQL: ['sql', 'mysql', 'postgresql', 'plsql', 'tsql'],
  Python: ['py', 'python', 'python3'],
  TypeScript: ['ts', 'typescript', 'tsx'],
  JavaScript: ['js', 'javascript', 'jsx', 'mjs'],
  Java: ['java'],
  'C#': ['cs', 'csharp', 'c\\#'],
  'C++': ['cpp', 'c\\+\\+', 'cxx'],
  C: ['c'],
  Ruby: ['rb', 'ruby'],
  PHP: ['php'],
  Swift: ['swift'],
  Kotlin: ['kt', 'kotlin'],
  Go: ['go', 'golang'],
  Rust: ['rs', 'rust'],
  Scala: ['scala'],
  R: ['r'],
  Perl: ['pl', 'perl'],
  Shell: ['sh', 'shell', 'bash', 'zsh', 'console'],
  HTML: ['html'],
  CSS: ['css'],
  XML: ['xml'],
  JSON: ['json', 'jsonc', 'json5'],
  YAML: ['yml', 'yaml'],
  Markdown: ['md', 'markdown'],
  Dockerfile: ['dockerfile', 'docker'],
} as const satisfies Record<string, readonly string[]>

const FENCES = ['```', '~~~']

type Format = keyof typeof FENCE_NAMES
const FORMATS = Object.keys(FENCE_NAMES) as Format[]

export const containsCodeParameters = z.strictObject({
  format: z
    .enum(FORMATS, { error: `one of ${FORMATS.join(', ')}` })
    .describe('The language of the code block that the text must contain.'),
  not,
})

/** The opening fence is enough, so that a block that is cut off is found too. */
export function compileContainsCode(
  id: string,
  parameters: z.output<typeof containsCodeParameters>,
  { refuse, patterns }: CompileContext,
): Check {
  const fence = `(?i)(?:${FENCES.join('|')})[ \\t]*(?:${FENCE_NAMES[parameters.format].join('|')})(?:[ \\t{][^\\n]*)?\\r?\\n`
  const pattern = patterns.compile(fence, (reason) => refuse('format', reason), FENCES)
  if (parameters.not) return spanCheck(id, pattern, 'code', { kind: 'report' }, true)
  return requireOfTexts(id, false, (text) => {
    const isMet = pattern.matches(text)
    return { isMet, data: { explanation: `The text has ${isMet ? 'a' : 'no'} code block of ${parameters.format}.` } }
  })
}
