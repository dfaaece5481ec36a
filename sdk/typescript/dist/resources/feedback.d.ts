/** Feedback on requests, and logs from external sources. */
import type { FeedbackCreateReply, FeedbackUpdateReply, LogsInsertBody, LogsInsertReply } from '../generated/admin.ts';
import type { AnswerPromise } from '../transport/answer-promise.ts';
import type { Caller } from '../transport/caller.ts';
import type { WithGateway } from '../transport/metadata.ts';
import type { RequestOptions } from '../transport/request.ts';
export interface FeedbackParams {
    /** Trace id of the request or requests. */
    trace_id: string;
    value: number;
    weight?: number;
    metadata?: Readonly<Record<string, unknown>>;
}
export declare function feedbackOf(caller: Caller): {
    create: (params: FeedbackParams | readonly FeedbackParams[], options?: RequestOptions) => AnswerPromise<WithGateway<FeedbackCreateReply>>;
    update: (id: string, params: Omit<FeedbackParams, "trace_id" | "value"> & {
        value?: number;
    }, options?: RequestOptions) => AnswerPromise<WithGateway<FeedbackUpdateReply>>;
};
export declare function logsOf(caller: Caller): {
    /** Inserts logs of requests that did not go through the gateway. */
    create: (params: LogsInsertBody, options?: RequestOptions) => AnswerPromise<WithGateway<LogsInsertReply>>;
};
