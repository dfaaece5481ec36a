/** Encodes long repetitions compactly, so that the stored corpus stays readable. */

import type { Case, Text } from './case.ts'

/** A short string repeated at least 32 times. */
const RUN = /([\s\S]{1,16}?)\1{31,}/g

export function compactCase(one: Case): Case {
  return {
    ...one,
    ...(one.raw !== undefined && { raw: compactText(one.raw) }),
    ...(one.path !== undefined && { path: compactText(one.path) }),
    ...(typeof one.config === 'string' && { config: compactText(one.config) }),
    ...(one.headers && { headers: one.headers.map(([name, value]) => [name, compactText(value)] as const) }),
    ...(one.body !== undefined && { body: compactText(one.body) }),
    ...(one.upstream && { upstream: { ...one.upstream, sends: one.upstream.sends.map(compactText) } }),
    expected: {
      ...one.expected,
      ...(one.expected.body !== undefined && { body: compactText(one.expected.body) }),
    },
  }
}

function compactText(text: Text): Text {
  if (Array.isArray(text)) return (text as readonly Text[]).flatMap((part) => compactText(part) as Text[])
  if (typeof text !== 'string') return text
  const parts: Text[] = []
  let from = 0
  for (const run of text.matchAll(RUN)) {
    const repeat = run[1]!
    if (run.index > from) parts.push(text.slice(from, run.index))
    parts.push({ repeat, times: run[0].length / repeat.length })
    from = run.index + run[0].length
  }
  if (parts.length === 0) return text
  if (from < text.length) parts.push(text.slice(from))
  return parts
}
