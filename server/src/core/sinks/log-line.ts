/** Builds the JSON of a log for webhooks, JSONL files and Kafka, from the record alone (see `GET /v1/logs/{id}`). */

import { hookResults } from '../guardrails/hook-results.ts'
import { outcomeOf } from '../logs/guardrail-outcomes.ts'
import { attemptToWire, costLineToWire, decisionToWire, sideToWire, summaryToWire, textOf } from '../logs/log-json.ts'
import { previewOf } from '../logs/log-preview.ts'
import type { RecordBodies, RequestRecord } from '../record.ts'
import type { SinkSelection } from './sinks.ts'

const NO_BODIES: RecordBodies = { request: null, response: null }

/**
 * The line has no feedback, because people give it later, and no aliases: members that only repeat others under the
 * names of another API. `mask` is used only if the selection asks for masked bodies.
 */
export function logLine(
  record: RequestRecord,
  stored: RecordBodies,
  selection: Pick<SinkSelection, 'bodies' | 'withoutMetadata'>,
  mask: (text: string) => string,
) {
  const isMasked = selection.bodies === 'masked'
  const bodies = selection.bodies === 'none' ? NO_BODIES : isMasked ? maskedBodies(stored, mask) : stored
  return {
    ...summaryOf(record, bodies, selection.withoutMetadata),
    organisation_id: record.organisationId,
    cost_lines: record.costLines.map(costLineToWire),
    attempts: record.attempts.map((attempt) => {
      // A sent body is stored as a diff against the request body, so it is rebuilt before it is masked.
      const { sent_body, response_body, ...rest } = attemptToWire(attempt, stored.request)
      if (selection.bodies === 'none') return { ...rest, sent_body: null, response_body: null }
      const shown = (text: string | null) => (text !== null && isMasked ? mask(text) : text)
      return { ...rest, sent_body: shown(sent_body), response_body: shown(response_body) }
    }),
    hook_results: hookResults(record.guardrails ?? []),
    decisions: record.decisions.map(decisionToWire),
    request: sideToWire(record.requestHeaders, bodies.request, record.requestBodyCut),
    response: sideToWire(record.responseHeaders, bodies.response, record.responseBodyCut),
  }
}

function summaryOf(record: RequestRecord, bodies: RecordBodies, withoutMetadata: readonly string[]) {
  const metadata = Object.entries(record.metadata ?? {}).filter(([key]) => !withoutMetadata.includes(key))
  const { feedback_count, weighted_feedback, ...summary } = summaryToWire({
    ...record,
    metadata: Object.fromEntries(metadata),
    attemptCount: record.attempts.length,
    guardrailOutcomes: (record.guardrails ?? []).map(outcomeOf),
    feedbackCount: 0,
    weightedFeedback: null,
    preview: previewOf(record, bodies.request),
  })
  return summary
}

function maskedBodies({ request, response }: RecordBodies, mask: (text: string) => string): RecordBodies {
  return { request: request && maskedBody(request, mask), response: response && maskedBody(response, mask) }
}

/** Null if the body is not text: a body that cannot be masked is not sent. */
function maskedBody(body: Uint8Array, mask: (text: string) => string): Uint8Array | null {
  const text = textOf(body)
  return text === null ? null : Buffer.from(mask(text))
}
