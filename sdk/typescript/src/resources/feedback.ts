/** Feedback on requests, and logs from external sources. */

import type { FeedbackCreateReply, FeedbackUpdateReply, LogsInsertBody, LogsInsertReply } from '../generated/admin.ts'
import type { AnswerPromise } from '../transport/answer-promise.ts'
import type { Caller } from '../transport/caller.ts'
import type { WithGateway } from '../transport/metadata.ts'
import type { RequestOptions } from '../transport/request.ts'
import { segment } from './segment.ts'

export interface FeedbackParams {
  /** Trace id of the request or requests. */
  trace_id: string
  value: number
  weight?: number
  metadata?: Readonly<Record<string, unknown>>
}

export function feedbackOf(caller: Caller) {
  return {
    create: (
      params: FeedbackParams | readonly FeedbackParams[],
      options?: RequestOptions,
    ): AnswerPromise<WithGateway<FeedbackCreateReply>> =>
      caller.json({ method: 'POST', path: '/feedback', body: params, options }),
    update: (
      id: string,
      params: Omit<FeedbackParams, 'trace_id' | 'value'> & { value?: number },
      options?: RequestOptions,
    ): AnswerPromise<WithGateway<FeedbackUpdateReply>> =>
      caller.json({ method: 'PUT', path: `/feedback/${segment(id)}`, body: params, options }),
  }
}

export function logsOf(caller: Caller) {
  return {
    /** Inserts logs of requests that did not go through the gateway. */
    create: (params: LogsInsertBody, options?: RequestOptions): AnswerPromise<WithGateway<LogsInsertReply>> =>
      caller.json({ method: 'POST', path: '/logs', body: params, options }),
  }
}
