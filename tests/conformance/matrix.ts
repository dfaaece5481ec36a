/** The table of what is tested: every cell of it is one test, and the docs are written from it. */

import { SUBJECTS, type Subject } from './subject.ts'

export const FEATURES = [
  'plain',
  'stream',
  'tools',
  'tools streamed',
  'image in',
  'JSON schema',
  'error',
  'usage',
] as const
export type Feature = (typeof FEATURES)[number]

export const ENDPOINTS = ['chat/completions', 'messages', 'responses', 'embeddings'] as const
export type EndpointPath = (typeof ENDPOINTS)[number]

export type Cell = { readonly subject: Subject; readonly endpoint: EndpointPath; readonly feature: Feature }

/** What an embeddings endpoint can have. */
const EMBEDDING_FEATURES: ReadonlySet<Feature> = new Set<Feature>(['plain', 'error', 'usage'])

function hasCell({ subject, endpoint, feature }: Cell): boolean {
  if (endpoint !== 'embeddings') return true
  if (feature === 'usage' && !subject.countsEmbeddings) return false
  return subject.embeddingModel !== null && EMBEDDING_FEATURES.has(feature)
}

export const CELLS: readonly Cell[] = SUBJECTS.flatMap((subject) =>
  ENDPOINTS.flatMap((endpoint) => FEATURES.map((feature) => ({ subject, endpoint, feature }))),
).filter(hasCell)

export function cellName({ subject, endpoint, feature }: Cell): string {
  return `${subject.name} / ${endpoint} / ${feature}`
}
