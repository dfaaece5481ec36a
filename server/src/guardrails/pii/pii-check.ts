/** Builds the check that looks for personal data. */

import type { z } from 'zod'
import type { Span, SpanAction, SpanCheck } from '../check.ts'
import type { CompileContext } from '../compile-context.ts'
import { loadNames, NAME_TYPES } from './names.ts'
import { isSupportedCountry, loadPlans } from './numbering-plans.ts'
import type { FindingAction, piiParameters } from './pii-parameters.ts'
import { PII_TYPES, type PiiType, STRUCTURED_TYPES, TYPE_ALIASES } from './pii-types.ts'
import { type Found, PiiScanner } from './scan.ts'

/** A text with values of most types. Scanning it compiles their patterns. */
const SAMPLE = `Dr. Ann Xx lives in Rome, 12 Big Street, Apt. 5, Ab 12345. Via Xx 5, Hauptweg 3. Born on 1/2/1990, aged 46.
a@example.com +46 (0)8 928 571 38 4111 1111 1111 1112 GB29NWBK60161331926818 fe80::1 a://b:c@d 1.2.3.4 AB 12 34 56 C x1 `

export function compilePii(
  id: string,
  parameters: z.output<typeof piiParameters>,
  { refuse }: Pick<CompileContext, 'refuse'>,
): SpanCheck {
  const { action, replacement, phoneCountries } = parameters
  for (const [index, country] of phoneCountries.entries())
    if (!isSupportedCountry(country)) refuse(`phoneCountries[${index}]`, `no numbering plan is known for "${country}".`)
  const types = parameters.types?.map((name) =>
    name in TYPE_ALIASES ? TYPE_ALIASES[name as keyof typeof TYPE_ALIASES] : name,
  ) as readonly PiiType[] | undefined
  const wanted = new Set(types ?? STRUCTURED_TYPES)
  // Reading the lists and compiling the patterns takes up to 20 ms. Otherwise the first request would wait for it.
  if (wanted.has('PHONE_NUMBER')) loadPlans(phoneCountries)
  if (NAME_TYPES.some((type) => wanted.has(type))) loadNames()
  const scanner = new PiiScanner(wanted, phoneCountries)
  scanner.scan(SAMPLE, 0, false, null)
  scanner.scan(SAMPLE, 0, true, [])
  const actions = new Map<PiiType, SpanAction>(PII_TYPES.map((type) => [type, spanAction(action, type, replacement)]))
  return {
    kind: 'spans',
    id,
    messages: 'all',
    failsOnFinding: action === 'detect',
    find: (text, from) => {
      const found: Found[] = []
      scanner.scan(text, from, true, found)
      return found.map(
        (one): Span => ({
          start: one.start,
          end: one.end,
          label: one.type,
          action: actions.get(one.type) as SpanAction,
        }),
      )
    },
    settledUntil: (text, from) => scanner.scan(text, from, false, null),
  }
}

/** The action for one finding. */
export function spanAction(action: FindingAction, label: string, replacement: string): SpanAction {
  if (action === 'detect') return { kind: 'report' }
  return action === 'tokenise'
    ? { kind: 'tokenise' }
    : { kind: 'replace', text: replacement.replaceAll('{type}', label) }
}
