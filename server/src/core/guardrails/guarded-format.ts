/** The formats that guardrails know: those of our endpoints, and of some paths that are only passed through. */

import type { EndpointName } from '../endpoints.ts'

export type GuardedFormat = EndpointName | 'rerank'
