/** GENERATED from contract/openapi.json: the administration interface, one typed function per operation. */

import type { AnswerPromise } from '../transport/answer-promise.ts'
import type { RequestOptions } from '../transport/request.ts'
import type { WithGateway } from '../transport/metadata.ts'
import type { Stream } from '../stream/stream.ts'

/** How an operation is sent; `values` fill the places in the path. */
export type AdminCall = {
  readonly method: string
  readonly path: string
  readonly values?: readonly string[]
  readonly query?: object | undefined
  readonly body?: unknown
  /** True when the gateway knows repeated calls by their Idempotency-Key. */
  readonly isRepeatable?: boolean
  readonly options?: RequestOptions | undefined
}

export type AdminSend = {
  json<Reply>(call: AdminCall): AnswerPromise<WithGateway<Reply>>
  stream(call: AdminCall): AnswerPromise<Stream<unknown>>
  raw(call: AdminCall): AnswerPromise<Response>
}

export type AlertsListQuery = {
  workspace_id?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
  kind?: 'api_key' | 'virtual_key' | 'workspace' | 'policy' | undefined
}

export type AlertsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'alert'
    event: 'budget.threshold_reached'
    id: string
    created_at: string
    organisation_id: string
    workspace_id: string | null
    holder: {
      kind: 'api_key' | 'virtual_key' | 'workspace' | 'policy'
      id: string
      /** Of a policy: whose budget it is. */
      value_key?: string | undefined
    }
    name: string
    type: 'cost' | 'tokens' | 'requests'
    /** US dollars, tokens or requests, as the three below. */
    alert_threshold: number
    credit_limit: number
    current_usage: number
    next_usage_reset_at: string | null
  }>
}

export type AnalyticsCacheHitRateQuery = {
  /** Admin keys: one workspace instead of all. */
  workspace_id?: string | undefined
  /** The same by its slug. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Tokens in all. */
  total_units_min?: number | string | undefined
  /** Tokens in all. */
  total_units_max?: number | string | undefined
  /** US cents. A request of unknown cost is in no range. */
  cost_min?: number | string | undefined
  /** US cents. */
  cost_max?: number | string | undefined
  /** Input tokens. */
  prompt_token_min?: number | string | undefined
  /** Input tokens. */
  prompt_token_max?: number | string | undefined
  /** Output tokens. */
  completion_token_min?: number | string | undefined
  /** Output tokens. */
  completion_token_max?: number | string | undefined
  /** Statuses or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Of the request’s feedback: value times weight, averaged. */
  weighted_feedback_min?: number | string | undefined
  /** Of the request’s feedback. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Any of several, with commas between. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Any of several, with commas between. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Any of several, with commas between. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts, of one version as greeting@3. Any of several, with commas between. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Any of several, with commas between. */
  trace_id?: string | string[] | undefined
  /** Span ids. Any of several, with commas between. */
  span_id?: string | string[] | undefined
  /** JSON object; every pair must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Pairs of provider and model: openai__gpt-4o. */
  ai_org_model?: string | string[] | undefined
  /** Models, as they were asked for. Any of several, with commas between. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Any of several, with commas between. */
  provider?: string | string[] | undefined
  /** Such as chat.completions. Any of several, with commas between. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Any of several, with commas between. */
  cache_status?: string | string[] | undefined
  /** gateway: served here; external: inserted. Any of several, with commas between. */
  source?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Calls to providers. */
  attempt_count_min?: number | string | undefined
  /** Calls to providers. */
  attempt_count_max?: number | string | undefined
  /** Whether a retry or a fallback turned a failure into a good answer. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was passed over because its circuit was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Words in the first 16 KiB of the request or of the answer, whatever their case. Only bodies that are kept can be searched. */
  text?: string | undefined
  /** Leave out: statuses or classes. */
  not_status_code?: string | string[] | undefined
  /** Leave out: models. Any of several, with commas between. */
  not_ai_model?: string | string[] | undefined
  /** Leave out: providers. Any of several, with commas between. */
  not_provider?: string | string[] | undefined
  /** Leave out: endpoints. Any of several, with commas between. */
  not_endpoint?: string | string[] | undefined
  /** Leave out: gateway keys. Any of several, with commas between. */
  not_api_key_ids?: string | string[] | undefined
  /** Leave out: virtual keys. Any of several, with commas between. */
  not_virtual_keys?: string | string[] | undefined
  /** Leave out: configs. Any of several, with commas between. */
  not_configs?: string | string[] | undefined
  /** Leave out: prompts, of one version as greeting@3. Any of several, with commas between. */
  not_prompt_slug?: string | string[] | undefined
  /** Leave out: traces. Any of several, with commas between. */
  not_trace_id?: string | string[] | undefined
  /** Leave out: spans. Any of several, with commas between. */
  not_span_id?: string | string[] | undefined
  /** Leave out: what the cache did. Any of several, with commas between. */
  not_cache_status?: string | string[] | undefined
  /** Leave out: gateway or external. Any of several, with commas between. */
  not_source?: string | string[] | undefined
  /** Leave out: what has any of these pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  /** Width of a point; by default chosen from the range. */
  granularity?: 'minute' | 'hour' | 'day' | undefined
}

