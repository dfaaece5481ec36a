/** The table of tested features. Each cell is one test, and docs/providers.md is generated from it. */

import type { EndpointName } from '../../server/src/core/endpoints.ts'
import { hasEndpoint, SUBJECTS, type Subject } from './subject.ts'

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

const ALL: readonly Feature[] = FEATURES

/** Each endpoint with its features, and the provider's endpoint that it requires. */
const TABLE = {
  'chat/completions': { needs: 'chat.completions', features: ALL },
  messages: { needs: 'chat.completions', features: ALL },
  responses: { needs: 'chat.completions', features: ALL },
  generateContent: { needs: 'chat.completions', features: ALL },
  completions: { needs: 'completions', features: ['plain', 'stream', 'error', 'usage'] },
  embeddings: { needs: 'embeddings', features: ['plain', 'error', 'usage'] },
  embedContent: { needs: 'embeddings', features: ['plain', 'error'] },
  rerank: { needs: null, features: ['plain', 'error'] },
  'audio/speech': { needs: 'audio.speech', features: ['plain', 'error'] },
  'audio/transcriptions': { needs: 'audio.transcriptions', features: ['plain', 'error'] },
  'audio/translations': { needs: 'audio.translations', features: ['plain', 'error'] },
  'images/generations': { needs: 'images.generations', features: ['plain', 'error', 'usage'] },
  'images/edits': { needs: 'images.edits', features: ['plain', 'image in', 'error'] },
  moderations: { needs: 'moderations', features: ['plain', 'error'] },
  proxy: { needs: null, features: ['plain', 'error'] },
} as const satisfies Record<string, { needs: EndpointName | null; features: readonly Feature[] }>

export type EndpointPath = keyof typeof TABLE
export const ENDPOINTS = Object.keys(TABLE) as readonly EndpointPath[]

export type Cell = { readonly subject: Subject; readonly endpoint: EndpointPath; readonly feature: Feature }

function hasCell({ subject, endpoint, feature }: Cell): boolean {
  const { needs, features } = TABLE[endpoint]
  if (!(features as readonly Feature[]).includes(feature)) return false
  if (endpoint === 'embeddings' && feature === 'usage' && !subject.countsEmbeddings) return false
  if (needs === 'embeddings' && subject.embeddingModel === null) return false
  if (subject.without?.includes(`${endpoint} / ${feature}`)) return false
  if (endpoint === 'proxy') return subject.proxied !== undefined
  return needs === null ? subject.ranks === true : hasEndpoint(subject, needs)
}

export const CELLS: readonly Cell[] = SUBJECTS.flatMap((subject) =>
  ENDPOINTS.flatMap((endpoint) => FEATURES.map((feature) => ({ subject, endpoint, feature }))),
).filter(hasCell)

export function cellName({ subject, endpoint, feature }: Cell): string {
  return `${subject.name} / ${endpoint} / ${feature}`
}