export type AnalyticsCacheHitRateReply = {
  object: 'analytics-graph'
  summary: {
    total: number
    /** Percent. */
    rate: number | null
  }
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    simple_hits: number
    semantic_hits: number
    /** Percent. */
    rate: number | null
    /** US cents, since the range began. */
    cumulative_simple_cache_savings: number
    /** US cents, since the range began. */
    cumulative_semantic_cache_savings: number
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsCacheLatencyQuery = AnalyticsCacheHitRateQuery

export type AnalyticsCacheLatencyReply = {
  object: 'analytics-graph'
  summary: Record<string, unknown>
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    avg: number | null
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsCostQuery = AnalyticsCacheHitRateQuery

export type AnalyticsCostReply = {
  object: 'analytics-graph'
  summary: {
    /** US cents; null when no request has a known cost. */
    total: number | null
    /** US cents; null when no request has a known cost. */
    avg: number | null
    /** Requests of unknown cost: in no sum. */
    unpriced_requests: number
  }
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    /** US cents; null when no request has a known cost. */
    total: number | null
    /** US cents; null when no request has a known cost. */
    avg: number | null
    /** Requests of unknown cost: in no sum. */
    unpriced_requests: number
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsErrorsQuery = AnalyticsCacheHitRateQuery

export type AnalyticsErrorsReply = {
  object: 'analytics-graph'
  summary: {
    total: number
  }
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    total: number
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsErrorsRateQuery = AnalyticsCacheHitRateQuery

export type AnalyticsErrorsRateReply = {
  object: 'analytics-graph'
  summary: {
    /** Percent. */
    rate: number | null
  }
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    /** Percent. */
    rate: number | null
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsErrorsStacksQuery = AnalyticsCacheHitRateQuery

export type AnalyticsErrorsStacksReply = {
  object: 'analytics-graph'
  summary: {
    total: number
  }
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    stats: Array<{
      response_status_code: number
      count: number
    }>
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsErrorsStatusCodesQuery = AnalyticsCacheHitRateQuery

export type AnalyticsErrorsStatusCodesReply = {
  object: 'analytics-graph'
  summary: {
    total_errors: number
    unique_error_codes: number
  }
  data_points: Array<{
    status_code: number
    count: number
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsFeedbacksQuery = AnalyticsCacheHitRateQuery

export type AnalyticsFeedbacksReply = AnalyticsErrorsReply

export type AnalyticsFeedbacksAiModelsQuery = AnalyticsCacheHitRateQuery

export type AnalyticsFeedbacksAiModelsReply = {
  object: 'analytics-graph'
  summary: Record<string, unknown>
  data_points: Array<{
    ai_model: string
    provider: string
    total: number
    avg_weighted_feedback: number | null
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsFeedbacksScoresQuery = AnalyticsCacheHitRateQuery

export type AnalyticsFeedbacksScoresReply = {
  object: 'analytics-graph'
  summary: {
    total: number
  }
  data_points: Array<{
    score: number
    total: number
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsFeedbacksWeightedQuery = AnalyticsCacheHitRateQuery

export type AnalyticsFeedbacksWeightedReply = {
  object: 'analytics-graph'
  summary: {
    avg: number | null
  }
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    avg: number | null
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsAiModelsQuery = {
  /** Admin keys: one workspace instead of all. */
  workspace_id?: string | undefined
  /** The same by its slug. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Tokens in all. */
  total_units_min?: number | string | undefined
  /** Tokens in all. */
  total_units_max?: number | string | undefined
  /** US cents. A request of unknown cost is in no range. */
  cost_min?: number | string | undefined
  /** US cents. */
  cost_max?: number | string | undefined
  /** Input tokens. */
  prompt_token_min?: number | string | undefined
  /** Input tokens. */
  prompt_token_max?: number | string | undefined
  /** Output tokens. */
  completion_token_min?: number | string | undefined
  /** Output tokens. */
  completion_token_max?: number | string | undefined
  /** Statuses or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Of the request’s feedback: value times weight, averaged. */
  weighted_feedback_min?: number | string | undefined
  /** Of the request’s feedback. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Any of several, with commas between. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Any of several, with commas between. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Any of several, with commas between. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts, of one version as greeting@3. Any of several, with commas between. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Any of several, with commas between. */
  trace_id?: string | string[] | undefined
  /** Span ids. Any of several, with commas between. */
  span_id?: string | string[] | undefined
  /** JSON object; every pair must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Pairs of provider and model: openai__gpt-4o. */
  ai_org_model?: string | string[] | undefined
  /** Models, as they were asked for. Any of several, with commas between. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Any of several, with commas between. */
  provider?: string | string[] | undefined
  /** Such as chat.completions. Any of several, with commas between. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Any of several, with commas between. */
  cache_status?: string | string[] | undefined
  /** gateway: served here; external: inserted. Any of several, with commas between. */
  source?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Calls to providers. */
  attempt_count_min?: number | string | undefined
  /** Calls to providers. */
  attempt_count_max?: number | string | undefined
  /** Whether a retry or a fallback turned a failure into a good answer. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was passed over because its circuit was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Words in the first 16 KiB of the request or of the answer, whatever their case. Only bodies that are kept can be searched. */
  text?: string | undefined
  /** Leave out: statuses or classes. */
  not_status_code?: string | string[] | undefined
  /** Leave out: models. Any of several, with commas between. */
  not_ai_model?: string | string[] | undefined
  /** Leave out: providers. Any of several, with commas between. */
  not_provider?: string | string[] | undefined
  /** Leave out: endpoints. Any of several, with commas between. */
  not_endpoint?: string | string[] | undefined
  /** Leave out: gateway keys. Any of several, with commas between. */
  not_api_key_ids?: string | string[] | undefined
  /** Leave out: virtual keys. Any of several, with commas between. */
  not_virtual_keys?: string | string[] | undefined
  /** Leave out: configs. Any of several, with commas between. */
  not_configs?: string | string[] | undefined
  /** Leave out: prompts, of one version as greeting@3. Any of several, with commas between. */
  not_prompt_slug?: string | string[] | undefined
  /** Leave out: traces. Any of several, with commas between. */
  not_trace_id?: string | string[] | undefined
  /** Leave out: spans. Any of several, with commas between. */
  not_span_id?: string | string[] | undefined
  /** Leave out: what the cache did. Any of several, with commas between. */
  not_cache_status?: string | string[] | undefined
  /** Leave out: gateway or external. Any of several, with commas between. */
  not_source?: string | string[] | undefined
  /** Leave out: what has any of these pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
  /** Always requests. */
  order_by?: 'requests' | undefined
  /** Always desc. */
  order_by_type?: 'desc' | undefined
  /** The total is always sent. */
  include_total?: 'true' | 'false' | 'True' | 'False' | undefined
  /** All columns are always sent. */
  columns?: string | undefined
}

export type AnalyticsGroupsAiModelsReply = {
  object: 'list'
  total: number
  data: Array<{
    ai_model: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsAiOrgModelsQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsAiOrgModelsReply = {
  object: 'list'
  total: number
  data: Array<{
    ai_org_model: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsAiServiceQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsAiServiceReply = {
  object: 'list'
  total: number
  data: Array<{
    ai_service: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsApiKeyQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsApiKeyReply = {
  object: 'list'
  total: number
  data: Array<{
    api_key: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsConfigQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsConfigReply = {
  object: 'list'
  total: number
  data: Array<{
    config: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsEndpointQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsEndpointReply = {
  object: 'list'
  total: number
  data: Array<{
    endpoint: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsMetadataQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsMetadataReply = {
  object: 'list'
  total: number
  data: Array<{
    metadata_value: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsModelQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsModelReply = {
  object: 'list'
  total: number
  data: Array<{
    model: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsPromptQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsPromptReply = {
  object: 'list'
  total: number
  data: Array<{
    prompt: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsPromptVersionQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsPromptVersionReply = {
  object: 'list'
  total: number
  data: Array<{
    prompt_version: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsProviderQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsProviderReply = {
  object: 'list'
  total: number
  data: Array<{
    provider: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsStatusCodeQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsStatusCodeReply = {
  object: 'list'
  total: number
  data: Array<{
    status_code: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsUsersQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsUsersReply = {
  object: 'list'
  total: number
  data: Array<{
    user: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsVirtualKeyQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsVirtualKeyReply = {
  object: 'list'
  total: number
  data: Array<{
    virtual_key: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsWorkspaceQuery = AnalyticsGroupsAiModelsQuery

export type AnalyticsGroupsWorkspaceReply = {
  object: 'list'
  total: number
  data: Array<{
    workspace: string
    requests: number
    errors: number
    /** US cents; null when no request has a known cost. */
    cost: number | null
    /** Requests of unknown cost: not in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds; from a histogram of bars about 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsLatencyQuery = AnalyticsCacheHitRateQuery

export type AnalyticsLatencyReply = {
  object: 'analytics-graph'
  summary: {
    avg: number | null
    p50: number | null
    p90: number | null
    p95: number | null
    p99: number | null
    /** Milliseconds of the gateway's own in a request: neither a provider's nor a wait; null when unknown. */
    gateway_avg: number | null
    /** Percent of the requests' time that was the gateway's own. */
    gateway_share: number | null
    /** Percentiles come from a histogram of bars about 5 % wide. */
    is_approximate: true
  }
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    avg: number | null
    p50: number | null
    p90: number | null
    p95: number | null
    p99: number | null
    /** Milliseconds of the gateway's own in a request: neither a provider's nor a wait; null when unknown. */
    gateway_avg: number | null
    /** Percent of the requests' time that was the gateway's own. */
    gateway_share: number | null
    /** Percentiles come from a histogram of bars about 5 % wide. */
    is_approximate: true
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsRequestsQuery = AnalyticsCacheHitRateQuery

export type AnalyticsRequestsReply = AnalyticsErrorsReply

export type AnalyticsRequestsRescuedQuery = AnalyticsCacheHitRateQuery

export type AnalyticsRequestsRescuedReply = {
  object: 'analytics-graph'
  summary: {
    retry: number
    fallback: number
  }
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    retry: Array<{
      retry_success_count: number
      count: number
    }>
    fallback: number
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsSeriesQuery = {
  /** Admin keys: one workspace instead of all. */
  workspace_id?: string | undefined
  /** The same by its slug. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Tokens in all. */
  total_units_min?: number | string | undefined
  /** Tokens in all. */
  total_units_max?: number | string | undefined
  /** US cents. A request of unknown cost is in no range. */
  cost_min?: number | string | undefined
  /** US cents. */
  cost_max?: number | string | undefined
  /** Input tokens. */
  prompt_token_min?: number | string | undefined
  /** Input tokens. */
  prompt_token_max?: number | string | undefined
  /** Output tokens. */
  completion_token_min?: number | string | undefined
  /** Output tokens. */
  completion_token_max?: number | string | undefined
  /** Statuses or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Of the request’s feedback: value times weight, averaged. */
  weighted_feedback_min?: number | string | undefined
  /** Of the request’s feedback. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Any of several, with commas between. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Any of several, with commas between. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Any of several, with commas between. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts, of one version as greeting@3. Any of several, with commas between. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Any of several, with commas between. */
  trace_id?: string | string[] | undefined
  /** Span ids. Any of several, with commas between. */
  span_id?: string | string[] | undefined
  /** JSON object; every pair must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Pairs of provider and model: openai__gpt-4o. */
  ai_org_model?: string | string[] | undefined
  /** Models, as they were asked for. Any of several, with commas between. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Any of several, with commas between. */
  provider?: string | string[] | undefined
  /** Such as chat.completions. Any of several, with commas between. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Any of several, with commas between. */
  cache_status?: string | string[] | undefined
  /** gateway: served here; external: inserted. Any of several, with commas between. */
  source?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Calls to providers. */
  attempt_count_min?: number | string | undefined
  /** Calls to providers. */
  attempt_count_max?: number | string | undefined
  /** Whether a retry or a fallback turned a failure into a good answer. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was passed over because its circuit was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Words in the first 16 KiB of the request or of the answer, whatever their case. Only bodies that are kept can be searched. */
  text?: string | undefined
  /** Leave out: statuses or classes. */
  not_status_code?: string | string[] | undefined
  /** Leave out: models. Any of several, with commas between. */
  not_ai_model?: string | string[] | undefined
  /** Leave out: providers. Any of several, with commas between. */
  not_provider?: string | string[] | undefined
  /** Leave out: endpoints. Any of several, with commas between. */
  not_endpoint?: string | string[] | undefined
  /** Leave out: gateway keys. Any of several, with commas between. */
  not_api_key_ids?: string | string[] | undefined
  /** Leave out: virtual keys. Any of several, with commas between. */
  not_virtual_keys?: string | string[] | undefined
  /** Leave out: configs. Any of several, with commas between. */
  not_configs?: string | string[] | undefined
  /** Leave out: prompts, of one version as greeting@3. Any of several, with commas between. */
  not_prompt_slug?: string | string[] | undefined
  /** Leave out: traces. Any of several, with commas between. */
  not_trace_id?: string | string[] | undefined
  /** Leave out: spans. Any of several, with commas between. */
  not_span_id?: string | string[] | undefined
  /** Leave out: what the cache did. Any of several, with commas between. */
  not_cache_status?: string | string[] | undefined
  /** Leave out: gateway or external. Any of several, with commas between. */
  not_source?: string | string[] | undefined
  /** Leave out: what has any of these pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  /** Width of a point; by default chosen from the range. */
  granularity?: 'minute' | 'hour' | 'day' | undefined
  /** A name of /analytics/groups: users, ai-models, model, provider, ai_service, ai-org-models, api_key, virtual_key, config, prompt, prompt_version, status_code, endpoint, workspace, or metadata/ and a key. */
  group_by: string
  /** What the largest are chosen by; by cost, among the 100 groups with the most requests. */
  measure?: 'requests' | 'cost' | undefined
  /** How many groups are shown; the rest is `others`. */
  top?: number | undefined
}

export type AnalyticsSeriesReply = {
  object: 'analytics-series'
  group_by: string
  /** How many groups there are. */
  total: number
  data_points: Array<{
    timestamp: string
    is_partial: boolean
  }>
  /** The largest first; each list has an entry for every data point. */
  series: Array<{
    value: string
    requests: number[]
    cost: Array<number | null>
    unpriced_requests: number[]
  }>
  /** Everything else, with requests that are in no group: with the series, all requests. */
  others: {
    requests: number[]
    cost: Array<number | null>
    unpriced_requests: number[]
  }
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsSummaryQuery = {
  /** Admin keys: one workspace instead of all. */
  workspace_id?: string | undefined
  /** The same by its slug. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Tokens in all. */
  total_units_min?: number | string | undefined
  /** Tokens in all. */
  total_units_max?: number | string | undefined
  /** US cents. A request of unknown cost is in no range. */
  cost_min?: number | string | undefined
  /** US cents. */
  cost_max?: number | string | undefined
  /** Input tokens. */
  prompt_token_min?: number | string | undefined
  /** Input tokens. */
  prompt_token_max?: number | string | undefined
  /** Output tokens. */
  completion_token_min?: number | string | undefined
  /** Output tokens. */
  completion_token_max?: number | string | undefined
  /** Statuses or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Of the request’s feedback: value times weight, averaged. */
  weighted_feedback_min?: number | string | undefined
  /** Of the request’s feedback. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Any of several, with commas between. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Any of several, with commas between. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Any of several, with commas between. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts, of one version as greeting@3. Any of several, with commas between. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Any of several, with commas between. */
  trace_id?: string | string[] | undefined
  /** Span ids. Any of several, with commas between. */
  span_id?: string | string[] | undefined
  /** JSON object; every pair must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Pairs of provider and model: openai__gpt-4o. */
  ai_org_model?: string | string[] | undefined
  /** Models, as they were asked for. Any of several, with commas between. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Any of several, with commas between. */
  provider?: string | string[] | undefined
  /** Such as chat.completions. Any of several, with commas between. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Any of several, with commas between. */
  cache_status?: string | string[] | undefined
  /** gateway: served here; external: inserted. Any of several, with commas between. */
  source?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Calls to providers. */
  attempt_count_min?: number | string | undefined
  /** Calls to providers. */
  attempt_count_max?: number | string | undefined
  /** Whether a retry or a fallback turned a failure into a good answer. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was passed over because its circuit was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Words in the first 16 KiB of the request or of the answer, whatever their case. Only bodies that are kept can be searched. */
  text?: string | undefined
  /** Leave out: statuses or classes. */
  not_status_code?: string | string[] | undefined
  /** Leave out: models. Any of several, with commas between. */
  not_ai_model?: string | string[] | undefined
  /** Leave out: providers. Any of several, with commas between. */
  not_provider?: string | string[] | undefined
  /** Leave out: endpoints. Any of several, with commas between. */
  not_endpoint?: string | string[] | undefined
  /** Leave out: gateway keys. Any of several, with commas between. */
  not_api_key_ids?: string | string[] | undefined
  /** Leave out: virtual keys. Any of several, with commas between. */
  not_virtual_keys?: string | string[] | undefined
  /** Leave out: configs. Any of several, with commas between. */
  not_configs?: string | string[] | undefined
  /** Leave out: prompts, of one version as greeting@3. Any of several, with commas between. */
  not_prompt_slug?: string | string[] | undefined
  /** Leave out: traces. Any of several, with commas between. */
  not_trace_id?: string | string[] | undefined
  /** Leave out: spans. Any of several, with commas between. */
  not_span_id?: string | string[] | undefined
  /** Leave out: what the cache did. Any of several, with commas between. */
  not_cache_status?: string | string[] | undefined
  /** Leave out: gateway or external. Any of several, with commas between. */
  not_source?: string | string[] | undefined
  /** Leave out: what has any of these pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
}

export type AnalyticsSummaryReply = {
  object: 'analytics-summary'
  summary: {
    requests: number
    errors: number
    /** Distinct values of the metadata key _user; null when they could not be counted. */
    users: number | null
    cost: {
      /** US cents; null when no request has a known cost. */
      total: number | null
      unpriced_requests: number
    }
    tokens: {
      total: number
      input: number
      output: number
      cached_read: number
      cached_write: number
      reasoning: number
      audio_input: number
      audio_output: number
    }
    images: number
    search_units: number
    latency: {
      avg: number | null
      p50: number | null
      p90: number | null
      p95: number | null
      p99: number | null
      /** Milliseconds of the gateway's own in a request: neither a provider's nor a wait; null when unknown. */
      gateway_avg: number | null
      /** Percent of the requests' time that was the gateway's own. */
      gateway_share: number | null
      /** Percentiles come from a histogram of bars about 5 % wide. */
      is_approximate: true
    }
    retries: number
    rescued: {
      retry: number
      fallback: number
    }
    cache: {
      simple_hits: number
      semantic_hits: number
      /** Milliseconds. */
      saved_time: number
      /** US cents. */
      saved_cost: number
    }
    feedback: {
      requests: number
      total: number
      avg_weighted: number | null
    }
  }
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsSummaryCacheQuery = AnalyticsSummaryQuery

export type AnalyticsSummaryCacheReply = {
  object: 'analytics-summary'
  summary: {
    hits: number
    /** Milliseconds of an answer from the cache. */
    avg_latency: number | null
    total_requests: number
    /** How many times faster than an answer from a provider. */
    cache_speedup: number | null
  }
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsTokensQuery = AnalyticsCacheHitRateQuery

export type AnalyticsTokensReply = {
  object: 'analytics-graph'
  summary: {
    total: number
    avg: number | null
    total_request_units: number
    total_response_units: number
  }
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    total: number
    avg: number | null
    total_request_units: number
    total_response_units: number
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsUsageQuery = AnalyticsCacheHitRateQuery

export type AnalyticsUsageReply = {
  object: 'analytics-graph'
  summary: {
    requests: number
    total: number
    avg: number | null
    total_request_units: number
    total_response_units: number
  }
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    requests: number
    total: number
    avg: number | null
    total_request_units: number
    total_response_units: number
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsUsersQuery = AnalyticsCacheHitRateQuery

export type AnalyticsUsersReply = AnalyticsErrorsReply

export type AnalyticsUsersRequestsQuery = AnalyticsCacheHitRateQuery

export type AnalyticsUsersRequestsReply = {
  object: 'analytics-graph'
  summary: {
    total: number
    unique: number
    avg: number | null
  }
  data_points: Array<{
    /** Where the point begins, ISO 8601. */
    timestamp: string
    avg: number | null
    /** The point is not over yet, or only part of it was asked for. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** ISO 8601; times are rounded outward to whole minutes or hours. */
  from: string
  to: string
  /** True when the filter needs single logs and not all could be read in time: sums of the newest part. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type ApiKeysCreateOrganisationServiceBody = {
  name: string
  description?: string | null | undefined
  /** GET /v1/scopes lists them. */
  scopes: string[]
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  usage_limits?: {
    /** What is counted; cost is in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** US dollars (1 or more) or tokens (100 or more). */
    credit_limit: number
    /** An alert is due from here on; below credit_limit. */
    alert_threshold?: number | null | undefined
    /** weekly: Mondays; monthly: the first; 00:00 UTC. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    periodic_reset_days?: number | null | undefined
    next_usage_reset_at?: string | null | undefined
    /** Shown by GET; taken here and ignored. */
    current_usage?: unknown
    /** Shown by GET; taken here and ignored. */
    held?: unknown
    /** Shown by GET; taken here and ignored. */
    status?: unknown
    /** Shown by GET; taken here and ignored. */
    last_reset_at?: unknown
  } | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    /** Slug or id of a saved config. */
    config_id?: string | null | undefined
    /** False: requests of this key may not bring another config. */
    allow_config_override?: boolean | 0 | 1 | null | undefined
  } | null | undefined
  alert_emails?: string[] | null | undefined
  expires_at?: string | null | undefined
  rotation_policy?: {
    rotation_period?: 'weekly' | 'monthly' | null | undefined
    next_rotation_at?: string | null | undefined
    key_transition_period_ms?: number | null | undefined
  } | null | undefined
  /** False: the key may not send requests to providers. */
  allow_inference?: boolean | undefined
}

export type ApiKeysCreateOrganisationServiceReply = {
  object: 'api-key'
  id: string
  /** The secret. It is shown this once. */
  key: string
}

export type ApiKeysCreateOrganisationUserBody = unknown

export type ApiKeysCreateOrganisationUserReply = ApiKeysCreateOrganisationServiceReply

export type ApiKeysCreateWorkspaceServiceBody = {
  name: string
  description?: string | null | undefined
  /** GET /v1/scopes lists them. */
  scopes: string[]
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  usage_limits?: {
    /** What is counted; cost is in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** US dollars (1 or more) or tokens (100 or more). */
    credit_limit: number
    /** An alert is due from here on; below credit_limit. */
    alert_threshold?: number | null | undefined
    /** weekly: Mondays; monthly: the first; 00:00 UTC. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    periodic_reset_days?: number | null | undefined
    next_usage_reset_at?: string | null | undefined
    /** Shown by GET; taken here and ignored. */
    current_usage?: unknown
    /** Shown by GET; taken here and ignored. */
    held?: unknown
    /** Shown by GET; taken here and ignored. */
    status?: unknown
    /** Shown by GET; taken here and ignored. */
    last_reset_at?: unknown
  } | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    /** Slug or id of a saved config. */
    config_id?: string | null | undefined
    /** False: requests of this key may not bring another config. */
    allow_config_override?: boolean | 0 | 1 | null | undefined
  } | null | undefined
  alert_emails?: string[] | null | undefined
  expires_at?: string | null | undefined
  rotation_policy?: {
    rotation_period?: 'weekly' | 'monthly' | null | undefined
    next_rotation_at?: string | null | undefined
    key_transition_period_ms?: number | null | undefined
  } | null | undefined
  /** False: the key may not send requests to providers. */
  allow_inference?: boolean | undefined
  /** By default the caller’s own. */
  workspace_id?: string | undefined
}

export type ApiKeysCreateWorkspaceServiceReply = ApiKeysCreateOrganisationServiceReply

export type ApiKeysCreateWorkspaceUserBody = {
  name: string
  description?: string | null | undefined
  /** GET /v1/scopes lists them. */
  scopes: string[]
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  usage_limits?: {
    /** What is counted; cost is in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** US dollars (1 or more) or tokens (100 or more). */
    credit_limit: number
    /** An alert is due from here on; below credit_limit. */
    alert_threshold?: number | null | undefined
    /** weekly: Mondays; monthly: the first; 00:00 UTC. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    periodic_reset_days?: number | null | undefined
    next_usage_reset_at?: string | null | undefined
    /** Shown by GET; taken here and ignored. */
    current_usage?: unknown
    /** Shown by GET; taken here and ignored. */
    held?: unknown
    /** Shown by GET; taken here and ignored. */
    status?: unknown
    /** Shown by GET; taken here and ignored. */
    last_reset_at?: unknown
  } | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    /** Slug or id of a saved config. */
    config_id?: string | null | undefined
    /** False: requests of this key may not bring another config. */
    allow_config_override?: boolean | 0 | 1 | null | undefined
  } | null | undefined
  alert_emails?: string[] | null | undefined
  expires_at?: string | null | undefined
  rotation_policy?: {
    rotation_period?: 'weekly' | 'monthly' | null | undefined
    next_rotation_at?: string | null | undefined
    key_transition_period_ms?: number | null | undefined
  } | null | undefined
  /** False: the key may not send requests to providers. */
  allow_inference?: boolean | undefined
  /** By default the caller’s own. */
  workspace_id?: string | undefined
  user_id?: string | null | undefined
}

export type ApiKeysCreateWorkspaceUserReply = ApiKeysCreateOrganisationServiceReply

export type ApiKeysDeleteQuery = {
  workspace_id?: string | undefined
}

export type ApiKeysDeleteReply = Record<string, unknown>

export type ApiKeysListQuery = {
  workspace_id?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
  /** true: only keys that somebody should look at. */
  needs_review?: 'true' | 'false' | undefined
}

export type ApiKeysListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'api-key'
    id: string
    /** Masked; the secret is shown once, when it is made. */
    key: string
    name: string
    description: string | null
    type: 'organisation-service' | 'workspace-service' | 'workspace-user'
    organisation_id: string
    workspace_id: string | null
    user_id: string | null
    status: 'active' | 'exhausted' | 'expired'
    scopes: string[]
    allow_inference: boolean
    rate_limits: Array<{
      type: string
      unit: string
      value: number
    }>
    usage_limits: {
      type: 'cost' | 'tokens'
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Settled in this period: US dollars or tokens. */
      current_usage?: number | undefined
      /** Set aside for calls under way; it counts against the limit too. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** When this period began. */
      last_reset_at?: string | undefined
    } | null
    reset_usage: boolean
    defaults: {
      metadata: Record<string, string>
      config_id: string | null
      allow_config_override: boolean
    }
    alert_emails: string[]
    expires_at: string | null
    rotation_policy: {
      rotation_period: 'weekly' | 'monthly' | null
      next_rotation_at: string | null
      key_transition_period_ms: number
    } | null
    /** Until then the secret before the last rotation works. */
    key_transition_expires_at: string | null
    last_used_at: string | null
    last_used_ip: string | null
    created_by: string | null
    creation_mode: 'ui' | 'api' | 'auto'
    /** True: its maker has been removed or has lost rights, and knows the secret. A rotation ends this. */
    needs_review: boolean
    created_at: string
    last_updated_at: string
  }>
}

export type ApiKeysReadQuery = {
  workspace_id?: string | undefined
}

export type ApiKeysReadReply = {
  object: 'api-key'
  id: string
  /** Masked; the secret is shown once, when it is made. */
  key: string
  name: string
  description: string | null
  type: 'organisation-service' | 'workspace-service' | 'workspace-user'
  organisation_id: string
  workspace_id: string | null
  user_id: string | null
  status: 'active' | 'exhausted' | 'expired'
  scopes: string[]
  allow_inference: boolean
  rate_limits: Array<{
    type: string
    unit: string
    value: number
  }>
  usage_limits: {
    type: 'cost' | 'tokens'
    credit_limit: number
    alert_threshold: number | null
    periodic_reset: 'weekly' | 'monthly' | null
    periodic_reset_days: number | null
    next_usage_reset_at: string | null
    /** Settled in this period: US dollars or tokens. */
    current_usage?: number | undefined
    /** Set aside for calls under way; it counts against the limit too. */
    held?: number | undefined
    status?: 'active' | 'exhausted' | undefined
    /** When this period began. */
    last_reset_at?: string | undefined
  } | null
  reset_usage: boolean
  defaults: {
    metadata: Record<string, string>
    config_id: string | null
    allow_config_override: boolean
  }
  alert_emails: string[]
  expires_at: string | null
  rotation_policy: {
    rotation_period: 'weekly' | 'monthly' | null
    next_rotation_at: string | null
    key_transition_period_ms: number
  } | null
  /** Until then the secret before the last rotation works. */
  key_transition_expires_at: string | null
  last_used_at: string | null
  last_used_ip: string | null
  created_by: string | null
  creation_mode: 'ui' | 'api' | 'auto'
  /** True: its maker has been removed or has lost rights, and knows the secret. A rotation ends this. */
  needs_review: boolean
  created_at: string
  last_updated_at: string
}

export type ApiKeysRotateBody = {
  workspace_id?: string | undefined
  key_transition_period_ms?: number | null | undefined
}

export type ApiKeysRotateReply = {
  object: 'api-key'
  id: string
  /** The new secret. It is shown this once. */
  key: string
  /** Until then the old secret works too. */
  key_transition_expires_at: string
}

export type ApiKeysUpdateBody = {
  name?: string | undefined
  description?: string | null | undefined
  /** GET /v1/scopes lists them. */
  scopes?: string[] | undefined
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  usage_limits?: {
    /** What is counted; cost is in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** US dollars (1 or more) or tokens (100 or more). */
    credit_limit: number
    /** An alert is due from here on; below credit_limit. */
    alert_threshold?: number | null | undefined
    /** weekly: Mondays; monthly: the first; 00:00 UTC. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    periodic_reset_days?: number | null | undefined
    next_usage_reset_at?: string | null | undefined
    /** Shown by GET; taken here and ignored. */
    current_usage?: unknown
    /** Shown by GET; taken here and ignored. */
    held?: unknown
    /** Shown by GET; taken here and ignored. */
    status?: unknown
    /** Shown by GET; taken here and ignored. */
    last_reset_at?: unknown
  } | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    /** Slug or id of a saved config. */
    config_id?: string | null | undefined
    /** False: requests of this key may not bring another config. */
    allow_config_override?: boolean | 0 | 1 | null | undefined
  } | null | undefined
  alert_emails?: string[] | null | undefined
  expires_at?: string | null | undefined
  rotation_policy?: {
    rotation_period?: 'weekly' | 'monthly' | null | undefined
    next_rotation_at?: string | null | undefined
    key_transition_period_ms?: number | null | undefined
  } | null | undefined
  /** False: the key may not send requests to providers. */
  allow_inference?: boolean | undefined
  /** By default the caller’s own. */
  workspace_id?: string | undefined
  /** True: the budget begins anew with nothing used; what is held for calls under way stays held. */
  reset_usage?: boolean | null | undefined
  /** False: somebody has looked at the key and keeps it. */
  needs_review?: false | undefined
}

export type ApiKeysUpdateReply = Record<string, unknown>

export type AuditLogsExportQuery = {
  /** From this moment on. */
  start_time?: string | undefined
  /** Until this moment. */
  end_time?: string | undefined
  organisation_id?: string | undefined
  /** Only what concerns this workspace. */
  workspace_id?: string | undefined
  /** One, or several with commas between. */
  method?: Array<'POST' | 'PUT' | 'DELETE'> | undefined
  uri?: string | undefined
  request_id?: string | undefined
  /** Id of the person or key that acted. */
  user_id?: string | undefined
  user_type?: 'user' | 'api_key' | undefined
  /** One, or several with commas between. */
  response_status_code?: number[] | undefined
  /** The first word of an action: config. */
  resource_type?: string | undefined
  /** As in config.create. */
  action?: string | undefined
  client_ip?: string | undefined
  target_id?: string | undefined
  /** Understood, but never known here: with it no entry fits. */
  country?: string | undefined
  format?: 'jsonl' | 'csv' | undefined
}

export type AuditLogsListQuery = {
  /** From this moment on. */
  start_time?: string | undefined
  /** Until this moment. */
  end_time?: string | undefined
  organisation_id?: string | undefined
  /** Only what concerns this workspace. */
  workspace_id?: string | undefined
  /** One, or several with commas between. */
  method?: Array<'POST' | 'PUT' | 'DELETE'> | undefined
  uri?: string | undefined
  request_id?: string | undefined
  /** Id of the person or key that acted. */
  user_id?: string | undefined
  user_type?: 'user' | 'api_key' | undefined
  /** One, or several with commas between. */
  response_status_code?: number[] | undefined
  /** The first word of an action: config. */
  resource_type?: string | undefined
  /** As in config.create. */
  action?: string | undefined
  client_ip?: string | undefined
  target_id?: string | undefined
  /** Understood, but never known here: with it no entry fits. */
  country?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
}

export type AuditLogsListReply = {
  object: 'analytics-graph'
  total: number
  records: Array<{
    object: 'audit-log'
    id: string
    timestamp: string
    method: string
    uri: string
    request_id: string
    trace_id: string
    /** JSON text with secrets masked. */
    request_body: string | null
    /** JSON text with secrets masked. */
    query_params: string | null
    /** JSON text with secrets masked. */
    request_headers: string | null
    user_id: string
    user_type: 'user' | 'api_key'
    /** The person’s e-mail address, or the key’s name. */
    user_name: string
    /** Who made the key that acted. */
    user_created_by: string | null
    user_agent: string | null
    organisation_id: string
    /** Null when it concerns the organisation. */
    workspace_id: string | null
    response_status_code: number
    /** Our error code; null when it was done. */
    refused_with: string | null
    resource_type: string
    action: string
    /** The entry in one sentence. */
    summary: string
    target_id: string | null
    target_name: string | null
    /** JSON text with secrets masked. */
    before: string | null
    /** JSON text with secrets masked. */
    after: string | null
    client_ip: string
    country: null
    /** Its place in the chain, from 1. */
    sequence: number
    hash: string
  }>
}

export type AuditLogsVerifyReply = {
  object: 'audit-log-verification'
  is_whole: boolean
  /** How many entries were written. */
  count: number
  /** Keep it elsewhere: it names the state of the log as of now. Null when the log is not whole. */
  head: string | null
  /** Place of the first entry that is not as it was written. */
  broken_at: number | null
  reason: string | null
}

export type BreakersListReply = {
  object: 'list'
  data: Array<{
    object: 'breaker'
    id: string
    workspace_id: string
    provider: string
    custom_host: string | null
    /** The saved config it belongs to; null: an inline config, one that was deleted, or no answer from the store. */
    config: {
      slug: string
      name: string
      version: number
      /** False: a newer version is in use, and this circuit is no longer asked. */
      is_newest: boolean
    } | null
    /** Whether the config was saved, or sent along with requests. */
    source: 'saved' | 'inline'
    /** The target’s path in the config that was first to use this circuit. */
    target: string
    state: 'closed' | 'open' | 'half_open'
    /** True while the circuit is open and no probe may go. */
    cooldown: boolean
    /** Failures since the last success. */
    failures: number
    failure_threshold: number
    cooldown_interval: number
    /** When the next probe may go, ISO 8601. */
    retry_at: string | null
  }>
}

export type BreakersResetReply = {
  object: 'breaker'
  id: string
  state: 'closed'
}

export type CachePurgeQuery = {
  workspace_id?: string | undefined
  /** Only answers of this x-gateway-cache-namespace; all of the workspace when absent. */
  namespace?: string | undefined
}

export type CachePurgeReply = {
  object: 'cache'
  /** Answers forgotten. */
  purged: number
}

export type CacheReadQuery = {
  workspace_id?: string | undefined
}

export type CacheReadReply = {
  object: 'cache'
  /** Where vectors come from; null when none is set up. */
  embedder: string | null
  /** Questions that can be compared. */
  entries: number
  partitions: number
  /** Memory of the questions. */
  size_bytes: number
  /** Size of their answers. */
  answer_bytes: number
}

export type CacheShadowQuery = {
  workspace_id?: string | undefined
  limit?: number | undefined
}

export type CacheShadowReply = {
  object: 'list'
  /** Look-ups in shadow mode since the start. */
  lookups: number
  would_serve: number
  /** Similar enough, but refused by the guard. */
  objected: number
  data: Array<{
    object: 'shadow_hit'
    at: string
    workspace_id: string
    /** The request that asked. */
    trace_id: string
    /** The request whose answer would have been given. */
    matched_trace_id: string
    similarity: number
    threshold: number
    would_serve: boolean
    /** Why the guard would have refused. */
    objection: string | null
    /** First words; null where the workspace keeps no bodies. */
    asked: string | null
    /** First words of the question that was answered before. */
    kept: string | null
  }>
}

export type ClaimCreateBody = {
  token: string
  email: string
  /** At least 12 characters and at most 1024 bytes; the best known ones are refused. */
  password: string
  first_name: string
  last_name?: string | undefined
}

export type ClaimCreateReply = {
  object: 'caller'
  type: 'user' | 'api_key'
  user: {
    object: 'user'
    id: string
    first_name: string
    last_name: string
    role: 'owner' | 'admin' | 'member'
    email: string
    status: 'active' | 'disabled'
    created_at: string
    last_updated_at: string
    /** When one of the person’s sessions or own keys was last used, to the minute; null: not yet. */
    last_active: string | null
    workspace_ids: string[]
  } | null
  api_key: {
    id: string
    name: string
    kind: 'admin' | 'workspace'
  } | null
  organisation: {
    id: string
    name: string
  }
  /** Held in the whole organisation, every workspace included. */
  scopes: string[]
  /** Newest first, at most 100; GET /admin/workspaces has them all. */
  workspaces: Array<{
    id: string
    slug: string
    name: string
    /** Null for keys and for owners and admins. */
    role: 'manager' | 'member' | null
    /** Held there, besides those of the organisation. */
    scopes: string[]
  }>
  total_workspaces: number
}

export type CollectionsCreateBody = {
  name: string
  parent_collection_id?: string | null | undefined
  workspace_id?: string | undefined
}

export type CollectionsCreateReply = {
  id: string
  slug: string
}

export type CollectionsDeleteQuery = {
  workspace_id?: string | undefined
}

export type CollectionsDeleteReply = Record<string, unknown>

export type CollectionsListQuery = {
  current_page?: number | undefined
  page_size?: number | undefined
  workspace_id?: string | undefined
  search?: string | undefined
}

export type CollectionsListReply = {
  object: 'list'
  total: number
  data: Array<{
    id: string
    slug: string
    name: string
    workspace_id: string
    parent_collection_id: string | null
    is_default: 0 | 1
    status: 'active'
    collection_details: {
      child_collections_count: number
      prompts_count: number
    }
    created_at: string
    last_updated_at: string
    object: 'collection'
  }>
}

export type CollectionsReadQuery = {
  workspace_id?: string | undefined
}

export type CollectionsReadReply = {
  id: string
  slug: string
  name: string
  workspace_id: string
  parent_collection_id: string | null
  is_default: 0 | 1
  status: 'active'
  collection_details: {
    child_collections_count: number
    prompts_count: number
  }
  created_at: string
  last_updated_at: string
  object: 'collection'
}

export type CollectionsUpdateBody = {
  name: string
  workspace_id?: string | undefined
}

export type CollectionsUpdateQuery = {
  workspace_id?: string | undefined
}

export type CollectionsUpdateReply = Record<string, unknown>

export type ConfigsCreateBody = {
  name: string
  /** What requests name it by; made from the name when absent. */
  slug?: string | undefined
  /** The config: an object, or its JSON text. A masked secret stands for the saved one. */
  config: Record<string, unknown> | string
  /** Makes it the workspace’s default, used by requests that name no provider; needs the scope configs.default. */
  isDefault?: boolean | 0 | 1 | undefined
  /** Makes it the workspace’s default, used by requests that name no provider; needs the scope configs.default. */
  is_default?: boolean | 0 | 1 | undefined
  /** Why it is saved so: shown with this version. */
  note?: string | null | undefined
  workspace_id?: string | undefined
}

export type ConfigsCreateReply = {
  id: string
  slug: string
  version_id: string
  version: number
  object: 'config'
  warnings: string[]
}

export type ConfigsDeleteQuery = {
  workspace_id?: string | undefined
  /** true goes on although keys or the workspace have it as their default. */
  force?: 'true' | 'false' | undefined
}

export type ConfigsDeleteReply = Record<string, unknown>

export type ConfigsExplainBody = {
  /** The config: an object, its JSON text, or the slug of a saved one. */
  config: Record<string, unknown> | string
  request?: {
    model?: string | undefined
    /** The body, as far as conditions look at it. */
    params?: Record<string, unknown> | undefined
    metadata?: Record<string, unknown> | undefined
    headers?: Record<string, string> | undefined
    /** With /v1; /v1/chat/completions when absent. */
    path?: string | undefined
    /** As in x-gateway-provider. */
    provider?: string | undefined
    /** As in x-gateway-virtual-key. */
    virtual_key?: string | undefined
    /** As in x-gateway-custom-host. */
    custom_host?: string | undefined
    /** As in x-gateway-request-timeout. */
    request_timeout?: number | undefined
    /** Whether it brings a provider credential of its own. */
    has_credential?: boolean | undefined
  } | undefined
  /** By place ("targets[0]") or name: what each call of the target brings; the last repeats. Absent: 200. */
  outcomes?: Record<string, number | 'timeout' | 'network' | 'broken' | {
    status?: number | undefined
    error?: 'timeout' | 'network' | 'broken' | undefined
    /** How long it takes; 0 when absent. */
    duration_ms?: number | undefined
    /** What its Retry-After header asks for. */
    retry_after_ms?: number | undefined
  } | Array<number | 'timeout' | 'network' | 'broken' | {
    status?: number | undefined
    error?: 'timeout' | 'network' | 'broken' | undefined
    /** How long it takes; 0 when absent. */
    duration_ms?: number | undefined
    /** What its Retry-After header asks for. */
    retry_after_ms?: number | undefined
  }>> | undefined
  /** By place or name: the state of a target’s circuit; closed when absent. */
  circuits?: Record<string, 'closed' | 'open' | 'half_open'> | undefined
  /** Whether a target that has a cache finds the answer there: for all of them, or by place or name. Absent: miss. */
  cache?: 'hit' | 'miss' | Record<string, 'hit' | 'miss'> | undefined
  /** Decides every draw and wait; 0.5 when absent. */
  random?: number | undefined
  workspace_id?: string | undefined
}

export type ConfigsExplainReply = {
  object: 'config-explanation'
  /** What the caller would see. */
  status: number
  /** Whose answer it would be; null when the gateway refuses. */
  target: string | null
  error: {
    code: string
    message: string
  } | null
  /** Milliseconds, in the time of the dry run. */
  duration: number
  /** Every decision on the way, in order, as in a log. */
  decisions: Array<{
    kind: string
    at: number
    duration: number
    target: string | null
    reason: string
  }>
  attempts: Array<{
    target: string
    provider: string
    virtual_key: string | null
    model: string | null
    retry: number
    start: number
    duration: number
    status_code: number | null
    error_code: string | null
  }>
  /** The most that can happen, whatever the providers do. */
  worst_case: {
    calls: number
    /** Milliseconds; null when a target has no request_timeout. */
    duration: number | null
    /** Milliseconds of it that are waits between retries. */
    wait: number
    /** US dollars, as much as would be set aside if every call were charged; null when one has no price. */
    cost: number | null
    /** Why cost is null, a line for each target. */
    unpriced: string[]
  }
  warnings: string[]
}

export type ConfigsExplainSavedBody = {
  /** Another content, as it might be saved. */
  config?: Record<string, unknown> | string | undefined
  request?: {
    model?: string | undefined
    /** The body, as far as conditions look at it. */
    params?: Record<string, unknown> | undefined
    metadata?: Record<string, unknown> | undefined
    headers?: Record<string, string> | undefined
    /** With /v1; /v1/chat/completions when absent. */
    path?: string | undefined
    /** As in x-gateway-provider. */
    provider?: string | undefined
    /** As in x-gateway-virtual-key. */
    virtual_key?: string | undefined
    /** As in x-gateway-custom-host. */
    custom_host?: string | undefined
    /** As in x-gateway-request-timeout. */
    request_timeout?: number | undefined
    /** Whether it brings a provider credential of its own. */
    has_credential?: boolean | undefined
  } | undefined
  /** By place ("targets[0]") or name: what each call of the target brings; the last repeats. Absent: 200. */
  outcomes?: Record<string, number | 'timeout' | 'network' | 'broken' | {
    status?: number | undefined
    error?: 'timeout' | 'network' | 'broken' | undefined
    /** How long it takes; 0 when absent. */
    duration_ms?: number | undefined
    /** What its Retry-After header asks for. */
    retry_after_ms?: number | undefined
  } | Array<number | 'timeout' | 'network' | 'broken' | {
    status?: number | undefined
    error?: 'timeout' | 'network' | 'broken' | undefined
    /** How long it takes; 0 when absent. */
    duration_ms?: number | undefined
    /** What its Retry-After header asks for. */
    retry_after_ms?: number | undefined
  }>> | undefined
  /** By place or name: the state of a target’s circuit; closed when absent. */
  circuits?: Record<string, 'closed' | 'open' | 'half_open'> | undefined
  /** Whether a target that has a cache finds the answer there: for all of them, or by place or name. Absent: miss. */
  cache?: 'hit' | 'miss' | Record<string, 'hit' | 'miss'> | undefined
  /** Decides every draw and wait; 0.5 when absent. */
  random?: number | undefined
  workspace_id?: string | undefined
}

export type ConfigsExplainSavedQuery = {
  workspace_id?: string | undefined
}

export type ConfigsExplainSavedReply = ConfigsExplainReply

export type ConfigsListQuery = {
  current_page?: number | undefined
  page_size?: number | undefined
  workspace_id?: string | undefined
}

export type ConfigsListReply = {
  object: 'list'
  total: number
  data: Array<{
    id: string
    name: string
    slug: string
    organisation_id: string
    workspace_id: string
    is_default: 0 | 1
    status: 'active' | 'archived'
    owner_id: string
    updated_by: string
    created_at: string
    last_updated_at: string
    version_id: string
    version: number
    object: 'config'
  }>
}

export type ConfigsReadQuery = {
  workspace_id?: string | undefined
}

export type ConfigsReadReply = {
  id: string
  name: string
  slug: string
  organisation_id: string
  workspace_id: string
  is_default: 0 | 1
  status: 'active' | 'archived'
  owner_id: string
  updated_by: string
  created_at: string
  last_updated_at: string
  version_id: string
  version: number
  object: 'config'
  /** Name of who changed it last; null when it is gone. */
  updated_by_name: string | null
  /** What the author of the newest version said about it. */
  version_note: string | null
  /** JSON text, secrets masked. */
  config: string
  /** The same as an object. */
  config_object: Record<string, unknown>
  format: 'json'
  type: 'ORG_CONFIG'
}

export type ConfigsRollBackBody = {
  /** Number or id of the version. */
  version: number | string
  /** Why it is saved so: shown with this version. */
  note?: string | null | undefined
  workspace_id?: string | undefined
}

export type ConfigsRollBackQuery = {
  workspace_id?: string | undefined
}

export type ConfigsRollBackReply = ConfigsCreateReply

export type ConfigsUpdateBody = {
  name?: string | undefined
  /** The config: an object, or its JSON text. A masked secret stands for the saved one. */
  config?: Record<string, unknown> | string | undefined
  status?: 'active' | 'archived' | undefined
  /** Makes it the workspace’s default, used by requests that name no provider; needs the scope configs.default. */
  isDefault?: boolean | 0 | 1 | undefined
  /** Makes it the workspace’s default, used by requests that name no provider; needs the scope configs.default. */
  is_default?: boolean | 0 | 1 | undefined
  /** Refuses the change when this is no longer the newest version. */
  version_id?: string | undefined
  /** Why it is saved so: shown with this version. */
  note?: string | null | undefined
  workspace_id?: string | undefined
}

export type ConfigsUpdateQuery = ConfigsDeleteQuery

export type ConfigsUpdateReply = ConfigsCreateReply

export type ConfigsValidateBody = {
  /** The config: an object, or its JSON text. A masked secret stands for the saved one. */
  config: Record<string, unknown> | string
  /** The saved config whose masked secrets it may hold. */
  slug?: string | undefined
  workspace_id?: string | undefined
}

export type ConfigsValidateReply = {
  object: 'config-validation'
  valid: boolean
  errors: Array<{
    path: string
    code: string
    message: string
    hint: string
  }>
  warnings: string[]
}

export type ConfigsVersionsListQuery = ConfigsListQuery

export type ConfigsVersionsListReply = {
  object: 'list'
  total: number
  data: Array<{
    /** Of the config. */
    id: string
    version_id: string
    version: number
    slug: string
    name: string
    organisation_id: string
    workspace_id: string
    /** Id of the person or API key that saved it. */
    created_by: string
    /** Name of the person or API key; null when it is gone. */
    created_by_name: string | null
    /** What its author said about it. */
    note: string | null
    created_at: string
    object: 'config-version'
    /** JSON text, secrets masked. */
    config: string
    /** The same as an object. */
    config_object: Record<string, unknown>
    format: 'json'
    type: 'ORG_CONFIG'
  }>
}

export type ConfigsVersionsReadQuery = {
  workspace_id?: string | undefined
}

export type ConfigsVersionsReadReply = {
  /** Of the config. */
  id: string
  version_id: string
  version: number
  slug: string
  name: string
  organisation_id: string
  workspace_id: string
  /** Id of the person or API key that saved it. */
  created_by: string
  /** Name of the person or API key; null when it is gone. */
  created_by_name: string | null
  /** What its author said about it. */
  note: string | null
  created_at: string
  object: 'config-version'
  /** JSON text, secrets masked. */
  config: string
  /** The same as an object. */
  config_object: Record<string, unknown>
  format: 'json'
  type: 'ORG_CONFIG'
}

export type FeedbackCreateBody = {
  /** Of the request it is about; one that comes later is fine. */
  trace_id: string
  /** A whole number from -10 to 10. */
  value: number
  /** From 0 to 1; 1 when it is left out or outside of that. */
  weight?: number | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  workspace_id?: string | null | undefined
} | Array<{
  /** Of the request it is about; one that comes later is fine. */
  trace_id: string
  /** A whole number from -10 to 10. */
  value: number
  /** From 0 to 1; 1 when it is left out or outside of that. */
  weight?: number | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  workspace_id?: string | null | undefined
}>

export type FeedbackCreateQuery = {
  workspace_id?: string | undefined
}

export type FeedbackCreateReply = {
  status: 'success'
  message: string
  feedback_ids: string[]
}

export type FeedbackListQuery = {
  trace_id: string
  workspace_id?: string | undefined
}

export type FeedbackListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'feedback'
    id: string
    trace_id: string
    value: number
    weight: number
    metadata: Record<string, unknown> | null
    created_at: string
    last_updated_at: string
  }>
}

export type FeedbackUpdateBody = {
  value: number
  /** From 0 to 1; 1 when it is left out or outside of that. */
  weight?: number | null | undefined
  metadata?: Record<string, unknown> | null | undefined
}

export type FeedbackUpdateQuery = {
  workspace_id?: string | undefined
}

export type FeedbackUpdateReply = {
  status: 'success'
  message: string
  feedback_ids: string[]
}

export type InvitesAcceptBody = {
  token: string
  /** At least 12 characters and at most 1024 bytes; the best known ones are refused. */
  password: string
  first_name: string
  last_name?: string | undefined
}

export type InvitesAcceptReply = {
  object: 'caller'
  type: 'user' | 'api_key'
  user: {
    object: 'user'
    id: string
    first_name: string
    last_name: string
    role: 'owner' | 'admin' | 'member'
    email: string
    status: 'active' | 'disabled'
    created_at: string
    last_updated_at: string
    /** When one of the person’s sessions or own keys was last used, to the minute; null: not yet. */
    last_active: string | null
    workspace_ids: string[]
  } | null
  api_key: {
    id: string
    name: string
    kind: 'admin' | 'workspace'
  } | null
  organisation: {
    id: string
    name: string
  }
  /** Held in the whole organisation, every workspace included. */
  scopes: string[]
  /** Newest first, at most 100; GET /admin/workspaces has them all. */
  workspaces: Array<{
    id: string
    slug: string
    name: string
    /** Null for keys and for owners and admins. */
    role: 'manager' | 'member' | null
    /** Held there, besides those of the organisation. */
    scopes: string[]
  }>
  total_workspaces: number
  api_keys: Array<{
    object: 'api-key'
    id: string
    /** The secret. It is shown this once. */
    key: string
    workspace_id: string
  }>
}

export type InvitesCreateBody = {
  email: string
  role: 'owner' | 'admin' | 'member'
  /** Ids or slugs, and the role in each. */
  workspaces?: Array<{
    id: string
    role: 'admin' | 'manager' | 'member'
  }> | undefined
  /** With it, a key is made in each of the workspaces when the invitation is accepted. */
  workspace_api_key_details?: {
    scopes: string[]
  } | undefined
}

export type InvitesCreateReply = {
  id: string
  invite_link: string
  expires_at: string
}

export type InvitesDeleteReply = Record<string, unknown>

export type InvitesListQuery = {
  currentPage?: number | undefined
  pageSize?: number | undefined
  role?: 'owner' | 'admin' | 'member' | undefined
  email?: string | undefined
  status?: 'pending' | 'accepted' | 'cancelled' | 'expired' | undefined
}

export type InvitesListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'invite'
    id: string
    email: string
    role: 'owner' | 'admin' | 'member'
    status: 'pending' | 'accepted' | 'cancelled' | 'expired'
    workspaces: Array<{
      id: string
      role: 'manager' | 'member'
    }>
    invited_by: string
    created_at: string
    expires_at: string
    accepted_at: string | null
  }>
}

export type InvitesReadReply = {
  object: 'invite'
  id: string
  email: string
  role: 'owner' | 'admin' | 'member'
  status: 'pending' | 'accepted' | 'cancelled' | 'expired'
  workspaces: Array<{
    id: string
    role: 'manager' | 'member'
  }>
  invited_by: string
  created_at: string
  expires_at: string
  accepted_at: string | null
}

export type InvitesResendReply = {
  inviteLink: string
  invite_link: string
  expires_at: string
}

export type LabelsCreateBody = {
  name: string
  description?: string | null | undefined
  color_code?: string | null | undefined
  /** Ignored: there is one organisation. */
  organisation_id?: string | undefined
  workspace_id?: string | undefined
}

export type LabelsCreateReply = {
  id: string
}

export type LabelsDeleteQuery = {
  workspace_id?: string | undefined
}

export type LabelsDeleteReply = Record<string, unknown>

export type LabelsListQuery = CollectionsListQuery

export type LabelsListReply = {
  object: 'list'
  total: number
  data: Array<{
    id: string
    name: string
    description: string | null
    color_code: string | null
    organisation_id: string
    workspace_id: string | null
    is_universal: boolean
    status: 'active'
    created_at: string
    last_updated_at: string
  }>
}

export type LabelsReadQuery = {
  workspace_id?: string | undefined
}

export type LabelsReadReply = {
  id: string
  name: string
  description: string | null
  color_code: string | null
  organisation_id: string
  workspace_id: string | null
  is_universal: boolean
  status: 'active'
  created_at: string
  last_updated_at: string
}

export type LabelsUpdateBody = {
  name?: string | undefined
  description?: string | null | undefined
  color_code?: string | null | undefined
  /** Ignored: there is one organisation. */
  organisation_id?: string | undefined
  workspace_id?: string | undefined
}

export type LabelsUpdateQuery = {
  workspace_id?: string | undefined
}

export type LabelsUpdateReply = Record<string, unknown>

export type LogExportsCancelQuery = {
  workspace_id?: string | undefined
}

export type LogExportsCancelReply = {
  object: 'export'
  message: string
}

export type LogExportsContentQuery = {
  workspace_id?: string | undefined
}

export type LogExportsCreateBody = {
  workspace_id?: string | null | undefined
  filters?: {
    /** ISO 8601, or epoch milliseconds. */
    time_of_generation_min?: string | undefined
    /** ISO 8601, or epoch milliseconds. */
    time_of_generation_max?: string | undefined
    /** Tokens in all. */
    total_units_min?: number | string | undefined
    /** Tokens in all. */
    total_units_max?: number | string | undefined
    /** US cents. A request of unknown cost is in no range. */
    cost_min?: number | string | undefined
    /** US cents. */
    cost_max?: number | string | undefined
    /** Input tokens. */
    prompt_token_min?: number | string | undefined
    /** Input tokens. */
    prompt_token_max?: number | string | undefined
    /** Output tokens. */
    completion_token_min?: number | string | undefined
    /** Output tokens. */
    completion_token_max?: number | string | undefined
    /** Statuses or classes: 429,5xx. */
    status_code?: string | string[] | undefined
    /** Of the request’s feedback: value times weight, averaged. */
    weighted_feedback_min?: number | string | undefined
    /** Of the request’s feedback. */
    weighted_feedback_max?: number | string | undefined
    /** Slugs of virtual keys. Any of several, with commas between. */
    virtual_keys?: string | string[] | undefined
    /** Slugs of configs. Any of several, with commas between. */
    configs?: string | string[] | undefined
    /** Ids of gateway keys. Any of several, with commas between. */
    api_key_ids?: string | string[] | undefined
    /** Slugs of prompts, of one version as greeting@3. Any of several, with commas between. */
    prompt_slug?: string | string[] | undefined
    /** Trace ids. Any of several, with commas between. */
    trace_id?: string | string[] | undefined
    /** Span ids. Any of several, with commas between. */
    span_id?: string | string[] | undefined
    /** JSON object; every pair must match. */
    metadata?: Record<string, unknown> | string | undefined
    /** Pairs of provider and model: openai__gpt-4o. */
    ai_org_model?: string | string[] | undefined
    /** Models, as they were asked for. Any of several, with commas between. */
    ai_model?: string | string[] | undefined
    /** Slugs of providers. Any of several, with commas between. */
    provider?: string | string[] | undefined
    /** Such as chat.completions. Any of several, with commas between. */
    endpoint?: string | string[] | undefined
    /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Any of several, with commas between. */
    cache_status?: string | string[] | undefined
    /** gateway: served here; external: inserted. Any of several, with commas between. */
    source?: string | string[] | undefined
    /** Milliseconds. */
    response_time_min?: number | string | undefined
    /** Milliseconds. */
    response_time_max?: number | string | undefined
    /** Calls to providers. */
    attempt_count_min?: number | string | undefined
    /** Calls to providers. */
    attempt_count_max?: number | string | undefined
    /** Whether a retry or a fallback turned a failure into a good answer. */
    rescued?: boolean | 'true' | 'false' | undefined
    /** Whether a target was passed over because its circuit was open. */
    circuit_skip?: boolean | 'true' | 'false' | undefined
    /** Words in the first 16 KiB of the request or of the answer, whatever their case. Only bodies that are kept can be searched. */
    text?: string | undefined
    /** Leave out: statuses or classes. */
    not_status_code?: string | string[] | undefined
    /** Leave out: models. Any of several, with commas between. */
    not_ai_model?: string | string[] | undefined
    /** Leave out: providers. Any of several, with commas between. */
    not_provider?: string | string[] | undefined
    /** Leave out: endpoints. Any of several, with commas between. */
    not_endpoint?: string | string[] | undefined
    /** Leave out: gateway keys. Any of several, with commas between. */
    not_api_key_ids?: string | string[] | undefined
    /** Leave out: virtual keys. Any of several, with commas between. */
    not_virtual_keys?: string | string[] | undefined
    /** Leave out: configs. Any of several, with commas between. */
    not_configs?: string | string[] | undefined
    /** Leave out: prompts, of one version as greeting@3. Any of several, with commas between. */
    not_prompt_slug?: string | string[] | undefined
    /** Leave out: traces. Any of several, with commas between. */
    not_trace_id?: string | string[] | undefined
    /** Leave out: spans. Any of several, with commas between. */
    not_span_id?: string | string[] | undefined
    /** Leave out: what the cache did. Any of several, with commas between. */
    not_cache_status?: string | string[] | undefined
    /** Leave out: gateway or external. Any of several, with commas between. */
    not_source?: string | string[] | undefined
    /** Leave out: what has any of these pairs. */
    not_metadata?: Record<string, unknown> | string | undefined
    /** Admin keys: whose logs, unless workspace_id says. */
    workspace_slug?: string | undefined
    /** At most this many logs; without it, all of them. */
    page_size?: number | undefined
    /** Leaves out the pages before this one. */
    current_page?: number | undefined
  } | null | undefined
  requested_data: Array<'id' | 'trace_id' | 'span_id' | 'parent_span_id' | 'span_name' | 'created_at' | 'request' | 'response' | 'is_success' | 'ai_org' | 'ai_model' | 'response_model' | 'req_units' | 'res_units' | 'total_units' | 'cached_units' | 'reasoning_units' | 'request_url' | 'request_method' | 'endpoint' | 'cost' | 'cost_currency' | 'response_time' | 'time_to_first_byte' | 'response_status_code' | 'error_code' | 'ending' | 'is_stream' | 'cache_status' | 'retry_count' | 'attempt_count' | 'mode' | 'config' | 'config_version' | 'virtual_key' | 'api_key_id' | 'workspace_id' | 'prompt_slug' | 'prompt_id' | 'prompt_version' | 'prompt_version_id' | 'feedback_count' | 'weighted_feedback' | 'source' | 'metadata'>
  description?: string | null | undefined
  format?: 'jsonl' | 'csv' | undefined
}

export type LogExportsCreateReply = {
  object: 'export'
  id: string
  total: number
}

export type LogExportsDeleteQuery = {
  workspace_id?: string | undefined
}

export type LogExportsDeleteReply = Record<string, unknown>

export type LogExportsDownloadQuery = {
  workspace_id?: string | undefined
}

export type LogExportsDownloadReply = {
  /** Works without a key, for a quarter of an hour. */
  signed_url: string
}

export type LogExportsFileQuery = {
  expires?: string | undefined
  signature?: string | undefined
}

export type LogExportsListQuery = {
  workspace_id?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
}

export type LogExportsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'export'
    id: string
    organisation_id: string
    workspace_id: string
    description: string | null
    format: 'jsonl' | 'csv'
    filters: Record<string, unknown>
    requested_data: string[]
    status: 'draft' | 'in_progress' | 'success' | 'failed' | 'stopped'
    /** Logs that fit, as far as known before the end. */
    total: number
    /** The same. */
    total_records: number
    /** Logs in the file so far. */
    written: number
    file_bytes: number
    error: string | null
    created_by: string
    created_at: string
    last_updated_at: string
  }>
}

export type LogExportsReadQuery = {
  workspace_id?: string | undefined
}

export type LogExportsReadReply = {
  object: 'export'
  id: string
  organisation_id: string
  workspace_id: string
  description: string | null
  format: 'jsonl' | 'csv'
  filters: Record<string, unknown>
  requested_data: string[]
  status: 'draft' | 'in_progress' | 'success' | 'failed' | 'stopped'
  /** Logs that fit, as far as known before the end. */
  total: number
  /** The same. */
  total_records: number
  /** Logs in the file so far. */
  written: number
  file_bytes: number
  error: string | null
  created_by: string
  created_at: string
  last_updated_at: string
}

export type LogExportsStartQuery = {
  workspace_id?: string | undefined
}

export type LogExportsStartReply = {
  object: 'export'
  message: string
}

export type LogExportsUpdateBody = {
  workspace_id?: string | null | undefined
  filters?: {
    /** ISO 8601, or epoch milliseconds. */
    time_of_generation_min?: string | undefined
    /** ISO 8601, or epoch milliseconds. */
    time_of_generation_max?: string | undefined
    /** Tokens in all. */
    total_units_min?: number | string | undefined
    /** Tokens in all. */
    total_units_max?: number | string | undefined
    /** US cents. A request of unknown cost is in no range. */
    cost_min?: number | string | undefined
    /** US cents. */
    cost_max?: number | string | undefined
    /** Input tokens. */
    prompt_token_min?: number | string | undefined
    /** Input tokens. */
    prompt_token_max?: number | string | undefined
    /** Output tokens. */
    completion_token_min?: number | string | undefined
    /** Output tokens. */
    completion_token_max?: number | string | undefined
    /** Statuses or classes: 429,5xx. */
    status_code?: string | string[] | undefined
    /** Of the request’s feedback: value times weight, averaged. */
    weighted_feedback_min?: number | string | undefined
    /** Of the request’s feedback. */
    weighted_feedback_max?: number | string | undefined
    /** Slugs of virtual keys. Any of several, with commas between. */
    virtual_keys?: string | string[] | undefined
    /** Slugs of configs. Any of several, with commas between. */
    configs?: string | string[] | undefined
    /** Ids of gateway keys. Any of several, with commas between. */
    api_key_ids?: string | string[] | undefined
    /** Slugs of prompts, of one version as greeting@3. Any of several, with commas between. */
    prompt_slug?: string | string[] | undefined
    /** Trace ids. Any of several, with commas between. */
    trace_id?: string | string[] | undefined
    /** Span ids. Any of several, with commas between. */
    span_id?: string | string[] | undefined
    /** JSON object; every pair must match. */
    metadata?: Record<string, unknown> | string | undefined
    /** Pairs of provider and model: openai__gpt-4o. */
    ai_org_model?: string | string[] | undefined
    /** Models, as they were asked for. Any of several, with commas between. */
    ai_model?: string | string[] | undefined
    /** Slugs of providers. Any of several, with commas between. */
    provider?: string | string[] | undefined
    /** Such as chat.completions. Any of several, with commas between. */
    endpoint?: string | string[] | undefined
    /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Any of several, with commas between. */
    cache_status?: string | string[] | undefined
    /** gateway: served here; external: inserted. Any of several, with commas between. */
    source?: string | string[] | undefined
    /** Milliseconds. */
    response_time_min?: number | string | undefined
    /** Milliseconds. */
    response_time_max?: number | string | undefined
    /** Calls to providers. */
    attempt_count_min?: number | string | undefined
    /** Calls to providers. */
    attempt_count_max?: number | string | undefined
    /** Whether a retry or a fallback turned a failure into a good answer. */
    rescued?: boolean | 'true' | 'false' | undefined
    /** Whether a target was passed over because its circuit was open. */
    circuit_skip?: boolean | 'true' | 'false' | undefined
    /** Words in the first 16 KiB of the request or of the answer, whatever their case. Only bodies that are kept can be searched. */
    text?: string | undefined
    /** Leave out: statuses or classes. */
    not_status_code?: string | string[] | undefined
    /** Leave out: models. Any of several, with commas between. */
    not_ai_model?: string | string[] | undefined
    /** Leave out: providers. Any of several, with commas between. */
    not_provider?: string | string[] | undefined
    /** Leave out: endpoints. Any of several, with commas between. */
    not_endpoint?: string | string[] | undefined
    /** Leave out: gateway keys. Any of several, with commas between. */
    not_api_key_ids?: string | string[] | undefined
    /** Leave out: virtual keys. Any of several, with commas between. */
    not_virtual_keys?: string | string[] | undefined
    /** Leave out: configs. Any of several, with commas between. */
    not_configs?: string | string[] | undefined
    /** Leave out: prompts, of one version as greeting@3. Any of several, with commas between. */
    not_prompt_slug?: string | string[] | undefined
    /** Leave out: traces. Any of several, with commas between. */
    not_trace_id?: string | string[] | undefined
    /** Leave out: spans. Any of several, with commas between. */
    not_span_id?: string | string[] | undefined
    /** Leave out: what the cache did. Any of several, with commas between. */
    not_cache_status?: string | string[] | undefined
    /** Leave out: gateway or external. Any of several, with commas between. */
    not_source?: string | string[] | undefined
    /** Leave out: what has any of these pairs. */
    not_metadata?: Record<string, unknown> | string | undefined
    /** Admin keys: whose logs, unless workspace_id says. */
    workspace_slug?: string | undefined
    /** At most this many logs; without it, all of them. */
    page_size?: number | undefined
    /** Leaves out the pages before this one. */
    current_page?: number | undefined
  } | null | undefined
  requested_data?: Array<'id' | 'trace_id' | 'span_id' | 'parent_span_id' | 'span_name' | 'created_at' | 'request' | 'response' | 'is_success' | 'ai_org' | 'ai_model' | 'response_model' | 'req_units' | 'res_units' | 'total_units' | 'cached_units' | 'reasoning_units' | 'request_url' | 'request_method' | 'endpoint' | 'cost' | 'cost_currency' | 'response_time' | 'time_to_first_byte' | 'response_status_code' | 'error_code' | 'ending' | 'is_stream' | 'cache_status' | 'retry_count' | 'attempt_count' | 'mode' | 'config' | 'config_version' | 'virtual_key' | 'api_key_id' | 'workspace_id' | 'prompt_slug' | 'prompt_id' | 'prompt_version' | 'prompt_version_id' | 'feedback_count' | 'weighted_feedback' | 'source' | 'metadata'> | null | undefined
  description?: string | null | undefined
  format?: 'jsonl' | 'csv' | null | undefined
  exportId?: string | null | undefined
}

export type LogExportsUpdateReply = {
  object: 'export'
  id: string
  total: number
}

export type LogsFacetsQuery = AnalyticsSummaryQuery

export type LogsFacetsReply = {
  object: 'log-facets'
  from: string
  to: string
  /** True when only the newest matching logs could be counted in time. */
  is_partial: boolean
  facets: {
    status_code: Array<{
      value: string
      requests: number
    }>
    provider: Array<{
      value: string
      requests: number
    }>
    ai_model: Array<{
      value: string
      requests: number
    }>
    endpoint: Array<{
      value: string
      requests: number
    }>
    api_key_ids: Array<{
      value: string
      requests: number
    }>
    virtual_keys: Array<{
      value: string
      requests: number
    }>
    configs: Array<{
      value: string
      requests: number
    }>
    prompt_slug: Array<{
      value: string
      requests: number
    }>
  }
}

export type LogsHistogramQuery = {
  /** Admin keys: one workspace instead of all. */
  workspace_id?: string | undefined
  /** The same by its slug. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Tokens in all. */
  total_units_min?: number | string | undefined
  /** Tokens in all. */
  total_units_max?: number | string | undefined
  /** US cents. A request of unknown cost is in no range. */
  cost_min?: number | string | undefined
  /** US cents. */
  cost_max?: number | string | undefined
  /** Input tokens. */
  prompt_token_min?: number | string | undefined
  /** Input tokens. */
  prompt_token_max?: number | string | undefined
  /** Output tokens. */
  completion_token_min?: number | string | undefined
  /** Output tokens. */
  completion_token_max?: number | string | undefined
  /** Statuses or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Of the request’s feedback: value times weight, averaged. */
  weighted_feedback_min?: number | string | undefined
  /** Of the request’s feedback. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Any of several, with commas between. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Any of several, with commas between. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Any of several, with commas between. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts, of one version as greeting@3. Any of several, with commas between. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Any of several, with commas between. */
  trace_id?: string | string[] | undefined
  /** Span ids. Any of several, with commas between. */
  span_id?: string | string[] | undefined
  /** JSON object; every pair must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Pairs of provider and model: openai__gpt-4o. */
  ai_org_model?: string | string[] | undefined
  /** Models, as they were asked for. Any of several, with commas between. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Any of several, with commas between. */
  provider?: string | string[] | undefined
  /** Such as chat.completions. Any of several, with commas between. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Any of several, with commas between. */
  cache_status?: string | string[] | undefined
  /** gateway: served here; external: inserted. Any of several, with commas between. */
  source?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Calls to providers. */
  attempt_count_min?: number | string | undefined
  /** Calls to providers. */
  attempt_count_max?: number | string | undefined
  /** Whether a retry or a fallback turned a failure into a good answer. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was passed over because its circuit was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Words in the first 16 KiB of the request or of the answer, whatever their case. Only bodies that are kept can be searched. */
  text?: string | undefined
  /** Leave out: statuses or classes. */
  not_status_code?: string | string[] | undefined
  /** Leave out: models. Any of several, with commas between. */
  not_ai_model?: string | string[] | undefined
  /** Leave out: providers. Any of several, with commas between. */
  not_provider?: string | string[] | undefined
  /** Leave out: endpoints. Any of several, with commas between. */
  not_endpoint?: string | string[] | undefined
  /** Leave out: gateway keys. Any of several, with commas between. */
  not_api_key_ids?: string | string[] | undefined
  /** Leave out: virtual keys. Any of several, with commas between. */
  not_virtual_keys?: string | string[] | undefined
  /** Leave out: configs. Any of several, with commas between. */
  not_configs?: string | string[] | undefined
  /** Leave out: prompts, of one version as greeting@3. Any of several, with commas between. */
  not_prompt_slug?: string | string[] | undefined
  /** Leave out: traces. Any of several, with commas between. */
  not_trace_id?: string | string[] | undefined
  /** Leave out: spans. Any of several, with commas between. */
  not_span_id?: string | string[] | undefined
  /** Leave out: what the cache did. Any of several, with commas between. */
  not_cache_status?: string | string[] | undefined
  /** Leave out: gateway or external. Any of several, with commas between. */
  not_source?: string | string[] | undefined
  /** Leave out: what has any of these pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  /** About how many bars. */
  bars?: number | undefined
}

export type LogsHistogramReply = {
  object: 'log-histogram'
  from: string
  to: string
  /** True when only the newest matching logs could be counted in time. */
  is_partial: boolean
  /** Milliseconds. */
  bar_width: number
  data: Array<{
    timestamp: string
    ok: number
    /** Those of the good ones that a retry or a fallback saved. */
    rescued: number
    errors: number
  }>
}

export type LogsInsertBody = {
  request: {
    url: string
    method?: string | undefined
    headers?: Record<string, string | number | boolean> | null | undefined
    body: unknown
    provider?: string | null | undefined
  }
  response: {
    status?: number | undefined
    headers?: Record<string, string | number | boolean> | null | undefined
    body: unknown
    /** Milliseconds. */
    response_time?: number | null | undefined
    /** The same, as older clients say it. */
    time?: number | null | undefined
    streamingMode?: boolean | null | undefined
  }
  /** trace_id, span_id, span_name and parent_span_id are understood; every other pair is kept. */
  metadata?: Record<string, unknown> | null | undefined
} | Array<{
  request: {
    url: string
    method?: string | undefined
    headers?: Record<string, string | number | boolean> | null | undefined
    body: unknown
    provider?: string | null | undefined
  }
  response: {
    status?: number | undefined
    headers?: Record<string, string | number | boolean> | null | undefined
    body: unknown
    /** Milliseconds. */
    response_time?: number | null | undefined
    /** The same, as older clients say it. */
    time?: number | null | undefined
    streamingMode?: boolean | null | undefined
  }
  /** trace_id, span_id, span_name and parent_span_id are understood; every other pair is kept. */
  metadata?: Record<string, unknown> | null | undefined
}>

export type LogsInsertQuery = {
  workspace_id?: string | undefined
}

export type LogsInsertReply = {
  status: 'success'
  message: string
  log_ids: string[]
}

export type LogsListQuery = {
  /** Admin keys: one workspace instead of all. */
  workspace_id?: string | undefined
  /** The same by its slug. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Tokens in all. */
  total_units_min?: number | string | undefined
  /** Tokens in all. */
  total_units_max?: number | string | undefined
  /** US cents. A request of unknown cost is in no range. */
  cost_min?: number | string | undefined
  /** US cents. */
  cost_max?: number | string | undefined
  /** Input tokens. */
  prompt_token_min?: number | string | undefined
  /** Input tokens. */
  prompt_token_max?: number | string | undefined
  /** Output tokens. */
  completion_token_min?: number | string | undefined
  /** Output tokens. */
  completion_token_max?: number | string | undefined
  /** Statuses or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Of the request’s feedback: value times weight, averaged. */
  weighted_feedback_min?: number | string | undefined
  /** Of the request’s feedback. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Any of several, with commas between. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Any of several, with commas between. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Any of several, with commas between. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts, of one version as greeting@3. Any of several, with commas between. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Any of several, with commas between. */
  trace_id?: string | string[] | undefined
  /** Span ids. Any of several, with commas between. */
  span_id?: string | string[] | undefined
  /** JSON object; every pair must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Pairs of provider and model: openai__gpt-4o. */
  ai_org_model?: string | string[] | undefined
  /** Models, as they were asked for. Any of several, with commas between. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Any of several, with commas between. */
  provider?: string | string[] | undefined
  /** Such as chat.completions. Any of several, with commas between. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Any of several, with commas between. */
  cache_status?: string | string[] | undefined
  /** gateway: served here; external: inserted. Any of several, with commas between. */
  source?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Calls to providers. */
  attempt_count_min?: number | string | undefined
  /** Calls to providers. */
  attempt_count_max?: number | string | undefined
  /** Whether a retry or a fallback turned a failure into a good answer. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was passed over because its circuit was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Words in the first 16 KiB of the request or of the answer, whatever their case. Only bodies that are kept can be searched. */
  text?: string | undefined
  /** Leave out: statuses or classes. */
  not_status_code?: string | string[] | undefined
  /** Leave out: models. Any of several, with commas between. */
  not_ai_model?: string | string[] | undefined
  /** Leave out: providers. Any of several, with commas between. */
  not_provider?: string | string[] | undefined
  /** Leave out: endpoints. Any of several, with commas between. */
  not_endpoint?: string | string[] | undefined
  /** Leave out: gateway keys. Any of several, with commas between. */
  not_api_key_ids?: string | string[] | undefined
  /** Leave out: virtual keys. Any of several, with commas between. */
  not_virtual_keys?: string | string[] | undefined
  /** Leave out: configs. Any of several, with commas between. */
  not_configs?: string | string[] | undefined
  /** Leave out: prompts, of one version as greeting@3. Any of several, with commas between. */
  not_prompt_slug?: string | string[] | undefined
  /** Leave out: traces. Any of several, with commas between. */
  not_trace_id?: string | string[] | undefined
  /** Leave out: spans. Any of several, with commas between. */
  not_span_id?: string | string[] | undefined
  /** Leave out: what the cache did. Any of several, with commas between. */
  not_cache_status?: string | string[] | undefined
  /** Leave out: gateway or external. Any of several, with commas between. */
  not_source?: string | string[] | undefined
  /** Leave out: what has any of these pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  page_size?: number | undefined
  /** next_cursor of the page before. */
  cursor?: string | undefined
  /** With trail, gateway_time and first_words of each request. */
  glance?: boolean | 'true' | 'false' | undefined
}

export type LogsListReply = {
  object: 'list'
  /** Newest first. */
  data: Array<{
    object: 'log'
    id: string
    trace_id: string
    span_id: string | null
    parent_span_id: string | null
    span_name: string | null
    /** external: inserted, not served here. */
    source: 'gateway' | 'external'
    workspace_id: string
    api_key_id: string
    /** When the request arrived, ISO 8601. */
    created_at: string
    method: string
    path: string
    endpoint: string
    ending: 'complete' | 'refused' | 'abandoned' | 'broken'
    status_code: number
    error_code: string | null
    provider: string | null
    /** The answering target’s path in the config. */
    target: string | null
    ai_model: string | null
    response_model: string | null
    virtual_key: string | null
    config: string | null
    config_version: number | null
    prompt_slug: string | null
    prompt_version: number | null
    is_stream: boolean
    cache_status: string
    /** Milliseconds. */
    response_time: number
    time_to_first_byte: number | null
    attempt_count: number
    retry_count: number
    /** How each attempt ended. In lists only with glance=true, and null where it could not be read in time. */
    trail: Array<{
      /** Null when no answer came. */
      status_code: number | null
      error_code: string | null
      /** 0 is the first call of a target. */
      retry: number
    }> | null
    /** Milliseconds that were the gateway’s own. In lists only with glance=true, and null where it could not be read in time. */
    gateway_time: number | null
    /** How the question begins, where bodies are kept. In lists only with glance=true, and null where it could not be read in time. */
    first_words: string | null
    usage: {
      input_tokens: number | null
      output_tokens: number | null
      total_tokens: number | null
      cached_tokens: number | null
      cached_write_tokens: number | null
      reasoning_tokens: number | null
      audio_input_tokens: number | null
      audio_output_tokens: number | null
      images: number | null
      search_units: number | null
      cached_write_long_tokens: number | null
      image_input_tokens: number | null
      image_output_tokens: number | null
      characters: number | null
      audio_seconds: number | null
      /** Counted by the length of the texts: the provider told nothing. */
      is_estimate: boolean
    } | null
    /** US cents; null when it is not known, 0 when it was free. */
    cost: number | null
    cost_currency: 'USD'
    /** Edition of the price list. */
    price_version: string | null
    cache_saved_time: number | null
    /** US cents the cache spared. */
    cache_saved_cost: number | null
    feedback_count: number
    /** From -10 to 10; null without feedback. */
    weighted_feedback: number | null
    metadata: Record<string, string>
    request_bytes: number
    response_bytes: number
    warnings: string[]
  }>
  has_more: boolean
  next_cursor: string | null
  /** True when the search paused before the page was full; next_cursor goes on where it stopped. */
  is_partial: boolean
}

export type LogsReadQuery = {
  /** Admin keys: one workspace instead of all. */
  workspace_id?: string | undefined
  /** The same by its slug. */
  workspace_slug?: string | undefined
}

export type LogsReadReply = {
  object: 'log'
  id: string
  trace_id: string
  span_id: string | null
  parent_span_id: string | null
  span_name: string | null
  /** external: inserted, not served here. */
  source: 'gateway' | 'external'
  workspace_id: string
  api_key_id: string
  /** When the request arrived, ISO 8601. */
  created_at: string
  method: string
  path: string
  endpoint: string
  ending: 'complete' | 'refused' | 'abandoned' | 'broken'
  status_code: number
  error_code: string | null
  provider: string | null
  /** The answering target’s path in the config. */
  target: string | null
  ai_model: string | null
  response_model: string | null
  virtual_key: string | null
  config: string | null
  config_version: number | null
  prompt_slug: string | null
  prompt_version: number | null
  is_stream: boolean
  cache_status: string
  /** Milliseconds. */
  response_time: number
  time_to_first_byte: number | null
  attempt_count: number
  retry_count: number
  /** How each attempt ended. In lists only with glance=true, and null where it could not be read in time. */
  trail: Array<{
    /** Null when no answer came. */
    status_code: number | null
    error_code: string | null
    /** 0 is the first call of a target. */
    retry: number
  }> | null
  /** Milliseconds that were the gateway’s own. In lists only with glance=true, and null where it could not be read in time. */
  gateway_time: number | null
  /** How the question begins, where bodies are kept. In lists only with glance=true, and null where it could not be read in time. */
  first_words: string | null
  usage: {
    input_tokens: number | null
    output_tokens: number | null
    total_tokens: number | null
    cached_tokens: number | null
    cached_write_tokens: number | null
    reasoning_tokens: number | null
    audio_input_tokens: number | null
    audio_output_tokens: number | null
    images: number | null
    search_units: number | null
    cached_write_long_tokens: number | null
    image_input_tokens: number | null
    image_output_tokens: number | null
    characters: number | null
    audio_seconds: number | null
    /** Counted by the length of the texts: the provider told nothing. */
    is_estimate: boolean
  } | null
  /** US cents; null when it is not known, 0 when it was free. */
  cost: number | null
  cost_currency: 'USD'
  /** Edition of the price list. */
  price_version: string | null
  cache_saved_time: number | null
  /** US cents the cache spared. */
  cache_saved_cost: number | null
  feedback_count: number
  /** From -10 to 10; null without feedback. */
  weighted_feedback: number | null
  metadata: Record<string, string>
  request_bytes: number
  response_bytes: number
  warnings: string[]
  metrics: {
    /** US cents; null when it is not known. */
    cost: number | null
    cost_currency: 'USD'
    req_units: number | null
    res_units: number | null
    total_units: number | null
    cache_status: string
    /** After how many retries it went well; 0 without any. */
    retry_success_count: number
    response_status_code: number
    /** Milliseconds. */
    response_time: number
    time_to_first_byte: number | null
    trace_id: string
    span_id: string | null
    parent_span_id: string | null
  }
  cost_lines: Array<{
    unit: string
    quantity: number
    /** US cents for `price_units` of them. */
    price: number
    price_units: number
    /** US cents. */
    cost: number
  }>
  feedback: Array<{
    object: 'feedback'
    id: string
    trace_id: string
    value: number
    weight: number
    metadata: Record<string, unknown> | null
    created_at: string
    last_updated_at: string
  }>
  attempts: Array<{
    target: string
    provider: string
    url: string
    retry: number
    /** Milliseconds. */
    start: number
    first_byte: number | null
    /** Milliseconds. */
    duration: number
    status_code: number | null
    error_code: string | null
    /** What the provider got, where that differs from the request and was kept. */
    sent_body: string | null
  }>
  /** Every decision on the way, in order. */
  decisions: Array<{
    kind: string
    /** Milliseconds. */
    at: number
    /** Milliseconds. */
    duration: number
    target: string | null
    reason: string
  }>
  request: {
    headers: Record<string, string>
    /** Text, or base64 when body_encoding says so; null when bodies are not logged. */
    body: string | null
    body_encoding: 'utf-8' | 'base64'
    /** True when only the first part was kept. */
    body_cut: boolean
  }
  response: {
    headers: Record<string, string>
    /** Text, or base64 when body_encoding says so; null when bodies are not logged. */
    body: string | null
    body_encoding: 'utf-8' | 'base64'
    /** True when only the first part was kept. */
    body_cut: boolean
  }
}

export type LogsStreamQuery = {
  /** Admin keys: one workspace instead of all. */
  workspace_id?: string | undefined
  /** The same by its slug. */
  workspace_slug?: string | undefined
  /** Tokens in all. */
  total_units_min?: number | string | undefined
  /** Tokens in all. */
  total_units_max?: number | string | undefined
  /** US cents. A request of unknown cost is in no range. */
  cost_min?: number | string | undefined
  /** US cents. */
  cost_max?: number | string | undefined
  /** Input tokens. */
  prompt_token_min?: number | string | undefined
  /** Input tokens. */
  prompt_token_max?: number | string | undefined
  /** Output tokens. */
  completion_token_min?: number | string | undefined
  /** Output tokens. */
  completion_token_max?: number | string | undefined
  /** Statuses or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Slugs of virtual keys. Any of several, with commas between. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Any of several, with commas between. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Any of several, with commas between. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts, of one version as greeting@3. Any of several, with commas between. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Any of several, with commas between. */
  trace_id?: string | string[] | undefined
  /** Span ids. Any of several, with commas between. */
  span_id?: string | string[] | undefined
  /** JSON object; every pair must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Pairs of provider and model: openai__gpt-4o. */
  ai_org_model?: string | string[] | undefined
  /** Models, as they were asked for. Any of several, with commas between. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Any of several, with commas between. */
  provider?: string | string[] | undefined
  /** Such as chat.completions. Any of several, with commas between. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Any of several, with commas between. */
  cache_status?: string | string[] | undefined
  /** gateway: served here; external: inserted. Any of several, with commas between. */
  source?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Calls to providers. */
  attempt_count_min?: number | string | undefined
  /** Calls to providers. */
  attempt_count_max?: number | string | undefined
  /** Whether a retry or a fallback turned a failure into a good answer. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was passed over because its circuit was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Words in the first 16 KiB of the request or of the answer, whatever their case. Only bodies that are kept can be searched. */
  text?: string | undefined
  /** Leave out: statuses or classes. */
  not_status_code?: string | string[] | undefined
  /** Leave out: models. Any of several, with commas between. */
  not_ai_model?: string | string[] | undefined
  /** Leave out: providers. Any of several, with commas between. */
  not_provider?: string | string[] | undefined
  /** Leave out: endpoints. Any of several, with commas between. */
  not_endpoint?: string | string[] | undefined
  /** Leave out: gateway keys. Any of several, with commas between. */
  not_api_key_ids?: string | string[] | undefined
  /** Leave out: virtual keys. Any of several, with commas between. */
  not_virtual_keys?: string | string[] | undefined
  /** Leave out: configs. Any of several, with commas between. */
  not_configs?: string | string[] | undefined
  /** Leave out: prompts, of one version as greeting@3. Any of several, with commas between. */
  not_prompt_slug?: string | string[] | undefined
  /** Leave out: traces. Any of several, with commas between. */
  not_trace_id?: string | string[] | undefined
  /** Leave out: spans. Any of several, with commas between. */
  not_span_id?: string | string[] | undefined
  /** Leave out: what the cache did. Any of several, with commas between. */
  not_cache_status?: string | string[] | undefined
  /** Leave out: gateway or external. Any of several, with commas between. */
  not_source?: string | string[] | undefined
  /** Leave out: what has any of these pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
}

export type OrganisationReadReply = {
  object: 'organisation'
  id: string
  name: string
  retention_days: number | null
  log_bodies: boolean | null
  defaults: {
    metadata: Record<string, string>
  }
  created_at: string
  last_updated_at: string
}

export type OrganisationUpdateBody = {
  name?: string | undefined
  /** Days that request logs are kept; null: as above it. */
  retention_days?: number | null | undefined
  /** Whether requests and answers are kept in the logs; null: as above it. */
  log_bodies?: boolean | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
  } | undefined
}

export type OrganisationUpdateReply = OrganisationReadReply

export type PoliciesRateLimitsCreateBody = {
  name?: string | null | undefined
  /** All must hold; none: every request. */
  conditions: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
    /** One, several, or * for any. Models: @virtual-key/model, @virtual-key/* or a bare name. */
    value: string | string[]
    /** Taken out of the values again. */
    excludes?: string | string[] | null | undefined
  }>
  /** Each combination of their values has a limit of its own. */
  group_by: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
  }>
  /** Left out by Admin keys: for every workspace. */
  workspace_id?: string | undefined
  type: 'requests' | 'tokens'
  /** Per second, minute, hour, day or week. */
  unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
  value: number
}

export type PoliciesRateLimitsCreateReply = {
  id: string
  object: 'policy_rate_limits'
}

export type PoliciesRateLimitsDeleteQuery = {
  workspace_id?: string | undefined
}

export type PoliciesRateLimitsDeleteReply = Record<string, unknown>

export type PoliciesRateLimitsListQuery = {
  workspace_id?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
  status?: 'active' | 'archived' | undefined
  type?: 'requests' | 'tokens' | undefined
}

export type PoliciesRateLimitsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'policy_rate_limits'
    id: string
    name: string | null
    organisation_id: string
    /** Null: every workspace. */
    workspace_id: string | null
    conditions: Array<{
      key: string
      value: string | string[]
      excludes?: string | string[] | undefined
    }>
    group_by: Array<{
      key: string
    }>
    status: 'active' | 'archived'
    created_at: string
    last_updated_at: string
    type: 'requests' | 'tokens'
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }>
}

export type PoliciesRateLimitsReadQuery = {
  workspace_id?: string | undefined
}

export type PoliciesRateLimitsReadReply = {
  object: 'policy_rate_limits'
  id: string
  name: string | null
  organisation_id: string
  /** Null: every workspace. */
  workspace_id: string | null
  conditions: Array<{
    key: string
    value: string | string[]
    excludes?: string | string[] | undefined
  }>
  group_by: Array<{
    key: string
  }>
  status: 'active' | 'archived'
  created_at: string
  last_updated_at: string
  type: 'requests' | 'tokens'
  unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
  value: number
}

export type PoliciesRateLimitsUpdateBody = {
  name?: string | null | undefined
  /** All must hold; none: every request. */
  conditions?: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
    /** One, several, or * for any. Models: @virtual-key/model, @virtual-key/* or a bare name. */
    value: string | string[]
    /** Taken out of the values again. */
    excludes?: string | string[] | null | undefined
  }> | undefined
  /** Each combination of their values has a limit of its own. */
  group_by?: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
  }> | undefined
  /** Left out by Admin keys: for every workspace. */
  workspace_id?: string | undefined
  type?: 'requests' | 'tokens' | undefined
  /** Per second, minute, hour, day or week. */
  unit?: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw' | undefined
  value?: number | undefined
}

export type PoliciesRateLimitsUpdateQuery = {
  workspace_id?: string | undefined
}

export type PoliciesRateLimitsUpdateReply = PoliciesRateLimitsReadReply

export type PoliciesUsageLimitsCreateBody = {
  name?: string | null | undefined
  /** All must hold; none: every request. */
  conditions: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
    /** One, several, or * for any. Models: @virtual-key/model, @virtual-key/* or a bare name. */
    value: string | string[]
    /** Taken out of the values again. */
    excludes?: string | string[] | null | undefined
  }>
  /** Each combination of their values has a limit of its own. */
  group_by: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
  }>
  /** Left out by Admin keys: for every workspace. */
  workspace_id?: string | undefined
  /** What is counted; cost is in US dollars. */
  type: 'cost' | 'tokens' | 'requests'
  /** US dollars or requests (1 or more), or tokens (100 or more). */
  credit_limit: number
  /** An alert is due from here on; below credit_limit. */
  alert_threshold?: number | null | undefined
  /** weekly: Mondays; monthly: the first; 00:00 UTC. */
  periodic_reset?: 'weekly' | 'monthly' | null | undefined
  periodic_reset_days?: number | null | undefined
  next_usage_reset_at?: string | null | undefined
}

export type PoliciesUsageLimitsCreateReply = {
  id: string
  object: 'policy_usage_limits'
}

export type PoliciesUsageLimitsDeleteQuery = {
  workspace_id?: string | undefined
}

export type PoliciesUsageLimitsDeleteReply = Record<string, unknown>

export type PoliciesUsageLimitsEntitiesListQuery = {
  workspace_id?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
  status?: 'active' | 'exhausted' | undefined
  /** Part of the value key, in any case. */
  search?: string | undefined
}

export type PoliciesUsageLimitsEntitiesListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'policy_usage_limits_entity'
    id: string
    /** key:value of each group, joined with -. */
    value_key: string
    /** Settled in this period: US dollars, tokens or requests. */
    current_usage: number
    held: number
    credit_limit: number
    status: 'active' | 'exhausted'
    last_reset_at: string
    next_usage_reset_at: string | null
  }>
}

export type PoliciesUsageLimitsEntitiesResetQuery = {
  workspace_id?: string | undefined
}

export type PoliciesUsageLimitsEntitiesResetReply = Record<string, unknown>

export type PoliciesUsageLimitsListQuery = {
  workspace_id?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
  status?: 'active' | 'archived' | undefined
  type?: 'cost' | 'tokens' | 'requests' | undefined
}

export type PoliciesUsageLimitsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'policy_usage_limits'
    id: string
    name: string | null
    organisation_id: string
    /** Null: every workspace. */
    workspace_id: string | null
    conditions: Array<{
      key: string
      value: string | string[]
      excludes?: string | string[] | undefined
    }>
    group_by: Array<{
      key: string
    }>
    status: 'active' | 'archived'
    created_at: string
    last_updated_at: string
    type: 'cost' | 'tokens' | 'requests'
    credit_limit: number
    alert_threshold: number | null
    periodic_reset: 'weekly' | 'monthly' | null
    periodic_reset_days: number | null
    next_usage_reset_at: string | null
    /** With include_usage: what each value has used, the thousand that used most. */
    value_key_usage_map?: Record<string, number> | undefined
  }>
}

export type PoliciesUsageLimitsReadQuery = {
  workspace_id?: string | undefined
  include_usage?: 'true' | 'false' | undefined
}

export type PoliciesUsageLimitsReadReply = {
  object: 'policy_usage_limits'
  id: string
  name: string | null
  organisation_id: string
  /** Null: every workspace. */
  workspace_id: string | null
  conditions: Array<{
    key: string
    value: string | string[]
    excludes?: string | string[] | undefined
  }>
  group_by: Array<{
    key: string
  }>
  status: 'active' | 'archived'
  created_at: string
  last_updated_at: string
  type: 'cost' | 'tokens' | 'requests'
  credit_limit: number
  alert_threshold: number | null
  periodic_reset: 'weekly' | 'monthly' | null
  periodic_reset_days: number | null
  next_usage_reset_at: string | null
  /** With include_usage: what each value has used, the thousand that used most. */
  value_key_usage_map?: Record<string, number> | undefined
}

export type PoliciesUsageLimitsUpdateBody = {
  name?: string | null | undefined
  /** All must hold; none: every request. */
  conditions?: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
    /** One, several, or * for any. Models: @virtual-key/model, @virtual-key/* or a bare name. */
    value: string | string[]
    /** Taken out of the values again. */
    excludes?: string | string[] | null | undefined
  }> | undefined
  /** Each combination of their values has a limit of its own. */
  group_by?: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
  }> | undefined
  /** Left out by Admin keys: for every workspace. */
  workspace_id?: string | undefined
  /** What is counted; cost is in US dollars. */
  type?: 'cost' | 'tokens' | 'requests' | undefined
  /** US dollars or requests (1 or more), or tokens (100 or more). */
  credit_limit?: number | undefined
  /** An alert is due from here on; below credit_limit. */
  alert_threshold?: number | null | undefined
  /** weekly: Mondays; monthly: the first; 00:00 UTC. */
  periodic_reset?: 'weekly' | 'monthly' | null | undefined
  periodic_reset_days?: number | null | undefined
  next_usage_reset_at?: string | null | undefined
  /** A value_key of …/entities: its budget begins anew with nothing used. */
  reset_usage_for_value?: string | null | undefined
}

export type PoliciesUsageLimitsUpdateQuery = {
  workspace_id?: string | undefined
}

export type PoliciesUsageLimitsUpdateReply = PoliciesUsageLimitsReadReply

export type PricesCreateBody = {
  /** The model’s name; `*` stands for any characters. */
  model: string
  /** A provider’s slug; any when left out. */
  provider?: string | null | undefined
  /** A virtual key’s slug; needs a workspace. Any when left out. */
  virtual_key?: string | null | undefined
  /** Left out: the list price, times the multiplier. */
  prices?: {
    input_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    output_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    cached_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    cached_write_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    cached_write_long_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    reasoning_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    audio_input_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    audio_output_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    image_input_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    image_output_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    images?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    search_units?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    characters?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    audio_seconds?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    requests?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
  } | null | undefined
  /** Above so many input tokens, the whole request has these prices. */
  tiers?: Array<{
    over_input_tokens: number
    /** By unit. A class of tokens that is not named costs what its whole costs. */
    prices: {
      input_tokens?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      output_tokens?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      cached_tokens?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      cached_write_tokens?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      cached_write_long_tokens?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      reasoning_tokens?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      audio_input_tokens?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      audio_output_tokens?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      image_input_tokens?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      image_output_tokens?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      images?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      search_units?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      characters?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      audio_seconds?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
      requests?: {
        /** US dollars for `per` units. */
        usd: number
        /** How many units the price is for. */
        per?: number | undefined
      } | undefined
    }
  }> | undefined
  batch_prices?: {
    input_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    output_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    cached_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    cached_write_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    cached_write_long_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    reasoning_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    audio_input_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    audio_output_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    image_input_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    image_output_tokens?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    images?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    search_units?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    characters?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    audio_seconds?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
    requests?: {
      /** US dollars for `per` units. */
      usd: number
      /** How many units the price is for. */
      per?: number | undefined
    } | undefined
  } | null | undefined
  /** Six decimals count. */
  multiplier?: number | undefined
  /** From now on when left out. */
  valid_from?: string | undefined
  /** Left out by Admin keys: for every workspace. */
  workspace_id?: string | undefined
}

export type PricesCreateReply = {
  object: 'price'
  id: string
  workspace_id: string | null
  virtual_key: string | null
  provider: string | null
  model: string
  prices: {
    input_tokens?: {
      usd: number
      per: number
    } | undefined
    output_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_write_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_write_long_tokens?: {
      usd: number
      per: number
    } | undefined
    reasoning_tokens?: {
      usd: number
      per: number
    } | undefined
    audio_input_tokens?: {
      usd: number
      per: number
    } | undefined
    audio_output_tokens?: {
      usd: number
      per: number
    } | undefined
    image_input_tokens?: {
      usd: number
      per: number
    } | undefined
    image_output_tokens?: {
      usd: number
      per: number
    } | undefined
    images?: {
      usd: number
      per: number
    } | undefined
    search_units?: {
      usd: number
      per: number
    } | undefined
    characters?: {
      usd: number
      per: number
    } | undefined
    audio_seconds?: {
      usd: number
      per: number
    } | undefined
    requests?: {
      usd: number
      per: number
    } | undefined
  } | null
  tiers: Array<{
    over_input_tokens: number
    prices: {
      input_tokens?: {
        usd: number
        per: number
      } | undefined
      output_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_write_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_write_long_tokens?: {
        usd: number
        per: number
      } | undefined
      reasoning_tokens?: {
        usd: number
        per: number
      } | undefined
      audio_input_tokens?: {
        usd: number
        per: number
      } | undefined
      audio_output_tokens?: {
        usd: number
        per: number
      } | undefined
      image_input_tokens?: {
        usd: number
        per: number
      } | undefined
      image_output_tokens?: {
        usd: number
        per: number
      } | undefined
      images?: {
        usd: number
        per: number
      } | undefined
      search_units?: {
        usd: number
        per: number
      } | undefined
      characters?: {
        usd: number
        per: number
      } | undefined
      audio_seconds?: {
        usd: number
        per: number
      } | undefined
      requests?: {
        usd: number
        per: number
      } | undefined
    }
  }>
  batch_prices: {
    input_tokens?: {
      usd: number
      per: number
    } | undefined
    output_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_write_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_write_long_tokens?: {
      usd: number
      per: number
    } | undefined
    reasoning_tokens?: {
      usd: number
      per: number
    } | undefined
    audio_input_tokens?: {
      usd: number
      per: number
    } | undefined
    audio_output_tokens?: {
      usd: number
      per: number
    } | undefined
    image_input_tokens?: {
      usd: number
      per: number
    } | undefined
    image_output_tokens?: {
      usd: number
      per: number
    } | undefined
    images?: {
      usd: number
      per: number
    } | undefined
    search_units?: {
      usd: number
      per: number
    } | undefined
    characters?: {
      usd: number
      per: number
    } | undefined
    audio_seconds?: {
      usd: number
      per: number
    } | undefined
    requests?: {
      usd: number
      per: number
    } | undefined
  } | null
  multiplier: number
  valid_from: string
  revision: number
  created_by: string
  created_at: string
  last_updated_at: string
}

export type PricesDeleteQuery = {
  workspace_id?: string | undefined
}

export type PricesDeleteReply = Record<string, unknown>

export type PricesEffectiveQuery = {
  provider: string
  model: string
  virtual_key?: string | undefined
  /** When; now when left out. */
  at?: string | undefined
  workspace_id?: string | undefined
}

export type PricesEffectiveReply = {
  object: 'effective-price'
  provider: string
  model: string
  source: 'own' | 'catalogue' | 'none'
  /** The own price it comes from. */
  price_id: string | null
  version: string | null
  is_free: boolean
  prices: {
    input_tokens?: {
      usd: number
      per: number
    } | undefined
    output_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_write_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_write_long_tokens?: {
      usd: number
      per: number
    } | undefined
    reasoning_tokens?: {
      usd: number
      per: number
    } | undefined
    audio_input_tokens?: {
      usd: number
      per: number
    } | undefined
    audio_output_tokens?: {
      usd: number
      per: number
    } | undefined
    image_input_tokens?: {
      usd: number
      per: number
    } | undefined
    image_output_tokens?: {
      usd: number
      per: number
    } | undefined
    images?: {
      usd: number
      per: number
    } | undefined
    search_units?: {
      usd: number
      per: number
    } | undefined
    characters?: {
      usd: number
      per: number
    } | undefined
    audio_seconds?: {
      usd: number
      per: number
    } | undefined
    requests?: {
      usd: number
      per: number
    } | undefined
  } | null
  tiers: Array<{
    over_input_tokens: number
    prices: {
      input_tokens?: {
        usd: number
        per: number
      } | undefined
      output_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_write_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_write_long_tokens?: {
        usd: number
        per: number
      } | undefined
      reasoning_tokens?: {
        usd: number
        per: number
      } | undefined
      audio_input_tokens?: {
        usd: number
        per: number
      } | undefined
      audio_output_tokens?: {
        usd: number
        per: number
      } | undefined
      image_input_tokens?: {
        usd: number
        per: number
      } | undefined
      image_output_tokens?: {
        usd: number
        per: number
      } | undefined
      images?: {
        usd: number
        per: number
      } | undefined
      search_units?: {
        usd: number
        per: number
      } | undefined
      characters?: {
        usd: number
        per: number
      } | undefined
      audio_seconds?: {
        usd: number
        per: number
      } | undefined
      requests?: {
        usd: number
        per: number
      } | undefined
    }
  }>
  batch_prices: {
    input_tokens?: {
      usd: number
      per: number
    } | undefined
    output_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_write_tokens?: {
      usd: number
      per: number
    } | undefined
    cached_write_long_tokens?: {
      usd: number
      per: number
    } | undefined
    reasoning_tokens?: {
      usd: number
      per: number
    } | undefined
    audio_input_tokens?: {
      usd: number
      per: number
    } | undefined
    audio_output_tokens?: {
      usd: number
      per: number
    } | undefined
    image_input_tokens?: {
      usd: number
      per: number
    } | undefined
    image_output_tokens?: {
      usd: number
      per: number
    } | undefined
    images?: {
      usd: number
      per: number
    } | undefined
    search_units?: {
      usd: number
      per: number
    } | undefined
    characters?: {
      usd: number
      per: number
    } | undefined
    audio_seconds?: {
      usd: number
      per: number
    } | undefined
    requests?: {
      usd: number
      per: number
    } | undefined
  } | null
}

export type PricesListQuery = LogExportsListQuery

export type PricesListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'price'
    id: string
    workspace_id: string | null
    virtual_key: string | null
    provider: string | null
    model: string
    prices: {
      input_tokens?: {
        usd: number
        per: number
      } | undefined
      output_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_write_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_write_long_tokens?: {
        usd: number
        per: number
      } | undefined
      reasoning_tokens?: {
        usd: number
        per: number
      } | undefined
      audio_input_tokens?: {
        usd: number
        per: number
      } | undefined
      audio_output_tokens?: {
        usd: number
        per: number
      } | undefined
      image_input_tokens?: {
        usd: number
        per: number
      } | undefined
      image_output_tokens?: {
        usd: number
        per: number
      } | undefined
      images?: {
        usd: number
        per: number
      } | undefined
      search_units?: {
        usd: number
        per: number
      } | undefined
      characters?: {
        usd: number
        per: number
      } | undefined
      audio_seconds?: {
        usd: number
        per: number
      } | undefined
      requests?: {
        usd: number
        per: number
      } | undefined
    } | null
    tiers: Array<{
      over_input_tokens: number
      prices: {
        input_tokens?: {
          usd: number
          per: number
        } | undefined
        output_tokens?: {
          usd: number
          per: number
        } | undefined
        cached_tokens?: {
          usd: number
          per: number
        } | undefined
        cached_write_tokens?: {
          usd: number
          per: number
        } | undefined
        cached_write_long_tokens?: {
          usd: number
          per: number
        } | undefined
        reasoning_tokens?: {
          usd: number
          per: number
        } | undefined
        audio_input_tokens?: {
          usd: number
          per: number
        } | undefined
        audio_output_tokens?: {
          usd: number
          per: number
        } | undefined
        image_input_tokens?: {
          usd: number
          per: number
        } | undefined
        image_output_tokens?: {
          usd: number
          per: number
        } | undefined
        images?: {
          usd: number
          per: number
        } | undefined
        search_units?: {
          usd: number
          per: number
        } | undefined
        characters?: {
          usd: number
          per: number
        } | undefined
        audio_seconds?: {
          usd: number
          per: number
        } | undefined
        requests?: {
          usd: number
          per: number
        } | undefined
      }
    }>
    batch_prices: {
      input_tokens?: {
        usd: number
        per: number
      } | undefined
      output_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_write_tokens?: {
        usd: number
        per: number
      } | undefined
      cached_write_long_tokens?: {
        usd: number
        per: number
      } | undefined
      reasoning_tokens?: {
        usd: number
        per: number
      } | undefined
      audio_input_tokens?: {
        usd: number
        per: number
      } | undefined
      audio_output_tokens?: {
        usd: number
        per: number
      } | undefined
      image_input_tokens?: {
        usd: number
        per: number
      } | undefined
      image_output_tokens?: {
        usd: number
        per: number
      } | undefined
      images?: {
        usd: number
        per: number
      } | undefined
      search_units?: {
        usd: number
        per: number
      } | undefined
      characters?: {
        usd: number
        per: number
      } | undefined
      audio_seconds?: {
        usd: number
        per: number
      } | undefined
      requests?: {
        usd: number
        per: number
      } | undefined
    } | null
    multiplier: number
    valid_from: string
    revision: number
    created_by: string
    created_at: string
    last_updated_at: string
  }>
}

export type PricesReadQuery = {
  workspace_id?: string | undefined
}

export type PricesReadReply = PricesCreateReply

export type PricesRepriceCreateBody = {
  /** Start of the requests; the last 400 days when left out. */
  from?: string | undefined
  /** Now when left out. */
  to?: string | undefined
  provider?: string | null | undefined
  model?: string | null | undefined
  /** True: only counts what would be filled. */
  dry_run?: boolean | undefined
  /** Left out by Admin keys: every workspace. */
  workspace_id?: string | undefined
}

export type PricesRepriceCreateReply = {
  object: 'reprice-job'
  id: string
  status: 'running' | 'done' | 'failed'
  dry_run: boolean
  /** Null: every workspace. */
  workspace_id: string | null
  from: string
  to: string
  provider: string | null
  model: string | null
  requests_examined: number
  requests_priced: number
  requests_without_price: number
  /** US dollars of those that were priced. */
  cost: number
  created_at: string
  finished_at: string | null
  problem: string | null
}

export type PricesRepriceReadQuery = {
  workspace_id?: string | undefined
}

export type PricesRepriceReadReply = PricesRepriceCreateReply

export type PricesUnpricedQuery = {
  workspace_id?: string | undefined
  /** The last 30 days when left out. */
  from?: string | undefined
  to?: string | undefined
}

export type PricesUnpricedReply = {
  object: 'list'
  total: number
  /** True: only the newest requests were looked at. */
  is_partial: boolean
  data: Array<{
    object: 'unpriced-model'
    provider: string | null
    model: string | null
    requests: number
    tokens: number
    first_seen_at: string
    last_seen_at: string
    /** True: POST /v1/prices/reprice fills the costs of those whose usage is known. */
    has_price_now: boolean
  }>
}

export type PricesUpdateBody = PricesCreateBody

export type PricesUpdateQuery = {
  workspace_id?: string | undefined
}

export type PricesUpdateReply = PricesCreateReply

export type PromptPartialsCreateBody = {
  name: string
  /** What requests name it by; made from the name when absent. */
  slug?: string | undefined
  /** A template; prompts put it in with {{>slug}}. */
  string: string
  version_description?: string | null | undefined
  workspace_id?: string | undefined
}

export type PromptPartialsCreateReply = {
  id: string
  slug: string
  version_id: string
  object: 'partial'
}

export type PromptPartialsDeleteQuery = {
  workspace_id?: string | undefined
  force?: 'true' | 'false' | undefined
}

export type PromptPartialsDeleteReply = Record<string, unknown>

export type PromptPartialsListQuery = CollectionsListQuery

export type PromptPartialsListReply = {
  object: 'list'
  total: number
  data: Array<{
    id: string
    slug: string
    name: string
    workspace_id: string
    status: 'active'
    latest_version: number
    published_version: number
    created_at: string
    last_updated_at: string
    object: 'partial'
  }>
}

export type PromptPartialsPublishBody = {
  version: number
  workspace_id?: string | undefined
}

export type PromptPartialsPublishQuery = {
  workspace_id?: string | undefined
}

export type PromptPartialsPublishReply = Record<string, unknown>

export type PromptPartialsReadQuery = {
  workspace_id?: string | undefined
}

export type PromptPartialsReadReply = {
  id: string
  slug: string
  name: string
  workspace_id: string
  status: 'active'
  latest_version: number
  published_version: number
  created_at: string
  last_updated_at: string
  object: 'partial'
  string: string
  version: number
  prompt_partial_version_id: string
  version_description: string | null
}

export type PromptPartialsUpdateBody = {
  name?: string | undefined
  /** A template; prompts put it in with {{>slug}}. */
  string?: string | undefined
  description?: string | null | undefined
  version_description?: string | null | undefined
  workspace_id?: string | undefined
}

export type PromptPartialsUpdateQuery = {
  workspace_id?: string | undefined
}

export type PromptPartialsUpdateReply = {
  prompt_partial_version_id?: string | undefined
  prompt_partial_version?: number | undefined
}

export type PromptPartialsVersionsListQuery = ConfigsListQuery

export type PromptPartialsVersionsListReply = {
  object: 'list'
  total: number
  data: Array<{
    prompt_partial_id: string
    prompt_partial_version_id: string
    slug: string
    version: number
    string: string
    description: string | null
    prompt_version_status: 'active' | 'archived'
    created_at: string
    object: 'partial'
  }>
}

export type PromptsCreateBody = {
  name: string
  /** The template: messages (as a list, or as its JSON text) for chat, any other text for a text prompt. */
  string: string | Record<string, unknown>[]
  /** Hyperparameters, as they go to the provider. */
  parameters?: Record<string, unknown> | undefined
  model?: string | null | undefined
  /** Slug of the virtual key the prompt runs with; without one the caller says whom to ask. */
  virtual_key?: string | null | undefined
  functions?: Record<string, unknown>[] | null | undefined
  tools?: Record<string, unknown>[] | null | undefined
  tool_choice?: string | Record<string, unknown> | null | undefined
  version_description?: string | null | undefined
  template_metadata?: Record<string, unknown> | null | undefined
  /** 1: rendered first, read as JSON afterwards. 0: tags stand inside strings of messages. */
  is_raw_template?: boolean | 0 | 1 | undefined
  /** The workspace’s default collection when absent. */
  collection_id?: string | undefined
  workspace_id?: string | undefined
}

export type PromptsCreateReply = {
  id: string
  slug: string
  version_id: string
  object: 'prompt'
}

export type PromptsDeleteQuery = {
  workspace_id?: string | undefined
}

export type PromptsDeleteReply = Record<string, unknown>

export type PromptsExportQuery = {
  workspace_id?: string | undefined
}

export type PromptsExportReply = {
  format: 'gatehouse-prompt/1'
  /** What requests name; a new one is made when it is absent. */
  slug: string
  name: string
  published: number
  versions: Record<string, unknown>[]
}

export type PromptsImportBody = {
  format: 'gatehouse-prompt/1'
  /** What requests name; a new one is made when it is absent. */
  slug?: string | undefined
  name: string
  published: number
  /** From 1 on, without gaps. */
  versions: Array<{
    number: number
    description: string | null
    labels: string[]
    /** The template: messages (as a list, or as its JSON text) for chat, any other text for a text prompt. */
    string: string | Record<string, unknown>[]
    /** Hyperparameters, as they go to the provider. */
    parameters: Record<string, unknown>
    model: string | null
    /** Slug of the virtual key the prompt runs with; without one the caller says whom to ask. */
    virtual_key: string | null
    functions: Record<string, unknown>[] | null
    tools: Record<string, unknown>[] | null
    tool_choice: string | Record<string, unknown> | null
    template_metadata: Record<string, unknown> | null
    /** 1: rendered first, read as JSON afterwards. 0: tags stand inside strings of messages. */
    is_raw_template: boolean | 0 | 1
  }>
  /** true adds what is new to the prompt that has this slug; its versions must be those of the file. */
  update?: boolean | undefined
  collection_id?: string | undefined
  workspace_id?: string | undefined
}

export type PromptsImportReply = {
  id: string
  slug: string
  version_id: string
  versions_added: number
  object: 'prompt'
}

export type PromptsListQuery = {
  current_page?: number | undefined
  page_size?: number | undefined
  workspace_id?: string | undefined
  collection_id?: string | undefined
  /** Part of the name. */
  search?: string | undefined
}

export type PromptsListReply = {
  object: 'list'
  total: number
  data: Array<{
    id: string
    slug: string
    name: string
    collection_id: string | null
    workspace_id: string
    model: string | null
    status: 'active'
    latest_version: number
    published_version: number
    created_at: string
    last_updated_at: string
    object: 'prompt'
  }>
}

export type PromptsPublishBody = {
  version: number
  workspace_id?: string | undefined
}

export type PromptsPublishQuery = {
  workspace_id?: string | undefined
}

export type PromptsPublishReply = Record<string, unknown>

export type PromptsReadQuery = {
  workspace_id?: string | undefined
}

export type PromptsReadReply = {
  id: string
  slug: string
  name: string
  collection_id: string | null
  workspace_id: string
  model: string | null
  status: 'active'
  latest_version: number
  published_version: number
  created_at: string
  last_updated_at: string
  object: 'prompt'
  string: string
  parameters: Record<string, unknown>
  virtual_key: string | null
  functions: unknown[] | null
  tools: unknown[] | null
  tool_choice: unknown
  template_metadata: Record<string, unknown> | null
  is_raw_template: 0 | 1
  prompt_version: number
  prompt_version_id: string
  /** active: the published one. */
  prompt_version_status: 'active' | 'archived'
  prompt_version_description: string | null
  prompt_version_label_id: string | null
  labels: string[]
  prompt_version_created_at: string
  /** Id of the person or API key that saved it. */
  prompt_version_created_by: string
  /** Name of the person or API key; null when it is gone. */
  prompt_version_created_by_name: string | null
}

export type PromptsRenderBody = {
  /** Names and values. */
  variables?: Record<string, unknown> | undefined
  stream?: boolean | undefined
  /** Ignored: the path names the prompt. */
  prompt_id?: string | undefined
  workspace_id?: string | undefined
  [name: string]: unknown
}

export type PromptsRenderQuery = {
  workspace_id?: string | undefined
}

export type PromptsRenderReply = {
  success: true
  /** The request as it would be sent. */
  data: Record<string, unknown>
  prompt: {
    slug: string
    version: number
  }
  warnings: string[]
}

export type PromptsUpdateBody = {
  name?: string | undefined
  collection_id?: string | undefined
  /** The template: messages (as a list, or as its JSON text) for chat, any other text for a text prompt. */
  string?: string | Record<string, unknown>[] | undefined
  /** Hyperparameters, as they go to the provider. */
  parameters?: Record<string, unknown> | undefined
  model?: string | null | undefined
  /** Slug of the virtual key the prompt runs with; without one the caller says whom to ask. */
  virtual_key?: string | null | undefined
  functions?: Record<string, unknown>[] | null | undefined
  tools?: Record<string, unknown>[] | null | undefined
  tool_choice?: string | Record<string, unknown> | null | undefined
  version_description?: string | null | undefined
  template_metadata?: Record<string, unknown> | null | undefined
  /** 1: rendered first, read as JSON afterwards. 0: tags stand inside strings of messages. */
  is_raw_template?: boolean | 0 | 1 | undefined
  /** true takes what is not sent from the latest version. */
  patch?: boolean | 0 | 1 | undefined
  /** The version one has worked from: refuses the change when it is no longer the latest. */
  base_version?: number | undefined
  workspace_id?: string | undefined
}

export type PromptsUpdateQuery = {
  workspace_id?: string | undefined
}

export type PromptsUpdateReply = {
  id?: string | undefined
  slug?: string | undefined
  prompt_version_id?: string | undefined
  prompt_version?: number | undefined
}

export type PromptsVersionsLabelBody = {
  /** Id or name of a label to add; null takes all labels from the version. */
  label_id?: string | null | undefined
  /** Exactly these, by id or name. */
  label_ids?: string[] | undefined
  workspace_id?: string | undefined
}

export type PromptsVersionsLabelQuery = {
  workspace_id?: string | undefined
}

export type PromptsVersionsLabelReply = Record<string, unknown>

export type PromptsVersionsListQuery = ConfigsListQuery

export type PromptsVersionsListReply = {
  object: 'list'
  total: number
  data: Array<{
    id: string
    prompt_id: string
    prompt_template: string
    prompt_version: number
    prompt_description: string | null
    label_id: string | null
    labels: string[]
    status: 'active' | 'archived'
    /** Id of the person or API key that saved it. */
    created_by: string
    /** Name of the person or API key; null when it is gone. */
    created_by_name: string | null
    created_at: string
    object: 'prompt-version'
  }>
}

export type PromptsVersionsReadQuery = {
  workspace_id?: string | undefined
}

export type PromptsVersionsReadReply = PromptsReadReply

export type ScopesListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'scope'
    name: string
    description: string
    /** Which kinds of key may hold it. */
    kinds: Array<'admin' | 'workspace'>
    key_types: Array<'organisation-service' | 'workspace-service' | 'workspace-user'>
    /** Which people hold it by their role. */
    roles: Array<'owner' | 'admin' | 'manager' | 'member'>
  }>
}

export type SessionsByLinkBody = {
  token: string
}

export type SessionsByLinkReply = ClaimCreateReply

export type SessionsCreateBody = {
  email: string
  password: string
}

export type SessionsCreateReply = ClaimCreateReply

export type SessionsCurrentReply = ClaimCreateReply

export type SessionsDeleteReply = Record<string, unknown>

export type SessionsEndReply = Record<string, unknown>

export type SessionsEndOthersReply = {
  /** How many there were. */
  ended: number
}

export type SessionsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'session'
    id: string
    /** The one this call was made with. */
    is_current: boolean
    /** Where it was started from. */
    ip: string
    /** What it was started with. */
    user_agent: string | null
    created_at: string
    /** To the minute. */
    last_active: string
    /** At the latest; an hour without a call ends it before. */
    expires_at: string
  }>
}

export type SessionsResetPasswordBody = {
  token: string
  /** At least 12 characters and at most 1024 bytes; the best known ones are refused. */
  password: string
}

export type SessionsResetPasswordReply = ClaimCreateReply

export type SupportedProvidersListReply = {
  object: 'list'
  data: Array<{
    slug: string
    title: string
    docs: string
    /** First-class endpoints; every other path is pass-through. */
    endpoints: string[]
    settings: string[]
    /** What to ask of whoever saves a credential for it. */
    form: {
      /** The provider key: needed, needed unless a secret field stands for it, or not needed. */
      key: 'required' | 'instead' | 'optional'
      /** custom_host: needed, usual since its own address is this machine, or for other places. */
      host: 'required' | 'usual' | 'optional'
      fields: Array<{
        /** As it is sent to /virtual-keys. */
        name: string
        title: string
        about: string
        /** Sealed when saved, and never shown again. */
        secret: boolean
        required: boolean
        /** False: for the few who need it. */
        usual: boolean
        /** A text of many lines. */
        long: boolean
        /** Null: any text. */
        choices: string[] | null
      }>
    }
  }>
}

export type TracesListQuery = {
  /** Admin keys: one workspace instead of all. */
  workspace_id?: string | undefined
  /** The same by its slug. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Tokens in all. */
  total_units_min?: number | string | undefined
  /** Tokens in all. */
  total_units_max?: number | string | undefined
  /** US cents. A request of unknown cost is in no range. */
  cost_min?: number | string | undefined
  /** US cents. */
  cost_max?: number | string | undefined
  /** Input tokens. */
  prompt_token_min?: number | string | undefined
  /** Input tokens. */
  prompt_token_max?: number | string | undefined
  /** Output tokens. */
  completion_token_min?: number | string | undefined
  /** Output tokens. */
  completion_token_max?: number | string | undefined
  /** Statuses or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Of the request’s feedback: value times weight, averaged. */
  weighted_feedback_min?: number | string | undefined
  /** Of the request’s feedback. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Any of several, with commas between. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Any of several, with commas between. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Any of several, with commas between. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts, of one version as greeting@3. Any of several, with commas between. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Any of several, with commas between. */
  trace_id?: string | string[] | undefined
  /** Span ids. Any of several, with commas between. */
  span_id?: string | string[] | undefined
  /** JSON object; every pair must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Pairs of provider and model: openai__gpt-4o. */
  ai_org_model?: string | string[] | undefined
  /** Models, as they were asked for. Any of several, with commas between. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Any of several, with commas between. */
  provider?: string | string[] | undefined
  /** Such as chat.completions. Any of several, with commas between. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Any of several, with commas between. */
  cache_status?: string | string[] | undefined
  /** gateway: served here; external: inserted. Any of several, with commas between. */
  source?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Calls to providers. */
  attempt_count_min?: number | string | undefined
  /** Calls to providers. */
  attempt_count_max?: number | string | undefined
  /** Whether a retry or a fallback turned a failure into a good answer. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was passed over because its circuit was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Words in the first 16 KiB of the request or of the answer, whatever their case. Only bodies that are kept can be searched. */
  text?: string | undefined
  /** Leave out: statuses or classes. */
  not_status_code?: string | string[] | undefined
  /** Leave out: models. Any of several, with commas between. */
  not_ai_model?: string | string[] | undefined
  /** Leave out: providers. Any of several, with commas between. */
  not_provider?: string | string[] | undefined
  /** Leave out: endpoints. Any of several, with commas between. */
  not_endpoint?: string | string[] | undefined
  /** Leave out: gateway keys. Any of several, with commas between. */
  not_api_key_ids?: string | string[] | undefined
  /** Leave out: virtual keys. Any of several, with commas between. */
  not_virtual_keys?: string | string[] | undefined
  /** Leave out: configs. Any of several, with commas between. */
  not_configs?: string | string[] | undefined
  /** Leave out: prompts, of one version as greeting@3. Any of several, with commas between. */
  not_prompt_slug?: string | string[] | undefined
  /** Leave out: traces. Any of several, with commas between. */
  not_trace_id?: string | string[] | undefined
  /** Leave out: spans. Any of several, with commas between. */
  not_span_id?: string | string[] | undefined
  /** Leave out: what the cache did. Any of several, with commas between. */
  not_cache_status?: string | string[] | undefined
  /** Leave out: gateway or external. Any of several, with commas between. */
  not_source?: string | string[] | undefined
  /** Leave out: what has any of these pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  /** Only traces of this many requests. */
  requests_min?: number | undefined
  page_size?: number | undefined
  /** next_cursor of the page before. */
  cursor?: string | undefined
}

export type TracesListReply = {
  object: 'list'
  /** Traces with a request that matches, by the newest of these, newest first. */
  data: Array<{
    object: 'trace'
    trace_id: string
    workspace_id: string
    /** All of the trace, also those that do not match the filter. */
    requests: number
    errors: number
    /** The highest. */
    worst_status_code: number
    /** When the first request arrived, ISO 8601. */
    first_at: string
    /** When the last one arrived. */
    last_at: string
    /** Milliseconds from the first start to the last end. */
    duration: number
    /** Most used first. */
    ai_models: string[]
    /** _user of the metadata. */
    user: string | null
    total_tokens: number
    /** US cents of the requests whose cost is known; null: of none. */
    cost: number | null
    cost_currency: 'USD'
    unpriced_requests: number
    /** How the first request begins, where bodies are kept. */
    first_words: string | null
    /** True when the trace is so long that only a part was added up. */
    is_partial: boolean
  }>
  has_more: boolean
  next_cursor: string | null
  /** True when the search paused before the page was full; next_cursor goes on where it stopped. */
  is_partial: boolean
}

export type UsersDeleteReply = {
  /** Keys this person made or rotated that go on working: rotate or delete them, or mark them as reviewed. */
  keys_to_review: Array<{
    id: string
    name: string
    type: 'organisation-service' | 'workspace-service' | 'workspace-user'
    workspace_id: string | null
    last_used_at: string | null
  }>
}

export type UsersListQuery = {
  currentPage?: number | undefined
  pageSize?: number | undefined
  role?: 'owner' | 'admin' | 'member' | undefined
  email?: string | undefined
}

export type UsersListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'user'
    id: string
    first_name: string
    last_name: string
    role: 'owner' | 'admin' | 'member'
    email: string
    status: 'active' | 'disabled'
    created_at: string
    last_updated_at: string
    /** When one of the person’s sessions or own keys was last used, to the minute; null: not yet. */
    last_active: string | null
    workspace_ids: string[]
  }>
}

export type UsersPasswordBody = {
  current_password: string
  /** At least 12 characters and at most 1024 bytes; the best known ones are refused. */
  new_password: string
}

export type UsersPasswordReply = Record<string, unknown>

export type UsersPasswordLinkReply = {
  password_link: string
  expires_at: string
}

export type UsersReadReply = {
  object: 'user'
  id: string
  first_name: string
  last_name: string
  role: 'owner' | 'admin' | 'member'
  email: string
  status: 'active' | 'disabled'
  created_at: string
  last_updated_at: string
  /** When one of the person’s sessions or own keys was last used, to the minute; null: not yet. */
  last_active: string | null
  workspace_ids: string[]
}

export type UsersUpdateBody = {
  role?: 'owner' | 'admin' | 'member' | undefined
  status?: 'active' | 'disabled' | undefined
  first_name?: string | undefined
  last_name?: string | undefined
}

export type UsersUpdateReply = UsersDeleteReply

export type VirtualKeysCreateBody = {
  /** API version, sent as anthropic-version; 2023-06-01 when nobody names one. */
  anthropic_version?: unknown
  /** Beta features to switch on, sent as anthropic-beta. */
  anthropic_beta?: unknown
  /** Resource name: the first label of its host. */
  cloud_a_resource_name?: unknown
  /** Deployment; the model name of the request when absent. */
  cloud_a_deployment_id?: unknown
  /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
  cloud_a_api_version?: unknown
  /** The model behind cloud_a_deployment_id, for records, prices and budgets; the deployment id when absent. */
  cloud_a_model_name?: unknown
  /** Entra ID access token, sent as a bearer token instead of the api-key. */
  cloud_a_ad_token?: unknown
  /** ad_token: the credential is an Entra ID access token and is sent as a bearer token. */
  cloud_a_auth_mode?: unknown
  /** Region; us-east-1 when absent. */
  cloud_c_region?: unknown
  /** Access key id, for signed requests. */
  cloud_c_access_key_id?: unknown
  /** Secret access key, for signed requests. */
  cloud_c_secret_access_key?: unknown
  /** Session token of temporary keys, for signed requests. */
  cloud_c_session_token?: unknown
  /** Role to assume with the access key; its temporary keys sign the requests. */
  cloud_c_role_arn?: unknown
  /** External id that the role asks for. */
  cloud_c_external_id?: unknown
  /** Token service to assume the role at; the region’s own when absent. */
  cloud_c_sts_endpoint?: unknown
  /** Organization that is billed, sent as OpenAI-Organization. */
  openai_organization?: unknown
  /** Project that is billed, sent as OpenAI-Project. */
  openai_project?: unknown
  /** Beta features to switch on, sent as OpenAI-Beta. */
  openai_beta?: unknown
  /** Project id; paths that do not begin with /projects/ are put under it. */
  cloud_b_project_id?: unknown
  /** Region such as europe-west4, or global. */
  cloud_b_region?: unknown
  /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
  cloud_b_llm_request_type?: unknown
  /** Service account key file as JSON; access tokens are made from it. */
  cloud_b_service_account_json?: unknown
  note?: string | null | undefined
  usage_limits?: {
    /** What is counted; cost is in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** US dollars (1 or more) or tokens (100 or more). */
    credit_limit: number
    /** An alert is due from here on; below credit_limit. */
    alert_threshold?: number | null | undefined
    /** weekly: Mondays; monthly: the first; 00:00 UTC. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    periodic_reset_days?: number | null | undefined
    next_usage_reset_at?: string | null | undefined
    /** Shown by GET; taken here and ignored. */
    current_usage?: unknown
    /** Shown by GET; taken here and ignored. */
    held?: unknown
    /** Shown by GET; taken here and ignored. */
    status?: unknown
    /** Shown by GET; taken here and ignored. */
    last_reset_at?: unknown
  } | null | undefined
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  /** From then on it is refused; ISO 8601. */
  expires_at?: string | null | undefined
  /** Base URL of a privately hosted provider, with its version. */
  custom_host?: string | null | undefined
  /** customHost and settings, in camelCase. */
  model_config?: Record<string, unknown> | undefined
  secret_mappings?: unknown[] | undefined
  workspace_id?: string | undefined
  /** Slug of GET /v1/supported-providers. */
  provider: string
  /** The provider’s key. */
  key?: string | undefined
  name: string
  /** What requests name it by; made from the name when absent. */
  slug?: string | undefined
  /** Several provider keys instead of one: each with its weight and secret settings. */
  keys?: Array<{
    key?: string | undefined
    /** Its share of the calls, relative to the others. */
    weight?: number | undefined
    [name: string]: unknown
  }> | undefined
  [name: string]: unknown
}

export type VirtualKeysCreateReply = {
  id: string
  slug: string
  object: 'virtual-key'
  success: true
  data: {
    slug: string
  }
}

export type VirtualKeysDeleteQuery = {
  workspace_id?: string | undefined
  /** true deletes it even while configs or prompts name it. */
  force?: 'true' | 'false' | undefined
}

export type VirtualKeysDeleteReply = Record<string, unknown>

export type VirtualKeysKeysCreateBody = {
  /** API version, sent as anthropic-version; 2023-06-01 when nobody names one. */
  anthropic_version?: unknown
  /** Beta features to switch on, sent as anthropic-beta. */
  anthropic_beta?: unknown
  /** Resource name: the first label of its host. */
  cloud_a_resource_name?: unknown
  /** Deployment; the model name of the request when absent. */
  cloud_a_deployment_id?: unknown
  /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
  cloud_a_api_version?: unknown
  /** The model behind cloud_a_deployment_id, for records, prices and budgets; the deployment id when absent. */
  cloud_a_model_name?: unknown
  /** Entra ID access token, sent as a bearer token instead of the api-key. */
  cloud_a_ad_token?: unknown
  /** ad_token: the credential is an Entra ID access token and is sent as a bearer token. */
  cloud_a_auth_mode?: unknown
  /** Region; us-east-1 when absent. */
  cloud_c_region?: unknown
  /** Access key id, for signed requests. */
  cloud_c_access_key_id?: unknown
  /** Secret access key, for signed requests. */
  cloud_c_secret_access_key?: unknown
  /** Session token of temporary keys, for signed requests. */
  cloud_c_session_token?: unknown
  /** Role to assume with the access key; its temporary keys sign the requests. */
  cloud_c_role_arn?: unknown
  /** External id that the role asks for. */
  cloud_c_external_id?: unknown
  /** Token service to assume the role at; the region’s own when absent. */
  cloud_c_sts_endpoint?: unknown
  /** Organization that is billed, sent as OpenAI-Organization. */
  openai_organization?: unknown
  /** Project that is billed, sent as OpenAI-Project. */
  openai_project?: unknown
  /** Beta features to switch on, sent as OpenAI-Beta. */
  openai_beta?: unknown
  /** Project id; paths that do not begin with /projects/ are put under it. */
  cloud_b_project_id?: unknown
  /** Region such as europe-west4, or global. */
  cloud_b_region?: unknown
  /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
  cloud_b_llm_request_type?: unknown
  /** Service account key file as JSON; access tokens are made from it. */
  cloud_b_service_account_json?: unknown
  key?: string | undefined
  /** Its share of the calls, relative to the others. */
  weight?: number | undefined
  workspace_id?: string | undefined
  [name: string]: unknown
}

export type VirtualKeysKeysCreateReply = {
  id: string
  masked_api_key: string
  weight: number
  status: 'active' | 'archived'
  created_at: string
  object: 'virtual-key-credential'
}

export type VirtualKeysKeysDeleteQuery = {
  workspace_id?: string | undefined
}

export type VirtualKeysKeysDeleteReply = Record<string, unknown>

export type VirtualKeysKeysUpdateBody = {
  /** API version, sent as anthropic-version; 2023-06-01 when nobody names one. */
  anthropic_version?: unknown
  /** Beta features to switch on, sent as anthropic-beta. */
  anthropic_beta?: unknown
  /** Resource name: the first label of its host. */
  cloud_a_resource_name?: unknown
  /** Deployment; the model name of the request when absent. */
  cloud_a_deployment_id?: unknown
  /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
  cloud_a_api_version?: unknown
  /** The model behind cloud_a_deployment_id, for records, prices and budgets; the deployment id when absent. */
  cloud_a_model_name?: unknown
  /** Entra ID access token, sent as a bearer token instead of the api-key. */
  cloud_a_ad_token?: unknown
  /** ad_token: the credential is an Entra ID access token and is sent as a bearer token. */
  cloud_a_auth_mode?: unknown
  /** Region; us-east-1 when absent. */
  cloud_c_region?: unknown
  /** Access key id, for signed requests. */
  cloud_c_access_key_id?: unknown
  /** Secret access key, for signed requests. */
  cloud_c_secret_access_key?: unknown
  /** Session token of temporary keys, for signed requests. */
  cloud_c_session_token?: unknown
  /** Role to assume with the access key; its temporary keys sign the requests. */
  cloud_c_role_arn?: unknown
  /** External id that the role asks for. */
  cloud_c_external_id?: unknown
  /** Token service to assume the role at; the region’s own when absent. */
  cloud_c_sts_endpoint?: unknown
  /** Organization that is billed, sent as OpenAI-Organization. */
  openai_organization?: unknown
  /** Project that is billed, sent as OpenAI-Project. */
  openai_project?: unknown
  /** Beta features to switch on, sent as OpenAI-Beta. */
  openai_beta?: unknown
  /** Project id; paths that do not begin with /projects/ are put under it. */
  cloud_b_project_id?: unknown
  /** Region such as europe-west4, or global. */
  cloud_b_region?: unknown
  /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
  cloud_b_llm_request_type?: unknown
  /** Service account key file as JSON; access tokens are made from it. */
  cloud_b_service_account_json?: unknown
  key?: string | undefined
  /** Its share of the calls, relative to the others. */
  weight?: number | undefined
  /** archived: switched off until it is active again. */
  status?: 'active' | 'archived' | undefined
  workspace_id?: string | undefined
  [name: string]: unknown
}

export type VirtualKeysKeysUpdateQuery = {
  workspace_id?: string | undefined
}

export type VirtualKeysKeysUpdateReply = VirtualKeysKeysCreateReply

export type VirtualKeysListQuery = LogExportsListQuery

export type VirtualKeysListReply = {
  object: 'list'
  total: number
  data: Array<{
    id: string
    slug: string
    name: string
    note: string | null
    status: 'active' | 'exhausted' | 'expired' | 'archived'
    ai_provider_name: string
    workspace_id: string
    masked_api_key: string | null
    keys: Array<{
      id: string
      masked_api_key: string
      weight: number
      status: 'active' | 'archived'
      created_at: string
      object: 'virtual-key-credential'
    }>
    model_config: Record<string, string>
    custom_host: string | null
    /** True when an Admin key saved the custom host: it may be a private address. */
    is_host_trusted: boolean
    usage_limits: {
      type: 'cost' | 'tokens'
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Settled in this period: US dollars or tokens. */
      current_usage?: number | undefined
      /** Set aside for calls under way; it counts against the limit too. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** When this period began. */
      last_reset_at?: string | undefined
    } | null
    reset_usage: null
    rate_limits: Array<{
      type: string
      unit: string
      value: number
    }>
    expires_at: string | null
    secret_mappings: unknown[]
    created_at: string
    last_updated_at: string
    object: 'virtual-key'
  }>
}

export type VirtualKeysReadQuery = {
  workspace_id?: string | undefined
}

export type VirtualKeysReadReply = {
  id: string
  slug: string
  name: string
  note: string | null
  status: 'active' | 'exhausted' | 'expired' | 'archived'
  ai_provider_name: string
  workspace_id: string
  masked_api_key: string | null
  keys: Array<{
    id: string
    masked_api_key: string
    weight: number
    status: 'active' | 'archived'
    created_at: string
    object: 'virtual-key-credential'
  }>
  model_config: Record<string, string>
  custom_host: string | null
  /** True when an Admin key saved the custom host: it may be a private address. */
  is_host_trusted: boolean
  usage_limits: {
    type: 'cost' | 'tokens'
    credit_limit: number
    alert_threshold: number | null
    periodic_reset: 'weekly' | 'monthly' | null
    periodic_reset_days: number | null
    next_usage_reset_at: string | null
    /** Settled in this period: US dollars or tokens. */
    current_usage?: number | undefined
    /** Set aside for calls under way; it counts against the limit too. */
    held?: number | undefined
    status?: 'active' | 'exhausted' | undefined
    /** When this period began. */
    last_reset_at?: string | undefined
  } | null
  reset_usage: null
  rate_limits: Array<{
    type: string
    unit: string
    value: number
  }>
  expires_at: string | null
  secret_mappings: unknown[]
  created_at: string
  last_updated_at: string
  object: 'virtual-key'
}

export type VirtualKeysTestBody = {
  /** Which of several keys; the first in service when absent. */
  key_id?: string | undefined
  model?: string | undefined
  workspace_id?: string | undefined
}

export type VirtualKeysTestReply = {
  ok: boolean
  /** False when the provider would have answered anybody so; send model then. */
  proven: boolean
  /** The provider’s status; null when it gave no answer. */
  status: number | null
  message: string
  duration_ms: number
}

export type VirtualKeysTestUnsavedBody = {
  /** API version, sent as anthropic-version; 2023-06-01 when nobody names one. */
  anthropic_version?: unknown
  /** Beta features to switch on, sent as anthropic-beta. */
  anthropic_beta?: unknown
  /** Resource name: the first label of its host. */
  cloud_a_resource_name?: unknown
  /** Deployment; the model name of the request when absent. */
  cloud_a_deployment_id?: unknown
  /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
  cloud_a_api_version?: unknown
  /** The model behind cloud_a_deployment_id, for records, prices and budgets; the deployment id when absent. */
  cloud_a_model_name?: unknown
  /** Entra ID access token, sent as a bearer token instead of the api-key. */
  cloud_a_ad_token?: unknown
  /** ad_token: the credential is an Entra ID access token and is sent as a bearer token. */
  cloud_a_auth_mode?: unknown
  /** Region; us-east-1 when absent. */
  cloud_c_region?: unknown
  /** Access key id, for signed requests. */
  cloud_c_access_key_id?: unknown
  /** Secret access key, for signed requests. */
  cloud_c_secret_access_key?: unknown
  /** Session token of temporary keys, for signed requests. */
  cloud_c_session_token?: unknown
  /** Role to assume with the access key; its temporary keys sign the requests. */
  cloud_c_role_arn?: unknown
  /** External id that the role asks for. */
  cloud_c_external_id?: unknown
  /** Token service to assume the role at; the region’s own when absent. */
  cloud_c_sts_endpoint?: unknown
  /** Organization that is billed, sent as OpenAI-Organization. */
  openai_organization?: unknown
  /** Project that is billed, sent as OpenAI-Project. */
  openai_project?: unknown
  /** Beta features to switch on, sent as OpenAI-Beta. */
  openai_beta?: unknown
  /** Project id; paths that do not begin with /projects/ are put under it. */
  cloud_b_project_id?: unknown
  /** Region such as europe-west4, or global. */
  cloud_b_region?: unknown
  /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
  cloud_b_llm_request_type?: unknown
  /** Service account key file as JSON; access tokens are made from it. */
  cloud_b_service_account_json?: unknown
  /** Slug of GET /v1/supported-providers. */
  provider: string
  /** The provider’s key. */
  key?: string | undefined
  /** Base URL of a privately hosted provider, with its version. */
  custom_host?: string | null | undefined
  /** customHost and settings, in camelCase. */
  model_config?: Record<string, unknown> | undefined
  model?: string | undefined
  workspace_id?: string | undefined
  [name: string]: unknown
}

export type VirtualKeysTestUnsavedReply = VirtualKeysTestReply

export type VirtualKeysUpdateBody = {
  /** API version, sent as anthropic-version; 2023-06-01 when nobody names one. */
  anthropic_version?: unknown
  /** Beta features to switch on, sent as anthropic-beta. */
  anthropic_beta?: unknown
  /** Resource name: the first label of its host. */
  cloud_a_resource_name?: unknown
  /** Deployment; the model name of the request when absent. */
  cloud_a_deployment_id?: unknown
  /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
  cloud_a_api_version?: unknown
  /** The model behind cloud_a_deployment_id, for records, prices and budgets; the deployment id when absent. */
  cloud_a_model_name?: unknown
  /** Entra ID access token, sent as a bearer token instead of the api-key. */
  cloud_a_ad_token?: unknown
  /** ad_token: the credential is an Entra ID access token and is sent as a bearer token. */
  cloud_a_auth_mode?: unknown
  /** Region; us-east-1 when absent. */
  cloud_c_region?: unknown
  /** Access key id, for signed requests. */
  cloud_c_access_key_id?: unknown
  /** Secret access key, for signed requests. */
  cloud_c_secret_access_key?: unknown
  /** Session token of temporary keys, for signed requests. */
  cloud_c_session_token?: unknown
  /** Role to assume with the access key; its temporary keys sign the requests. */
  cloud_c_role_arn?: unknown
  /** External id that the role asks for. */
  cloud_c_external_id?: unknown
  /** Token service to assume the role at; the region’s own when absent. */
  cloud_c_sts_endpoint?: unknown
  /** Organization that is billed, sent as OpenAI-Organization. */
  openai_organization?: unknown
  /** Project that is billed, sent as OpenAI-Project. */
  openai_project?: unknown
  /** Beta features to switch on, sent as OpenAI-Beta. */
  openai_beta?: unknown
  /** Project id; paths that do not begin with /projects/ are put under it. */
  cloud_b_project_id?: unknown
  /** Region such as europe-west4, or global. */
  cloud_b_region?: unknown
  /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
  cloud_b_llm_request_type?: unknown
  /** Service account key file as JSON; access tokens are made from it. */
  cloud_b_service_account_json?: unknown
  note?: string | null | undefined
  usage_limits?: {
    /** What is counted; cost is in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** US dollars (1 or more) or tokens (100 or more). */
    credit_limit: number
    /** An alert is due from here on; below credit_limit. */
    alert_threshold?: number | null | undefined
    /** weekly: Mondays; monthly: the first; 00:00 UTC. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    periodic_reset_days?: number | null | undefined
    next_usage_reset_at?: string | null | undefined
    /** Shown by GET; taken here and ignored. */
    current_usage?: unknown
    /** Shown by GET; taken here and ignored. */
    held?: unknown
    /** Shown by GET; taken here and ignored. */
    status?: unknown
    /** Shown by GET; taken here and ignored. */
    last_reset_at?: unknown
  } | null | undefined
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  /** From then on it is refused; ISO 8601. */
  expires_at?: string | null | undefined
  /** Base URL of a privately hosted provider, with its version. */
  custom_host?: string | null | undefined
  /** customHost and settings, in camelCase. */
  model_config?: Record<string, unknown> | undefined
  secret_mappings?: unknown[] | undefined
  workspace_id?: string | undefined
  name?: string | undefined
  /** Slug of GET /v1/supported-providers. */
  provider?: string | undefined
  /** The new key; its mask sent back leaves it as it is. */
  key?: string | undefined
  /** archived: switched off until it is active again. */
  status?: 'active' | 'archived' | undefined
  /** True: the budget begins anew with nothing used; what is held for calls under way stays held. */
  reset_usage?: boolean | null | undefined
  [name: string]: unknown
}

export type VirtualKeysUpdateQuery = {
  workspace_id?: string | undefined
}

export type VirtualKeysUpdateReply = {
  id: string
  slug: string
  object: 'virtual-key'
}

export type VirtualKeysUsageQuery = {
  workspace_id?: string | undefined
}

export type VirtualKeysUsageReply = {
  object: 'virtual-key-usage'
  slug: string
  /** What the budget counts: US dollars or tokens. Null: no budget. */
  type: 'cost' | 'tokens' | null
  limit: number | null
  /** Settled in this period. */
  used: number | null
  /** Set aside for calls under way. */
  held: number | null
  /** Limit less used and held, never below 0. */
  remaining: number | null
  /** Part of used: calls that were cut off, counted at their most. */
  unknown_outcome: number | null
  /** The same as a share of used, 0 to 1. */
  unknown_outcome_share: number | null
  status: 'active' | 'exhausted' | null
  period_started_at: string | null
  next_usage_reset_at: string | null
  /** Requests of this period (of the last 30 days without a budget) with no known cost. */
  unpriced_requests: number
  last_24_hours: {
    requests: number
    /** US dollars, of the requests whose cost is known. */
    cost: number
    tokens: number
  }
  /** When the budget is used up if it goes on as in the last 24 hours; null: not before it begins anew. */
  forecast_exhausted_at: string | null
}

export type WorkspaceUsersCreateBody = {
  users: Array<{
    id: string
    role: 'admin' | 'manager' | 'member'
  }>
}

export type WorkspaceUsersCreateReply = Record<string, unknown>

export type WorkspaceUsersDeleteReply = UsersDeleteReply

export type WorkspaceUsersListQuery = {
  current_page?: number | undefined
  page_size?: number | undefined
  role?: 'admin' | 'manager' | 'member' | undefined
  email?: string | undefined
}

export type WorkspaceUsersListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'workspace-user'
    id: string
    first_name: string
    last_name: string
    email: string
    org_role: 'owner' | 'admin' | 'member'
    role: 'manager' | 'member'
    status: 'active' | 'disabled'
    workspace_id: string
    /** What the role allows in this workspace. */
    scopes: string[]
    settings: Record<string, unknown>
    created_at: string
    last_updated_at: string
  }>
}

export type WorkspaceUsersReadReply = {
  object: 'workspace-user'
  id: string
  first_name: string
  last_name: string
  email: string
  org_role: 'owner' | 'admin' | 'member'
  role: 'manager' | 'member'
  status: 'active' | 'disabled'
  workspace_id: string
  /** What the role allows in this workspace. */
  scopes: string[]
  settings: Record<string, unknown>
  created_at: string
  last_updated_at: string
}

export type WorkspaceUsersUpdateBody = {
  role: 'admin' | 'manager' | 'member'
}

export type WorkspaceUsersUpdateReply = UsersDeleteReply

export type WorkspacesCreateBody = {
  name: string
  /** What requests name it by; made from the name when absent. */
  slug?: string | undefined
  description?: string | null | undefined
  icon?: string | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    config_id?: string | null | undefined
    user_api_key_config?: string | null | undefined
    input_guardrails?: string[] | null | undefined
    output_guardrails?: string[] | null | undefined
  } | null | undefined
  usage_limits?: {
    /** What is counted; cost is in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** US dollars (1 or more) or tokens (100 or more). */
    credit_limit: number
    /** An alert is due from here on; below credit_limit. */
    alert_threshold?: number | null | undefined
    /** weekly: Mondays; monthly: the first; 00:00 UTC. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    periodic_reset_days?: number | null | undefined
    next_usage_reset_at?: string | null | undefined
    /** Shown by GET; taken here and ignored. */
    current_usage?: unknown
    /** Shown by GET; taken here and ignored. */
    held?: unknown
    /** Shown by GET; taken here and ignored. */
    status?: unknown
    /** Shown by GET; taken here and ignored. */
    last_reset_at?: unknown
  } | Array<{
    /** What is counted; cost is in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** US dollars (1 or more) or tokens (100 or more). */
    credit_limit: number
    /** An alert is due from here on; below credit_limit. */
    alert_threshold?: number | null | undefined
    /** weekly: Mondays; monthly: the first; 00:00 UTC. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    periodic_reset_days?: number | null | undefined
    next_usage_reset_at?: string | null | undefined
    /** Shown by GET; taken here and ignored. */
    current_usage?: unknown
    /** Shown by GET; taken here and ignored. */
    held?: unknown
    /** Shown by GET; taken here and ignored. */
    status?: unknown
    /** Shown by GET; taken here and ignored. */
    last_reset_at?: unknown
  }> | null | undefined
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  /** Days that request logs are kept; null: as above it. */
  retention_days?: number | null | undefined
  /** Whether requests and answers are kept in the logs; null: as above it. */
  log_bodies?: boolean | null | undefined
  /** Ids, who become members, or ids with roles. */
  users?: Array<{
    id: string
    role: 'admin' | 'manager' | 'member'
  } | string> | undefined
}

export type WorkspacesCreateReply = {
  object: 'workspace'
  id: string
  slug: string
  name: string
  description: string | null
  icon: string | null
  is_default: boolean
  status: 'active' | 'exhausted'
  created_at: string
  last_updated_at: string
  defaults: {
    object: 'workspace'
    is_default: boolean
    metadata: Record<string, string>
    /** Slug of the config for keys that have none of their own. */
    config_id: string | null
    /** The same, under its other name. */
    user_api_key_config: string | null
    input_guardrails: string[]
    output_guardrails: string[]
  }
  /** At most one. */
  usage_limits: Array<{
    type: 'cost' | 'tokens'
    credit_limit: number
    alert_threshold: number | null
    periodic_reset: 'weekly' | 'monthly' | null
    periodic_reset_days: number | null
    next_usage_reset_at: string | null
    /** Settled in this period: US dollars or tokens. */
    current_usage?: number | undefined
    /** Set aside for calls under way; it counts against the limit too. */
    held?: number | undefined
    status?: 'active' | 'exhausted' | undefined
    /** When this period began. */
    last_reset_at?: string | undefined
  }>
  rate_limits: Array<{
    type: string
    unit: string
    value: number
  }>
  retention_days: number | null
  log_bodies: boolean | null
  /** For those who may list them; GET …/users has them page by page. */
  users?: Array<{
    object: 'workspace-user'
    id: string
    first_name: string
    last_name: string
    email: string
    org_role: 'owner' | 'admin' | 'member'
    role: 'manager' | 'member'
    status: 'active' | 'disabled'
    workspace_id: string
    /** What the role allows in this workspace. */
    scopes: string[]
    settings: Record<string, unknown>
    created_at: string
    last_updated_at: string
  }> | undefined
}

export type WorkspacesDeleteBody = {
  /** Its name, as a safeguard. */
  name: string
  /** With all keys, virtual keys, configs and prompts in it. */
  force_delete?: boolean | undefined
}

export type WorkspacesDeleteReply = Record<string, unknown>

export type WorkspacesListQuery = {
  current_page?: number | undefined
  page_size?: number | undefined
  /** Part of the name, in any case. */
  name?: string | undefined
  exact_name?: string | undefined
  /** Deleted workspaces are not kept. */
  status?: 'active' | 'archived' | undefined
}

export type WorkspacesListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'workspace'
    id: string
    slug: string
    name: string
    description: string | null
    icon: string | null
    is_default: boolean
    status: 'active' | 'exhausted'
    created_at: string
    last_updated_at: string
    defaults: {
      object: 'workspace'
      is_default: boolean
      metadata: Record<string, string>
      /** Slug of the config for keys that have none of their own. */
      config_id: string | null
      /** The same, under its other name. */
      user_api_key_config: string | null
      input_guardrails: string[]
      output_guardrails: string[]
    }
    /** At most one. */
    usage_limits: Array<{
      type: 'cost' | 'tokens'
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Settled in this period: US dollars or tokens. */
      current_usage?: number | undefined
      /** Set aside for calls under way; it counts against the limit too. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** When this period began. */
      last_reset_at?: string | undefined
    }>
    rate_limits: Array<{
      type: string
      unit: string
      value: number
    }>
    retention_days: number | null
    log_bodies: boolean | null
  }>
}

export type WorkspacesReadReply = WorkspacesCreateReply

export type WorkspacesUpdateBody = {
  name?: string | undefined
  description?: string | null | undefined
  icon?: string | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    config_id?: string | null | undefined
    user_api_key_config?: string | null | undefined
    input_guardrails?: string[] | null | undefined
    output_guardrails?: string[] | null | undefined
  } | null | undefined
  usage_limits?: {
    /** What is counted; cost is in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** US dollars (1 or more) or tokens (100 or more). */
    credit_limit: number
    /** An alert is due from here on; below credit_limit. */
    alert_threshold?: number | null | undefined
    /** weekly: Mondays; monthly: the first; 00:00 UTC. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    periodic_reset_days?: number | null | undefined
    next_usage_reset_at?: string | null | undefined
    /** Shown by GET; taken here and ignored. */
    current_usage?: unknown
    /** Shown by GET; taken here and ignored. */
    held?: unknown
    /** Shown by GET; taken here and ignored. */
    status?: unknown
    /** Shown by GET; taken here and ignored. */
    last_reset_at?: unknown
  } | Array<{
    /** What is counted; cost is in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** US dollars (1 or more) or tokens (100 or more). */
    credit_limit: number
    /** An alert is due from here on; below credit_limit. */
    alert_threshold?: number | null | undefined
    /** weekly: Mondays; monthly: the first; 00:00 UTC. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    periodic_reset_days?: number | null | undefined
    next_usage_reset_at?: string | null | undefined
    /** Shown by GET; taken here and ignored. */
    current_usage?: unknown
    /** Shown by GET; taken here and ignored. */
    held?: unknown
    /** Shown by GET; taken here and ignored. */
    status?: unknown
    /** Shown by GET; taken here and ignored. */
    last_reset_at?: unknown
  }> | null | undefined
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  /** Days that request logs are kept; null: as above it. */
  retention_days?: number | null | undefined
  /** Whether requests and answers are kept in the logs; null: as above it. */
  log_bodies?: boolean | null | undefined
  /** True: the budget begins anew with nothing used; what is held for calls under way stays held. */
  reset_usage?: boolean | null | undefined
}

export type WorkspacesUpdateReply = {
  warnings?: string[] | undefined
}

export function adminResources(send: AdminSend) {
  return {
    alerts: {
      /** List budget alerts. Needs the scope `policies.list`. */
      list: (query?: AlertsListQuery, options?: RequestOptions) => send.json<AlertsListReply>({ method: 'GET', path: '/alerts', query, options }),
    },
    analytics: {
      /** Answers from the cache over time. Needs the scope `analytics.view`. */
      cacheHitRate: (query?: AnalyticsCacheHitRateQuery, options?: RequestOptions) => send.json<AnalyticsCacheHitRateReply>({ method: 'GET', path: '/analytics/graphs/cache/hit-rate', query, options }),
      /** Latency of answers from the cache. Needs the scope `analytics.view`. */
      cacheLatency: (query?: AnalyticsCacheLatencyQuery, options?: RequestOptions) => send.json<AnalyticsCacheLatencyReply>({ method: 'GET', path: '/analytics/graphs/cache/latency', query, options }),
      /** Cost over time. Needs the scope `analytics.view`. */
      cost: (query?: AnalyticsCostQuery, options?: RequestOptions) => send.json<AnalyticsCostReply>({ method: 'GET', path: '/analytics/graphs/cost', query, options }),
      /** Errors over time. Needs the scope `analytics.view`. */
      errors: (query?: AnalyticsErrorsQuery, options?: RequestOptions) => send.json<AnalyticsErrorsReply>({ method: 'GET', path: '/analytics/graphs/errors', query, options }),
      /** Share of errors over time. Needs the scope `analytics.view`. */
      errorsRate: (query?: AnalyticsErrorsRateQuery, options?: RequestOptions) => send.json<AnalyticsErrorsRateReply>({ method: 'GET', path: '/analytics/graphs/errors/rate', query, options }),
      /** Errors by status over time. Needs the scope `analytics.view`. */
      errorsStacks: (query?: AnalyticsErrorsStacksQuery, options?: RequestOptions) => send.json<AnalyticsErrorsStacksReply>({ method: 'GET', path: '/analytics/graphs/errors/stacks', query, options }),
      /** Errors by status. Needs the scope `analytics.view`. */
      errorsStatusCodes: (query?: AnalyticsErrorsStatusCodesQuery, options?: RequestOptions) => send.json<AnalyticsErrorsStatusCodesReply>({ method: 'GET', path: '/analytics/graphs/errors/status-codes', query, options }),
      /** Feedback over time. Needs the scope `analytics.view`. */
      feedbacks: (query?: AnalyticsFeedbacksQuery, options?: RequestOptions) => send.json<AnalyticsFeedbacksReply>({ method: 'GET', path: '/analytics/graphs/feedbacks', query, options }),
      /** Feedback by model. Needs the scope `analytics.view`. */
      feedbacksAiModels: (query?: AnalyticsFeedbacksAiModelsQuery, options?: RequestOptions) => send.json<AnalyticsFeedbacksAiModelsReply>({ method: 'GET', path: '/analytics/graphs/feedbacks/ai-models', query, options }),
      /** Feedback by score. Needs the scope `analytics.view`. */
      feedbacksScores: (query?: AnalyticsFeedbacksScoresQuery, options?: RequestOptions) => send.json<AnalyticsFeedbacksScoresReply>({ method: 'GET', path: '/analytics/graphs/feedbacks/scores', query, options }),
      /** Weighted feedback over time. Needs the scope `analytics.view`. */
      feedbacksWeighted: (query?: AnalyticsFeedbacksWeightedQuery, options?: RequestOptions) => send.json<AnalyticsFeedbacksWeightedReply>({ method: 'GET', path: '/analytics/graphs/feedbacks/weighted', query, options }),
      /** Group requests by models. Needs the scope `analytics.view`. */
      groupsAiModels: (query?: AnalyticsGroupsAiModelsQuery, options?: RequestOptions) => send.json<AnalyticsGroupsAiModelsReply>({ method: 'GET', path: '/analytics/groups/ai-models', query, options }),
      /** Group requests by providers and models. Needs the scope `analytics.view`. */
      groupsAiOrgModels: (query?: AnalyticsGroupsAiOrgModelsQuery, options?: RequestOptions) => send.json<AnalyticsGroupsAiOrgModelsReply>({ method: 'GET', path: '/analytics/groups/ai-org-models', query, options }),
      /** Group requests by providers. Needs the scope `analytics.view`. */
      groupsAiService: (query?: AnalyticsGroupsAiServiceQuery, options?: RequestOptions) => send.json<AnalyticsGroupsAiServiceReply>({ method: 'GET', path: '/analytics/groups/ai_service', query, options }),
      /** Group requests by gateway keys. Needs the scope `analytics.view`. */
      groupsApiKey: (query?: AnalyticsGroupsApiKeyQuery, options?: RequestOptions) => send.json<AnalyticsGroupsApiKeyReply>({ method: 'GET', path: '/analytics/groups/api_key', query, options }),
      /** Group requests by configs. Needs the scope `analytics.view`. */
      groupsConfig: (query?: AnalyticsGroupsConfigQuery, options?: RequestOptions) => send.json<AnalyticsGroupsConfigReply>({ method: 'GET', path: '/analytics/groups/config', query, options }),
      /** Group requests by endpoints. Needs the scope `analytics.view`. */
      groupsEndpoint: (query?: AnalyticsGroupsEndpointQuery, options?: RequestOptions) => send.json<AnalyticsGroupsEndpointReply>({ method: 'GET', path: '/analytics/groups/endpoint', query, options }),
      /** Group requests by values of a metadata key. Needs the scope `analytics.view`. */
      groupsMetadata: (key: string, query?: AnalyticsGroupsMetadataQuery, options?: RequestOptions) => send.json<AnalyticsGroupsMetadataReply>({ method: 'GET', path: '/analytics/groups/metadata/{key}', values: [key], query, options }),
      /** Group requests by models. Needs the scope `analytics.view`. */
      groupsModel: (query?: AnalyticsGroupsModelQuery, options?: RequestOptions) => send.json<AnalyticsGroupsModelReply>({ method: 'GET', path: '/analytics/groups/model', query, options }),
      /** Group requests by prompts. Needs the scope `analytics.view`. */
      groupsPrompt: (query?: AnalyticsGroupsPromptQuery, options?: RequestOptions) => send.json<AnalyticsGroupsPromptReply>({ method: 'GET', path: '/analytics/groups/prompt', query, options }),
      /** Group requests by versions of prompts. Needs the scope `analytics.view`. */
      groupsPromptVersion: (query?: AnalyticsGroupsPromptVersionQuery, options?: RequestOptions) => send.json<AnalyticsGroupsPromptVersionReply>({ method: 'GET', path: '/analytics/groups/prompt_version', query, options }),
      /** Group requests by providers. Needs the scope `analytics.view`. */
      groupsProvider: (query?: AnalyticsGroupsProviderQuery, options?: RequestOptions) => send.json<AnalyticsGroupsProviderReply>({ method: 'GET', path: '/analytics/groups/provider', query, options }),
      /** Group requests by statuses. Needs the scope `analytics.view`. */
      groupsStatusCode: (query?: AnalyticsGroupsStatusCodeQuery, options?: RequestOptions) => send.json<AnalyticsGroupsStatusCodeReply>({ method: 'GET', path: '/analytics/groups/status_code', query, options }),
      /** Group requests by users. Needs the scope `analytics.view`. */
      groupsUsers: (query?: AnalyticsGroupsUsersQuery, options?: RequestOptions) => send.json<AnalyticsGroupsUsersReply>({ method: 'GET', path: '/analytics/groups/users', query, options }),
      /** Group requests by virtual keys. Needs the scope `analytics.view`. */
      groupsVirtualKey: (query?: AnalyticsGroupsVirtualKeyQuery, options?: RequestOptions) => send.json<AnalyticsGroupsVirtualKeyReply>({ method: 'GET', path: '/analytics/groups/virtual_key', query, options }),
      /** Group requests by workspaces. Needs the scope `analytics.view`. */
      groupsWorkspace: (query?: AnalyticsGroupsWorkspaceQuery, options?: RequestOptions) => send.json<AnalyticsGroupsWorkspaceReply>({ method: 'GET', path: '/analytics/groups/workspace', query, options }),
      /** Latency over time. Needs the scope `analytics.view`. */
      latency: (query?: AnalyticsLatencyQuery, options?: RequestOptions) => send.json<AnalyticsLatencyReply>({ method: 'GET', path: '/analytics/graphs/latency', query, options }),
      /** Requests over time. Needs the scope `analytics.view`. */
      requests: (query?: AnalyticsRequestsQuery, options?: RequestOptions) => send.json<AnalyticsRequestsReply>({ method: 'GET', path: '/analytics/graphs/requests', query, options }),
      /** Requests rescued by retries and fallbacks. Needs the scope `analytics.view`. */
      requestsRescued: (query?: AnalyticsRequestsRescuedQuery, options?: RequestOptions) => send.json<AnalyticsRequestsRescuedReply>({ method: 'GET', path: '/analytics/graphs/requests/rescued', query, options }),
      /** The largest groups over time. Needs the scope `analytics.view`. */
      series: (query: AnalyticsSeriesQuery, options?: RequestOptions) => send.json<AnalyticsSeriesReply>({ method: 'GET', path: '/analytics/series', query, options }),
      /** Sum up requests. Needs the scope `analytics.view`. */
      summary: (query?: AnalyticsSummaryQuery, options?: RequestOptions) => send.json<AnalyticsSummaryReply>({ method: 'GET', path: '/analytics/summary', query, options }),
      /** Sum up answers from the cache. Needs the scope `analytics.view`. */
      summaryCache: (query?: AnalyticsSummaryCacheQuery, options?: RequestOptions) => send.json<AnalyticsSummaryCacheReply>({ method: 'GET', path: '/analytics/summary/cache', query, options }),
      /** Tokens over time. Needs the scope `analytics.view`. */
      tokens: (query?: AnalyticsTokensQuery, options?: RequestOptions) => send.json<AnalyticsTokensReply>({ method: 'GET', path: '/analytics/graphs/tokens', query, options }),
      /** Requests and tokens over time. Needs the scope `analytics.view`. */
      usage: (query?: AnalyticsUsageQuery, options?: RequestOptions) => send.json<AnalyticsUsageReply>({ method: 'GET', path: '/analytics/graphs/usage', query, options }),
      /** Distinct users over time. Needs the scope `analytics.view`. */
      users: (query?: AnalyticsUsersQuery, options?: RequestOptions) => send.json<AnalyticsUsersReply>({ method: 'GET', path: '/analytics/graphs/users', query, options }),
      /** Requests for each user. Needs the scope `analytics.view`. */
      usersRequests: (query?: AnalyticsUsersRequestsQuery, options?: RequestOptions) => send.json<AnalyticsUsersRequestsReply>({ method: 'GET', path: '/analytics/graphs/users/requests', query, options }),
    },
    apiKeys: {
      /** Create an Admin API key. Needs the scope `organisation_service_api_keys.create`. */
      createOrganisationService: (body: ApiKeysCreateOrganisationServiceBody, options?: RequestOptions) => send.json<ApiKeysCreateOrganisationServiceReply>({ method: 'POST', path: '/api-keys/organisation/service', body, isRepeatable: true, options }),
      /** Create an Admin API key for a person (there is no such type). Needs the scope `organisation_service_api_keys.create`. */
      createOrganisationUser: (body?: ApiKeysCreateOrganisationUserBody, options?: RequestOptions) => send.json<ApiKeysCreateOrganisationUserReply>({ method: 'POST', path: '/api-keys/organisation/user', body, isRepeatable: true, options }),
      /** Create a workspace API key for a program. Needs the scope `workspace_service_api_keys.create`. */
      createWorkspaceService: (body: ApiKeysCreateWorkspaceServiceBody, options?: RequestOptions) => send.json<ApiKeysCreateWorkspaceServiceReply>({ method: 'POST', path: '/api-keys/workspace/service', body, isRepeatable: true, options }),
      /** Create a workspace API key for a person. Needs the scope `workspace_user_api_keys.create`. */
      createWorkspaceUser: (body: ApiKeysCreateWorkspaceUserBody, options?: RequestOptions) => send.json<ApiKeysCreateWorkspaceUserReply>({ method: 'POST', path: '/api-keys/workspace/user', body, isRepeatable: true, options }),
      /** Delete an API key. Needs one of the scopes `organisation_service_api_keys.delete`, `workspace_service_api_keys.delete`, `workspace_user_api_keys.delete`. */
      delete: (id: string, query?: ApiKeysDeleteQuery, options?: RequestOptions) => send.json<ApiKeysDeleteReply>({ method: 'DELETE', path: '/api-keys/{id}', values: [id], query, options }),
      /** List API keys. Needs one of the scopes `organisation_service_api_keys.list`, `workspace_service_api_keys.list`, `workspace_user_api_keys.list`. */
      list: (query?: ApiKeysListQuery, options?: RequestOptions) => send.json<ApiKeysListReply>({ method: 'GET', path: '/api-keys', query, options }),
      /** Read an API key. Needs one of the scopes `organisation_service_api_keys.read`, `workspace_service_api_keys.read`, `workspace_user_api_keys.read`. */
      read: (id: string, query?: ApiKeysReadQuery, options?: RequestOptions) => send.json<ApiKeysReadReply>({ method: 'GET', path: '/api-keys/{id}', values: [id], query, options }),
      /** Give an API key a new secret. Needs one of the scopes `organisation_service_api_keys.rotate`, `workspace_service_api_keys.rotate`, `workspace_user_api_keys.rotate`. */
      rotate: (id: string, body?: ApiKeysRotateBody, options?: RequestOptions) => send.json<ApiKeysRotateReply>({ method: 'POST', path: '/api-keys/{id}/rotate', values: [id], body, isRepeatable: true, options }),
      /** Change an API key. Needs one of the scopes `organisation_service_api_keys.update`, `workspace_service_api_keys.update`, `workspace_user_api_keys.update`. */
      update: (id: string, body?: ApiKeysUpdateBody, options?: RequestOptions) => send.json<ApiKeysUpdateReply>({ method: 'PUT', path: '/api-keys/{id}', values: [id], body, options }),
    },
    auditLogs: {
      /** Export audit log entries. Needs the scope `audit_logs.list`. */
      export: (query?: AuditLogsExportQuery, options?: RequestOptions) => send.raw({ method: 'GET', path: '/audit-logs/export', query, options }),
      /** List audit log entries. Needs the scope `audit_logs.list`. */
      list: (query?: AuditLogsListQuery, options?: RequestOptions) => send.json<AuditLogsListReply>({ method: 'GET', path: '/audit-logs', query, options }),
      /** Check the chain of the audit log. Needs the scope `audit_logs.list`. */
      verify: (options?: RequestOptions) => send.json<AuditLogsVerifyReply>({ method: 'GET', path: '/audit-logs/verify', options }),
    },
    breakers: {
      /** List circuit breakers. Needs the scope `breakers.list`. */
      list: (options?: RequestOptions) => send.json<BreakersListReply>({ method: 'GET', path: '/breakers', options }),
      /** Reset a circuit breaker. Needs the scope `breakers.reset`. */
      reset: (id: string, options?: RequestOptions) => send.json<BreakersResetReply>({ method: 'POST', path: '/breakers/{id}/reset', values: [id], isRepeatable: true, options }),
    },
    cache: {
      /** Purge the answer cache of a workspace. Needs the scope `cache.purge`. */
      purge: (query?: CachePurgeQuery, options?: RequestOptions) => send.json<CachePurgeReply>({ method: 'DELETE', path: '/cache', query, options }),
      /** Show the semantic cache. Needs the scope `logs.view`. */
      read: (query?: CacheReadQuery, options?: RequestOptions) => send.json<CacheReadReply>({ method: 'GET', path: '/cache', query, options }),
      /** Report what semantic look-ups in shadow mode found. Needs the scope `logs.view`. */
      shadow: (query?: CacheShadowQuery, options?: RequestOptions) => send.json<CacheShadowReply>({ method: 'GET', path: '/cache/shadow', query, options }),
    },
    claim: {
      /** Become the first owner. Needs no key. */
      create: (body: ClaimCreateBody, options?: RequestOptions) => send.json<ClaimCreateReply>({ method: 'POST', path: '/claim', body, options }),
    },
    collections: {
      /** Make a collection. Needs the scope `prompts.create`. */
      create: (body: CollectionsCreateBody, options?: RequestOptions) => send.json<CollectionsCreateReply>({ method: 'POST', path: '/collections', body, isRepeatable: true, options }),
      /** Delete an empty collection. Needs the scope `prompts.delete`. */
      delete: (id: string, query?: CollectionsDeleteQuery, options?: RequestOptions) => send.json<CollectionsDeleteReply>({ method: 'DELETE', path: '/collections/{id}', values: [id], query, options }),
      /** List collections. Needs the scope `prompts.list`. */
      list: (query?: CollectionsListQuery, options?: RequestOptions) => send.json<CollectionsListReply>({ method: 'GET', path: '/collections', query, options }),
      /** Read a collection. Needs the scope `prompts.read`. */
      read: (id: string, query?: CollectionsReadQuery, options?: RequestOptions) => send.json<CollectionsReadReply>({ method: 'GET', path: '/collections/{id}', values: [id], query, options }),
      /** Rename a collection. Needs the scope `prompts.update`. */
      update: (id: string, body: CollectionsUpdateBody, query?: CollectionsUpdateQuery, options?: RequestOptions) => send.json<CollectionsUpdateReply>({ method: 'PUT', path: '/collections/{id}', values: [id], body, query, options }),
    },
    configs: {
      /** Save a config. Needs the scope `configs.create`. */
      create: (body: ConfigsCreateBody, options?: RequestOptions) => send.json<ConfigsCreateReply>({ method: 'POST', path: '/configs', body, isRepeatable: true, options }),
      /** Delete a config. Needs the scope `configs.delete`. */
      delete: (slug: string, query?: ConfigsDeleteQuery, options?: RequestOptions) => send.json<ConfigsDeleteReply>({ method: 'DELETE', path: '/configs/{slug}', values: [slug], query, options }),
      /** Walk a request through a config without calling anybody. Needs the scope `configs.read`. */
      explain: (body: ConfigsExplainBody, options?: RequestOptions) => send.json<ConfigsExplainReply>({ method: 'POST', path: '/configs/explain', body, options }),
      /** Walk a request through a saved config without calling anybody. Needs the scope `configs.read`. */
      explainSaved: (slug: string, body?: ConfigsExplainSavedBody, query?: ConfigsExplainSavedQuery, options?: RequestOptions) => send.json<ConfigsExplainSavedReply>({ method: 'POST', path: '/configs/{slug}/explain', values: [slug], body, query, options }),
      /** List configs. Needs the scope `configs.list`. */
      list: (query?: ConfigsListQuery, options?: RequestOptions) => send.json<ConfigsListReply>({ method: 'GET', path: '/configs', query, options }),
      /** Read a config. Needs the scope `configs.read`. */
      read: (slug: string, query?: ConfigsReadQuery, options?: RequestOptions) => send.json<ConfigsReadReply>({ method: 'GET', path: '/configs/{slug}', values: [slug], query, options }),
      /** Make an earlier version of a config the newest again. Needs the scope `configs.update`. */
      rollBack: (slug: string, body: ConfigsRollBackBody, query?: ConfigsRollBackQuery, options?: RequestOptions) => send.json<ConfigsRollBackReply>({ method: 'POST', path: '/configs/{slug}/rollback', values: [slug], body, query, isRepeatable: true, options }),
      /** Change a config. Needs the scope `configs.update`. */
      update: (slug: string, body: ConfigsUpdateBody, query?: ConfigsUpdateQuery, options?: RequestOptions) => send.json<ConfigsUpdateReply>({ method: 'PUT', path: '/configs/{slug}', values: [slug], body, query, options }),
      /** Check a config without saving it. Needs the scope `configs.read`. */
      validate: (body: ConfigsValidateBody, options?: RequestOptions) => send.json<ConfigsValidateReply>({ method: 'POST', path: '/configs/validate', body, options }),
      versions: {
        /** List the versions of a config, newest first. Needs the scope `configs.read`. */
        list: (slug: string, query?: ConfigsVersionsListQuery, options?: RequestOptions) => send.json<ConfigsVersionsListReply>({ method: 'GET', path: '/configs/{slug}/versions', values: [slug], query, options }),
        /** Read one version of a config. Needs the scope `configs.read`. */
        read: (slug: string, version: string, query?: ConfigsVersionsReadQuery, options?: RequestOptions) => send.json<ConfigsVersionsReadReply>({ method: 'GET', path: '/configs/{slug}/versions/{version}', values: [slug, version], query, options }),
      },
    },
    feedback: {
      /** Give feedback. Needs the scope `logs.write`. */
      create: (body: FeedbackCreateBody, query?: FeedbackCreateQuery, options?: RequestOptions) => send.json<FeedbackCreateReply>({ method: 'POST', path: '/feedback', body, query, isRepeatable: true, options }),
      /** List the feedback on a trace. Needs one of the scopes `logs.view`, `logs.write`. */
      list: (query: FeedbackListQuery, options?: RequestOptions) => send.json<FeedbackListReply>({ method: 'GET', path: '/feedback', query, options }),
      /** Change feedback. Needs the scope `logs.write`. */
      update: (id: string, body: FeedbackUpdateBody, query?: FeedbackUpdateQuery, options?: RequestOptions) => send.json<FeedbackUpdateReply>({ method: 'PUT', path: '/feedback/{id}', values: [id], body, query, options }),
    },
    invites: {
      /** Accept an invitation. Needs no key. */
      accept: (body: InvitesAcceptBody, options?: RequestOptions) => send.json<InvitesAcceptReply>({ method: 'POST', path: '/invites/accept', body, options }),
      /** Invite a person. Needs the scope `organisation_users.create`. */
      create: (body: InvitesCreateBody, options?: RequestOptions) => send.json<InvitesCreateReply>({ method: 'POST', path: '/admin/users/invites', body, isRepeatable: true, options }),
      /** Withdraw an invitation. Needs the scope `organisation_users.delete`. */
      delete: (id: string, options?: RequestOptions) => send.json<InvitesDeleteReply>({ method: 'DELETE', path: '/admin/users/invites/{id}', values: [id], options }),
      /** List invitations. Needs the scope `organisation_users.list`. */
      list: (query?: InvitesListQuery, options?: RequestOptions) => send.json<InvitesListReply>({ method: 'GET', path: '/admin/users/invites', query, options }),
      /** Read an invitation. Needs the scope `organisation_users.read`. */
      read: (id: string, options?: RequestOptions) => send.json<InvitesReadReply>({ method: 'GET', path: '/admin/users/invites/{id}', values: [id], options }),
      /** Make a new link for an invitation; the old one stops working. Needs the scope `organisation_users.create`. */
      resend: (id: string, options?: RequestOptions) => send.json<InvitesResendReply>({ method: 'POST', path: '/admin/users/invites/{id}/resend', values: [id], isRepeatable: true, options }),
    },
    labels: {
      /** Make a label. Needs the scope `prompts.create`. */
      create: (body: LabelsCreateBody, options?: RequestOptions) => send.json<LabelsCreateReply>({ method: 'POST', path: '/labels', body, isRepeatable: true, options }),
      /** Delete a label; versions that have it lose it. Needs the scope `prompts.delete`. */
      delete: (id: string, query?: LabelsDeleteQuery, options?: RequestOptions) => send.json<LabelsDeleteReply>({ method: 'DELETE', path: '/labels/{id}', values: [id], query, options }),
      /** List labels. Needs the scope `prompts.list`. */
      list: (query?: LabelsListQuery, options?: RequestOptions) => send.json<LabelsListReply>({ method: 'GET', path: '/labels', query, options }),
      /** Read a label. Needs the scope `prompts.read`. */
      read: (id: string, query?: LabelsReadQuery, options?: RequestOptions) => send.json<LabelsReadReply>({ method: 'GET', path: '/labels/{id}', values: [id], query, options }),
      /** Change a label. Needs the scope `prompts.update`. */
      update: (id: string, body: LabelsUpdateBody, query?: LabelsUpdateQuery, options?: RequestOptions) => send.json<LabelsUpdateReply>({ method: 'PUT', path: '/labels/{id}', values: [id], body, query, options }),
    },
    logExports: {
      /** Stop an export; starting it again goes on where it stopped. Needs the scope `logs.export`. */
      cancel: (id: string, query?: LogExportsCancelQuery, options?: RequestOptions) => send.json<LogExportsCancelReply>({ method: 'POST', path: '/logs/exports/{id}/cancel', values: [id], query, isRepeatable: true, options }),
      /** Download the file with a key. Needs the scope `logs.export`. */
      content: (id: string, query?: LogExportsContentQuery, options?: RequestOptions) => send.raw({ method: 'GET', path: '/logs/exports/{id}/content', values: [id], query, options }),
      /** Create an export. Needs the scope `logs.export`. */
      create: (body: LogExportsCreateBody, options?: RequestOptions) => send.json<LogExportsCreateReply>({ method: 'POST', path: '/logs/exports', body, isRepeatable: true, options }),
      /** Delete an export and its file. Needs the scope `logs.export`. */
      delete: (id: string, query?: LogExportsDeleteQuery, options?: RequestOptions) => send.json<LogExportsDeleteReply>({ method: 'DELETE', path: '/logs/exports/{id}', values: [id], query, options }),
      /** Get a link to the file. Needs the scope `logs.export`. */
      download: (id: string, query?: LogExportsDownloadQuery, options?: RequestOptions) => send.json<LogExportsDownloadReply>({ method: 'GET', path: '/logs/exports/{id}/download', values: [id], query, options }),
      /** Download the file by its link. Needs no key. */
      file: (id: string, query?: LogExportsFileQuery, options?: RequestOptions) => send.raw({ method: 'GET', path: '/logs/exports/{id}/file', values: [id], query, options }),
      /** List exports. Needs the scope `logs.export`. */
      list: (query?: LogExportsListQuery, options?: RequestOptions) => send.json<LogExportsListReply>({ method: 'GET', path: '/logs/exports', query, options }),
      /** Read an export with its progress. Needs the scope `logs.export`. */
      read: (id: string, query?: LogExportsReadQuery, options?: RequestOptions) => send.json<LogExportsReadReply>({ method: 'GET', path: '/logs/exports/{id}', values: [id], query, options }),
      /** Start an export, or go on with one that stopped. Needs the scope `logs.export`. */
      start: (id: string, query?: LogExportsStartQuery, options?: RequestOptions) => send.json<LogExportsStartReply>({ method: 'POST', path: '/logs/exports/{id}/start', values: [id], query, isRepeatable: true, options }),
      /** Change an export that does not run. Needs the scope `logs.export`. */
      update: (id: string, body?: LogExportsUpdateBody, options?: RequestOptions) => send.json<LogExportsUpdateReply>({ method: 'PUT', path: '/logs/exports/{id}', values: [id], body, options }),
    },
    logs: {
      /** Count request logs by their most frequent values. Needs the scope `logs.list`. */
      facets: (query?: LogsFacetsQuery, options?: RequestOptions) => send.json<LogsFacetsReply>({ method: 'GET', path: '/logs/facets', query, options }),
      /** Count request logs over time. Needs the scope `logs.list`. */
      histogram: (query?: LogsHistogramQuery, options?: RequestOptions) => send.json<LogsHistogramReply>({ method: 'GET', path: '/logs/histogram', query, options }),
      /** Insert request logs. Needs one of the scopes `logs.write`, `completions.write`. */
      insert: (body: LogsInsertBody, query?: LogsInsertQuery, options?: RequestOptions) => send.json<LogsInsertReply>({ method: 'POST', path: '/logs', body, query, options }),
      /** List request logs. Needs the scope `logs.list`. */
      list: (query?: LogsListQuery, options?: RequestOptions) => send.json<LogsListReply>({ method: 'GET', path: '/logs', query, options }),
      /** Read a request log. Needs the scope `logs.view`. */
      read: (id: string, query?: LogsReadQuery, options?: RequestOptions) => send.json<LogsReadReply>({ method: 'GET', path: '/logs/{id}', values: [id], query, options }),
      /** Watch request logs as they finish. Needs the scope `logs.list`. */
      stream: (query?: LogsStreamQuery, options?: RequestOptions) => send.stream({ method: 'GET', path: '/logs/stream', query, options }),
    },
    organisation: {
      /** Read the organisation’s settings. Needs the scope `organisation_settings.read`. */
      read: (options?: RequestOptions) => send.json<OrganisationReadReply>({ method: 'GET', path: '/admin/organisation', options }),
      /** Change the organisation’s settings. Needs the scope `organisation_settings.update`. */
      update: (body?: OrganisationUpdateBody, options?: RequestOptions) => send.json<OrganisationUpdateReply>({ method: 'PUT', path: '/admin/organisation', body, options }),
    },
    policies: {
      rateLimits: {
        /** Create a rate limit by policy. Needs the scope `policies.create`. */
        create: (body: PoliciesRateLimitsCreateBody, options?: RequestOptions) => send.json<PoliciesRateLimitsCreateReply>({ method: 'POST', path: '/policies/rate-limits', body, isRepeatable: true, options }),
        /** Archive a rate limit by policy. Needs the scope `policies.delete`. */
        delete: (id: string, query?: PoliciesRateLimitsDeleteQuery, options?: RequestOptions) => send.json<PoliciesRateLimitsDeleteReply>({ method: 'DELETE', path: '/policies/rate-limits/{id}', values: [id], query, options }),
        /** List rate limits by policy. Needs the scope `policies.list`. */
        list: (query?: PoliciesRateLimitsListQuery, options?: RequestOptions) => send.json<PoliciesRateLimitsListReply>({ method: 'GET', path: '/policies/rate-limits', query, options }),
        /** Read a rate limit by policy. Needs the scope `policies.read`. */
        read: (id: string, query?: PoliciesRateLimitsReadQuery, options?: RequestOptions) => send.json<PoliciesRateLimitsReadReply>({ method: 'GET', path: '/policies/rate-limits/{id}', values: [id], query, options }),
        /** Change a rate limit by policy. Needs the scope `policies.update`. */
        update: (id: string, body?: PoliciesRateLimitsUpdateBody, query?: PoliciesRateLimitsUpdateQuery, options?: RequestOptions) => send.json<PoliciesRateLimitsUpdateReply>({ method: 'PUT', path: '/policies/rate-limits/{id}', values: [id], body, query, options }),
      },
      usageLimits: {
        /** Create a budget by policy. Needs the scope `policies.create`. */
        create: (body: PoliciesUsageLimitsCreateBody, options?: RequestOptions) => send.json<PoliciesUsageLimitsCreateReply>({ method: 'POST', path: '/policies/usage-limits', body, isRepeatable: true, options }),
        /** Archive a budget by policy. Needs the scope `policies.delete`. */
        delete: (id: string, query?: PoliciesUsageLimitsDeleteQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsDeleteReply>({ method: 'DELETE', path: '/policies/usage-limits/{id}', values: [id], query, options }),
        entities: {
          /** List what each value of a policy has used. Needs the scope `policies.read`. */
          list: (id: string, query?: PoliciesUsageLimitsEntitiesListQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsEntitiesListReply>({ method: 'GET', path: '/policies/usage-limits/{id}/entities', values: [id], query, options }),
          /** Begin the budget of one value anew. Needs the scope `policies.update`. */
          reset: (id: string, entityId: string, query?: PoliciesUsageLimitsEntitiesResetQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsEntitiesResetReply>({ method: 'PUT', path: '/policies/usage-limits/{id}/entities/{entity_id}/reset', values: [id, entityId], query, options }),
        },
        /** List budgets by policy. Needs the scope `policies.list`. */
        list: (query?: PoliciesUsageLimitsListQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsListReply>({ method: 'GET', path: '/policies/usage-limits', query, options }),
        /** Read a budget by policy. Needs the scope `policies.read`. */
        read: (id: string, query?: PoliciesUsageLimitsReadQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsReadReply>({ method: 'GET', path: '/policies/usage-limits/{id}', values: [id], query, options }),
        /** Change a budget by policy. Needs the scope `policies.update`. */
        update: (id: string, body?: PoliciesUsageLimitsUpdateBody, query?: PoliciesUsageLimitsUpdateQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsUpdateReply>({ method: 'PUT', path: '/policies/usage-limits/{id}', values: [id], body, query, options }),
      },
    },
    prices: {
      /** Set an own price for a model. Needs the scope `policies.create`. */
      create: (body: PricesCreateBody, options?: RequestOptions) => send.json<PricesCreateReply>({ method: 'POST', path: '/prices', body, isRepeatable: true, options }),
      /** Delete an own price. Needs the scope `policies.delete`. */
      delete: (id: string, query?: PricesDeleteQuery, options?: RequestOptions) => send.json<PricesDeleteReply>({ method: 'DELETE', path: '/prices/{id}', values: [id], query, options }),
      /** What a model costs here, and why. Needs the scope `policies.read`. */
      effective: (query: PricesEffectiveQuery, options?: RequestOptions) => send.json<PricesEffectiveReply>({ method: 'GET', path: '/prices/effective', query, options }),
      /** List own prices. Needs the scope `policies.list`. */
      list: (query?: PricesListQuery, options?: RequestOptions) => send.json<PricesListReply>({ method: 'GET', path: '/prices', query, options }),
      /** Read an own price. Needs the scope `policies.read`. */
      read: (id: string, query?: PricesReadQuery, options?: RequestOptions) => send.json<PricesReadReply>({ method: 'GET', path: '/prices/{id}', values: [id], query, options }),
      reprice: {
        /** Fill costs that were unknown. Needs the scope `policies.update`. */
        create: (body?: PricesRepriceCreateBody, options?: RequestOptions) => send.json<PricesRepriceCreateReply>({ method: 'POST', path: '/prices/reprice', body, isRepeatable: true, options }),
        /** Read how far the filling of costs is. Needs the scope `policies.read`. */
        read: (id: string, query?: PricesRepriceReadQuery, options?: RequestOptions) => send.json<PricesRepriceReadReply>({ method: 'GET', path: '/prices/reprice/{id}', values: [id], query, options }),
      },
      /** List models that were called and have no price. Needs the scope `policies.list`. */
      unpriced: (query?: PricesUnpricedQuery, options?: RequestOptions) => send.json<PricesUnpricedReply>({ method: 'GET', path: '/prices/unpriced', query, options }),
      /** Replace an own price. Needs the scope `policies.update`. */
      update: (id: string, body: PricesUpdateBody, query?: PricesUpdateQuery, options?: RequestOptions) => send.json<PricesUpdateReply>({ method: 'PUT', path: '/prices/{id}', values: [id], body, query, options }),
    },
    promptPartials: {
      /** Save a partial; its first version is published. Needs the scope `prompts.create`. */
      create: (body: PromptPartialsCreateBody, options?: RequestOptions) => send.json<PromptPartialsCreateReply>({ method: 'POST', path: '/prompts/partials', body, isRepeatable: true, options }),
      /** Delete a partial that nothing uses any more. Needs the scope `prompts.delete`. */
      delete: (id: string, query?: PromptPartialsDeleteQuery, options?: RequestOptions) => send.json<PromptPartialsDeleteReply>({ method: 'DELETE', path: '/prompts/partials/{id}', values: [id], query, options }),
      /** List partials. Needs the scope `prompts.list`. */
      list: (query?: PromptPartialsListQuery, options?: RequestOptions) => send.json<PromptPartialsListReply>({ method: 'GET', path: '/prompts/partials', query, options }),
      /** Publish a version of a partial: every prompt that includes it uses it at once. Needs the scope `prompts.publish`. */
      publish: (id: string, body: PromptPartialsPublishBody, query?: PromptPartialsPublishQuery, options?: RequestOptions) => send.json<PromptPartialsPublishReply>({ method: 'PUT', path: '/prompts/partials/{id}/makeDefault', values: [id], body, query, options }),
      /** Read a partial: its published version, or the one @latest or @<number> names. Needs the scope `prompts.read`. */
      read: (id: string, query?: PromptPartialsReadQuery, options?: RequestOptions) => send.json<PromptPartialsReadReply>({ method: 'GET', path: '/prompts/partials/{id}', values: [id], query, options }),
      /** Change a partial: new text makes a new version, which is not published yet. Needs the scope `prompts.update`. */
      update: (id: string, body: PromptPartialsUpdateBody, query?: PromptPartialsUpdateQuery, options?: RequestOptions) => send.json<PromptPartialsUpdateReply>({ method: 'PUT', path: '/prompts/partials/{id}', values: [id], body, query, options }),
      versions: {
        /** List the versions of a partial, newest first. Needs the scope `prompts.read`. */
        list: (id: string, query?: PromptPartialsVersionsListQuery, options?: RequestOptions) => send.json<PromptPartialsVersionsListReply>({ method: 'GET', path: '/prompts/partials/{id}/versions', values: [id], query, options }),
      },
    },
    prompts: {
      /** Save a prompt; its first version is published. Needs the scope `prompts.create`. */
      create: (body: PromptsCreateBody, options?: RequestOptions) => send.json<PromptsCreateReply>({ method: 'POST', path: '/prompts', body, isRepeatable: true, options }),
      /** Delete a prompt with all its versions. Needs the scope `prompts.delete`. */
      delete: (id: string, query?: PromptsDeleteQuery, options?: RequestOptions) => send.json<PromptsDeleteReply>({ method: 'DELETE', path: '/prompts/{id}', values: [id], query, options }),
      /** A prompt with all its versions as one file. Needs the scope `prompts.read`. */
      export: (id: string, query?: PromptsExportQuery, options?: RequestOptions) => send.json<PromptsExportReply>({ method: 'GET', path: '/prompts/{id}/export', values: [id], query, options }),
      /** Make a prompt from its file. Needs the scope `prompts.create`. */
      import: (body: PromptsImportBody, options?: RequestOptions) => send.json<PromptsImportReply>({ method: 'POST', path: '/prompts/import', body, isRepeatable: true, options }),
      /** List prompts. Needs the scope `prompts.list`. */
      list: (query?: PromptsListQuery, options?: RequestOptions) => send.json<PromptsListReply>({ method: 'GET', path: '/prompts', query, options }),
      /** Publish a version of a prompt, a newer or an earlier one. Needs the scope `prompts.publish`. */
      publish: (id: string, body: PromptsPublishBody, query?: PromptsPublishQuery, options?: RequestOptions) => send.json<PromptsPublishReply>({ method: 'PUT', path: '/prompts/{id}/makeDefault', values: [id], body, query, options }),
      /** Read a prompt: its published version, or the one @latest, @<number> or @<label> names. Needs the scope `prompts.read`. */
      read: (id: string, query?: PromptsReadQuery, options?: RequestOptions) => send.json<PromptsReadReply>({ method: 'GET', path: '/prompts/{id}', values: [id], query, options }),
      /** Render a prompt without calling a model. Needs the scope `prompts.render`. */
      render: (id: string, body?: PromptsRenderBody, query?: PromptsRenderQuery, options?: RequestOptions) => send.json<PromptsRenderReply>({ method: 'POST', path: '/prompts/{id}/render', values: [id], body, query, options }),
      /** Change a prompt: what belongs to a version makes a new one, which is not published yet. Needs the scope `prompts.update`. */
      update: (id: string, body: PromptsUpdateBody, query?: PromptsUpdateQuery, options?: RequestOptions) => send.json<PromptsUpdateReply>({ method: 'PUT', path: '/prompts/{id}', values: [id], body, query, options }),
      versions: {
        /** Put labels on a version of a prompt; any other version that has them loses them. Needs the scope `prompts.update`. */
        label: (id: string, version: string, body: PromptsVersionsLabelBody, query?: PromptsVersionsLabelQuery, options?: RequestOptions) => send.json<PromptsVersionsLabelReply>({ method: 'PUT', path: '/prompts/{id}/versions/{version}', values: [id, version], body, query, options }),
        /** List the versions of a prompt, newest first. Needs the scope `prompts.read`. */
        list: (id: string, query?: PromptsVersionsListQuery, options?: RequestOptions) => send.json<PromptsVersionsListReply>({ method: 'GET', path: '/prompts/{id}/versions', values: [id], query, options }),
        /** Read one version of a prompt, by its number or id. Needs the scope `prompts.read`. */
        read: (id: string, version: string, query?: PromptsVersionsReadQuery, options?: RequestOptions) => send.json<PromptsVersionsReadReply>({ method: 'GET', path: '/prompts/{id}/versions/{version}', values: [id, version], query, options }),
      },
    },
    scopes: {
      /** List scopes. For every key and everyone signed in. */
      list: (options?: RequestOptions) => send.json<ScopesListReply>({ method: 'GET', path: '/scopes', options }),
    },
    sessions: {
      /** Sign in by a one-time link. Needs no key. */
      byLink: (body: SessionsByLinkBody, options?: RequestOptions) => send.json<SessionsByLinkReply>({ method: 'POST', path: '/sessions/link', body, options }),
      /** Sign in. Needs no key. */
      create: (body: SessionsCreateBody, options?: RequestOptions) => send.json<SessionsCreateReply>({ method: 'POST', path: '/sessions', body, options }),
      /** Tell who is calling. For every key and everyone signed in. */
      current: (options?: RequestOptions) => send.json<SessionsCurrentReply>({ method: 'GET', path: '/sessions/current', options }),
      /** Sign out. For every key and everyone signed in. */
      delete: (options?: RequestOptions) => send.json<SessionsDeleteReply>({ method: 'DELETE', path: '/sessions/current', options }),
      /** End one of one’s own sessions. For every key and everyone signed in. */
      end: (id: string, options?: RequestOptions) => send.json<SessionsEndReply>({ method: 'DELETE', path: '/sessions/{id}', values: [id], options }),
      /** End all of one’s own sessions but this one. For every key and everyone signed in. */
      endOthers: (options?: RequestOptions) => send.json<SessionsEndOthersReply>({ method: 'DELETE', path: '/sessions', options }),
      /** List one’s own sessions. For every key and everyone signed in. */
      list: (options?: RequestOptions) => send.json<SessionsListReply>({ method: 'GET', path: '/sessions', options }),
      /** Set a new password by a link and sign in. Needs no key. */
      resetPassword: (body: SessionsResetPasswordBody, options?: RequestOptions) => send.json<SessionsResetPasswordReply>({ method: 'POST', path: '/sessions/password', body, options }),
    },
    supportedProviders: {
      /** List supported providers. For every key and everyone signed in. */
      list: (options?: RequestOptions) => send.json<SupportedProvidersListReply>({ method: 'GET', path: '/supported-providers', options }),
    },
    traces: {
      /** List traces. Needs the scope `logs.list`. */
      list: (query?: TracesListQuery, options?: RequestOptions) => send.json<TracesListReply>({ method: 'GET', path: '/traces', query, options }),
    },
    users: {
      /** Remove a person with its memberships, sessions and own keys. Needs the scope `organisation_users.delete`. */
      delete: (id: string, options?: RequestOptions) => send.json<UsersDeleteReply>({ method: 'DELETE', path: '/admin/users/{id}', values: [id], options }),
      /** List people. Needs the scope `organisation_users.list`. */
      list: (query?: UsersListQuery, options?: RequestOptions) => send.json<UsersListReply>({ method: 'GET', path: '/admin/users', query, options }),
      /** Change one’s own password. For every key and everyone signed in. */
      password: (body: UsersPasswordBody, options?: RequestOptions) => send.json<UsersPasswordReply>({ method: 'PUT', path: '/users/me/password', body, options }),
      /** Make a link by which a person sets a new password. Needs the scope `organisation_users.update`. */
      passwordLink: (id: string, options?: RequestOptions) => send.json<UsersPasswordLinkReply>({ method: 'POST', path: '/admin/users/{id}/password-link', values: [id], isRepeatable: true, options }),
      /** Read a person. Needs the scope `organisation_users.read`. */
      read: (id: string, options?: RequestOptions) => send.json<UsersReadReply>({ method: 'GET', path: '/admin/users/{id}', values: [id], options }),
      /** Change a person’s role, status or name. Needs the scope `organisation_users.update`. */
      update: (id: string, body: UsersUpdateBody, options?: RequestOptions) => send.json<UsersUpdateReply>({ method: 'PUT', path: '/admin/users/{id}', values: [id], body, options }),
    },
    virtualKeys: {
      /** Create a virtual key. Needs the scope `virtual_keys.create`. */
      create: (body: VirtualKeysCreateBody, options?: RequestOptions) => send.json<VirtualKeysCreateReply>({ method: 'POST', path: '/virtual-keys', body, isRepeatable: true, options }),
      /** Delete a virtual key. Needs the scope `virtual_keys.delete`. */
      delete: (slug: string, query?: VirtualKeysDeleteQuery, options?: RequestOptions) => send.json<VirtualKeysDeleteReply>({ method: 'DELETE', path: '/virtual-keys/{slug}', values: [slug], query, options }),
      keys: {
        /** Add a provider key to a virtual key. Needs the scope `virtual_keys.update`. */
        create: (slug: string, body?: VirtualKeysKeysCreateBody, options?: RequestOptions) => send.json<VirtualKeysKeysCreateReply>({ method: 'POST', path: '/virtual-keys/{slug}/keys', values: [slug], body, isRepeatable: true, options }),
        /** Remove a provider key from a virtual key. Needs the scope `virtual_keys.update`. */
        delete: (slug: string, keyId: string, query?: VirtualKeysKeysDeleteQuery, options?: RequestOptions) => send.json<VirtualKeysKeysDeleteReply>({ method: 'DELETE', path: '/virtual-keys/{slug}/keys/{key_id}', values: [slug, keyId], query, options }),
        /** Change a provider key of a virtual key. Needs the scope `virtual_keys.update`. */
        update: (slug: string, keyId: string, body?: VirtualKeysKeysUpdateBody, query?: VirtualKeysKeysUpdateQuery, options?: RequestOptions) => send.json<VirtualKeysKeysUpdateReply>({ method: 'PUT', path: '/virtual-keys/{slug}/keys/{key_id}', values: [slug, keyId], body, query, options }),
      },
      /** List virtual keys. Needs the scope `virtual_keys.list`. */
      list: (query?: VirtualKeysListQuery, options?: RequestOptions) => send.json<VirtualKeysListReply>({ method: 'GET', path: '/virtual-keys', query, options }),
      /** Read a virtual key. Needs the scope `virtual_keys.read`. */
      read: (slug: string, query?: VirtualKeysReadQuery, options?: RequestOptions) => send.json<VirtualKeysReadReply>({ method: 'GET', path: '/virtual-keys/{slug}', values: [slug], query, options }),
      /** Test a virtual key. Needs the scope `virtual_keys.read`. */
      test: (slug: string, body?: VirtualKeysTestBody, options?: RequestOptions) => send.json<VirtualKeysTestReply>({ method: 'POST', path: '/virtual-keys/{slug}/test', values: [slug], body, options }),
      /** Test a credential before it is saved. Needs the scope `virtual_keys.create`. */
      testUnsaved: (body: VirtualKeysTestUnsavedBody, options?: RequestOptions) => send.json<VirtualKeysTestUnsavedReply>({ method: 'POST', path: '/virtual-keys/test', body, options }),
      /** Change a virtual key. Needs the scope `virtual_keys.update`. */
      update: (slug: string, body?: VirtualKeysUpdateBody, query?: VirtualKeysUpdateQuery, options?: RequestOptions) => send.json<VirtualKeysUpdateReply>({ method: 'PUT', path: '/virtual-keys/{slug}', values: [slug], body, query, options }),
      /** Read what a virtual key has used of its budget. Needs the scope `virtual_keys.read`. */
      usage: (slug: string, query?: VirtualKeysUsageQuery, options?: RequestOptions) => send.json<VirtualKeysUsageReply>({ method: 'GET', path: '/virtual-keys/{slug}/usage', values: [slug], query, options }),
    },
    workspaceUsers: {
      /** Add people to a workspace. Needs the scope `workspace_users.create`. */
      create: (workspaceId: string, body: WorkspaceUsersCreateBody, options?: RequestOptions) => send.json<WorkspaceUsersCreateReply>({ method: 'POST', path: '/admin/workspaces/{workspace_id}/users', values: [workspaceId], body, isRepeatable: true, options }),
      /** Remove a person from a workspace, with its own keys there. Needs the scope `workspace_users.delete`. */
      delete: (workspaceId: string, userId: string, options?: RequestOptions) => send.json<WorkspaceUsersDeleteReply>({ method: 'DELETE', path: '/admin/workspaces/{workspace_id}/users/{user_id}', values: [workspaceId, userId], options }),
      /** List the people of a workspace. Needs the scope `workspace_users.list`. */
      list: (workspaceId: string, query?: WorkspaceUsersListQuery, options?: RequestOptions) => send.json<WorkspaceUsersListReply>({ method: 'GET', path: '/admin/workspaces/{workspace_id}/users', values: [workspaceId], query, options }),
      /** Read a person of a workspace. Needs the scope `workspace_users.read`. */
      read: (workspaceId: string, userId: string, options?: RequestOptions) => send.json<WorkspaceUsersReadReply>({ method: 'GET', path: '/admin/workspaces/{workspace_id}/users/{user_id}', values: [workspaceId, userId], options }),
      /** Change a person’s role in a workspace. Needs the scope `workspace_users.update`. */
      update: (workspaceId: string, userId: string, body: WorkspaceUsersUpdateBody, options?: RequestOptions) => send.json<WorkspaceUsersUpdateReply>({ method: 'PUT', path: '/admin/workspaces/{workspace_id}/users/{user_id}', values: [workspaceId, userId], body, options }),
    },
    workspaces: {
      /** Create a workspace. Needs the scope `workspaces.create`. */
      create: (body: WorkspacesCreateBody, options?: RequestOptions) => send.json<WorkspacesCreateReply>({ method: 'POST', path: '/admin/workspaces', body, isRepeatable: true, options }),
      /** Delete a workspace. Needs the scope `workspaces.delete`. */
      delete: (workspaceId: string, body: WorkspacesDeleteBody, options?: RequestOptions) => send.json<WorkspacesDeleteReply>({ method: 'DELETE', path: '/admin/workspaces/{workspace_id}', values: [workspaceId], body, options }),
      /** List workspaces. For every key and everyone signed in. */
      list: (query?: WorkspacesListQuery, options?: RequestOptions) => send.json<WorkspacesListReply>({ method: 'GET', path: '/admin/workspaces', query, options }),
      /** Read a workspace. Needs the scope `workspaces.read`. */
      read: (workspaceId: string, options?: RequestOptions) => send.json<WorkspacesReadReply>({ method: 'GET', path: '/admin/workspaces/{workspace_id}', values: [workspaceId], options }),
      /** Change a workspace. Needs the scope `workspaces.update`. */
      update: (workspaceId: string, body?: WorkspacesUpdateBody, options?: RequestOptions) => send.json<WorkspacesUpdateReply>({ method: 'PUT', path: '/admin/workspaces/{workspace_id}', values: [workspaceId], body, options }),
    },
  }
}

export type AdminResources = ReturnType<typeof adminResources>
