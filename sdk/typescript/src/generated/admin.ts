/** GENERATED from contract/openapi.json: the admin API, one typed function per operation. */

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

export type AccessReviewExportQuery = {
  type?: 'user' | 'api_key' | 'workload_issuer' | undefined
  /** Grants of this user, API key or workload issuer. For a user also those of its personal keys. */
  subject_id?: string | undefined
  /** Part of an e-mail address or name. */
  search?: string | undefined
  /** Id or slug. Grants that apply to this workspace, also because they apply to all workspaces. */
  workspace?: string | undefined
  /** Grants that include this scope. */
  permission?: string | undefined
  format?: 'csv' | 'json' | undefined
}

export type AccessReviewListQuery = {
  type?: 'user' | 'api_key' | 'workload_issuer' | undefined
  /** Grants of this user, API key or workload issuer. For a user also those of its personal keys. */
  subject_id?: string | undefined
  /** Part of an e-mail address or name. */
  search?: string | undefined
  /** Id or slug. Grants that apply to this workspace, also because they apply to all workspaces. */
  workspace?: string | undefined
  /** Grants that include this scope. */
  permission?: string | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  page_size?: number | undefined
}

export type AccessReviewListReply = {
  object: 'list'
  data: Array<{
    object: 'access-grant'
    subject_type: 'user' | 'api_key' | 'workload_issuer'
    subject_id: string
    subject_name: string
    status: 'active' | 'disabled' | 'expired'
    /** Null: the organisation and all its workspaces. */
    workspace_id: string | null
    workspace_name: string | null
    /** `direct`: a person gave the role. `group_mapping`: the identity provider named a mapped group at sign-in. `scim_group`: the user is in a mapped SCIM group. */
    grant: 'direct' | 'group_mapping' | 'scim_group' | 'api_key' | 'workload_issuer'
    /** The groups that give the role. */
    groups: string[]
    /** Null for API keys and workload issuers. */
    role: string | null
    role_name: string | null
    /** Owner of a personal key. It can do no more than its owner. */
    user_id: string | null
    /** Empty if the user is disabled or the key has expired. */
    permissions: string[]
    created_at: string
    /** When a session, a key or a token of the issuer was last used, accurate to one minute. Null if never. */
    last_used_at: string | null
    /** Client certificates that authenticate as the API key. */
    client_certificates: string[]
    /** True for an API key if a user who lost permissions may know its secret or have a certificate for it. */
    needs_review: boolean
  }>
  /** Null on the last page. */
  next_cursor: string | null
}

export type AlertsChannelsCreateBody = {
  name: string
  type: 'webhook' | 'slack' | 'email'
  /** For webhook and slack. It is encrypted and never returned. */
  webhook_url?: string | undefined
  signing_secret?: string | null | undefined
  /** For email. The SMTP server is part of the settings. */
  recipients?: string[] | undefined
  /** Also receive the alerts of budgets that reach their alert_threshold. */
  budget_alerts?: boolean | undefined
  /** Admin keys can omit it to create a channel for the rules of every workspace. */
  workspace_id?: string | undefined
}

export type AlertsChannelsCreateReply = {
  object: 'alert_channel'
  id: string
  organisation_id: string
  /** Null: for the rules of every workspace. */
  workspace_id: string | null
  name: string
  type: 'webhook' | 'slack' | 'email'
  /** Scheme and host of the URL. */
  url_hint: string | null
  is_signed: boolean
  recipients: string[]
  budget_alerts: boolean
  created_by: string
  created_at: string
  last_updated_at: string
}

export type AlertsChannelsDeleteQuery = {
  workspace_id?: string | undefined
}

export type AlertsChannelsDeleteReply = Record<string, unknown>

export type AlertsChannelsListQuery = {
  workspace_id?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
}

export type AlertsChannelsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'alert_channel'
    id: string
    organisation_id: string
    /** Null: for the rules of every workspace. */
    workspace_id: string | null
    name: string
    type: 'webhook' | 'slack' | 'email'
    /** Scheme and host of the URL. */
    url_hint: string | null
    is_signed: boolean
    recipients: string[]
    budget_alerts: boolean
    created_by: string
    created_at: string
    last_updated_at: string
  }>
}

export type AlertsChannelsReadQuery = {
  workspace_id?: string | undefined
}

export type AlertsChannelsReadReply = AlertsChannelsCreateReply

export type AlertsChannelsTestQuery = {
  workspace_id?: string | undefined
}

export type AlertsChannelsTestReply = {
  object: 'alert_test'
  channel_id: string
  channel_name: string
  channel_type: 'webhook' | 'slack' | 'email'
  delivered: boolean
  error: string | null
  duration_ms: number
}

export type AlertsChannelsUpdateBody = {
  name?: string | undefined
  /** For webhook and slack. It is encrypted and never returned. */
  webhook_url?: string | undefined
  /** Null removes it. */
  signing_secret?: string | null | undefined
  /** For email. The SMTP server is part of the settings. */
  recipients?: string[] | undefined
  /** Also receive the alerts of budgets that reach their alert_threshold. */
  budget_alerts?: boolean | undefined
  /** The workspace of the channel. It cannot be changed. */
  workspace_id?: string | undefined
}

export type AlertsChannelsUpdateQuery = {
  workspace_id?: string | undefined
}

export type AlertsChannelsUpdateReply = AlertsChannelsCreateReply

export type AlertsEventsListQuery = {
  workspace_id?: string | undefined
  rule_id?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
}

export type AlertsEventsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'alert_event'
    event: 'alert.fired' | 'alert.reminder' | 'alert.resolved' | 'alert.test' | 'budget.threshold_reached'
    id: string
    created_at: string
    organisation_id: string
    /** Null if it concerns all workspaces. */
    workspace_id: string | null
    /** Null for budget alerts and tests of a channel. */
    rule_id: string | null
    /** Name of the rule, the budget or the tested channel. */
    name: string
    title: string
    /** What happened, in words. */
    summary: string
    /** True if no notification was sent because the rule is silenced. */
    is_silenced: boolean
    metric: 'error_rate' | 'latency_p95' | 'cost' | 'budget_forecast' | null
    /** In the unit of the threshold. Null if there were too few requests to measure. */
    value: number | null
    threshold: number | null
    window_minutes: number | null
    /** Requests in the window. */
    requests: number | null
    /** For budget_forecast: the budget that exceeds its limit. */
    budget_name: string | null
    firing_since: string | null
    /** For budget.threshold_reached. */
    budget: {
      object: 'alert'
      event: 'budget.threshold_reached'
      id: string
      created_at: string
      organisation_id: string
      workspace_id: string | null
      holder: {
        kind: 'api_key' | 'virtual_key' | 'integration' | 'workspace' | 'policy'
        id: string
        /** For policies: the group value that the budget belongs to. */
        value_key?: string | undefined
      }
      name: string
      type: 'cost' | 'tokens' | 'requests'
      /** Threshold. Amounts are in US dollars, tokens or requests, depending on type. */
      alert_threshold: number
      credit_limit: number
      current_usage: number
      next_usage_reset_at: string | null
    } | null
    deliveries: Array<{
      channel_id: string
      channel_name: string
      channel_type: 'webhook' | 'slack' | 'email'
      status: 'pending' | 'delivered' | 'failed'
      attempts: number
      /** Why the last attempt failed. */
      error: string | null
      last_updated_at: string
    }>
  }>
}

export type AlertsListQuery = {
  workspace_id?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
  kind?: 'api_key' | 'virtual_key' | 'integration' | 'workspace' | 'policy' | undefined
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
      kind: 'api_key' | 'virtual_key' | 'integration' | 'workspace' | 'policy'
      id: string
      /** For policies: the group value that the budget belongs to. */
      value_key?: string | undefined
    }
    name: string
    type: 'cost' | 'tokens' | 'requests'
    /** Threshold. Amounts are in US dollars, tokens or requests, depending on type. */
    alert_threshold: number
    credit_limit: number
    current_usage: number
    next_usage_reset_at: string | null
  }>
}

export type AlertsRulesCreateBody = {
  name: string
  condition: {
    /** `error_rate`: percent of requests that failed. `latency_p95`: milliseconds. `cost`: US dollars in the window. `budget_forecast`: usage of each budget, extrapolated to the end of its period, in percent of its limit. */
    metric: 'error_rate' | 'latency_p95' | 'cost' | 'budget_forecast'
    /** The rule fires above this value. */
    threshold: number
    /** Time range to measure. Default 5. Not used by budget_forecast. */
    window_minutes?: number | undefined
    /** The rule does not fire with fewer requests in the window. Default 10 for error_rate and latency_p95, otherwise 0. */
    min_requests?: number | undefined
  }
  /** Channels that are notified. Without channels, alerts only appear in the history. */
  channel_ids?: string[] | undefined
  /** Minutes between notifications while the rule fires. Default: one notification. */
  reminder_minutes?: number | null | undefined
  enabled?: boolean | undefined
  /** No notifications before this time. The history still records the alerts. */
  silenced_until?: string | null | undefined
  /** Admin keys can omit it to measure all workspaces together. */
  workspace_id?: string | undefined
}

export type AlertsRulesCreateReply = {
  object: 'alert_rule'
  id: string
  organisation_id: string
  /** Null: all workspaces together. */
  workspace_id: string | null
  name: string
  condition: {
    metric: 'error_rate' | 'latency_p95' | 'cost' | 'budget_forecast'
    threshold: number
    window_minutes: number
    min_requests: number
  }
  channel_ids: string[]
  reminder_minutes: number | null
  enabled: boolean
  silenced_until: string | null
  /** `waiting`: not evaluated yet. */
  status: 'disabled' | 'waiting' | 'ok' | 'firing'
  /** Value at the last evaluation; for budgets, the highest. */
  value: number | null
  firing: Array<{
    budget_name: string | null
    value: number
    since: string
  }>
  last_evaluated_at: string | null
  created_by: string
  created_at: string
  last_updated_at: string
}

export type AlertsRulesDeleteQuery = {
  workspace_id?: string | undefined
}

export type AlertsRulesDeleteReply = Record<string, unknown>

export type AlertsRulesListQuery = AlertsChannelsListQuery

export type AlertsRulesListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'alert_rule'
    id: string
    organisation_id: string
    /** Null: all workspaces together. */
    workspace_id: string | null
    name: string
    condition: {
      metric: 'error_rate' | 'latency_p95' | 'cost' | 'budget_forecast'
      threshold: number
      window_minutes: number
      min_requests: number
    }
    channel_ids: string[]
    reminder_minutes: number | null
    enabled: boolean
    silenced_until: string | null
    /** `waiting`: not evaluated yet. */
    status: 'disabled' | 'waiting' | 'ok' | 'firing'
    /** Value at the last evaluation; for budgets, the highest. */
    value: number | null
    firing: Array<{
      budget_name: string | null
      value: number
      since: string
    }>
    last_evaluated_at: string | null
    created_by: string
    created_at: string
    last_updated_at: string
  }>
}

export type AlertsRulesReadQuery = {
  workspace_id?: string | undefined
}

export type AlertsRulesReadReply = AlertsRulesCreateReply

export type AlertsRulesTestQuery = {
  workspace_id?: string | undefined
}

export type AlertsRulesTestReply = {
  object: 'alert_rule_test'
  rule_id: string
  data: Array<{
    channel_id: string
    channel_name: string
    channel_type: 'webhook' | 'slack' | 'email'
    delivered: boolean
    error: string | null
    duration_ms: number
  }>
}

export type AlertsRulesUpdateBody = {
  name?: string | undefined
  /** Replaces the whole condition. */
  condition?: {
    /** `error_rate`: percent of requests that failed. `latency_p95`: milliseconds. `cost`: US dollars in the window. `budget_forecast`: usage of each budget, extrapolated to the end of its period, in percent of its limit. */
    metric: 'error_rate' | 'latency_p95' | 'cost' | 'budget_forecast'
    /** The rule fires above this value. */
    threshold: number
    /** Time range to measure. Default 5. Not used by budget_forecast. */
    window_minutes?: number | undefined
    /** The rule does not fire with fewer requests in the window. Default 10 for error_rate and latency_p95, otherwise 0. */
    min_requests?: number | undefined
  } | undefined
  /** Channels that are notified. Without channels, alerts only appear in the history. */
  channel_ids?: string[] | undefined
  /** Minutes between notifications while the rule fires. Default: one notification. */
  reminder_minutes?: number | null | undefined
  enabled?: boolean | undefined
  /** No notifications before this time. The history still records the alerts. */
  silenced_until?: string | null | undefined
  /** The workspace of the rule. It cannot be changed. */
  workspace_id?: string | undefined
}

export type AlertsRulesUpdateQuery = {
  workspace_id?: string | undefined
}

export type AlertsRulesUpdateReply = AlertsRulesCreateReply

export type AnalyticsCacheHitRateQuery = {
  /** For Admin keys: id or slug of one workspace. */
  workspace_id?: string | undefined
  /** Same as workspace_id. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Total tokens. */
  total_units_min?: number | string | undefined
  /** Total tokens. */
  total_units_max?: number | string | undefined
  /** US cents. Requests with unknown cost never match. */
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
  /** Status codes or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_min?: number | string | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Separate alternatives with commas. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Separate alternatives with commas. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Separate alternatives with commas. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts. greeting@3 selects one version. Separate alternatives with commas. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Separate alternatives with commas. */
  trace_id?: string | string[] | undefined
  /** Span ids. Separate alternatives with commas. */
  span_id?: string | string[] | undefined
  /** JSON object. All pairs must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Provider and model: openai__gpt-4o. Separate alternatives with commas. */
  ai_org_model?: string | string[] | undefined
  /** Requested models. Separate alternatives with commas. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Separate alternatives with commas. */
  provider?: string | string[] | undefined
  /** Endpoints, such as chat.completions. Separate alternatives with commas. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Separate alternatives with commas. */
  cache_status?: string | string[] | undefined
  /** gateway: sent through the gateway. external: inserted. Separate alternatives with commas. */
  source?: string | string[] | undefined
  /** Slugs of guardrails that ran. `inline.all`: those written in configs and headers. Separate alternatives with commas. */
  guardrail?: string | string[] | undefined
  /** How a guardrail ended: passed, failed, denied, would_deny, skipped, error, transformed, shadow. With `guardrail`, one of those. Separate alternatives with commas. */
  guardrail_verdict?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Number of attempts. */
  attempt_count_min?: number | string | undefined
  /** Number of attempts. */
  attempt_count_max?: number | string | undefined
  /** Whether the request succeeded only after a retry or fallback. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was skipped because its circuit breaker was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Text in the first 16 KiB of the request or response body, ignoring case. Only logged bodies are searched. */
  text?: string | undefined
  /** Exclude status codes or classes. */
  not_status_code?: string | string[] | undefined
  /** Exclude models. Separate alternatives with commas. */
  not_ai_model?: string | string[] | undefined
  /** Exclude providers. Separate alternatives with commas. */
  not_provider?: string | string[] | undefined
  /** Exclude endpoints. Separate alternatives with commas. */
  not_endpoint?: string | string[] | undefined
  /** Exclude gateway keys. Separate alternatives with commas. */
  not_api_key_ids?: string | string[] | undefined
  /** Exclude virtual keys. Separate alternatives with commas. */
  not_virtual_keys?: string | string[] | undefined
  /** Exclude configs. Separate alternatives with commas. */
  not_configs?: string | string[] | undefined
  /** Exclude prompts. greeting@3 selects one version. Separate alternatives with commas. */
  not_prompt_slug?: string | string[] | undefined
  /** Exclude trace ids. Separate alternatives with commas. */
  not_trace_id?: string | string[] | undefined
  /** Exclude span ids. Separate alternatives with commas. */
  not_span_id?: string | string[] | undefined
  /** Exclude cache statuses. Separate alternatives with commas. */
  not_cache_status?: string | string[] | undefined
  /** Exclude sources. Separate alternatives with commas. */
  not_source?: string | string[] | undefined
  /** Exclude guardrails. Separate alternatives with commas. */
  not_guardrail?: string | string[] | undefined
  /** Exclude verdicts of guardrails. */
  not_guardrail_verdict?: string | string[] | undefined
  /** Exclude requests with any of these metadata pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  /** Time span of a point. Chosen from the time range if omitted. */
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
    /** Start of the point, ISO 8601. */
    timestamp: string
    simple_hits: number
    semantic_hits: number
    /** Percent. */
    rate: number | null
    /** US cents saved since the start of the range. */
    cumulative_simple_cache_savings: number
    /** US cents saved since the start of the range. */
    cumulative_semantic_cache_savings: number
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsCacheLatencyQuery = AnalyticsCacheHitRateQuery

export type AnalyticsCacheLatencyReply = {
  object: 'analytics-graph'
  summary: Record<string, unknown>
  data_points: Array<{
    /** Start of the point, ISO 8601. */
    timestamp: string
    avg: number | null
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsCostQuery = AnalyticsCacheHitRateQuery

export type AnalyticsCostReply = {
  object: 'analytics-graph'
  summary: {
    /** US cents. Null if no request has a known cost. */
    total: number | null
    /** US cents. Null if no request has a known cost. */
    avg: number | null
    /** Requests with unknown cost. Not included in total and avg. */
    unpriced_requests: number
  }
  data_points: Array<{
    /** Start of the point, ISO 8601. */
    timestamp: string
    /** US cents. Null if no request has a known cost. */
    total: number | null
    /** US cents. Null if no request has a known cost. */
    avg: number | null
    /** Requests with unknown cost. Not included in total and avg. */
    unpriced_requests: number
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** Start of the point, ISO 8601. */
    timestamp: string
    total: number
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** Start of the point, ISO 8601. */
    timestamp: string
    /** Percent. */
    rate: number | null
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** Start of the point, ISO 8601. */
    timestamp: string
    stats: Array<{
      response_status_code: number
      count: number
    }>
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** Start of the point, ISO 8601. */
    timestamp: string
    avg: number | null
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGroupsAiModelsQuery = {
  /** For Admin keys: id or slug of one workspace. */
  workspace_id?: string | undefined
  /** Same as workspace_id. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Total tokens. */
  total_units_min?: number | string | undefined
  /** Total tokens. */
  total_units_max?: number | string | undefined
  /** US cents. Requests with unknown cost never match. */
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
  /** Status codes or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_min?: number | string | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Separate alternatives with commas. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Separate alternatives with commas. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Separate alternatives with commas. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts. greeting@3 selects one version. Separate alternatives with commas. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Separate alternatives with commas. */
  trace_id?: string | string[] | undefined
  /** Span ids. Separate alternatives with commas. */
  span_id?: string | string[] | undefined
  /** JSON object. All pairs must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Provider and model: openai__gpt-4o. Separate alternatives with commas. */
  ai_org_model?: string | string[] | undefined
  /** Requested models. Separate alternatives with commas. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Separate alternatives with commas. */
  provider?: string | string[] | undefined
  /** Endpoints, such as chat.completions. Separate alternatives with commas. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Separate alternatives with commas. */
  cache_status?: string | string[] | undefined
  /** gateway: sent through the gateway. external: inserted. Separate alternatives with commas. */
  source?: string | string[] | undefined
  /** Slugs of guardrails that ran. `inline.all`: those written in configs and headers. Separate alternatives with commas. */
  guardrail?: string | string[] | undefined
  /** How a guardrail ended: passed, failed, denied, would_deny, skipped, error, transformed, shadow. With `guardrail`, one of those. Separate alternatives with commas. */
  guardrail_verdict?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Number of attempts. */
  attempt_count_min?: number | string | undefined
  /** Number of attempts. */
  attempt_count_max?: number | string | undefined
  /** Whether the request succeeded only after a retry or fallback. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was skipped because its circuit breaker was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Text in the first 16 KiB of the request or response body, ignoring case. Only logged bodies are searched. */
  text?: string | undefined
  /** Exclude status codes or classes. */
  not_status_code?: string | string[] | undefined
  /** Exclude models. Separate alternatives with commas. */
  not_ai_model?: string | string[] | undefined
  /** Exclude providers. Separate alternatives with commas. */
  not_provider?: string | string[] | undefined
  /** Exclude endpoints. Separate alternatives with commas. */
  not_endpoint?: string | string[] | undefined
  /** Exclude gateway keys. Separate alternatives with commas. */
  not_api_key_ids?: string | string[] | undefined
  /** Exclude virtual keys. Separate alternatives with commas. */
  not_virtual_keys?: string | string[] | undefined
  /** Exclude configs. Separate alternatives with commas. */
  not_configs?: string | string[] | undefined
  /** Exclude prompts. greeting@3 selects one version. Separate alternatives with commas. */
  not_prompt_slug?: string | string[] | undefined
  /** Exclude trace ids. Separate alternatives with commas. */
  not_trace_id?: string | string[] | undefined
  /** Exclude span ids. Separate alternatives with commas. */
  not_span_id?: string | string[] | undefined
  /** Exclude cache statuses. Separate alternatives with commas. */
  not_cache_status?: string | string[] | undefined
  /** Exclude sources. Separate alternatives with commas. */
  not_source?: string | string[] | undefined
  /** Exclude guardrails. Separate alternatives with commas. */
  not_guardrail?: string | string[] | undefined
  /** Exclude verdicts of guardrails. */
  not_guardrail_verdict?: string | string[] | undefined
  /** Exclude requests with any of these metadata pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
  /** Only `requests` is supported. */
  order_by?: 'requests' | undefined
  /** Only `desc` is supported. */
  order_by_type?: 'desc' | undefined
  /** Ignored. The total is always returned. */
  include_total?: 'true' | 'false' | 'True' | 'False' | undefined
  /** Ignored. All columns are always returned. */
  columns?: string | undefined
}

export type AnalyticsGroupsAiModelsReply = {
  object: 'list'
  total: number
  data: Array<{
    ai_model: string
    requests: number
    errors: number
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Requests with unknown cost. Not included in cost. */
    unpriced_requests: number
    tokens: number
    avg_tokens: number
    /** Milliseconds. */
    avg_latency: number
    /** Milliseconds, approximated from a histogram with buckets 5 % wide. */
    p95_latency: number | null
    avg_weighted_feedback: number | null
    requests_with_feedback: number
    last_seen: string
    object: 'analytics-group'
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsGuardrailsQuery = AnalyticsCacheHitRateQuery

export type AnalyticsGuardrailsReply = {
  object: 'analytics-guardrails'
  /** Number of guardrails. Those with the most runs are listed. */
  total: number
  /** Most runs first, at most 50. */
  data: Array<{
    /** Slug of a saved guardrail, or `inline.all` for all inline ones. */
    guardrail: string
    /** Sum of passed, failed, denied and would_deny. */
    runs: number
    passed: number
    /** Failed, and the request went on. */
    failed: number
    denied: number
    /** Would have denied the request, but the guardrail was in shadow mode. */
    would_deny: number
    /** Runs in which a check could not be run. */
    errors: number
    /** Runs that changed the text, or would have in shadow mode. */
    transformed: number
    /** Not run, because an earlier guardrail ended the run. Not part of runs. */
    skipped: number
    /** Milliseconds, rounded to steps of 19 %. */
    median_duration: number | null
    /** Milliseconds, rounded to steps of 19 %. */
    p99_duration: number | null
    data_points: Array<{
      timestamp: string
      /** Sum of passed, failed, denied and would_deny. */
      runs: number
      passed: number
      /** Failed, and the request went on. */
      failed: number
      denied: number
      /** Would have denied the request, but the guardrail was in shadow mode. */
      would_deny: number
      /** Runs in which a check could not be run. */
      errors: number
      /** Runs that changed the text, or would have in shadow mode. */
      transformed: number
      /** Not run, because an earlier guardrail ended the run. Not part of runs. */
      skipped: number
      is_partial: boolean
    }>
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** Average milliseconds spent in the gateway, without provider time and retry waits. Null if unknown. */
    gateway_avg: number | null
    /** Time spent in the gateway as a percentage of the total latency. */
    gateway_share: number | null
    /** Percentiles are approximated from a histogram with buckets 5 % wide. */
    is_approximate: true
  }
  data_points: Array<{
    /** Start of the point, ISO 8601. */
    timestamp: string
    avg: number | null
    p50: number | null
    p90: number | null
    p95: number | null
    p99: number | null
    /** Average milliseconds spent in the gateway, without provider time and retry waits. Null if unknown. */
    gateway_avg: number | null
    /** Time spent in the gateway as a percentage of the total latency. */
    gateway_share: number | null
    /** Percentiles are approximated from a histogram with buckets 5 % wide. */
    is_approximate: true
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsOverviewQuery = AnalyticsCacheHitRateQuery

export type AnalyticsOverviewReply = {
  object: 'analytics-overview'
  summary: {
    requests: number
    errors: number
    /** Distinct values of the metadata key _user. Null if they could not be counted. */
    users: number | null
    cost: {
      /** US cents. Null if no request has a known cost. */
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
      /** Average milliseconds spent in the gateway, without provider time and retry waits. Null if unknown. */
      gateway_avg: number | null
      /** Time spent in the gateway as a percentage of the total latency. */
      gateway_share: number | null
      /** Percentiles are approximated from a histogram with buckets 5 % wide. */
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
  /** Of the time range of the same length before this one. */
  previous_summary: {
    requests: number
    errors: number
    /** Distinct values of the metadata key _user. Null if they could not be counted. */
    users: number | null
    cost: {
      /** US cents. Null if no request has a known cost. */
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
      /** Average milliseconds spent in the gateway, without provider time and retry waits. Null if unknown. */
      gateway_avg: number | null
      /** Time spent in the gateway as a percentage of the total latency. */
      gateway_share: number | null
      /** Percentiles are approximated from a histogram with buckets 5 % wide. */
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
  data_points: Array<{
    timestamp: string
    requests: number
    errors: number
    /** Served after a retry or fallback. */
    recovered: number
    /** US cents. Null if no request has a known cost. */
    cost: number | null
    /** Milliseconds. */
    p95_latency: number | null
    /** US cents. */
    cache_saved_cost: number
    is_partial: boolean
  }>
  /** Most attempts first. */
  providers: Array<{
    /** Empty for requests that failed before any provider was called. */
    provider: string
    /** Sum of successes, failures and recovered. */
    attempts: number
    successes: number
    /** Failed attempts of requests that failed. */
    failures: number
    /** Failed attempts of requests that a retry or fallback served. */
    recovered: number
  }>
  /** Up to 10 models, gateway keys and users whose cost rose most over the previous range, in US cents. */
  cost_increases: Array<{
    group_by: string
    value: string
    cost: number
    previous_cost: number
  }>
  /** Up to 5 failed requests, newest first. Null without the scope logs.list. */
  recent_failures: Array<{
    object: 'log'
    id: string
    trace_id: string
    span_id: string | null
    parent_span_id: string | null
    span_name: string | null
    /** external: inserted, not sent through the gateway. */
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
    /** Path of the responding target in the config. */
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
    /** How each attempt ended. In lists only with glance=true. Null if it could not be read in time. */
    trail: Array<{
      /** Null if there was no response. */
      status_code: number | null
      error_code: string | null
      /** 0 is the first attempt of a target. */
      retry: number
    }> | null
    /** Milliseconds spent in the gateway. In lists only with glance=true. Null if it could not be read in time. */
    gateway_time: number | null
    /** Start of the user’s text, if bodies are logged. In lists only with glance=true. Null if it could not be read in time. */
    first_words: string | null
    /** In the order in which they ran. */
    guardrails: Array<{
      /** Slug of a saved guardrail, or `inline.all` for an inline one. */
      id: string
      direction: 'input' | 'output'
      /** failed: it failed and the request went on. would_deny: it would have denied the request, but is in shadow mode. skipped: an earlier guardrail ended the run. */
      verdict: 'passed' | 'failed' | 'denied' | 'would_deny' | 'skipped'
      /** True if a check could not be run. */
      error: boolean
      transformed: boolean
      shadow: boolean
    }>
    usage: {
      input_tokens: number | null
      output_tokens: number | null
      total_tokens: number | null
      cached_tokens: number | null
      /** Part of cached_tokens and of audio_input_tokens. */
      cached_audio_tokens: number | null
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
      /** True if the tokens were estimated from the text because the provider reported no usage. */
      is_estimate: boolean
    } | null
    /** US cents. Null if unknown, 0 if free. */
    cost: number | null
    cost_currency: 'USD'
    /** Version of the price list. */
    price_version: string | null
    cache_saved_time: number | null
    /** US cents saved by the cache. */
    cache_saved_cost: number | null
    feedback_count: number
    /** -10 to 10. Null without feedback. */
    weighted_feedback: number | null
    metadata: Record<string, string>
    request_bytes: number
    response_bytes: number
    warnings: string[]
  }> | null
  /** Up to 3 requests served after a retry or fallback, newest first. Null without the scope logs.list. */
  recent_recovered: Array<{
    object: 'log'
    id: string
    trace_id: string
    span_id: string | null
    parent_span_id: string | null
    span_name: string | null
    /** external: inserted, not sent through the gateway. */
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
    /** Path of the responding target in the config. */
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
    /** How each attempt ended. In lists only with glance=true. Null if it could not be read in time. */
    trail: Array<{
      /** Null if there was no response. */
      status_code: number | null
      error_code: string | null
      /** 0 is the first attempt of a target. */
      retry: number
    }> | null
    /** Milliseconds spent in the gateway. In lists only with glance=true. Null if it could not be read in time. */
    gateway_time: number | null
    /** Start of the user’s text, if bodies are logged. In lists only with glance=true. Null if it could not be read in time. */
    first_words: string | null
    /** In the order in which they ran. */
    guardrails: Array<{
      /** Slug of a saved guardrail, or `inline.all` for an inline one. */
      id: string
      direction: 'input' | 'output'
      /** failed: it failed and the request went on. would_deny: it would have denied the request, but is in shadow mode. skipped: an earlier guardrail ended the run. */
      verdict: 'passed' | 'failed' | 'denied' | 'would_deny' | 'skipped'
      /** True if a check could not be run. */
      error: boolean
      transformed: boolean
      shadow: boolean
    }>
    usage: {
      input_tokens: number | null
      output_tokens: number | null
      total_tokens: number | null
      cached_tokens: number | null
      /** Part of cached_tokens and of audio_input_tokens. */
      cached_audio_tokens: number | null
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
      /** True if the tokens were estimated from the text because the provider reported no usage. */
      is_estimate: boolean
    } | null
    /** US cents. Null if unknown, 0 if free. */
    cost: number | null
    cost_currency: 'USD'
    /** Version of the price list. */
    price_version: string | null
    cache_saved_time: number | null
    /** US cents saved by the cache. */
    cache_saved_cost: number | null
    feedback_count: number
    /** -10 to 10. Null without feedback. */
    weighted_feedback: number | null
    metadata: Record<string, string>
    request_bytes: number
    response_bytes: number
    warnings: string[]
  }> | null
  /** Time of the newest request, also before this range. Null if there is none. */
  last_request_at: string | null
  /** Up to 100 virtual keys with their budgets. Null without the scope virtual_keys.list. */
  virtual_keys: Array<{
    id: string
    name: string
    usage_limits: {
      /** Absent if the request did not send it: `cost`. */
      type?: 'cost' | 'tokens' | undefined
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Usage in this period, in US dollars or tokens. */
      current_usage?: number | undefined
      /** Amount held for running requests. Counts against the limit. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** Start of the current period. Absent before the first use. */
      last_reset_at?: string | undefined
    } | null
    slug: string
  }> | null
  /** Up to 100 API keys with their budgets. Null if the caller may list none. */
  api_keys: Array<{
    id: string
    name: string
    usage_limits: {
      /** Absent if the request did not send it: `cost`. */
      type?: 'cost' | 'tokens' | undefined
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Usage in this period, in US dollars or tokens. */
      current_usage?: number | undefined
      /** Amount held for running requests. Counts against the limit. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** Start of the current period. Absent before the first use. */
      last_reset_at?: string | undefined
    } | null
    creation_mode: 'ui' | 'api' | 'auto'
  }> | null
  /** Circuit breakers. Null without the scope breakers.list. */
  breakers: Array<{
    object: 'breaker'
    id: string
    workspace_id: string
    provider: string
    custom_host: string | null
    /** The saved config. Null for inline or deleted configs, or if the database is unavailable. */
    config: {
      slug: string
      name: string
      version: number
      /** False if a newer config version is in use, so that this circuit breaker is no longer used. */
      is_newest: boolean
    } | null
    /** Whether the config is saved or was sent with the request. */
    source: 'saved' | 'inline'
    /** Path of the target in the first config that used this circuit breaker. */
    target: string
    state: 'closed' | 'open' | 'half_open'
    /** True while the circuit is open and no probe request is allowed. */
    cooldown: boolean
    /** Consecutive failures since the last success. */
    failures: number
    /** Null if only the percentage opens the circuit. */
    failure_threshold: number | null
    failure_threshold_percentage: number | null
    /** Requests below which the percentage does not apply; null without a percentage. */
    minimum_requests: number | null
    cooldown_interval: number
    /** Time of the next probe request, ISO 8601. */
    retry_at: string | null
  }> | null
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsProvidersQuery = {
  /** For Admin keys: id or slug of one workspace. */
  workspace_id?: string | undefined
  /** Same as workspace_id. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Total tokens. */
  total_units_min?: number | string | undefined
  /** Total tokens. */
  total_units_max?: number | string | undefined
  /** US cents. Requests with unknown cost never match. */
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
  /** Status codes or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_min?: number | string | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Separate alternatives with commas. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Separate alternatives with commas. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Separate alternatives with commas. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts. greeting@3 selects one version. Separate alternatives with commas. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Separate alternatives with commas. */
  trace_id?: string | string[] | undefined
  /** Span ids. Separate alternatives with commas. */
  span_id?: string | string[] | undefined
  /** JSON object. All pairs must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Provider and model: openai__gpt-4o. Separate alternatives with commas. */
  ai_org_model?: string | string[] | undefined
  /** Requested models. Separate alternatives with commas. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Separate alternatives with commas. */
  provider?: string | string[] | undefined
  /** Endpoints, such as chat.completions. Separate alternatives with commas. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Separate alternatives with commas. */
  cache_status?: string | string[] | undefined
  /** gateway: sent through the gateway. external: inserted. Separate alternatives with commas. */
  source?: string | string[] | undefined
  /** Slugs of guardrails that ran. `inline.all`: those written in configs and headers. Separate alternatives with commas. */
  guardrail?: string | string[] | undefined
  /** How a guardrail ended: passed, failed, denied, would_deny, skipped, error, transformed, shadow. With `guardrail`, one of those. Separate alternatives with commas. */
  guardrail_verdict?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Number of attempts. */
  attempt_count_min?: number | string | undefined
  /** Number of attempts. */
  attempt_count_max?: number | string | undefined
  /** Whether the request succeeded only after a retry or fallback. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was skipped because its circuit breaker was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Text in the first 16 KiB of the request or response body, ignoring case. Only logged bodies are searched. */
  text?: string | undefined
  /** Exclude status codes or classes. */
  not_status_code?: string | string[] | undefined
  /** Exclude models. Separate alternatives with commas. */
  not_ai_model?: string | string[] | undefined
  /** Exclude providers. Separate alternatives with commas. */
  not_provider?: string | string[] | undefined
  /** Exclude endpoints. Separate alternatives with commas. */
  not_endpoint?: string | string[] | undefined
  /** Exclude gateway keys. Separate alternatives with commas. */
  not_api_key_ids?: string | string[] | undefined
  /** Exclude virtual keys. Separate alternatives with commas. */
  not_virtual_keys?: string | string[] | undefined
  /** Exclude configs. Separate alternatives with commas. */
  not_configs?: string | string[] | undefined
  /** Exclude prompts. greeting@3 selects one version. Separate alternatives with commas. */
  not_prompt_slug?: string | string[] | undefined
  /** Exclude trace ids. Separate alternatives with commas. */
  not_trace_id?: string | string[] | undefined
  /** Exclude span ids. Separate alternatives with commas. */
  not_span_id?: string | string[] | undefined
  /** Exclude cache statuses. Separate alternatives with commas. */
  not_cache_status?: string | string[] | undefined
  /** Exclude sources. Separate alternatives with commas. */
  not_source?: string | string[] | undefined
  /** Exclude guardrails. Separate alternatives with commas. */
  not_guardrail?: string | string[] | undefined
  /** Exclude verdicts of guardrails. */
  not_guardrail_verdict?: string | string[] | undefined
  /** Exclude requests with any of these metadata pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
}

export type AnalyticsProvidersReply = {
  object: 'list'
  /** Most attempts first. */
  data: Array<{
    /** Empty for requests that failed before any provider was called. */
    provider: string
    /** Sum of successes, failures and recovered. */
    attempts: number
    successes: number
    /** Failed attempts of requests that failed. */
    failures: number
    /** Failed attempts of requests that a retry or fallback served. */
    recovered: number
    /** Milliseconds, of the 8 providers with the most attempts. Null for others. */
    p90_latency: number | null
    /** Milliseconds, of the 8 providers with the most attempts. Null for others. */
    p99_latency: number | null
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** Start of the point, ISO 8601. */
    timestamp: string
    retry: Array<{
      retry_success_count: number
      count: number
    }>
    fallback: number
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsSeriesQuery = {
  /** For Admin keys: id or slug of one workspace. */
  workspace_id?: string | undefined
  /** Same as workspace_id. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Total tokens. */
  total_units_min?: number | string | undefined
  /** Total tokens. */
  total_units_max?: number | string | undefined
  /** US cents. Requests with unknown cost never match. */
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
  /** Status codes or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_min?: number | string | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Separate alternatives with commas. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Separate alternatives with commas. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Separate alternatives with commas. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts. greeting@3 selects one version. Separate alternatives with commas. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Separate alternatives with commas. */
  trace_id?: string | string[] | undefined
  /** Span ids. Separate alternatives with commas. */
  span_id?: string | string[] | undefined
  /** JSON object. All pairs must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Provider and model: openai__gpt-4o. Separate alternatives with commas. */
  ai_org_model?: string | string[] | undefined
  /** Requested models. Separate alternatives with commas. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Separate alternatives with commas. */
  provider?: string | string[] | undefined
  /** Endpoints, such as chat.completions. Separate alternatives with commas. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Separate alternatives with commas. */
  cache_status?: string | string[] | undefined
  /** gateway: sent through the gateway. external: inserted. Separate alternatives with commas. */
  source?: string | string[] | undefined
  /** Slugs of guardrails that ran. `inline.all`: those written in configs and headers. Separate alternatives with commas. */
  guardrail?: string | string[] | undefined
  /** How a guardrail ended: passed, failed, denied, would_deny, skipped, error, transformed, shadow. With `guardrail`, one of those. Separate alternatives with commas. */
  guardrail_verdict?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Number of attempts. */
  attempt_count_min?: number | string | undefined
  /** Number of attempts. */
  attempt_count_max?: number | string | undefined
  /** Whether the request succeeded only after a retry or fallback. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was skipped because its circuit breaker was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Text in the first 16 KiB of the request or response body, ignoring case. Only logged bodies are searched. */
  text?: string | undefined
  /** Exclude status codes or classes. */
  not_status_code?: string | string[] | undefined
  /** Exclude models. Separate alternatives with commas. */
  not_ai_model?: string | string[] | undefined
  /** Exclude providers. Separate alternatives with commas. */
  not_provider?: string | string[] | undefined
  /** Exclude endpoints. Separate alternatives with commas. */
  not_endpoint?: string | string[] | undefined
  /** Exclude gateway keys. Separate alternatives with commas. */
  not_api_key_ids?: string | string[] | undefined
  /** Exclude virtual keys. Separate alternatives with commas. */
  not_virtual_keys?: string | string[] | undefined
  /** Exclude configs. Separate alternatives with commas. */
  not_configs?: string | string[] | undefined
  /** Exclude prompts. greeting@3 selects one version. Separate alternatives with commas. */
  not_prompt_slug?: string | string[] | undefined
  /** Exclude trace ids. Separate alternatives with commas. */
  not_trace_id?: string | string[] | undefined
  /** Exclude span ids. Separate alternatives with commas. */
  not_span_id?: string | string[] | undefined
  /** Exclude cache statuses. Separate alternatives with commas. */
  not_cache_status?: string | string[] | undefined
  /** Exclude sources. Separate alternatives with commas. */
  not_source?: string | string[] | undefined
  /** Exclude guardrails. Separate alternatives with commas. */
  not_guardrail?: string | string[] | undefined
  /** Exclude verdicts of guardrails. */
  not_guardrail_verdict?: string | string[] | undefined
  /** Exclude requests with any of these metadata pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  /** Time span of a point. Chosen from the time range if omitted. */
  granularity?: 'minute' | 'hour' | 'day' | undefined
  /** The dimension: users, ai-models, model, provider, ai_service, ai-org-models, api_key, virtual_key, config, prompt, prompt_version, status_code, endpoint, workspace, or metadata/ followed by a key. */
  group_by: string
  /** How the largest groups are chosen. `cost` compares the 100 groups with the most requests. */
  measure?: 'requests' | 'cost' | undefined
  /** Number of groups to return. The rest is added up in `others`. */
  top?: number | undefined
}

export type AnalyticsSeriesReply = {
  object: 'analytics-series'
  group_by: string
  /** Number of groups. */
  total: number
  data_points: Array<{
    timestamp: string
    is_partial: boolean
  }>
  /** Largest first. Each list has one value per data point. */
  series: Array<{
    value: string
    requests: number[]
    cost: Array<number | null>
    unpriced_requests: number[]
  }>
  /** Sum of all other requests, including those without a group value. */
  others: {
    requests: number[]
    cost: Array<number | null>
    unpriced_requests: number[]
  }
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsSummaryQuery = AnalyticsProvidersQuery

export type AnalyticsSummaryReply = {
  object: 'analytics-summary'
  summary: {
    requests: number
    errors: number
    /** Distinct values of the metadata key _user. Null if they could not be counted. */
    users: number | null
    cost: {
      /** US cents. Null if no request has a known cost. */
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
      /** Average milliseconds spent in the gateway, without provider time and retry waits. Null if unknown. */
      gateway_avg: number | null
      /** Time spent in the gateway as a percentage of the total latency. */
      gateway_share: number | null
      /** Percentiles are approximated from a histogram with buckets 5 % wide. */
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
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type AnalyticsSummaryCacheQuery = AnalyticsProvidersQuery

export type AnalyticsSummaryCacheReply = {
  object: 'analytics-summary'
  summary: {
    hits: number
    /** Average latency of a cache hit in milliseconds. */
    avg_latency: number | null
    total_requests: number
    /** Average latency of provider responses divided by that of cache hits. */
    cache_speedup: number | null
  }
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** Start of the point, ISO 8601. */
    timestamp: string
    total: number
    avg: number | null
    total_request_units: number
    total_response_units: number
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** Start of the point, ISO 8601. */
    timestamp: string
    requests: number
    total: number
    avg: number | null
    total_request_units: number
    total_response_units: number
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
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
    /** Start of the point, ISO 8601. */
    timestamp: string
    avg: number | null
    /** True if the point has not ended yet or lies only partly in the requested range. */
    is_partial: boolean
  }>
  granularity: 'minute' | 'hour' | 'day'
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type ApiKeysCreateOrganisationServiceBody = {
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  name: string
  description?: string | null | undefined
  /** Scopes of the key. GET /v1/scopes lists them. */
  scopes: string[]
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  usage_limits?: {
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  } | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    /** Slug or id of a saved config that requests of this key use by default. Admin keys can name a config of any workspace: their requests then name that workspace. */
    config_id?: string | null | undefined
    /** `false` rejects requests of this key that send another config. */
    allow_config_override?: boolean | 0 | 1 | null | undefined
  } | null | undefined
  alert_emails?: string[] | null | undefined
  /** Client certificates that authenticate as this key: `sha256:` with the fingerprint, or `dns:`, `uri:` or `email:` with a subject alternative name. Each can be of one key. Only for owners, admins and trusted Admin keys. */
  client_certificates?: string[] | null | undefined
  expires_at?: string | null | undefined
  rotation_policy?: {
    rotation_period?: 'weekly' | 'monthly' | null | undefined
    next_rotation_at?: string | null | undefined
    key_transition_period_ms?: number | null | undefined
  } | null | undefined
  /** `false` creates a key that cannot send requests to providers. */
  allow_inference?: boolean | undefined
}

export type ApiKeysCreateOrganisationServiceReply = {
  object: 'api-key'
  id: string
  /** The secret. It is returned only once. Empty if secret_sha256 was sent. */
  key: string
  warnings?: string[] | undefined
}

export type ApiKeysCreateOrganisationUserBody = unknown

export type ApiKeysCreateOrganisationUserReply = ApiKeysCreateOrganisationServiceReply

export type ApiKeysCreateWorkspaceServiceBody = {
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  name: string
  description?: string | null | undefined
  /** Scopes of the key. GET /v1/scopes lists them. */
  scopes: string[]
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  usage_limits?: {
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  } | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    /** Slug or id of a saved config that requests of this key use by default. Admin keys can name a config of any workspace: their requests then name that workspace. */
    config_id?: string | null | undefined
    /** `false` rejects requests of this key that send another config. */
    allow_config_override?: boolean | 0 | 1 | null | undefined
  } | null | undefined
  alert_emails?: string[] | null | undefined
  /** Client certificates that authenticate as this key: `sha256:` with the fingerprint, or `dns:`, `uri:` or `email:` with a subject alternative name. Each can be of one key. Only for owners, admins and trusted Admin keys. */
  client_certificates?: string[] | null | undefined
  expires_at?: string | null | undefined
  rotation_policy?: {
    rotation_period?: 'weekly' | 'monthly' | null | undefined
    next_rotation_at?: string | null | undefined
    key_transition_period_ms?: number | null | undefined
  } | null | undefined
  /** `false` creates a key that cannot send requests to providers. */
  allow_inference?: boolean | undefined
  /** Workspace of the key. Defaults to the caller’s workspace. */
  workspace_id?: string | undefined
  /** SHA-256 of a secret that LiteLLM issued (sk-...), so that it keeps working. Only for Admin keys and owners. The gateway stores a keyed hash of it. Secrets under 12 characters are not accepted. */
  secret_sha256?: string | undefined
}

export type ApiKeysCreateWorkspaceServiceReply = ApiKeysCreateOrganisationServiceReply

export type ApiKeysCreateWorkspaceUserBody = {
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  name: string
  description?: string | null | undefined
  /** Scopes of the key. GET /v1/scopes lists them. */
  scopes: string[]
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  usage_limits?: {
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  } | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    /** Slug or id of a saved config that requests of this key use by default. Admin keys can name a config of any workspace: their requests then name that workspace. */
    config_id?: string | null | undefined
    /** `false` rejects requests of this key that send another config. */
    allow_config_override?: boolean | 0 | 1 | null | undefined
  } | null | undefined
  alert_emails?: string[] | null | undefined
  /** Client certificates that authenticate as this key: `sha256:` with the fingerprint, or `dns:`, `uri:` or `email:` with a subject alternative name. Each can be of one key. Only for owners, admins and trusted Admin keys. */
  client_certificates?: string[] | null | undefined
  expires_at?: string | null | undefined
  rotation_policy?: {
    rotation_period?: 'weekly' | 'monthly' | null | undefined
    next_rotation_at?: string | null | undefined
    key_transition_period_ms?: number | null | undefined
  } | null | undefined
  /** `false` creates a key that cannot send requests to providers. */
  allow_inference?: boolean | undefined
  /** Workspace of the key. Defaults to the caller’s workspace. */
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
  /** Part of the name or id, or of the slug if there is one. */
  search?: string | undefined
  /** `true` returns only keys that need a review. */
  needs_review?: 'true' | 'false' | undefined
}

export type ApiKeysListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'api-key'
    id: string
    /** Masked. The secret is returned only when the key is created or rotated. */
    key: string
    /** First and last characters of the secret: gww_4f…Zx9Q. */
    key_hint: string
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
      /** Absent if the request did not send it: `cost`. */
      type?: 'cost' | 'tokens' | undefined
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Usage in this period, in US dollars or tokens. */
      current_usage?: number | undefined
      /** Amount held for running requests. Counts against the limit. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** Start of the current period. Absent before the first use. */
      last_reset_at?: string | undefined
    } | null
    reset_usage: boolean
    /** When `reset_usage` last reset the usage. Null: never. */
    last_reset_at: string | null
    defaults: {
      metadata: Record<string, string>
      config_id: string | null
      allow_config_override: boolean
    }
    alert_emails: string[]
    /** Client certificates that authenticate as this key. */
    client_certificates: string[]
    expires_at: string | null
    rotation_policy: {
      rotation_period: 'weekly' | 'monthly' | null
      next_rotation_at: string | null
      key_transition_period_ms: number
    } | null
    /** Until this time the previous secret is valid. */
    key_transition_expires_at: string | null
    last_used_at: string | null
    last_used_ip: string | null
    created_by: string | null
    creation_mode: 'ui' | 'api' | 'auto'
    /** True if the user who created the key was removed or lost permissions but knows the secret. Rotate the key. */
    needs_review: boolean
    /** For Admin keys: whether an owner, an admin or a trusted Admin key created the key. Only such keys can save private hosts, use all secret references, import keys and choose ids. False for workspace keys. */
    is_trusted: boolean
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
  /** Masked. The secret is returned only when the key is created or rotated. */
  key: string
  /** First and last characters of the secret: gww_4f…Zx9Q. */
  key_hint: string
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
    /** Absent if the request did not send it: `cost`. */
    type?: 'cost' | 'tokens' | undefined
    credit_limit: number
    alert_threshold: number | null
    periodic_reset: 'weekly' | 'monthly' | null
    periodic_reset_days: number | null
    next_usage_reset_at: string | null
    /** Usage in this period, in US dollars or tokens. */
    current_usage?: number | undefined
    /** Amount held for running requests. Counts against the limit. */
    held?: number | undefined
    status?: 'active' | 'exhausted' | undefined
    /** Start of the current period. Absent before the first use. */
    last_reset_at?: string | undefined
  } | null
  reset_usage: boolean
  /** When `reset_usage` last reset the usage. Null: never. */
  last_reset_at: string | null
  defaults: {
    metadata: Record<string, string>
    config_id: string | null
    allow_config_override: boolean
  }
  alert_emails: string[]
  /** Client certificates that authenticate as this key. */
  client_certificates: string[]
  expires_at: string | null
  rotation_policy: {
    rotation_period: 'weekly' | 'monthly' | null
    next_rotation_at: string | null
    key_transition_period_ms: number
  } | null
  /** Until this time the previous secret is valid. */
  key_transition_expires_at: string | null
  last_used_at: string | null
  last_used_ip: string | null
  created_by: string | null
  creation_mode: 'ui' | 'api' | 'auto'
  /** True if the user who created the key was removed or lost permissions but knows the secret. Rotate the key. */
  needs_review: boolean
  /** For Admin keys: whether an owner, an admin or a trusted Admin key created the key. Only such keys can save private hosts, use all secret references, import keys and choose ids. False for workspace keys. */
  is_trusted: boolean
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
  /** The new secret. It is returned only once. */
  key: string
  /** Until this time the old secret is valid too. */
  key_transition_expires_at: string
}

export type ApiKeysUpdateBody = {
  name?: string | undefined
  description?: string | null | undefined
  /** Scopes of the key. GET /v1/scopes lists them. */
  scopes?: string[] | undefined
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  usage_limits?: {
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  } | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    /** Slug or id of a saved config that requests of this key use by default. Admin keys can name a config of any workspace: their requests then name that workspace. */
    config_id?: string | null | undefined
    /** `false` rejects requests of this key that send another config. */
    allow_config_override?: boolean | 0 | 1 | null | undefined
  } | null | undefined
  alert_emails?: string[] | null | undefined
  /** Client certificates that authenticate as this key: `sha256:` with the fingerprint, or `dns:`, `uri:` or `email:` with a subject alternative name. Each can be of one key. Only for owners, admins and trusted Admin keys. */
  client_certificates?: string[] | null | undefined
  expires_at?: string | null | undefined
  rotation_policy?: {
    rotation_period?: 'weekly' | 'monthly' | null | undefined
    next_rotation_at?: string | null | undefined
    key_transition_period_ms?: number | null | undefined
  } | null | undefined
  /** `false` creates a key that cannot send requests to providers. */
  allow_inference?: boolean | undefined
  /** Workspace of the key. Defaults to the caller’s workspace. */
  workspace_id?: string | undefined
  /** `true` resets usage to 0. Amounts held for running requests stay held. */
  reset_usage?: boolean | null | undefined
  /** `false` marks the key as reviewed. */
  needs_review?: false | undefined
}

export type ApiKeysUpdateReply = {
  warnings?: string[] | undefined
}

export type AuditLogsExportQuery = {
  /** Entries at or after this time. */
  start_time?: string | undefined
  /** Entries before this time. */
  end_time?: string | undefined
  organisation_id?: string | undefined
  /** Entries of this workspace. */
  workspace_id?: string | undefined
  /** One value, or several separated by commas. */
  method?: Array<'POST' | 'PUT' | 'DELETE'> | undefined
  uri?: string | undefined
  request_id?: string | undefined
  /** Id of the user or API key that performed the action. */
  user_id?: string | undefined
  user_type?: 'user' | 'api_key' | 'command_line' | undefined
  /** One value, or several separated by commas. */
  response_status_code?: number[] | undefined
  /** The first part of the action, such as `config`. */
  resource_type?: string | undefined
  /** Such as `config.create`. */
  action?: string | undefined
  client_ip?: string | undefined
  target_id?: string | undefined
  /** Accepted for compatibility. The country is never recorded, so no entry matches. */
  country?: string | undefined
  format?: 'jsonl' | 'csv' | undefined
}

export type AuditLogsListQuery = {
  /** Entries at or after this time. */
  start_time?: string | undefined
  /** Entries before this time. */
  end_time?: string | undefined
  organisation_id?: string | undefined
  /** Entries of this workspace. */
  workspace_id?: string | undefined
  /** One value, or several separated by commas. */
  method?: Array<'POST' | 'PUT' | 'DELETE'> | undefined
  uri?: string | undefined
  request_id?: string | undefined
  /** Id of the user or API key that performed the action. */
  user_id?: string | undefined
  user_type?: 'user' | 'api_key' | 'command_line' | undefined
  /** One value, or several separated by commas. */
  response_status_code?: number[] | undefined
  /** The first part of the action, such as `config`. */
  resource_type?: string | undefined
  /** Such as `config.create`. */
  action?: string | undefined
  client_ip?: string | undefined
  target_id?: string | undefined
  /** Accepted for compatibility. The country is never recorded, so no entry matches. */
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
    /** JSON text. Secrets are masked. */
    request_body: string | null
    /** JSON text. Secrets are masked. */
    query_params: string | null
    /** JSON text. Secrets are masked. */
    request_headers: string | null
    user_id: string
    /** `command_line`: a command on the machine of the gateway, such as `gatehouse backup`. */
    user_type: 'user' | 'api_key' | 'command_line'
    /** Email address of the user, or name of the API key. */
    user_name: string
    /** Creator of the API key. */
    user_created_by: string | null
    user_agent: string | null
    organisation_id: string
    /** Null for actions on the organisation. */
    workspace_id: string | null
    response_status_code: number
    /** Error code of a rejected action. Null if it succeeded. */
    refused_with: string | null
    resource_type: string
    action: string
    /** Describes the action in one sentence. */
    summary: string
    target_id: string | null
    target_name: string | null
    /** JSON text. Secrets are masked. */
    before: string | null
    /** JSON text. Secrets are masked. */
    after: string | null
    client_ip: string
    country: null
    /** Position in the hash chain, starting at 1. */
    sequence: number
    hash: string
  }>
}

export type AuditLogsVerifyReply = {
  object: 'audit-log-verification'
  is_whole: boolean
  /** Number of entries. */
  count: number
  /** Hash of the newest entry. Store it elsewhere to detect later changes. Null if the chain is broken. */
  head: string | null
  /** Position of the first entry that was changed or removed. */
  broken_at: number | null
  reason: string | null
}

export type BodyKeysListQuery = AlertsChannelsListQuery

export type BodyKeysListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'body_key'
    workspace_id: string
    workspace_name: string
    /** New bodies are encrypted with this version. */
    version: number
    created_at: string
    /** `rotating` until the earlier versions of the key are deleted. */
    status: 'active' | 'rotating'
    /** Blocks of stored bodies that were re-encrypted with this version. */
    blocks_done: number
    /** Blocks that an earlier version encrypts. Null: not counted yet. */
    blocks_left: number | null
    /** Those of them that cannot be decrypted. They and the earlier keys stay. */
    blocks_unreadable: number
    /** When no block was left. The earlier keys are deleted a minute later. */
    finished_at: string | null
  }>
}

export type BodyKeysRotateBody = {
  /** Only the key of this workspace. All workspaces if omitted. */
  workspace_id?: string | undefined
}

export type BodyKeysRotateReply = BodyKeysListReply

export type BreakersListReply = {
  object: 'list'
  data: Array<{
    object: 'breaker'
    id: string
    workspace_id: string
    provider: string
    custom_host: string | null
    /** The saved config. Null for inline or deleted configs, or if the database is unavailable. */
    config: {
      slug: string
      name: string
      version: number
      /** False if a newer config version is in use, so that this circuit breaker is no longer used. */
      is_newest: boolean
    } | null
    /** Whether the config is saved or was sent with the request. */
    source: 'saved' | 'inline'
    /** Path of the target in the first config that used this circuit breaker. */
    target: string
    state: 'closed' | 'open' | 'half_open'
    /** True while the circuit is open and no probe request is allowed. */
    cooldown: boolean
    /** Consecutive failures since the last success. */
    failures: number
    /** Null if only the percentage opens the circuit. */
    failure_threshold: number | null
    failure_threshold_percentage: number | null
    /** Requests below which the percentage does not apply; null without a percentage. */
    minimum_requests: number | null
    cooldown_interval: number
    /** Time of the next probe request, ISO 8601. */
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
  /** Purges only this x-gateway-cache-namespace. Purges the whole workspace if omitted. */
  namespace?: string | undefined
}

export type CachePurgeReply = {
  object: 'cache'
  /** Number of removed responses. */
  purged: number
}

export type CacheReadQuery = {
  workspace_id?: string | undefined
}

export type CacheReadReply = {
  object: 'cache'
  /** Source of the embeddings. Null if none is configured. */
  embedder: string | null
  /** Number of cached requests. */
  entries: number
  partitions: number
  /** Memory used by the index of requests. */
  size_bytes: number
  /** Size of the cached responses. */
  answer_bytes: number
}

export type CacheShadowQuery = {
  workspace_id?: string | undefined
  limit?: number | undefined
}

export type CacheShadowReply = {
  object: 'list'
  /** Lookups in shadow mode since the gateway started. */
  lookups: number
  would_serve: number
  /** Matches above the threshold that the guard rejected. */
  objected: number
  data: Array<{
    object: 'shadow_hit'
    at: string
    workspace_id: string
    /** Trace id of the request. */
    trace_id: string
    /** Trace id of the request whose response would have been returned. */
    matched_trace_id: string
    similarity: number
    threshold: number
    would_serve: boolean
    /** Why the guard would have rejected the match. */
    objection: string | null
    /** Start of the request text. Null if the workspace does not log bodies. */
    asked: string | null
    /** Start of the cached request text. */
    kept: string | null
  }>
}

export type ClaimCreateBody = {
  token: string
  email?: string | undefined
  /** 12 characters to 1024 bytes. Common passwords are rejected. */
  password?: string | undefined
  first_name?: string | undefined
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
    /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
    role: string
    email: string
    status: 'active' | 'disabled'
    /** `manual`: a person disabled the user. `scim`: the identity provider did. `both`: if the identity provider activates the user, the user stays disabled. */
    disabled_by: 'manual' | 'scim' | 'both' | null
    /** An owner that may sign in with a password although single sign-on is enforced. */
    is_break_glass: boolean
    created_at: string
    last_updated_at: string
    /** When a session or personal key of the user was last used, accurate to one minute. Null if never. */
    last_active: string | null
    workspace_ids: string[]
  } | null
  /** True for the owner that has no e-mail address and no password yet: PUT /v1/users/me/account sets both. */
  is_local_owner: boolean
  api_key: {
    id: string
    name: string
    kind: 'admin' | 'workspace'
  } | null
  organisation: {
    id: string
    name: string
  }
  /** Null for API keys. */
  second_factor: {
    is_enrolled: boolean
    /** By when the user must add a second factor. Null if none is required, or the user has one. */
    enrol_by: string | null
    /** True: the user can do nothing else before. */
    must_enrol: boolean
  } | null
  /** Scopes held in the organisation and all its workspaces. */
  scopes: string[]
  /** Newest first, at most 100. GET /v1/admin/workspaces lists all. */
  workspaces: Array<{
    id: string
    slug: string
    name: string
    /** True for the workspace that POST /v1/admin/demo created. */
    is_demo: boolean
    /** Null for API keys, owners and admins. */
    role: string | null
    /** Additional scopes held in this workspace. */
    scopes: string[]
  }>
  total_workspaces: number
}

export type CollectionsCreateBody = {
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  /** The identifier used in requests. Generated from the name if omitted. */
  slug?: string | undefined
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
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  /** The identifier used in requests. Generated from the name if omitted. */
  slug?: string | undefined
  /** The config as an object or as JSON text. A masked secret keeps the saved value. */
  config: Record<string, unknown> | string
  /** `true` makes this the default config of the workspace. Requires the scope configs.default. */
  isDefault?: boolean | 0 | 1 | undefined
  /** `true` makes this the default config of the workspace. Requires the scope configs.default. */
  is_default?: boolean | 0 | 1 | undefined
  /** A note about this version, shown in the history. */
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
  /** `true` proceeds even if the config is the default of the workspace or of API keys, or virtual models use it. */
  force?: 'true' | 'false' | undefined
}

export type ConfigsDeleteReply = Record<string, unknown>

export type ConfigsExplainBody = {
  /** The config as an object, as JSON text, or the slug of a saved config. */
  config: Record<string, unknown> | string
  request?: {
    model?: string | undefined
    /** Body fields that the conditions of the config use. */
    params?: Record<string, unknown> | undefined
    metadata?: Record<string, unknown> | undefined
    headers?: Record<string, string> | undefined
    /** Request path including /v1. Default /v1/chat/completions. */
    path?: string | undefined
    /** Value of x-gateway-provider. */
    provider?: string | undefined
    /** Value of x-gateway-virtual-key. */
    virtual_key?: string | undefined
    /** Value of x-gateway-custom-host. */
    custom_host?: string | undefined
    /** Value of x-gateway-request-timeout. */
    request_timeout?: number | undefined
    /** Whether the request contains a provider credential. */
    has_credential?: boolean | undefined
  } | undefined
  /** Outcomes of the attempts by target path ("targets[0]") or name. The last one repeats. Default 200. */
  outcomes?: Record<string, number | 'timeout' | 'network' | 'broken' | {
    status?: number | undefined
    error?: 'timeout' | 'network' | 'broken' | undefined
    /** Duration of the attempt. Default 0. */
    duration_ms?: number | undefined
    /** Delay in the Retry-After header of the response. */
    retry_after_ms?: number | undefined
    /** Text of the response, which output guardrails check. */
    text?: string | undefined
  } | Array<number | 'timeout' | 'network' | 'broken' | {
    status?: number | undefined
    error?: 'timeout' | 'network' | 'broken' | undefined
    /** Duration of the attempt. Default 0. */
    duration_ms?: number | undefined
    /** Delay in the Retry-After header of the response. */
    retry_after_ms?: number | undefined
    /** Text of the response, which output guardrails check. */
    text?: string | undefined
  }>> | undefined
  /** Circuit breaker states by target path or name. Default closed. */
  circuits?: Record<string, 'closed' | 'open' | 'half_open'> | undefined
  /** Cache result for all targets with a cache, or by target path or name. Default miss. */
  cache?: 'hit' | 'miss' | Record<string, 'hit' | 'miss'> | undefined
  /** Replaces random numbers in load balancing and retry delays. Default 0.5. */
  random?: number | undefined
  workspace_id?: string | undefined
}

export type ConfigsExplainReply = {
  object: 'config-explanation'
  /** Status that the caller would receive. */
  status: number
  /** Target whose response the caller would receive. Null if the gateway rejects the request. */
  target: string | null
  error: {
    code: string
    message: string
  } | null
  /** Simulated milliseconds. */
  duration: number
  /** Routing decisions in order, as in a request log. */
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
  /** Upper bounds for any provider behaviour. */
  worst_case: {
    calls: number
    /** Milliseconds. Null if a target has no request_timeout. */
    duration: number | null
    /** Milliseconds of waiting between retries, included in duration. */
    wait: number
    /** US dollars held if every attempt were charged. Null if a target has no price. */
    cost: number | null
    /** Why cost is null, one line per target. */
    unpriced: string[]
  }
  /** Verdicts of guardrails. Checks that call a service are not run; the decisions name them. */
  hook_results: {
    before_request_hooks: Array<{
      /** Slug of a saved guardrail, or id of an inline one. */
      id: string
      type: 'guardrail'
      verdict: boolean
      transformed: boolean
      checks: Array<{
        id: string
        verdict: boolean
        /** Explains the verdict. */
        data: Record<string, unknown> | null
        /** Present if the check could not be run. */
        error?: {
          name: string
          message: string
        } | undefined
        /** Milliseconds. */
        execution_time: number
        transformed: boolean
        created_at: string
        log: null
        /** The parts of the text that the check found, masked, and their paths in the body. */
        matches: Array<{
          label: string
          masked: string
          where: string
        }>
      }>
      feedback: {
        value: number
        weight: number
        metadata: Record<string, string> | null
      } | null
      /** Milliseconds. */
      execution_time: number
      async: boolean
      created_at: string
      deny: boolean
      /** True if an earlier guardrail ended the run. */
      skipped: boolean
      shadow: boolean
      source: 'config' | 'header' | 'workspace' | 'organisation'
      version_id: string | null
      /** Milliseconds that the text of a stream was held back. */
      held_time: number
    }>
    after_request_hooks: Array<{
      /** Slug of a saved guardrail, or id of an inline one. */
      id: string
      type: 'guardrail'
      verdict: boolean
      transformed: boolean
      checks: Array<{
        id: string
        verdict: boolean
        /** Explains the verdict. */
        data: Record<string, unknown> | null
        /** Present if the check could not be run. */
        error?: {
          name: string
          message: string
        } | undefined
        /** Milliseconds. */
        execution_time: number
        transformed: boolean
        created_at: string
        log: null
        /** The parts of the text that the check found, masked, and their paths in the body. */
        matches: Array<{
          label: string
          masked: string
          where: string
        }>
      }>
      feedback: {
        value: number
        weight: number
        metadata: Record<string, string> | null
      } | null
      /** Milliseconds. */
      execution_time: number
      async: boolean
      created_at: string
      deny: boolean
      /** True if an earlier guardrail ended the run. */
      skipped: boolean
      shadow: boolean
      source: 'config' | 'header' | 'workspace' | 'organisation'
      version_id: string | null
      /** Milliseconds that the text of a stream was held back. */
      held_time: number
    }>
  }
  warnings: string[]
}

export type ConfigsExplainSavedBody = {
  /** Config to use instead of the saved one, to test a change before saving it. */
  config?: Record<string, unknown> | string | undefined
  request?: {
    model?: string | undefined
    /** Body fields that the conditions of the config use. */
    params?: Record<string, unknown> | undefined
    metadata?: Record<string, unknown> | undefined
    headers?: Record<string, string> | undefined
    /** Request path including /v1. Default /v1/chat/completions. */
    path?: string | undefined
    /** Value of x-gateway-provider. */
    provider?: string | undefined
    /** Value of x-gateway-virtual-key. */
    virtual_key?: string | undefined
    /** Value of x-gateway-custom-host. */
    custom_host?: string | undefined
    /** Value of x-gateway-request-timeout. */
    request_timeout?: number | undefined
    /** Whether the request contains a provider credential. */
    has_credential?: boolean | undefined
  } | undefined
  /** Outcomes of the attempts by target path ("targets[0]") or name. The last one repeats. Default 200. */
  outcomes?: Record<string, number | 'timeout' | 'network' | 'broken' | {
    status?: number | undefined
    error?: 'timeout' | 'network' | 'broken' | undefined
    /** Duration of the attempt. Default 0. */
    duration_ms?: number | undefined
    /** Delay in the Retry-After header of the response. */
    retry_after_ms?: number | undefined
    /** Text of the response, which output guardrails check. */
    text?: string | undefined
  } | Array<number | 'timeout' | 'network' | 'broken' | {
    status?: number | undefined
    error?: 'timeout' | 'network' | 'broken' | undefined
    /** Duration of the attempt. Default 0. */
    duration_ms?: number | undefined
    /** Delay in the Retry-After header of the response. */
    retry_after_ms?: number | undefined
    /** Text of the response, which output guardrails check. */
    text?: string | undefined
  }>> | undefined
  /** Circuit breaker states by target path or name. Default closed. */
  circuits?: Record<string, 'closed' | 'open' | 'half_open'> | undefined
  /** Cache result for all targets with a cache, or by target path or name. Default miss. */
  cache?: 'hit' | 'miss' | Record<string, 'hit' | 'miss'> | undefined
  /** Replaces random numbers in load balancing and retry delays. Default 0.5. */
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
  /** Part of the name or id, or of the slug if there is one. */
  search?: string | undefined
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
  /** Name of the user or API key that made the last change. Null if it was deleted. */
  updated_by_name: string | null
  /** Note of the newest version. */
  version_note: string | null
  /** JSON text. Secrets are masked. */
  config: string
  /** The config as an object. */
  config_object: Record<string, unknown>
  format: 'json'
  type: 'ORG_CONFIG'
}

export type ConfigsRollBackBody = {
  /** Number or id of the version to restore. */
  version: number | string
  /** A note about this version, shown in the history. */
  note?: string | null | undefined
  workspace_id?: string | undefined
}

export type ConfigsRollBackQuery = {
  workspace_id?: string | undefined
}

export type ConfigsRollBackReply = ConfigsCreateReply

export type ConfigsUpdateBody = {
  name?: string | undefined
  /** The config as an object or as JSON text. A masked secret keeps the saved value. */
  config?: Record<string, unknown> | string | undefined
  status?: 'active' | 'archived' | undefined
  /** `true` makes this the default config of the workspace. Requires the scope configs.default. */
  isDefault?: boolean | 0 | 1 | undefined
  /** `true` makes this the default config of the workspace. Requires the scope configs.default. */
  is_default?: boolean | 0 | 1 | undefined
  /** The version that you edited. The update fails with 409 if it is no longer the newest. */
  version_id?: string | undefined
  /** A note about this version, shown in the history. */
  note?: string | null | undefined
  workspace_id?: string | undefined
}

export type ConfigsUpdateQuery = ConfigsDeleteQuery

export type ConfigsUpdateReply = ConfigsCreateReply

export type ConfigsValidateBody = {
  /** The config as an object or as JSON text. A masked secret keeps the saved value. */
  config: Record<string, unknown> | string
  /** The saved config that masked secrets refer to. */
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

export type ConfigsVersionsListQuery = {
  current_page?: number | undefined
  page_size?: number | undefined
  workspace_id?: string | undefined
}

export type ConfigsVersionsListReply = {
  object: 'list'
  total: number
  data: Array<{
    /** Id of the config. */
    id: string
    version_id: string
    version: number
    slug: string
    name: string
    organisation_id: string
    workspace_id: string
    /** Id of the user or API key that saved the version. */
    created_by: string
    /** Name of the user or API key. Null if it was deleted. */
    created_by_name: string | null
    /** Note of the version. */
    note: string | null
    created_at: string
    object: 'config-version'
    /** JSON text. Secrets are masked. */
    config: string
    /** The config as an object. */
    config_object: Record<string, unknown>
    format: 'json'
    type: 'ORG_CONFIG'
  }>
}

export type ConfigsVersionsReadQuery = {
  workspace_id?: string | undefined
}

export type ConfigsVersionsReadReply = {
  /** Id of the config. */
  id: string
  version_id: string
  version: number
  slug: string
  name: string
  organisation_id: string
  workspace_id: string
  /** Id of the user or API key that saved the version. */
  created_by: string
  /** Name of the user or API key. Null if it was deleted. */
  created_by_name: string | null
  /** Note of the version. */
  note: string | null
  created_at: string
  object: 'config-version'
  /** JSON text. Secrets are masked. */
  config: string
  /** The config as an object. */
  config_object: Record<string, unknown>
  format: 'json'
  type: 'ORG_CONFIG'
}

export type DemoCreateBody = {
  /** Number of request logs. */
  requests?: number | undefined
  /** The same seed makes the same traffic. */
  seed?: number | undefined
}

export type DemoCreateReply = {
  object: 'demo'
  workspace_id: string
  slug: string
  /** Number of synthetic request logs. */
  requests: number
  feedback: number
  from: string
  to: string
}

export type DemoDeleteReply = Record<string, unknown>

export type DeviceLoginsApproveBody = {
  /** The code that the device shows, such as BCDF-GHJK. */
  user_code: string
  /** Id or slug of the workspace that the login is for. Null: the whole organisation, for owners and admins. Default: the requested one; else the organisation, or your only workspace. */
  workspace_id?: string | null | undefined
  /** When the key expires. */
  expires_in_days?: number | undefined
}

export type DeviceLoginsApproveReply = {
  object: 'device_request'
  client_id: string
  client_name: string
  /** As the device says. */
  device_name: string | null
  /** Address that the request came from. */
  ip: string
  user_agent: string | null
  requested_at: string
  expires_at: string
  /** `*`: everything that you may grant. */
  requested_scopes: string[]
  requested_workspace: string | null
  /** The workspace of the login. Null: the whole organisation. */
  workspace_id: string | null
  /** What the device gets if you approve. */
  granted_scopes: string[]
  /** Requested scopes that your role does not hold. */
  withheld_scopes: string[]
}

export type DeviceLoginsDenyBody = {
  /** The code that the device shows, such as BCDF-GHJK. */
  user_code: string
}

export type DeviceLoginsDenyReply = Record<string, unknown>

export type DeviceLoginsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'device_login'
    /** The id of its API key. */
    id: string
    name: string
    client_id: string
    client_name: string
    /** Null: the whole organisation. */
    workspace_id: string | null
    scopes: string[]
    /** Address that the login was started from. */
    ip: string
    user_agent: string | null
    created_at: string
    expires_at: string | null
    last_used_at: string | null
    last_used_ip: string | null
  }>
}

export type DeviceLoginsLookupBody = {
  /** The code that the device shows, such as BCDF-GHJK. */
  user_code: string
  /** Id or slug of the workspace that the login is for. Null: the whole organisation, for owners and admins. Default: the requested one; else the organisation, or your only workspace. */
  workspace_id?: string | null | undefined
}

export type DeviceLoginsLookupReply = DeviceLoginsApproveReply

export type DeviceLoginsRevokeReply = Record<string, unknown>

export type FeedbackCreateBody = {
  /** Trace id of the rated request. The request may arrive later. */
  trace_id: string
  /** A whole number from -10 to 10. */
  value: number
  /** 0 to 1. Omitted or out-of-range values count as 1. */
  weight?: number | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  workspace_id?: string | null | undefined
} | Array<{
  /** Trace id of the rated request. The request may arrive later. */
  trace_id: string
  /** A whole number from -10 to 10. */
  value: number
  /** 0 to 1. Omitted or out-of-range values count as 1. */
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
  /** 0 to 1. Omitted or out-of-range values count as 1. */
  weight?: number | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  /** The id in the path, if a client repeats it. */
  feedback_id?: string | undefined
}

export type FeedbackUpdateQuery = {
  workspace_id?: string | undefined
}

export type FeedbackUpdateReply = {
  status: 'success'
  message: string
  feedback_ids: string[]
}

export type GroupMappingsCreateBody = {
  /** Name or id of the group as the identity provider sends it. Case-sensitive exact match. */
  group_name: string
  /** Only an owner may give or take `owner`. */
  organisation_role?: string | null | undefined
  /** Id or slug. Needs workspace_role. */
  workspace_id?: string | null | undefined
  /** Role in the workspace. Needs workspace_id. */
  workspace_role?: string | null | undefined
}

export type GroupMappingsCreateReply = {
  object: 'group_mapping'
  id: string
  group_name: string
  organisation_role: string | null
  workspace_id: string | null
  workspace_role: string | null
  created_at: string
  last_updated_at: string
}

export type GroupMappingsDeleteReply = Record<string, unknown>

export type GroupMappingsListQuery = {
  group_name?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
}

export type GroupMappingsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'group_mapping'
    id: string
    group_name: string
    organisation_role: string | null
    workspace_id: string | null
    workspace_role: string | null
    created_at: string
    last_updated_at: string
  }>
}

export type GroupMappingsReadReply = GroupMappingsCreateReply

export type GroupMappingsUpdateBody = {
  /** Name or id of the group as the identity provider sends it. Case-sensitive exact match. */
  group_name?: string | undefined
  /** Only an owner may give or take `owner`. */
  organisation_role?: string | null | undefined
  /** Id or slug. Needs workspace_role. */
  workspace_id?: string | null | undefined
  /** Role in the workspace. Needs workspace_id. */
  workspace_role?: string | null | undefined
}

export type GroupMappingsUpdateReply = GroupMappingsCreateReply

export type GuardrailsChecksListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'guardrail_check'
    id: string
    name: string
    description: string
    /** Whether it can check requests (input) and responses (output). */
    directions: Array<'input' | 'output'>
    /** JSON Schema of its parameters. */
    parameters: Record<string, unknown>
  }>
}

export type GuardrailsCreateBody = {
  name: string
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  /** The identifier used in requests. Generated from the name if omitted. */
  slug?: string | undefined
  checks: Array<{
    /** Id of a check, such as `default.regexMatch`. The prefix `default.` may be left out. */
    id: string
    /** Parameters of the check. A masked secret keeps the saved value. */
    parameters?: Record<string, unknown> | undefined
    /** For display only. */
    name?: string | null | undefined
    /** `false`: the check does not run. */
    is_enabled?: boolean | undefined
  }>
  /** A new guardrail without `async` has `async: true`. */
  actions?: {
    /** `true`: a request that fails gets status 446. Otherwise 246. */
    deny?: boolean | undefined
    /** `true`: runs in parallel with the request and never changes the response. */
    async?: boolean | undefined
    /** `true`: the checks run in order and stop at the first failure. */
    sequential?: boolean | undefined
    /** `true`: a denied request gets a refusal as an ordinary response instead of status 446. */
    soft_deny?: boolean | undefined
    /** `true`: runs and is recorded, but changes nothing. */
    shadow?: boolean | undefined
    /** Whether a check that cannot be run counts as failed. Default: the value of `deny`. */
    fail_on_error?: boolean | null | undefined
    /** `true`: parts that coding agents add to every request are not checked. */
    strip_scaffolding?: boolean | undefined
    /** Which messages of a request are checked. Default: each check decides. */
    messages?: 'all' | 'last' | null | undefined
    /** Feedback for the log of each request that the guardrail checked. Default value 5. */
    on_success?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
    /** Feedback for the log of each request that the guardrail checked. Default value -5. */
    on_fail?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
    /** Same as on_fail. */
    on_failure?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
  } | undefined
  workspace_id?: string | null | undefined
  /** Id of your organisation: creates the guardrail for all of its workspaces. Admin keys only. */
  organisation_id?: string | null | undefined
}

export type GuardrailsCreateReply = {
  id: string
  slug: string
  version_id: string
  version: number
  object: 'guardrail'
  warnings: string[]
}

export type GuardrailsDeleteQuery = {
  workspace_id?: string | undefined
}

export type GuardrailsDeleteReply = Record<string, unknown>

export type GuardrailsListQuery = {
  /** Only guardrails that this workspace can use. */
  workspace_id?: string | undefined
  /** Only guardrails of the organisation. */
  organisation_id?: string | undefined
  /** Only guardrails of the organisation, or only those of workspaces. */
  type?: 'workspace' | 'organisation' | 'all' | undefined
  /** Part of the name or id, or of the slug if there is one. */
  search?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
}

export type GuardrailsListReply = {
  object: 'list'
  total: number
  data: Array<{
    id: string
    slug: string
    name: string
    organisation_id: string
    /** Null: of the organisation. */
    workspace_id: string | null
    type: 'organisation' | 'workspace'
    status: 'active'
    owner_id: string
    updated_by: string
    created_at: string
    last_updated_at: string
    version_id: string
    version: number
    object: 'guardrail'
  }>
}

export type GuardrailsReadQuery = {
  workspace_id?: string | undefined
  /** Id of a version. Default: the newest. */
  version_id?: string | undefined
}

export type GuardrailsReadReply = {
  id: string
  slug: string
  name: string
  organisation_id: string
  /** Null: of the organisation. */
  workspace_id: string | null
  type: 'organisation' | 'workspace'
  status: 'active'
  owner_id: string
  updated_by: string
  created_at: string
  last_updated_at: string
  version_id: string
  version: number
  object: 'guardrail'
  /** Name of the user or API key. Null if it was deleted. */
  updated_by_name: string | null
  /** Secrets in parameters are masked. */
  checks: Array<{
    id: string
    name: string | null
    parameters: Record<string, unknown>
    is_enabled: boolean
  }>
  actions: {
    deny: boolean
    async: boolean
    sequential: boolean
    soft_deny: boolean
    shadow: boolean
    fail_on_error: boolean | null
    strip_scaffolding: boolean
    messages: 'all' | 'last' | null
    on_success: {
      feedback: {
        value: number
        weight: number
        metadata: Record<string, string> | ''
      }
    } | null
    on_fail: {
      feedback: {
        value: number
        weight: number
        metadata: Record<string, string> | ''
      }
    } | null
  }
  /** True if an owner, an admin or a trusted Admin key saved the addresses in its parameters: they may be private. */
  is_trusted: boolean
}

export type GuardrailsReportQuery = {
  /** For Admin keys: id or slug of one workspace. */
  workspace_id?: string | undefined
  /** Same as workspace_id. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Total tokens. */
  total_units_min?: number | string | undefined
  /** Total tokens. */
  total_units_max?: number | string | undefined
  /** US cents. Requests with unknown cost never match. */
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
  /** Status codes or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_min?: number | string | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Separate alternatives with commas. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Separate alternatives with commas. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Separate alternatives with commas. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts. greeting@3 selects one version. Separate alternatives with commas. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Separate alternatives with commas. */
  trace_id?: string | string[] | undefined
  /** Span ids. Separate alternatives with commas. */
  span_id?: string | string[] | undefined
  /** JSON object. All pairs must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Provider and model: openai__gpt-4o. Separate alternatives with commas. */
  ai_org_model?: string | string[] | undefined
  /** Requested models. Separate alternatives with commas. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Separate alternatives with commas. */
  provider?: string | string[] | undefined
  /** Endpoints, such as chat.completions. Separate alternatives with commas. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Separate alternatives with commas. */
  cache_status?: string | string[] | undefined
  /** gateway: sent through the gateway. external: inserted. Separate alternatives with commas. */
  source?: string | string[] | undefined
  /** Slugs of guardrails that ran. `inline.all`: those written in configs and headers. Separate alternatives with commas. */
  guardrail?: string | string[] | undefined
  /** How a guardrail ended: passed, failed, denied, would_deny, skipped, error, transformed, shadow. With `guardrail`, one of those. Separate alternatives with commas. */
  guardrail_verdict?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Number of attempts. */
  attempt_count_min?: number | string | undefined
  /** Number of attempts. */
  attempt_count_max?: number | string | undefined
  /** Whether the request succeeded only after a retry or fallback. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was skipped because its circuit breaker was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Text in the first 16 KiB of the request or response body, ignoring case. Only logged bodies are searched. */
  text?: string | undefined
  /** Exclude status codes or classes. */
  not_status_code?: string | string[] | undefined
  /** Exclude models. Separate alternatives with commas. */
  not_ai_model?: string | string[] | undefined
  /** Exclude providers. Separate alternatives with commas. */
  not_provider?: string | string[] | undefined
  /** Exclude endpoints. Separate alternatives with commas. */
  not_endpoint?: string | string[] | undefined
  /** Exclude gateway keys. Separate alternatives with commas. */
  not_api_key_ids?: string | string[] | undefined
  /** Exclude virtual keys. Separate alternatives with commas. */
  not_virtual_keys?: string | string[] | undefined
  /** Exclude configs. Separate alternatives with commas. */
  not_configs?: string | string[] | undefined
  /** Exclude prompts. greeting@3 selects one version. Separate alternatives with commas. */
  not_prompt_slug?: string | string[] | undefined
  /** Exclude trace ids. Separate alternatives with commas. */
  not_trace_id?: string | string[] | undefined
  /** Exclude span ids. Separate alternatives with commas. */
  not_span_id?: string | string[] | undefined
  /** Exclude cache statuses. Separate alternatives with commas. */
  not_cache_status?: string | string[] | undefined
  /** Exclude sources. Separate alternatives with commas. */
  not_source?: string | string[] | undefined
  /** Exclude guardrails. Separate alternatives with commas. */
  not_guardrail?: string | string[] | undefined
  /** Exclude verdicts of guardrails. */
  not_guardrail_verdict?: string | string[] | undefined
  /** Exclude requests with any of these metadata pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  /** Number of examples. */
  examples?: number | undefined
}

export type GuardrailsReportReply = {
  object: 'guardrail-report'
  guardrail: string
  /** Sum of passed, failed, denied and would_deny. */
  runs: number
  passed: number
  /** Failed, and the request went on. */
  failed: number
  denied: number
  /** Would have denied the request, but the guardrail was in shadow mode. */
  would_deny: number
  /** Runs in which a check could not be run. */
  errors: number
  /** Runs that changed the text, or would have in shadow mode. */
  transformed: number
  /** Not run, because an earlier guardrail ended the run. Not part of runs. */
  skipped: number
  /** Milliseconds, rounded to steps of 19 %. */
  median_duration: number | null
  /** Milliseconds, rounded to steps of 19 %. */
  p99_duration: number | null
  /** All requests in the range, with and without this guardrail. */
  requests: number
  /** Share of the runs that did not pass, 0 to 1. */
  fail_share: number | null
  /** Share of the runs that denied or would have denied, 0 to 1. */
  deny_share: number | null
  /** Which checks failed and what they found, in the sampled logs. */
  checks: Array<{
    check: string
    failed: number
    errors: number
    labels: Record<string, number>
  }>
  /** Logs read for checks and examples: the newest, at most 50. */
  sampled: number
  /** Newest first. */
  examples: Array<{
    log_id: string
    created_at: string
    direction: 'input' | 'output'
    verdict: 'passed' | 'failed' | 'denied' | 'would_deny' | 'skipped'
    shadow: boolean
    transformed: boolean
    ai_model: string | null
    status_code: number
    failed_checks: string[]
    errors: Array<{
      check: string
      message: string
    }>
    /** Masked, at most 20. */
    matches: Array<{
      check: string
      label: string
      masked: string
      where: string
    }>
  }>
  /** Start of the range, rounded down to a whole minute or hour. */
  from: string
  /** End of the range, rounded up to a whole minute or hour. */
  to: string
  /** True if the filter requires reading single logs and only the newest could be read in time. */
  is_partial: boolean
  is_quota_exceeded: false
}

export type GuardrailsTestBody = {
  /** Slug or id of a saved guardrail. */
  guardrail?: string | undefined
  /** Checks to run instead of those of the saved guardrail, whose masked secrets they may contain. */
  checks?: Array<{
    /** Id of a check, such as `default.regexMatch`. The prefix `default.` may be left out. */
    id: string
    /** Parameters of the check. A masked secret keeps the saved value. */
    parameters?: Record<string, unknown> | undefined
    /** For display only. */
    name?: string | null | undefined
    /** `false`: the check does not run. */
    is_enabled?: boolean | undefined
  }> | undefined
  /** Default: those of the saved guardrail. */
  actions?: {
    /** `true`: a request that fails gets status 446. Otherwise 246. */
    deny?: boolean | undefined
    /** `true`: runs in parallel with the request and never changes the response. */
    async?: boolean | undefined
    /** `true`: the checks run in order and stop at the first failure. */
    sequential?: boolean | undefined
    /** `true`: a denied request gets a refusal as an ordinary response instead of status 446. */
    soft_deny?: boolean | undefined
    /** `true`: runs and is recorded, but changes nothing. */
    shadow?: boolean | undefined
    /** Whether a check that cannot be run counts as failed. Default: the value of `deny`. */
    fail_on_error?: boolean | null | undefined
    /** `true`: parts that coding agents add to every request are not checked. */
    strip_scaffolding?: boolean | undefined
    /** Which messages of a request are checked. Default: each check decides. */
    messages?: 'all' | 'last' | null | undefined
    /** Feedback for the log of each request that the guardrail checked. Default value 5. */
    on_success?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
    /** Feedback for the log of each request that the guardrail checked. Default value -5. */
    on_fail?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
    /** Same as on_fail. */
    on_failure?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
  } | undefined
  /** Whether to test as a request or as a response. */
  direction?: 'input' | 'output' | undefined
  /** Tested as a message of the user, or as the reply of a model. */
  text?: string | undefined
  /** A request, or a response if direction is output, in the format of `endpoint`. */
  body?: Record<string, unknown> | undefined
  /** The format of `body`. */
  endpoint?: 'chat.completions' | 'completions' | 'messages' | 'responses' | 'gemini.generate' | 'embeddings' | undefined
  /** Tests the logged body. Requires the scope logs.view. */
  log_id?: string | undefined
  /** Metadata of the request, for checks that use it. */
  metadata?: Record<string, unknown> | undefined
  /** Headers of the request, for checks that use them. They are not sent anywhere. */
  headers?: Record<string, string> | undefined
  workspace_id?: string | undefined
}

export type GuardrailsTestReply = {
  object: 'guardrail_test'
  /** The status that a caller would get. */
  status: 200 | 246 | 446
  /** Results of the guardrails of the request and of the response. */
  hook_results: {
    before_request_hooks: Array<{
      /** Slug of a saved guardrail, or id of an inline one. */
      id: string
      type: 'guardrail'
      verdict: boolean
      transformed: boolean
      checks: Array<{
        id: string
        verdict: boolean
        /** Explains the verdict. */
        data: Record<string, unknown> | null
        /** Present if the check could not be run. */
        error?: {
          name: string
          message: string
        } | undefined
        /** Milliseconds. */
        execution_time: number
        transformed: boolean
        created_at: string
        log: null
        /** The parts of the text that the check found, masked, and their paths in the body. */
        matches: Array<{
          label: string
          masked: string
          where: string
        }>
      }>
      feedback: {
        value: number
        weight: number
        metadata: Record<string, string> | null
      } | null
      /** Milliseconds. */
      execution_time: number
      async: boolean
      created_at: string
      deny: boolean
      /** True if an earlier guardrail ended the run. */
      skipped: boolean
      shadow: boolean
      source: 'config' | 'header' | 'workspace' | 'organisation'
      version_id: string | null
      /** Milliseconds that the text of a stream was held back. */
      held_time: number
    }>
    after_request_hooks: Array<{
      /** Slug of a saved guardrail, or id of an inline one. */
      id: string
      type: 'guardrail'
      verdict: boolean
      transformed: boolean
      checks: Array<{
        id: string
        verdict: boolean
        /** Explains the verdict. */
        data: Record<string, unknown> | null
        /** Present if the check could not be run. */
        error?: {
          name: string
          message: string
        } | undefined
        /** Milliseconds. */
        execution_time: number
        transformed: boolean
        created_at: string
        log: null
        /** The parts of the text that the check found, masked, and their paths in the body. */
        matches: Array<{
          label: string
          masked: string
          where: string
        }>
      }>
      feedback: {
        value: number
        weight: number
        metadata: Record<string, string> | null
      } | null
      /** Milliseconds. */
      execution_time: number
      async: boolean
      created_at: string
      deny: boolean
      /** True if an earlier guardrail ended the run. */
      skipped: boolean
      shadow: boolean
      source: 'config' | 'header' | 'workspace' | 'organisation'
      version_id: string | null
      /** Milliseconds that the text of a stream was held back. */
      held_time: number
    }>
  }
  /** The text as the guardrail changed it. Null if no text was sent. */
  text: string | null
  /** The body as the guardrail changed it. Null if a text was sent. */
  body: Record<string, unknown> | null
  /** Where checks found something in the text that was sent, in UTF-16 code units. Empty if none was sent. */
  matches: Array<{
    check: string
    label: string
    start: number
    end: number
  }>
}

export type GuardrailsUpdateBody = {
  name?: string | undefined
  checks?: Array<{
    /** Id of a check, such as `default.regexMatch`. The prefix `default.` may be left out. */
    id: string
    /** Parameters of the check. A masked secret keeps the saved value. */
    parameters?: Record<string, unknown> | undefined
    /** For display only. */
    name?: string | null | undefined
    /** `false`: the check does not run. */
    is_enabled?: boolean | undefined
  }> | undefined
  /** Replaces all actions. Omitted ones get their default. */
  actions?: {
    /** `true`: a request that fails gets status 446. Otherwise 246. */
    deny?: boolean | undefined
    /** `true`: runs in parallel with the request and never changes the response. */
    async?: boolean | undefined
    /** `true`: the checks run in order and stop at the first failure. */
    sequential?: boolean | undefined
    /** `true`: a denied request gets a refusal as an ordinary response instead of status 446. */
    soft_deny?: boolean | undefined
    /** `true`: runs and is recorded, but changes nothing. */
    shadow?: boolean | undefined
    /** Whether a check that cannot be run counts as failed. Default: the value of `deny`. */
    fail_on_error?: boolean | null | undefined
    /** `true`: parts that coding agents add to every request are not checked. */
    strip_scaffolding?: boolean | undefined
    /** Which messages of a request are checked. Default: each check decides. */
    messages?: 'all' | 'last' | null | undefined
    /** Feedback for the log of each request that the guardrail checked. Default value 5. */
    on_success?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
    /** Feedback for the log of each request that the guardrail checked. Default value -5. */
    on_fail?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
    /** Same as on_fail. */
    on_failure?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
  } | undefined
  /** The version that you edited. The update fails with 409 if it is no longer the newest. */
  version_id?: string | undefined
  workspace_id?: string | null | undefined
}

export type GuardrailsUpdateQuery = {
  workspace_id?: string | undefined
}

export type GuardrailsUpdateReply = GuardrailsCreateReply

export type GuardrailsValidateBody = {
  checks: Array<{
    /** Id of a check, such as `default.regexMatch`. The prefix `default.` may be left out. */
    id: string
    /** Parameters of the check. A masked secret keeps the saved value. */
    parameters?: Record<string, unknown> | undefined
    /** For display only. */
    name?: string | null | undefined
    /** `false`: the check does not run. */
    is_enabled?: boolean | undefined
  }>
  /** A new guardrail without `async` has `async: true`. */
  actions?: {
    /** `true`: a request that fails gets status 446. Otherwise 246. */
    deny?: boolean | undefined
    /** `true`: runs in parallel with the request and never changes the response. */
    async?: boolean | undefined
    /** `true`: the checks run in order and stop at the first failure. */
    sequential?: boolean | undefined
    /** `true`: a denied request gets a refusal as an ordinary response instead of status 446. */
    soft_deny?: boolean | undefined
    /** `true`: runs and is recorded, but changes nothing. */
    shadow?: boolean | undefined
    /** Whether a check that cannot be run counts as failed. Default: the value of `deny`. */
    fail_on_error?: boolean | null | undefined
    /** `true`: parts that coding agents add to every request are not checked. */
    strip_scaffolding?: boolean | undefined
    /** Which messages of a request are checked. Default: each check decides. */
    messages?: 'all' | 'last' | null | undefined
    /** Feedback for the log of each request that the guardrail checked. Default value 5. */
    on_success?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
    /** Feedback for the log of each request that the guardrail checked. Default value -5. */
    on_fail?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
    /** Same as on_fail. */
    on_failure?: {
      feedback?: {
        value?: number | undefined
        weight?: number | undefined
        metadata?: Record<string, string> | string | null | undefined
      } | null | undefined
    } | null | undefined
  } | undefined
  workspace_id?: string | null | undefined
}

export type GuardrailsValidateReply = {
  object: 'guardrail-validation'
  valid: boolean
  errors: Array<{
    path: string
    code: string
    message: string
  }>
  warnings: string[]
}

export type GuardrailsVersionsListQuery = AlertsChannelsListQuery

export type GuardrailsVersionsListReply = {
  object: 'list'
  total: number
  data: Array<{
    /** Id of the guardrail. */
    id: string
    slug: string
    name: string
    version_id: string
    version: number
    created_by: string
    /** Name of the user or API key. Null if it was deleted. */
    created_by_name: string | null
    created_at: string
    object: 'guardrail-version'
    /** Secrets in parameters are masked. */
    checks: Array<{
      id: string
      name: string | null
      parameters: Record<string, unknown>
      is_enabled: boolean
    }>
    actions: {
      deny: boolean
      async: boolean
      sequential: boolean
      soft_deny: boolean
      shadow: boolean
      fail_on_error: boolean | null
      strip_scaffolding: boolean
      messages: 'all' | 'last' | null
      on_success: {
        feedback: {
          value: number
          weight: number
          metadata: Record<string, string> | ''
        }
      } | null
      on_fail: {
        feedback: {
          value: number
          weight: number
          metadata: Record<string, string> | ''
        }
      } | null
    }
    /** True if an owner, an admin or a trusted Admin key saved the addresses in its parameters: they may be private. */
    is_trusted: boolean
  }>
}

export type IntegrationsCreateBody = {
  name: string
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  /** Slug of a provider from GET /v1/supported-providers. */
  ai_provider_id: string
  slug?: string | null | undefined
  /** The provider’s API key, or a secret reference: secret://<source>/<path>#<field>. */
  key?: string | null | undefined
  description?: string | null | undefined
  /** The same as description. */
  note?: string | null | undefined
  /** custom_host and the settings of the provider, such as `aws_region`. A masked secret keeps the stored one. */
  configurations?: Record<string, unknown> | null | undefined
  /** Only this workspace can use it. Without it, an Admin key creates it for the organisation. */
  workspace_id?: string | null | undefined
  /** `false` creates no provider in the workspace. Only with a workspace. Default true. */
  create_default_provider?: boolean | null | undefined
  /** Slug of that provider. Default: the slug of the integration. */
  default_provider_slug?: string | null | undefined
  secret_mappings?: unknown[] | null | undefined
}

export type IntegrationsCreateReply = {
  id: string
  slug: string
  object: 'integration'
}

export type IntegrationsDeleteQuery = {
  workspace_id?: string | undefined
  /** `true` deletes it even if configs, prompts or guardrails use its providers. */
  force?: 'true' | 'false' | undefined
}

export type IntegrationsDeleteReply = Record<string, unknown>

export type IntegrationsListQuery = {
  /** Only those that this workspace can use. */
  workspace_id?: string | undefined
  /** Those of the organisation, or those of single workspaces. */
  type?: 'workspace' | 'organisation' | 'all' | undefined
  current_page?: number | undefined
  page_size?: number | undefined
}

export type IntegrationsListReply = {
  object: 'list'
  total: number
  data: Array<{
    id: string
    organisation_id: string
    workspace_id: string | null
    type: 'organisation' | 'workspace'
    ai_provider_id: string
    name: string
    slug: string
    description: string | null
    status: 'active'
    owner_id: string
    tags: null
    created_at: string
    last_updated_at: string
    object: 'integration'
  }>
}

export type IntegrationsModelsDeleteBody = {
  /** Instead of `slugs`. */
  models?: string[] | null | undefined
  /** The same. */
  slugs?: string | string[] | null | undefined
  workspace_id?: string | null | undefined
}

export type IntegrationsModelsDeleteQuery = {
  workspace_id?: string | undefined
  /** Model names, separated by commas. */
  slugs?: string | undefined
}

export type IntegrationsModelsDeleteReply = Record<string, unknown>

export type IntegrationsModelsListQuery = {
  workspace_id?: string | undefined
}

export type IntegrationsModelsListReply = {
  object: 'integration-models'
  total: number
  allow_all_models: boolean
  models: Array<{
    slug: string
    name: string
    enabled: boolean
    is_custom: boolean
    is_finetune: boolean
    base_model_slug: string | null
    pricing_config: {
      type: 'static'
      pay_as_you_go: {
        request_token?: {
          price: number
        } | undefined
        response_token?: {
          price: number
        } | undefined
      }
    } | null
  }>
}

export type IntegrationsModelsUpdateBody = {
  models?: Array<{
    /** The name that requests send as `model`. */
    slug: string
    enabled: boolean | 0 | 1
    /** Returned by GET. Ignored in requests. */
    name?: string | null | undefined
    /** The provider’s list does not have it. */
    is_custom?: boolean | 0 | 1 | null | undefined
    is_finetune?: boolean | 0 | 1 | null | undefined
    /** The model has the price of this model, unless it has a price of its own. */
    base_model_slug?: string | null | undefined
    /** Price in US cents per token. Null removes it. */
    pricing_config?: {
      type: 'static'
      pay_as_you_go?: {
        request_token?: {
          /** US cents per token. */
          price: number
        } | null | undefined
        response_token?: {
          /** US cents per token. */
          price: number
        } | null | undefined
      } | null | undefined
    } | null | undefined
  }> | null | undefined
  /** True: every model except those with `enabled: false`. False: only those with `enabled: true`. */
  allow_all_models?: boolean | null | undefined
  workspace_id?: string | null | undefined
}

export type IntegrationsModelsUpdateQuery = {
  workspace_id?: string | undefined
}

export type IntegrationsModelsUpdateReply = Record<string, unknown>

export type IntegrationsReadQuery = {
  workspace_id?: string | undefined
}

export type IntegrationsReadReply = {
  id: string
  organisation_id: string
  workspace_id: string | null
  type: 'organisation' | 'workspace'
  ai_provider_id: string
  name: string
  slug: string
  description: string | null
  status: 'active'
  owner_id: string
  tags: null
  created_at: string
  last_updated_at: string
  object: 'integration'
  masked_key: string | null
  /** Settings of the provider. The names of secrets start with `masked_`. */
  configurations: Record<string, unknown>
  is_host_trusted: boolean
  global_workspace_access_settings: {
    enabled: boolean
    usage_limits: Array<{
      /** Absent if the request did not send it: `cost`. */
      type?: 'cost' | 'tokens' | undefined
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Usage in this period, in US dollars or tokens. */
      current_usage?: number | undefined
      /** Amount held for running requests. Counts against the limit. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** Start of the current period. Absent before the first use. */
      last_reset_at?: string | undefined
    }> | null
    rate_limits: Array<{
      type: string
      unit: string
      value: number
    }> | null
  }
  allow_all_models: boolean
  /** Workspaces that can use it. */
  workspace_count: number
  secret_mappings: unknown[]
}

export type IntegrationsUpdateBody = {
  name?: string | null | undefined
  /** The new provider key. Sending back its mask keeps the stored key. */
  key?: string | null | undefined
  description?: string | null | undefined
  /** The same as description. */
  note?: string | null | undefined
  /** custom_host and the settings of the provider, such as `aws_region`. A masked secret keeps the stored one. */
  configurations?: Record<string, unknown> | null | undefined
  workspace_id?: string | null | undefined
  secret_mappings?: unknown[] | null | undefined
}

export type IntegrationsUpdateQuery = {
  workspace_id?: string | undefined
}

export type IntegrationsUpdateReply = {
  id: string
  slug: string
  object: 'integration'
}

export type IntegrationsWorkspacesListQuery = AlertsChannelsListQuery

export type IntegrationsWorkspacesListReply = {
  object: 'integration-workspaces'
  total: number
  workspaces: Array<{
    /** The workspace, as it was named in the request that gave it access. */
    id: string
    workspace_id: string
    slug: string
    name: string
    enabled: boolean
    usage_limits: Array<{
      /** Absent if the request did not send it: `cost`. */
      type?: 'cost' | 'tokens' | undefined
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Usage in this period, in US dollars or tokens. */
      current_usage?: number | undefined
      /** Amount held for running requests. Counts against the limit. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** Start of the current period. Absent before the first use. */
      last_reset_at?: string | undefined
    }> | null
    rate_limits: Array<{
      type: string
      unit: string
      value: number
    }> | null
    status: 'active' | 'exhausted' | 'archived'
    /** True if it has no settings of its own. */
    is_global: boolean
    created_at: string
    last_updated_at: string
    last_reset_at: string | null
  }>
  global_workspace_access: {
    enabled: boolean
    usage_limits: Array<{
      /** Absent if the request did not send it: `cost`. */
      type?: 'cost' | 'tokens' | undefined
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Usage in this period, in US dollars or tokens. */
      current_usage?: number | undefined
      /** Amount held for running requests. Counts against the limit. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** Start of the current period. Absent before the first use. */
      last_reset_at?: string | undefined
    }> | null
    rate_limits: Array<{
      type: string
      unit: string
      value: number
    }> | null
  }
}

export type IntegrationsWorkspacesUpdateBody = {
  workspaces?: Array<{
    /** Id or slug of the workspace. */
    id: string
    enabled: boolean
    usage_limits?: Array<{
      /** What the budget counts. Default: `cost`, in US dollars. */
      type?: 'cost' | 'tokens' | undefined
      /** The limit: at least 1 US dollar or 100 tokens. */
      credit_limit: number
      /** Usage at which an alert is sent. Must be below credit_limit. */
      alert_threshold?: number | null | undefined
      /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
      periodic_reset?: 'weekly' | 'monthly' | null | undefined
      /** Resets usage every this many days. */
      periodic_reset_days?: number | null | undefined
      /** Time of the next reset. */
      next_usage_reset_at?: string | null | undefined
      /** Returned by GET. Ignored in requests. */
      current_usage?: unknown
      /** Returned by GET. Ignored in requests. */
      held?: unknown
      /** Returned by GET. Ignored in requests. */
      status?: unknown
      /** Returned by GET. Ignored in requests. */
      last_reset_at?: unknown
    }> | {
      /** What the budget counts. Default: `cost`, in US dollars. */
      type?: 'cost' | 'tokens' | undefined
      /** The limit: at least 1 US dollar or 100 tokens. */
      credit_limit: number
      /** Usage at which an alert is sent. Must be below credit_limit. */
      alert_threshold?: number | null | undefined
      /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
      periodic_reset?: 'weekly' | 'monthly' | null | undefined
      /** Resets usage every this many days. */
      periodic_reset_days?: number | null | undefined
      /** Time of the next reset. */
      next_usage_reset_at?: string | null | undefined
      /** Returned by GET. Ignored in requests. */
      current_usage?: unknown
      /** Returned by GET. Ignored in requests. */
      held?: unknown
      /** Returned by GET. Ignored in requests. */
      status?: unknown
      /** Returned by GET. Ignored in requests. */
      last_reset_at?: unknown
    } | null | undefined
    rate_limits?: Array<{
      type: 'requests' | 'tokens'
      /** Requests or tokens per second, minute, hour, day or week. */
      unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
      value: number
    }> | {
      type: 'requests' | 'tokens'
      /** Requests or tokens per second, minute, hour, day or week. */
      unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
      value: number
    } | null | undefined
    /** `true` resets usage to 0. Amounts held for running requests stay held. */
    reset_usage?: boolean | null | undefined
    /** `false` creates no provider in the workspaces that this request gives access. Default true; a change of existing global access keeps its setting. */
    create_default_provider?: boolean | null | undefined
    /** Slug of that provider. Default: the slug of the integration. */
    default_provider_slug?: string | null | undefined
  }> | null | undefined
  /** Access of workspaces without settings of their own, also of those created later. The limits count for each workspace. */
  global_workspace_access?: boolean | {
    enabled: boolean
    usage_limits?: Array<{
      /** What the budget counts. Default: `cost`, in US dollars. */
      type?: 'cost' | 'tokens' | undefined
      /** The limit: at least 1 US dollar or 100 tokens. */
      credit_limit: number
      /** Usage at which an alert is sent. Must be below credit_limit. */
      alert_threshold?: number | null | undefined
      /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
      periodic_reset?: 'weekly' | 'monthly' | null | undefined
      /** Resets usage every this many days. */
      periodic_reset_days?: number | null | undefined
      /** Time of the next reset. */
      next_usage_reset_at?: string | null | undefined
      /** Returned by GET. Ignored in requests. */
      current_usage?: unknown
      /** Returned by GET. Ignored in requests. */
      held?: unknown
      /** Returned by GET. Ignored in requests. */
      status?: unknown
      /** Returned by GET. Ignored in requests. */
      last_reset_at?: unknown
    }> | {
      /** What the budget counts. Default: `cost`, in US dollars. */
      type?: 'cost' | 'tokens' | undefined
      /** The limit: at least 1 US dollar or 100 tokens. */
      credit_limit: number
      /** Usage at which an alert is sent. Must be below credit_limit. */
      alert_threshold?: number | null | undefined
      /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
      periodic_reset?: 'weekly' | 'monthly' | null | undefined
      /** Resets usage every this many days. */
      periodic_reset_days?: number | null | undefined
      /** Time of the next reset. */
      next_usage_reset_at?: string | null | undefined
      /** Returned by GET. Ignored in requests. */
      current_usage?: unknown
      /** Returned by GET. Ignored in requests. */
      held?: unknown
      /** Returned by GET. Ignored in requests. */
      status?: unknown
      /** Returned by GET. Ignored in requests. */
      last_reset_at?: unknown
    } | null | undefined
    rate_limits?: Array<{
      type: 'requests' | 'tokens'
      /** Requests or tokens per second, minute, hour, day or week. */
      unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
      value: number
    }> | {
      type: 'requests' | 'tokens'
      /** Requests or tokens per second, minute, hour, day or week. */
      unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
      value: number
    } | null | undefined
  } | null | undefined
  /** `true` first removes the settings of all workspaces. */
  override_existing_workspace_access?: boolean | null | undefined
  /** The same. */
  override_existing_workspaces_access?: boolean | null | undefined
  /** `false` creates no provider in the workspaces that this request gives access. Default true; a change of existing global access keeps its setting. */
  create_default_provider?: boolean | null | undefined
  /** Slug of that provider. Default: the slug of the integration. */
  default_provider_slug?: string | null | undefined
  workspace_id?: string | null | undefined
}

export type IntegrationsWorkspacesUpdateQuery = {
  workspace_id?: string | undefined
}

export type IntegrationsWorkspacesUpdateReply = Record<string, unknown>

export type InvitesAcceptBody = {
  token: string
  /** 12 characters to 1024 bytes. Common passwords are rejected. */
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
    /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
    role: string
    email: string
    status: 'active' | 'disabled'
    /** `manual`: a person disabled the user. `scim`: the identity provider did. `both`: if the identity provider activates the user, the user stays disabled. */
    disabled_by: 'manual' | 'scim' | 'both' | null
    /** An owner that may sign in with a password although single sign-on is enforced. */
    is_break_glass: boolean
    created_at: string
    last_updated_at: string
    /** When a session or personal key of the user was last used, accurate to one minute. Null if never. */
    last_active: string | null
    workspace_ids: string[]
  } | null
  /** True for the owner that has no e-mail address and no password yet: PUT /v1/users/me/account sets both. */
  is_local_owner: boolean
  api_key: {
    id: string
    name: string
    kind: 'admin' | 'workspace'
  } | null
  organisation: {
    id: string
    name: string
  }
  /** Null for API keys. */
  second_factor: {
    is_enrolled: boolean
    /** By when the user must add a second factor. Null if none is required, or the user has one. */
    enrol_by: string | null
    /** True: the user can do nothing else before. */
    must_enrol: boolean
  } | null
  /** Scopes held in the organisation and all its workspaces. */
  scopes: string[]
  /** Newest first, at most 100. GET /v1/admin/workspaces lists all. */
  workspaces: Array<{
    id: string
    slug: string
    name: string
    /** True for the workspace that POST /v1/admin/demo created. */
    is_demo: boolean
    /** Null for API keys, owners and admins. */
    role: string | null
    /** Additional scopes held in this workspace. */
    scopes: string[]
  }>
  total_workspaces: number
  api_keys: Array<{
    object: 'api-key'
    id: string
    /** The secret. It is returned only once. */
    key: string
    workspace_id: string
  }>
}

export type InvitesCreateBody = {
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  email: string
  /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
  role: string
  /** Workspaces by id or slug, with the role of the user in each. */
  workspaces?: Array<{
    id: string
    /** `manager`, `member`, or the slug of a custom role of the level `workspace`. `admin` has the same rights as `manager`. Responses contain the word that was sent. */
    role: string
  }> | undefined
  /** Creates an API key in each workspace when the invitation is accepted. */
  workspace_api_key_details?: {
    scopes: string[]
    name?: string | null | undefined
    /** When the key expires. */
    expiry?: string | null | undefined
    /** Default metadata of the requests of the key. */
    metadata?: Record<string, string> | null | undefined
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
  /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
  role?: string | undefined
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
    /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
    role: string
    status: 'pending' | 'accepted' | 'cancelled' | 'expired'
    workspaces: Array<{
      id: string
      /** `manager`, `member`, or the slug of a custom role of the level `workspace`. `admin` has the same rights as `manager`. Responses contain the word that was sent. */
      role: string
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
  /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
  role: string
  status: 'pending' | 'accepted' | 'cancelled' | 'expired'
  workspaces: Array<{
    id: string
    /** `manager`, `member`, or the slug of a custom role of the level `workspace`. `admin` has the same rights as `manager`. Responses contain the word that was sent. */
    role: string
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
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  name: string
  description?: string | null | undefined
  color_code?: string | null | undefined
  /** Ignored. A gateway has one organisation. */
  organisation_id?: string | undefined
  /** Ignored. A gateway has one organisation. */
  organization_id?: string | undefined
  workspace_id?: string | undefined
}

export type LabelsCreateReply = {
  id: string
}

export type LabelsDeleteQuery = {
  workspace_id?: string | undefined
}

export type LabelsDeleteReply = Record<string, unknown>

export type LabelsListQuery = {
  current_page?: number | undefined
  page_size?: number | undefined
  workspace_id?: string | undefined
  search?: string | undefined
  /** Ignored. A gateway has one organisation. */
  organisation_id?: string | undefined
  /** Ignored. A gateway has one organisation. */
  organization_id?: string | undefined
}

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
  /** Ignored. A gateway has one organisation. */
  organisation_id?: string | undefined
  /** Ignored. A gateway has one organisation. */
  organization_id?: string | undefined
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
    /** Total tokens. */
    total_units_min?: number | string | undefined
    /** Total tokens. */
    total_units_max?: number | string | undefined
    /** US cents. Requests with unknown cost never match. */
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
    /** Status codes or classes: 429,5xx. */
    status_code?: string | string[] | undefined
    /** Average feedback of the request, weighted. */
    weighted_feedback_min?: number | string | undefined
    /** Average feedback of the request, weighted. */
    weighted_feedback_max?: number | string | undefined
    /** Slugs of virtual keys. Separate alternatives with commas. */
    virtual_keys?: string | string[] | undefined
    /** Slugs of configs. Separate alternatives with commas. */
    configs?: string | string[] | undefined
    /** Ids of gateway keys. Separate alternatives with commas. */
    api_key_ids?: string | string[] | undefined
    /** Slugs of prompts. greeting@3 selects one version. Separate alternatives with commas. */
    prompt_slug?: string | string[] | undefined
    /** Trace ids. Separate alternatives with commas. */
    trace_id?: string | string[] | undefined
    /** Span ids. Separate alternatives with commas. */
    span_id?: string | string[] | undefined
    /** JSON object. All pairs must match. */
    metadata?: Record<string, unknown> | string | undefined
    /** Provider and model: openai__gpt-4o. Separate alternatives with commas. */
    ai_org_model?: string | string[] | undefined
    /** Requested models. Separate alternatives with commas. */
    ai_model?: string | string[] | undefined
    /** Slugs of providers. Separate alternatives with commas. */
    provider?: string | string[] | undefined
    /** Endpoints, such as chat.completions. Separate alternatives with commas. */
    endpoint?: string | string[] | undefined
    /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Separate alternatives with commas. */
    cache_status?: string | string[] | undefined
    /** gateway: sent through the gateway. external: inserted. Separate alternatives with commas. */
    source?: string | string[] | undefined
    /** Slugs of guardrails that ran. `inline.all`: those written in configs and headers. Separate alternatives with commas. */
    guardrail?: string | string[] | undefined
    /** How a guardrail ended: passed, failed, denied, would_deny, skipped, error, transformed, shadow. With `guardrail`, one of those. Separate alternatives with commas. */
    guardrail_verdict?: string | string[] | undefined
    /** Milliseconds. */
    response_time_min?: number | string | undefined
    /** Milliseconds. */
    response_time_max?: number | string | undefined
    /** Number of attempts. */
    attempt_count_min?: number | string | undefined
    /** Number of attempts. */
    attempt_count_max?: number | string | undefined
    /** Whether the request succeeded only after a retry or fallback. */
    rescued?: boolean | 'true' | 'false' | undefined
    /** Whether a target was skipped because its circuit breaker was open. */
    circuit_skip?: boolean | 'true' | 'false' | undefined
    /** Text in the first 16 KiB of the request or response body, ignoring case. Only logged bodies are searched. */
    text?: string | undefined
    /** Exclude status codes or classes. */
    not_status_code?: string | string[] | undefined
    /** Exclude models. Separate alternatives with commas. */
    not_ai_model?: string | string[] | undefined
    /** Exclude providers. Separate alternatives with commas. */
    not_provider?: string | string[] | undefined
    /** Exclude endpoints. Separate alternatives with commas. */
    not_endpoint?: string | string[] | undefined
    /** Exclude gateway keys. Separate alternatives with commas. */
    not_api_key_ids?: string | string[] | undefined
    /** Exclude virtual keys. Separate alternatives with commas. */
    not_virtual_keys?: string | string[] | undefined
    /** Exclude configs. Separate alternatives with commas. */
    not_configs?: string | string[] | undefined
    /** Exclude prompts. greeting@3 selects one version. Separate alternatives with commas. */
    not_prompt_slug?: string | string[] | undefined
    /** Exclude trace ids. Separate alternatives with commas. */
    not_trace_id?: string | string[] | undefined
    /** Exclude span ids. Separate alternatives with commas. */
    not_span_id?: string | string[] | undefined
    /** Exclude cache statuses. Separate alternatives with commas. */
    not_cache_status?: string | string[] | undefined
    /** Exclude sources. Separate alternatives with commas. */
    not_source?: string | string[] | undefined
    /** Exclude guardrails. Separate alternatives with commas. */
    not_guardrail?: string | string[] | undefined
    /** Exclude verdicts of guardrails. */
    not_guardrail_verdict?: string | string[] | undefined
    /** Exclude requests with any of these metadata pairs. */
    not_metadata?: Record<string, unknown> | string | undefined
    /** For Admin keys: the workspace to export, if workspace_id is omitted. */
    workspace_slug?: string | undefined
    /** Maximum number of logs. Exports all logs if omitted. */
    page_size?: number | undefined
    /** Skips this many pages of page_size logs. */
    current_page?: number | undefined
  } | null | undefined
  requested_data: Array<'id' | 'trace_id' | 'span_id' | 'parent_span_id' | 'span_name' | 'created_at' | 'request' | 'response' | 'attempts' | 'guardrails' | 'hook_results' | 'is_success' | 'ai_org' | 'ai_model' | 'response_model' | 'req_units' | 'res_units' | 'total_units' | 'cached_units' | 'reasoning_units' | 'request_url' | 'request_method' | 'endpoint' | 'cost' | 'cost_currency' | 'response_time' | 'time_to_first_byte' | 'response_status_code' | 'error_code' | 'ending' | 'is_stream' | 'cache_status' | 'retry_count' | 'attempt_count' | 'mode' | 'config' | 'config_version' | 'virtual_key' | 'api_key_id' | 'workspace_id' | 'prompt_slug' | 'prompt_id' | 'prompt_version' | 'prompt_version_id' | 'feedback_count' | 'weighted_feedback' | 'source' | 'metadata'>
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
  /** Valid for 15 minutes. Works without an API key. */
  signed_url: string
}

export type LogExportsFileQuery = {
  expires?: string | undefined
  signature?: string | undefined
}

export type LogExportsListQuery = AlertsChannelsListQuery

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
    /** Number of matching logs. An estimate until the export is finished. */
    total: number
    /** Same as total. */
    total_records: number
    /** Number of logs written so far. */
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
  /** Number of matching logs. An estimate until the export is finished. */
  total: number
  /** Same as total. */
  total_records: number
  /** Number of logs written so far. */
  written: number
  file_bytes: number
  error: string | null
  created_by: string
  created_at: string
  last_updated_at: string
}

export type LogExportsRestrictionsQuery = {
  workspace_id?: string | undefined
}

export type LogExportsRestrictionsReply = {
  object: 'export-field-restrictions'
  restricted_fields: string[]
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
    /** Total tokens. */
    total_units_min?: number | string | undefined
    /** Total tokens. */
    total_units_max?: number | string | undefined
    /** US cents. Requests with unknown cost never match. */
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
    /** Status codes or classes: 429,5xx. */
    status_code?: string | string[] | undefined
    /** Average feedback of the request, weighted. */
    weighted_feedback_min?: number | string | undefined
    /** Average feedback of the request, weighted. */
    weighted_feedback_max?: number | string | undefined
    /** Slugs of virtual keys. Separate alternatives with commas. */
    virtual_keys?: string | string[] | undefined
    /** Slugs of configs. Separate alternatives with commas. */
    configs?: string | string[] | undefined
    /** Ids of gateway keys. Separate alternatives with commas. */
    api_key_ids?: string | string[] | undefined
    /** Slugs of prompts. greeting@3 selects one version. Separate alternatives with commas. */
    prompt_slug?: string | string[] | undefined
    /** Trace ids. Separate alternatives with commas. */
    trace_id?: string | string[] | undefined
    /** Span ids. Separate alternatives with commas. */
    span_id?: string | string[] | undefined
    /** JSON object. All pairs must match. */
    metadata?: Record<string, unknown> | string | undefined
    /** Provider and model: openai__gpt-4o. Separate alternatives with commas. */
    ai_org_model?: string | string[] | undefined
    /** Requested models. Separate alternatives with commas. */
    ai_model?: string | string[] | undefined
    /** Slugs of providers. Separate alternatives with commas. */
    provider?: string | string[] | undefined
    /** Endpoints, such as chat.completions. Separate alternatives with commas. */
    endpoint?: string | string[] | undefined
    /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Separate alternatives with commas. */
    cache_status?: string | string[] | undefined
    /** gateway: sent through the gateway. external: inserted. Separate alternatives with commas. */
    source?: string | string[] | undefined
    /** Slugs of guardrails that ran. `inline.all`: those written in configs and headers. Separate alternatives with commas. */
    guardrail?: string | string[] | undefined
    /** How a guardrail ended: passed, failed, denied, would_deny, skipped, error, transformed, shadow. With `guardrail`, one of those. Separate alternatives with commas. */
    guardrail_verdict?: string | string[] | undefined
    /** Milliseconds. */
    response_time_min?: number | string | undefined
    /** Milliseconds. */
    response_time_max?: number | string | undefined
    /** Number of attempts. */
    attempt_count_min?: number | string | undefined
    /** Number of attempts. */
    attempt_count_max?: number | string | undefined
    /** Whether the request succeeded only after a retry or fallback. */
    rescued?: boolean | 'true' | 'false' | undefined
    /** Whether a target was skipped because its circuit breaker was open. */
    circuit_skip?: boolean | 'true' | 'false' | undefined
    /** Text in the first 16 KiB of the request or response body, ignoring case. Only logged bodies are searched. */
    text?: string | undefined
    /** Exclude status codes or classes. */
    not_status_code?: string | string[] | undefined
    /** Exclude models. Separate alternatives with commas. */
    not_ai_model?: string | string[] | undefined
    /** Exclude providers. Separate alternatives with commas. */
    not_provider?: string | string[] | undefined
    /** Exclude endpoints. Separate alternatives with commas. */
    not_endpoint?: string | string[] | undefined
    /** Exclude gateway keys. Separate alternatives with commas. */
    not_api_key_ids?: string | string[] | undefined
    /** Exclude virtual keys. Separate alternatives with commas. */
    not_virtual_keys?: string | string[] | undefined
    /** Exclude configs. Separate alternatives with commas. */
    not_configs?: string | string[] | undefined
    /** Exclude prompts. greeting@3 selects one version. Separate alternatives with commas. */
    not_prompt_slug?: string | string[] | undefined
    /** Exclude trace ids. Separate alternatives with commas. */
    not_trace_id?: string | string[] | undefined
    /** Exclude span ids. Separate alternatives with commas. */
    not_span_id?: string | string[] | undefined
    /** Exclude cache statuses. Separate alternatives with commas. */
    not_cache_status?: string | string[] | undefined
    /** Exclude sources. Separate alternatives with commas. */
    not_source?: string | string[] | undefined
    /** Exclude guardrails. Separate alternatives with commas. */
    not_guardrail?: string | string[] | undefined
    /** Exclude verdicts of guardrails. */
    not_guardrail_verdict?: string | string[] | undefined
    /** Exclude requests with any of these metadata pairs. */
    not_metadata?: Record<string, unknown> | string | undefined
    /** For Admin keys: the workspace to export, if workspace_id is omitted. */
    workspace_slug?: string | undefined
    /** Maximum number of logs. Exports all logs if omitted. */
    page_size?: number | undefined
    /** Skips this many pages of page_size logs. */
    current_page?: number | undefined
  } | null | undefined
  requested_data?: Array<'id' | 'trace_id' | 'span_id' | 'parent_span_id' | 'span_name' | 'created_at' | 'request' | 'response' | 'attempts' | 'guardrails' | 'hook_results' | 'is_success' | 'ai_org' | 'ai_model' | 'response_model' | 'req_units' | 'res_units' | 'total_units' | 'cached_units' | 'reasoning_units' | 'request_url' | 'request_method' | 'endpoint' | 'cost' | 'cost_currency' | 'response_time' | 'time_to_first_byte' | 'response_status_code' | 'error_code' | 'ending' | 'is_stream' | 'cache_status' | 'retry_count' | 'attempt_count' | 'mode' | 'config' | 'config_version' | 'virtual_key' | 'api_key_id' | 'workspace_id' | 'prompt_slug' | 'prompt_id' | 'prompt_version' | 'prompt_version_id' | 'feedback_count' | 'weighted_feedback' | 'source' | 'metadata'> | null | undefined
  description?: string | null | undefined
  format?: 'jsonl' | 'csv' | null | undefined
  exportId?: string | null | undefined
}

export type LogExportsUpdateReply = {
  object: 'export'
  id: string
  total: number
}

export type LogsFacetsQuery = AnalyticsProvidersQuery

export type LogsFacetsReply = {
  object: 'log-facets'
  from: string
  to: string
  /** True if only the newest matching logs could be counted in time. */
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
  /** For Admin keys: id or slug of one workspace. */
  workspace_id?: string | undefined
  /** Same as workspace_id. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Total tokens. */
  total_units_min?: number | string | undefined
  /** Total tokens. */
  total_units_max?: number | string | undefined
  /** US cents. Requests with unknown cost never match. */
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
  /** Status codes or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_min?: number | string | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Separate alternatives with commas. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Separate alternatives with commas. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Separate alternatives with commas. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts. greeting@3 selects one version. Separate alternatives with commas. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Separate alternatives with commas. */
  trace_id?: string | string[] | undefined
  /** Span ids. Separate alternatives with commas. */
  span_id?: string | string[] | undefined
  /** JSON object. All pairs must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Provider and model: openai__gpt-4o. Separate alternatives with commas. */
  ai_org_model?: string | string[] | undefined
  /** Requested models. Separate alternatives with commas. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Separate alternatives with commas. */
  provider?: string | string[] | undefined
  /** Endpoints, such as chat.completions. Separate alternatives with commas. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Separate alternatives with commas. */
  cache_status?: string | string[] | undefined
  /** gateway: sent through the gateway. external: inserted. Separate alternatives with commas. */
  source?: string | string[] | undefined
  /** Slugs of guardrails that ran. `inline.all`: those written in configs and headers. Separate alternatives with commas. */
  guardrail?: string | string[] | undefined
  /** How a guardrail ended: passed, failed, denied, would_deny, skipped, error, transformed, shadow. With `guardrail`, one of those. Separate alternatives with commas. */
  guardrail_verdict?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Number of attempts. */
  attempt_count_min?: number | string | undefined
  /** Number of attempts. */
  attempt_count_max?: number | string | undefined
  /** Whether the request succeeded only after a retry or fallback. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was skipped because its circuit breaker was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Text in the first 16 KiB of the request or response body, ignoring case. Only logged bodies are searched. */
  text?: string | undefined
  /** Exclude status codes or classes. */
  not_status_code?: string | string[] | undefined
  /** Exclude models. Separate alternatives with commas. */
  not_ai_model?: string | string[] | undefined
  /** Exclude providers. Separate alternatives with commas. */
  not_provider?: string | string[] | undefined
  /** Exclude endpoints. Separate alternatives with commas. */
  not_endpoint?: string | string[] | undefined
  /** Exclude gateway keys. Separate alternatives with commas. */
  not_api_key_ids?: string | string[] | undefined
  /** Exclude virtual keys. Separate alternatives with commas. */
  not_virtual_keys?: string | string[] | undefined
  /** Exclude configs. Separate alternatives with commas. */
  not_configs?: string | string[] | undefined
  /** Exclude prompts. greeting@3 selects one version. Separate alternatives with commas. */
  not_prompt_slug?: string | string[] | undefined
  /** Exclude trace ids. Separate alternatives with commas. */
  not_trace_id?: string | string[] | undefined
  /** Exclude span ids. Separate alternatives with commas. */
  not_span_id?: string | string[] | undefined
  /** Exclude cache statuses. Separate alternatives with commas. */
  not_cache_status?: string | string[] | undefined
  /** Exclude sources. Separate alternatives with commas. */
  not_source?: string | string[] | undefined
  /** Exclude guardrails. Separate alternatives with commas. */
  not_guardrail?: string | string[] | undefined
  /** Exclude verdicts of guardrails. */
  not_guardrail_verdict?: string | string[] | undefined
  /** Exclude requests with any of these metadata pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  /** Approximate number of bars. */
  bars?: number | undefined
}

export type LogsHistogramReply = {
  object: 'log-histogram'
  from: string
  to: string
  /** True if only the newest matching logs could be counted in time. */
  is_partial: boolean
  /** Milliseconds. */
  bar_width: number
  data: Array<{
    timestamp: string
    ok: number
    /** Successful requests that were recovered by retry or fallback. Included in ok. */
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
    /** Same as response_time, sent by older clients. */
    time?: number | null | undefined
    streamingMode?: boolean | null | undefined
  }
  /** trace_id, span_id, span_name and parent_span_id set those fields. Other pairs are metadata. */
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
    /** Same as response_time, sent by older clients. */
    time?: number | null | undefined
    streamingMode?: boolean | null | undefined
  }
  /** trace_id, span_id, span_name and parent_span_id set those fields. Other pairs are metadata. */
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
  /** For Admin keys: id or slug of one workspace. */
  workspace_id?: string | undefined
  /** Same as workspace_id. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Total tokens. */
  total_units_min?: number | string | undefined
  /** Total tokens. */
  total_units_max?: number | string | undefined
  /** US cents. Requests with unknown cost never match. */
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
  /** Status codes or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_min?: number | string | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Separate alternatives with commas. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Separate alternatives with commas. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Separate alternatives with commas. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts. greeting@3 selects one version. Separate alternatives with commas. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Separate alternatives with commas. */
  trace_id?: string | string[] | undefined
  /** Span ids. Separate alternatives with commas. */
  span_id?: string | string[] | undefined
  /** JSON object. All pairs must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Provider and model: openai__gpt-4o. Separate alternatives with commas. */
  ai_org_model?: string | string[] | undefined
  /** Requested models. Separate alternatives with commas. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Separate alternatives with commas. */
  provider?: string | string[] | undefined
  /** Endpoints, such as chat.completions. Separate alternatives with commas. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Separate alternatives with commas. */
  cache_status?: string | string[] | undefined
  /** gateway: sent through the gateway. external: inserted. Separate alternatives with commas. */
  source?: string | string[] | undefined
  /** Slugs of guardrails that ran. `inline.all`: those written in configs and headers. Separate alternatives with commas. */
  guardrail?: string | string[] | undefined
  /** How a guardrail ended: passed, failed, denied, would_deny, skipped, error, transformed, shadow. With `guardrail`, one of those. Separate alternatives with commas. */
  guardrail_verdict?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Number of attempts. */
  attempt_count_min?: number | string | undefined
  /** Number of attempts. */
  attempt_count_max?: number | string | undefined
  /** Whether the request succeeded only after a retry or fallback. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was skipped because its circuit breaker was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Text in the first 16 KiB of the request or response body, ignoring case. Only logged bodies are searched. */
  text?: string | undefined
  /** Exclude status codes or classes. */
  not_status_code?: string | string[] | undefined
  /** Exclude models. Separate alternatives with commas. */
  not_ai_model?: string | string[] | undefined
  /** Exclude providers. Separate alternatives with commas. */
  not_provider?: string | string[] | undefined
  /** Exclude endpoints. Separate alternatives with commas. */
  not_endpoint?: string | string[] | undefined
  /** Exclude gateway keys. Separate alternatives with commas. */
  not_api_key_ids?: string | string[] | undefined
  /** Exclude virtual keys. Separate alternatives with commas. */
  not_virtual_keys?: string | string[] | undefined
  /** Exclude configs. Separate alternatives with commas. */
  not_configs?: string | string[] | undefined
  /** Exclude prompts. greeting@3 selects one version. Separate alternatives with commas. */
  not_prompt_slug?: string | string[] | undefined
  /** Exclude trace ids. Separate alternatives with commas. */
  not_trace_id?: string | string[] | undefined
  /** Exclude span ids. Separate alternatives with commas. */
  not_span_id?: string | string[] | undefined
  /** Exclude cache statuses. Separate alternatives with commas. */
  not_cache_status?: string | string[] | undefined
  /** Exclude sources. Separate alternatives with commas. */
  not_source?: string | string[] | undefined
  /** Exclude guardrails. Separate alternatives with commas. */
  not_guardrail?: string | string[] | undefined
  /** Exclude verdicts of guardrails. */
  not_guardrail_verdict?: string | string[] | undefined
  /** Exclude requests with any of these metadata pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  page_size?: number | undefined
  /** next_cursor of the previous page. */
  cursor?: string | undefined
  /** `true` includes trail, gateway_time and first_words. */
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
    /** external: inserted, not sent through the gateway. */
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
    /** Path of the responding target in the config. */
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
    /** How each attempt ended. In lists only with glance=true. Null if it could not be read in time. */
    trail: Array<{
      /** Null if there was no response. */
      status_code: number | null
      error_code: string | null
      /** 0 is the first attempt of a target. */
      retry: number
    }> | null
    /** Milliseconds spent in the gateway. In lists only with glance=true. Null if it could not be read in time. */
    gateway_time: number | null
    /** Start of the user’s text, if bodies are logged. In lists only with glance=true. Null if it could not be read in time. */
    first_words: string | null
    /** In the order in which they ran. */
    guardrails: Array<{
      /** Slug of a saved guardrail, or `inline.all` for an inline one. */
      id: string
      direction: 'input' | 'output'
      /** failed: it failed and the request went on. would_deny: it would have denied the request, but is in shadow mode. skipped: an earlier guardrail ended the run. */
      verdict: 'passed' | 'failed' | 'denied' | 'would_deny' | 'skipped'
      /** True if a check could not be run. */
      error: boolean
      transformed: boolean
      shadow: boolean
    }>
    usage: {
      input_tokens: number | null
      output_tokens: number | null
      total_tokens: number | null
      cached_tokens: number | null
      /** Part of cached_tokens and of audio_input_tokens. */
      cached_audio_tokens: number | null
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
      /** True if the tokens were estimated from the text because the provider reported no usage. */
      is_estimate: boolean
    } | null
    /** US cents. Null if unknown, 0 if free. */
    cost: number | null
    cost_currency: 'USD'
    /** Version of the price list. */
    price_version: string | null
    cache_saved_time: number | null
    /** US cents saved by the cache. */
    cache_saved_cost: number | null
    feedback_count: number
    /** -10 to 10. Null without feedback. */
    weighted_feedback: number | null
    metadata: Record<string, string>
    request_bytes: number
    response_bytes: number
    warnings: string[]
  }>
  has_more: boolean
  next_cursor: string | null
  /** True if the search stopped before the page was full. next_cursor continues it. */
  is_partial: boolean
}

export type LogsReadQuery = {
  /** For Admin keys: id or slug of one workspace. */
  workspace_id?: string | undefined
  /** Same as workspace_id. */
  workspace_slug?: string | undefined
}

export type LogsReadReply = {
  object: 'log'
  id: string
  trace_id: string
  span_id: string | null
  parent_span_id: string | null
  span_name: string | null
  /** external: inserted, not sent through the gateway. */
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
  /** Path of the responding target in the config. */
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
  /** How each attempt ended. In lists only with glance=true. Null if it could not be read in time. */
  trail: Array<{
    /** Null if there was no response. */
    status_code: number | null
    error_code: string | null
    /** 0 is the first attempt of a target. */
    retry: number
  }> | null
  /** Milliseconds spent in the gateway. In lists only with glance=true. Null if it could not be read in time. */
  gateway_time: number | null
  /** Start of the user’s text, if bodies are logged. In lists only with glance=true. Null if it could not be read in time. */
  first_words: string | null
  /** In the order in which they ran. */
  guardrails: Array<{
    /** Slug of a saved guardrail, or `inline.all` for an inline one. */
    id: string
    direction: 'input' | 'output'
    /** failed: it failed and the request went on. would_deny: it would have denied the request, but is in shadow mode. skipped: an earlier guardrail ended the run. */
    verdict: 'passed' | 'failed' | 'denied' | 'would_deny' | 'skipped'
    /** True if a check could not be run. */
    error: boolean
    transformed: boolean
    shadow: boolean
  }>
  usage: {
    input_tokens: number | null
    output_tokens: number | null
    total_tokens: number | null
    cached_tokens: number | null
    /** Part of cached_tokens and of audio_input_tokens. */
    cached_audio_tokens: number | null
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
    /** True if the tokens were estimated from the text because the provider reported no usage. */
    is_estimate: boolean
  } | null
  /** US cents. Null if unknown, 0 if free. */
  cost: number | null
  cost_currency: 'USD'
  /** Version of the price list. */
  price_version: string | null
  cache_saved_time: number | null
  /** US cents saved by the cache. */
  cache_saved_cost: number | null
  feedback_count: number
  /** -10 to 10. Null without feedback. */
  weighted_feedback: number | null
  metadata: Record<string, string>
  request_bytes: number
  response_bytes: number
  warnings: string[]
  /** Same as id. */
  _id: string
  organisation_id: string
  /** The request of the caller. */
  finalUntransformedRequest: {
    url: string | null
    method: string
    headers?: Record<string, string> | undefined
    /** The JSON body, or its text. Null if it was not logged. */
    body: unknown
  }
  /** The request to the provider, if its body differs from that of the caller. */
  transformedRequest: {
    url: string | null
    method: string
    headers?: Record<string, string> | undefined
    /** The JSON body, or its text. Null if it was not logged. */
    body: unknown
  } | null
  /** The gateway logs the response that the caller received. */
  originalResponse: null
  metrics: {
    /** US cents. Null if unknown. */
    cost: number | null
    cost_currency: 'USD'
    req_units: number | null
    res_units: number | null
    total_units: number | null
    cache_status: string
    /** Number of retries before success. 0 if there were none. */
    retry_success_count: number
    response_status_code: number
    /** Milliseconds. */
    response_time: number
    time_to_first_byte: number | null
    trace_id: string
    span_id: string | null
    parent_span_id: string | null
    id: string
    organisation_id: string
    organisation_name: string | null
    /** Null if the workspace was deleted. */
    workspace_slug: string | null
    api_key_id: string
    created_at: string
    is_success: boolean
    ai_org: string | null
    ai_model: string | null
    request_url: string | null
    request_method: string
    is_proxy_call: boolean
    cache_type: 'simple' | 'semantic' | null
    stream_mode: 0 | 1
    span_name: string | null
    virtual_key: string | null
    source: string
    config: string | null
    config_id: string | null
    config_version_id: string | null
    /** Id of the prompt, or its slug if it was deleted. */
    prompt_id: string | null
    prompt_slug: string | null
    prompt_version_id: string | null
    /** Null if a strategy chose the target. */
    mode: 'single' | null
    runtime: null
    runtime_version: null
    sdk_version: null
    log_store_file_path_format: null
    request_parsing_time: null
    pre_processing_time: null
    cache_processing_time: null
    response_parsing_time: null
    internal_trace_id: string
    last_used_option_index: number | null
    gateway_processing_time: number | null
    upstream_response_time: number | null
    'metadata.key': string[]
    'metadata.value': string[]
  }
  cost_lines: Array<{
    unit: string
    quantity: number
    /** US cents per `price_units` units. */
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
    /** Body sent to the provider, if it differs from the request body and was logged. */
    sent_body: string | null
    /** Start of the response that a retry or fallback followed, as the provider sent it: up to 16 KiB each, for the first four attempts. Null if the caller received this response, or if it was empty, not text or not logged. */
    response_body: string | null
    /** True if `response_body` is truncated. */
    response_body_cut: boolean
  }>
  /** Results of the guardrails of the request and of the response. */
  hook_results: {
    before_request_hooks: Array<{
      /** Slug of a saved guardrail, or id of an inline one. */
      id: string
      type: 'guardrail'
      verdict: boolean
      transformed: boolean
      checks: Array<{
        id: string
        verdict: boolean
        /** Explains the verdict. */
        data: Record<string, unknown> | null
        /** Present if the check could not be run. */
        error?: {
          name: string
          message: string
        } | undefined
        /** Milliseconds. */
        execution_time: number
        transformed: boolean
        created_at: string
        log: null
        /** The parts of the text that the check found, masked, and their paths in the body. */
        matches: Array<{
          label: string
          masked: string
          where: string
        }>
      }>
      feedback: {
        value: number
        weight: number
        metadata: Record<string, string> | null
      } | null
      /** Milliseconds. */
      execution_time: number
      async: boolean
      created_at: string
      deny: boolean
      /** True if an earlier guardrail ended the run. */
      skipped: boolean
      shadow: boolean
      source: 'config' | 'header' | 'workspace' | 'organisation'
      version_id: string | null
      /** Milliseconds that the text of a stream was held back. */
      held_time: number
    }>
    after_request_hooks: Array<{
      /** Slug of a saved guardrail, or id of an inline one. */
      id: string
      type: 'guardrail'
      verdict: boolean
      transformed: boolean
      checks: Array<{
        id: string
        verdict: boolean
        /** Explains the verdict. */
        data: Record<string, unknown> | null
        /** Present if the check could not be run. */
        error?: {
          name: string
          message: string
        } | undefined
        /** Milliseconds. */
        execution_time: number
        transformed: boolean
        created_at: string
        log: null
        /** The parts of the text that the check found, masked, and their paths in the body. */
        matches: Array<{
          label: string
          masked: string
          where: string
        }>
      }>
      feedback: {
        value: number
        weight: number
        metadata: Record<string, string> | null
      } | null
      /** Milliseconds. */
      execution_time: number
      async: boolean
      created_at: string
      deny: boolean
      /** True if an earlier guardrail ended the run. */
      skipped: boolean
      shadow: boolean
      source: 'config' | 'header' | 'workspace' | 'organisation'
      version_id: string | null
      /** Milliseconds that the text of a stream was held back. */
      held_time: number
    }>
  }
  /** Routing decisions in order. */
  decisions: Array<{
    kind: string
    /** Milliseconds. */
    at: number
    /** Milliseconds. */
    duration: number
    target: string | null
    reason: string
  }>
  /** True if bodies were logged, but their retention has ended. The rest of the log is kept. */
  bodies_expired: boolean
  /** Why logged bodies are not in this response: their object is missing in the storage, or the storage does not respond. Null otherwise. */
  bodies_unavailable: 'missing' | 'unreachable' | null
  request: {
    headers: Record<string, string>
    /** Text, or base64 if body_encoding is base64. Null if bodies are not logged. */
    body: string | null
    body_encoding: 'utf-8' | 'base64'
    /** True if the logged body is truncated. */
    body_cut: boolean
    /** Address at the provider. Null if no request was sent. */
    url: string | null
    method: string
    /** The headers that control the gateway. */
    portkeyHeaders: Record<string, string>
  }
  response: {
    headers: Record<string, string>
    /** Text, or base64 if body_encoding is base64. Null if bodies are not logged. */
    body: string | null
    body_encoding: 'utf-8' | 'base64'
    /** True if the logged body is truncated. */
    body_cut: boolean
    status: number
    /** Milliseconds. */
    responseTime: number
    /** Path of the responding target in the config. */
    lastUsedOptionJsonPath: string
  }
}

export type LogsStreamQuery = {
  /** For Admin keys: id or slug of one workspace. */
  workspace_id?: string | undefined
  /** Same as workspace_id. */
  workspace_slug?: string | undefined
  /** Total tokens. */
  total_units_min?: number | string | undefined
  /** Total tokens. */
  total_units_max?: number | string | undefined
  /** US cents. Requests with unknown cost never match. */
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
  /** Status codes or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Slugs of virtual keys. Separate alternatives with commas. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Separate alternatives with commas. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Separate alternatives with commas. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts. greeting@3 selects one version. Separate alternatives with commas. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Separate alternatives with commas. */
  trace_id?: string | string[] | undefined
  /** Span ids. Separate alternatives with commas. */
  span_id?: string | string[] | undefined
  /** JSON object. All pairs must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Provider and model: openai__gpt-4o. Separate alternatives with commas. */
  ai_org_model?: string | string[] | undefined
  /** Requested models. Separate alternatives with commas. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Separate alternatives with commas. */
  provider?: string | string[] | undefined
  /** Endpoints, such as chat.completions. Separate alternatives with commas. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Separate alternatives with commas. */
  cache_status?: string | string[] | undefined
  /** gateway: sent through the gateway. external: inserted. Separate alternatives with commas. */
  source?: string | string[] | undefined
  /** Slugs of guardrails that ran. `inline.all`: those written in configs and headers. Separate alternatives with commas. */
  guardrail?: string | string[] | undefined
  /** How a guardrail ended: passed, failed, denied, would_deny, skipped, error, transformed, shadow. With `guardrail`, one of those. Separate alternatives with commas. */
  guardrail_verdict?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Number of attempts. */
  attempt_count_min?: number | string | undefined
  /** Number of attempts. */
  attempt_count_max?: number | string | undefined
  /** Whether the request succeeded only after a retry or fallback. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was skipped because its circuit breaker was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Text in the first 16 KiB of the request or response body, ignoring case. Only logged bodies are searched. */
  text?: string | undefined
  /** Exclude status codes or classes. */
  not_status_code?: string | string[] | undefined
  /** Exclude models. Separate alternatives with commas. */
  not_ai_model?: string | string[] | undefined
  /** Exclude providers. Separate alternatives with commas. */
  not_provider?: string | string[] | undefined
  /** Exclude endpoints. Separate alternatives with commas. */
  not_endpoint?: string | string[] | undefined
  /** Exclude gateway keys. Separate alternatives with commas. */
  not_api_key_ids?: string | string[] | undefined
  /** Exclude virtual keys. Separate alternatives with commas. */
  not_virtual_keys?: string | string[] | undefined
  /** Exclude configs. Separate alternatives with commas. */
  not_configs?: string | string[] | undefined
  /** Exclude prompts. greeting@3 selects one version. Separate alternatives with commas. */
  not_prompt_slug?: string | string[] | undefined
  /** Exclude trace ids. Separate alternatives with commas. */
  not_trace_id?: string | string[] | undefined
  /** Exclude span ids. Separate alternatives with commas. */
  not_span_id?: string | string[] | undefined
  /** Exclude cache statuses. Separate alternatives with commas. */
  not_cache_status?: string | string[] | undefined
  /** Exclude sources. Separate alternatives with commas. */
  not_source?: string | string[] | undefined
  /** Exclude guardrails. Separate alternatives with commas. */
  not_guardrail?: string | string[] | undefined
  /** Exclude verdicts of guardrails. */
  not_guardrail_verdict?: string | string[] | undefined
  /** Exclude requests with any of these metadata pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
}

export type ModelCatalogueListQuery = {
  /** For Admin keys: id or slug of one workspace. */
  workspace_id?: string | undefined
  /** Same as workspace_id. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Part of the model, its name or the provider, ignoring case. */
  search?: string | undefined
  /** Slug of one provider. */
  provider?: string | undefined
  /** Slug of one virtual key. */
  virtual_key?: string | undefined
  /** `true`: only models with requests in the time range. */
  used?: 'true' | 'false' | undefined
  /** `false` omits deprecated models. */
  deprecated?: 'true' | 'false' | undefined
  /** Prices: lowest first. Others except model: highest first. */
  order_by?: 'requests' | 'cost' | 'model' | 'input_price' | 'output_price' | 'context_window' | undefined
  current_page?: number | undefined
  page_size?: number | undefined
}

export type ModelCatalogueListReply = {
  object: 'list'
  total: number
  /** Providers of all models, whatever the filter. */
  providers: string[]
  /** Slugs of the active virtual keys. */
  virtual_keys: string[]
  data: Array<{
    object: 'catalogue-model'
    provider: string
    /** The name that requests send as `model`. */
    model: string
    name: string | null
    /** Tokens. Null if unknown. */
    context_window: number | null
    is_deprecated: boolean
    /** False for models that have a custom price or were used, but are not listed. */
    in_price_list: boolean
    /** `own`: a custom price applies. `none`: no price is known. */
    price_source: 'own' | 'catalogue' | 'none'
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
      cached_audio_tokens?: {
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
        cached_audio_tokens?: {
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
    /** False for the built-in mock provider. */
    needs_virtual_key: boolean
    virtual_keys: Array<{
      slug: string
      name: string
      /** Prices of this virtual key, if they differ. Otherwise null. */
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
        cached_audio_tokens?: {
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
    }>
    /** Usage in the time range. Null without requests, or without the scope analytics.view. */
    usage: {
      requests: number
      errors: number
      /** US cents. Null if no request has a known cost. */
      cost: number | null
      tokens: number
      /** Milliseconds. */
      p95_latency: number | null
      last_seen: string
    } | null
  }>
}

export type OrganisationDefaultsReadReply = {
  object: 'organisation_defaults'
  input_guardrails: Array<{
    id: string
    slug: string
  }>
  output_guardrails: Array<{
    id: string
    slug: string
  }>
}

export type OrganisationDefaultsUpdateBody = {
  /** Slugs or ids of guardrails, at most 16. They run for every request, and callers cannot remove them. */
  input_guardrails?: string[] | null | undefined
  /** Slugs or ids of guardrails, at most 16. They run for every request, and callers cannot remove them. */
  output_guardrails?: string[] | null | undefined
}

export type OrganisationDefaultsUpdateQuery = {
  /** `true` accepts default guardrails whose models the workspaces choose. */
  force?: 'true' | 'false' | undefined
}

export type OrganisationDefaultsUpdateReply = OrganisationDefaultsReadReply

export type OrganisationReadReply = {
  object: 'organisation'
  id: string
  name: string
  retention_days: number | null
  body_retention_days: number | null
  log_bodies: boolean | null
  second_factor: {
    /** Users who must have a second factor. `admins`: owners and admins. Others of them can only add one after the grace period. */
    required_for: 'nobody' | 'admins' | 'everyone'
    /** Days to add one, from required_since or the creation of the account, whichever is later. */
    grace_days: number
    /** Sessions of single sign-on need no second factor here. */
    accepts_sso: boolean
    /** When required_for was last changed. */
    required_since: string | null
  }
  enforce_sso: boolean
  defaults: {
    metadata: Record<string, string>
    /** Slugs of guardrails that check every request. */
    input_guardrails: string[]
    /** Slugs of guardrails that check every response. */
    output_guardrails: string[]
  }
  created_at: string
  last_updated_at: string
}

export type OrganisationUpdateBody = {
  name?: string | undefined
  /** Days that request logs are kept. Null inherits the organisation or gateway setting. */
  retention_days?: number | null | undefined
  /** Days that request and response bodies are kept, at most as long as their log. Null inherits the organisation setting, else bodies are kept as long as their log. */
  body_retention_days?: number | null | undefined
  /** Whether logs contain request and response bodies. Null inherits the organisation or gateway setting. */
  log_bodies?: boolean | null | undefined
  second_factor?: {
    /** Users who must have a second factor. `admins`: owners and admins. Others of them can only add one after the grace period. */
    required_for?: 'nobody' | 'admins' | 'everyone' | undefined
    /** Days to add one, from required_since or the creation of the account, whichever is later. */
    grace_days?: number | undefined
    /** Sessions of single sign-on need no second factor here. */
    accepts_sso?: boolean | undefined
  } | undefined
  /** Only break-glass owners may sign in with a password. Needs a break-glass owner and an enabled connection that was tested. Ends all other sessions without single sign-on. */
  enforce_sso?: boolean | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    /** Slugs or ids of guardrails, at most 16. They run for every request, and callers cannot remove them. */
    input_guardrails?: string[] | null | undefined
    /** Slugs or ids of guardrails, at most 16. They run for every request, and callers cannot remove them. */
    output_guardrails?: string[] | null | undefined
  } | undefined
}

export type OrganisationUpdateQuery = OrganisationDefaultsUpdateQuery

export type OrganisationUpdateReply = OrganisationReadReply

export type PoliciesRateLimitsCreateBody = {
  name?: string | null | undefined
  /** All conditions must match. An empty list matches every request. */
  conditions: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
    /** One value, several, or * for any. Models: @virtual-key/model, @virtual-key/* or a model name. */
    value: string | string[]
    /** Values that do not match. */
    excludes?: string | string[] | null | undefined
  }>
  /** Each combination of values of these keys has its own limit. */
  group_by: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
  }>
  /** Admin keys can omit it to apply the policy to all workspaces. */
  workspace_id?: string | undefined
  type: 'requests' | 'tokens'
  /** Requests or tokens per second, minute, hour, day or week. */
  unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
  value: number
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
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
    /** Null if it applies to all workspaces. */
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
  /** Null if it applies to all workspaces. */
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
  /** All conditions must match. An empty list matches every request. */
  conditions?: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
    /** One value, several, or * for any. Models: @virtual-key/model, @virtual-key/* or a model name. */
    value: string | string[]
    /** Values that do not match. */
    excludes?: string | string[] | null | undefined
  }> | undefined
  /** Each combination of values of these keys has its own limit. */
  group_by?: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
  }> | undefined
  /** Admin keys can omit it to apply the policy to all workspaces. */
  workspace_id?: string | undefined
  type?: 'requests' | 'tokens' | undefined
  /** Requests or tokens per second, minute, hour, day or week. */
  unit?: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw' | undefined
  value?: number | undefined
}

export type PoliciesRateLimitsUpdateQuery = {
  workspace_id?: string | undefined
}

export type PoliciesRateLimitsUpdateReply = PoliciesRateLimitsReadReply

export type PoliciesUsageLimitsCreateBody = {
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  name?: string | null | undefined
  /** All conditions must match. An empty list matches every request. */
  conditions: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
    /** One value, several, or * for any. Models: @virtual-key/model, @virtual-key/* or a model name. */
    value: string | string[]
    /** Values that do not match. */
    excludes?: string | string[] | null | undefined
  }>
  /** Each combination of values of these keys has its own limit. */
  group_by: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
  }>
  /** Admin keys can omit it to apply the policy to all workspaces. */
  workspace_id?: string | undefined
  /** What the budget counts. `cost` is in US dollars. */
  type: 'cost' | 'tokens' | 'requests'
  /** The limit: at least 1 US dollar, 1 request or 100 tokens. */
  credit_limit: number
  /** Usage at which an alert is sent. Must be below credit_limit. */
  alert_threshold?: number | null | undefined
  /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
  periodic_reset?: 'weekly' | 'monthly' | null | undefined
  /** Resets usage every this many days. */
  periodic_reset_days?: number | null | undefined
  /** Time of the next reset. */
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
  /** Part of the value key, ignoring case. */
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
    /** Usage in this period, in US dollars, tokens or requests. */
    current_usage: number
    held: number
    credit_limit: number
    status: 'active' | 'exhausted'
    last_reset_at: string | null
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
    /** Null if it applies to all workspaces. */
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
    /** With include_usage=true: usage by group value, for the 1000 values with the most usage. */
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
  /** Null if it applies to all workspaces. */
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
  /** With include_usage=true: usage by group value, for the 1000 values with the most usage. */
  value_key_usage_map?: Record<string, number> | undefined
}

export type PoliciesUsageLimitsUpdateBody = {
  name?: string | null | undefined
  /** All conditions must match. An empty list matches every request. */
  conditions?: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
    /** One value, several, or * for any. Models: @virtual-key/model, @virtual-key/* or a model name. */
    value: string | string[]
    /** Values that do not match. */
    excludes?: string | string[] | null | undefined
  }> | undefined
  /** Each combination of values of these keys has its own limit. */
  group_by?: Array<{
    /** api_key, organisation_id, workspace_id, virtual_key, provider, config, prompt, model, user or metadata.<name>. */
    key: string
  }> | undefined
  /** Admin keys can omit it to apply the policy to all workspaces. */
  workspace_id?: string | undefined
  /** What the budget counts. `cost` is in US dollars. */
  type?: 'cost' | 'tokens' | 'requests' | undefined
  /** The limit: at least 1 US dollar, 1 request or 100 tokens. */
  credit_limit?: number | undefined
  /** Usage at which an alert is sent. Must be below credit_limit. */
  alert_threshold?: number | null | undefined
  /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
  periodic_reset?: 'weekly' | 'monthly' | null | undefined
  /** Resets usage every this many days. */
  periodic_reset_days?: number | null | undefined
  /** Time of the next reset. */
  next_usage_reset_at?: string | null | undefined
  /** A value_key of …/entities whose usage is reset to 0. */
  reset_usage_for_value?: string | null | undefined
}

export type PoliciesUsageLimitsUpdateQuery = {
  workspace_id?: string | undefined
}

export type PoliciesUsageLimitsUpdateReply = PoliciesUsageLimitsReadReply

export type PricesCreateBody = {
  /** Model name. `*` matches any characters. */
  model: string
  /** Slug of a provider. Applies to any provider if omitted. */
  provider?: string | null | undefined
  /** Slug of a virtual key; requires a workspace. Applies to any if omitted. */
  virtual_key?: string | null | undefined
  /** Uses the list price times the multiplier if omitted. */
  prices?: {
    input_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    output_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    cached_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    cached_audio_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    cached_write_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    cached_write_long_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    reasoning_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    audio_input_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    audio_output_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    image_input_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    image_output_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    images?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    search_units?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    characters?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    audio_seconds?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    requests?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
  } | null | undefined
  /** Prices of the whole request if it has more than over_input_tokens input tokens. */
  tiers?: Array<{
    over_input_tokens: number
    /** Prices by unit. A token class without its own price has the price of input or output tokens. */
    prices: {
      input_tokens?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      output_tokens?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      cached_tokens?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      cached_audio_tokens?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      cached_write_tokens?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      cached_write_long_tokens?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      reasoning_tokens?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      audio_input_tokens?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      audio_output_tokens?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      image_input_tokens?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      image_output_tokens?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      images?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      search_units?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      characters?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      audio_seconds?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
      requests?: {
        /** US dollars per `per` units. */
        usd: number
        /** Number of units that the price is for. */
        per?: number | undefined
      } | undefined
    }
  }> | undefined
  batch_prices?: {
    input_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    output_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    cached_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    cached_audio_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    cached_write_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    cached_write_long_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    reasoning_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    audio_input_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    audio_output_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    image_input_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    image_output_tokens?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    images?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    search_units?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    characters?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    audio_seconds?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
    requests?: {
      /** US dollars per `per` units. */
      usd: number
      /** Number of units that the price is for. */
      per?: number | undefined
    } | undefined
  } | null | undefined
  /** Multiplies all prices. Up to six decimals. */
  multiplier?: number | undefined
  /** Default now. */
  valid_from?: string | undefined
  /** Admin keys can omit it to apply the price to all workspaces. */
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
    cached_audio_tokens?: {
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
      cached_audio_tokens?: {
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
    cached_audio_tokens?: {
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
  /** Time of the price. Default now. */
  at?: string | undefined
  workspace_id?: string | undefined
}

export type PricesEffectiveReply = {
  object: 'effective-price'
  provider: string
  model: string
  source: 'own' | 'catalogue' | 'none'
  /** Id of the custom price, if one applies. */
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
    cached_audio_tokens?: {
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
      cached_audio_tokens?: {
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
    cached_audio_tokens?: {
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

export type PricesListQuery = AlertsChannelsListQuery

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
      cached_audio_tokens?: {
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
        cached_audio_tokens?: {
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
      cached_audio_tokens?: {
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
  /** Start of the range. Default 400 days ago. */
  from?: string | undefined
  /** End of the range. Default now. */
  to?: string | undefined
  provider?: string | null | undefined
  model?: string | null | undefined
  /** `true` only counts the requests that would be priced. */
  dry_run?: boolean | undefined
  /** Admin keys can omit it to include all workspaces. */
  workspace_id?: string | undefined
}

export type PricesRepriceCreateReply = {
  object: 'reprice-job'
  id: string
  status: 'running' | 'done' | 'failed'
  dry_run: boolean
  /** Null for all workspaces. */
  workspace_id: string | null
  from: string
  to: string
  provider: string | null
  model: string | null
  requests_examined: number
  requests_priced: number
  requests_without_price: number
  /** Total cost of the priced requests in US dollars. */
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
  /** Start of the range. Default 30 days ago. */
  from?: string | undefined
  to?: string | undefined
}

export type PricesUnpricedReply = {
  object: 'list'
  total: number
  /** True if only the newest requests were examined. */
  is_partial: boolean
  data: Array<{
    object: 'unpriced-model'
    provider: string | null
    model: string | null
    requests: number
    tokens: number
    first_seen_at: string
    last_seen_at: string
    /** True if the model has a price now, so that POST /v1/prices/reprice can compute missing costs. */
    has_price_now: boolean
  }>
}

export type PricesUpdateBody = PricesCreateBody

export type PricesUpdateQuery = {
  workspace_id?: string | undefined
}

export type PricesUpdateReply = PricesCreateReply

export type PrivacyErasuresCreateBody = {
  /** The value of _user in the metadata of requests. */
  end_user?: string | undefined
  /** The id of a user of the dashboard. */
  account_id?: string | undefined
  /** Only for end_user: its data in this workspace. All workspaces if omitted. */
  workspace_id?: string | undefined
}

export type PrivacyErasuresCreateReply = {
  object: 'erasure'
  /** Null in a preview. */
  id: string | null
  /** preview: nothing was erased. in_progress: it runs, or waits for a node; it never fails for good. success: it is finished. */
  status: 'preview' | 'in_progress' | 'success'
  subject: 'end_user' | 'account'
  /** Keyed hash of the identifier. The identifier itself is not in the receipt. The gateway keeps it, encrypted, for a day after the order and then deletes it. */
  subject_hash: string
  /** Null: all workspaces. */
  workspace_id: string | null
  /** Requests that started later are kept. */
  until: string
  counts: {
    /** Request logs. */
    logs: number
    /** Logs with a stored request or response body. 0 in a preview. */
    bodies: number
    /** Feedback on the logs, or that names the person. */
    feedback: number
    /** Sums by user. 0 in a preview. */
    rollups: number
    /** Damaged journal files that contained the identifier, or for an account its e-mail address or an id of its keys. 0 in a preview. */
    quarantined_files: number
    /** Log exports that may contain the logs. They are deleted with their files. */
    exports: number
    /** The caches of the workspaces are purged whole, on every node. 0 in a preview. */
    cached_responses: number
    /** Invitations of the account. */
    invites: number
    /** Entries of the audit log in which the person is replaced by "erased". 0 in a preview. */
    audit_entries: number
    /** Alerts about budgets of the user. 0 in a preview. */
    alerts: number
  }
  /** False: there is at least as much as counted. A preview is never complete. */
  is_complete: boolean
  /** Copies that the gateway cannot erase. */
  out_of_reach: string[]
  /** Why the last attempt failed, or what the erasure waits for. It continues by itself. */
  error: string | null
  created_at: string | null
  finished_at: string | null
}

export type PrivacyErasuresListQuery = AlertsChannelsListQuery

export type PrivacyErasuresListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'erasure'
    /** Null in a preview. */
    id: string | null
    /** preview: nothing was erased. in_progress: it runs, or waits for a node; it never fails for good. success: it is finished. */
    status: 'preview' | 'in_progress' | 'success'
    subject: 'end_user' | 'account'
    /** Keyed hash of the identifier. The identifier itself is not in the receipt. The gateway keeps it, encrypted, for a day after the order and then deletes it. */
    subject_hash: string
    /** Null: all workspaces. */
    workspace_id: string | null
    /** Requests that started later are kept. */
    until: string
    counts: {
      /** Request logs. */
      logs: number
      /** Logs with a stored request or response body. 0 in a preview. */
      bodies: number
      /** Feedback on the logs, or that names the person. */
      feedback: number
      /** Sums by user. 0 in a preview. */
      rollups: number
      /** Damaged journal files that contained the identifier, or for an account its e-mail address or an id of its keys. 0 in a preview. */
      quarantined_files: number
      /** Log exports that may contain the logs. They are deleted with their files. */
      exports: number
      /** The caches of the workspaces are purged whole, on every node. 0 in a preview. */
      cached_responses: number
      /** Invitations of the account. */
      invites: number
      /** Entries of the audit log in which the person is replaced by "erased". 0 in a preview. */
      audit_entries: number
      /** Alerts about budgets of the user. 0 in a preview. */
      alerts: number
    }
    /** False: there is at least as much as counted. A preview is never complete. */
    is_complete: boolean
    /** Copies that the gateway cannot erase. */
    out_of_reach: string[]
    /** Why the last attempt failed, or what the erasure waits for. It continues by itself. */
    error: string | null
    created_at: string | null
    finished_at: string | null
  }>
}

export type PrivacyErasuresPreviewBody = PrivacyErasuresCreateBody

export type PrivacyErasuresPreviewReply = PrivacyErasuresCreateReply

export type PrivacyErasuresReadQuery = {
  workspace_id?: string | undefined
}

export type PrivacyErasuresReadReply = PrivacyErasuresCreateReply

export type PrivacyExportBody = PrivacyErasuresCreateBody

export type PrivacyExportsContentQuery = {
  workspace_id?: string | undefined
}

export type PrivacyExportsCreateBody = PrivacyErasuresCreateBody

export type PrivacyExportsCreateReply = {
  object: 'person_export'
  id: string
  status: 'in_progress' | 'success' | 'failed'
  subject: 'end_user' | 'account'
  /** Keyed hash of the identifier. The identifier itself is encrypted. */
  subject_hash: string
  /** Null: all workspaces. */
  workspace_id: string | null
  /** Number of lines. An estimate until the export is finished. */
  total: number
  /** Number of lines written so far. */
  written: number
  file_bytes: number
  error: string | null
  created_at: string
  /** Then the export is deleted with its file. */
  expires_at: string
}

export type PrivacyExportsDeleteQuery = {
  workspace_id?: string | undefined
}

export type PrivacyExportsDeleteReply = Record<string, unknown>

export type PrivacyExportsListQuery = AlertsChannelsListQuery

export type PrivacyExportsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'person_export'
    id: string
    status: 'in_progress' | 'success' | 'failed'
    subject: 'end_user' | 'account'
    /** Keyed hash of the identifier. The identifier itself is encrypted. */
    subject_hash: string
    /** Null: all workspaces. */
    workspace_id: string | null
    /** Number of lines. An estimate until the export is finished. */
    total: number
    /** Number of lines written so far. */
    written: number
    file_bytes: number
    error: string | null
    created_at: string
    /** Then the export is deleted with its file. */
    expires_at: string
  }>
}

export type PrivacyExportsReadQuery = {
  workspace_id?: string | undefined
}

export type PrivacyExportsReadReply = PrivacyExportsCreateReply

export type PromptPartialsCreateBody = {
  name: string
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  /** The identifier used in requests. Generated from the name if omitted. */
  slug?: string | undefined
  /** The template text. Prompts include it with {{>slug}}. */
  string: string
  version_description?: string | null | undefined
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  version_id?: string | undefined
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
  /** A version, as after the @. */
  version?: string | undefined
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
  /** The template text. Prompts include it with {{>slug}}. */
  string?: string | undefined
  description?: string | null | undefined
  version_description?: string | null | undefined
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  version_id?: string | undefined
  workspace_id?: string | undefined
}

export type PromptPartialsUpdateQuery = {
  workspace_id?: string | undefined
}

export type PromptPartialsUpdateReply = {
  prompt_partial_version_id?: string | undefined
  prompt_partial_version?: number | undefined
}

export type PromptPartialsVersionsListQuery = ConfigsVersionsListQuery

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
  /** The identifier used in requests. Generated from the name if omitted. */
  slug?: string | undefined
  /** The template: chat messages as a list or its JSON text, or any other text for a text prompt. */
  string: string | Record<string, unknown>[]
  /** Request parameters sent to the provider, such as temperature. */
  parameters?: Record<string, unknown> | null | undefined
  model?: string | null | undefined
  /** Slug of the virtual key of the prompt. If it is null, the request selects the provider. */
  virtual_key?: string | null | undefined
  functions?: Record<string, unknown>[] | null | undefined
  tools?: Record<string, unknown>[] | null | undefined
  tool_choice?: string | Record<string, unknown> | null | undefined
  version_description?: string | null | undefined
  template_metadata?: Record<string, unknown> | null | undefined
  /** 1: the whole template is rendered, then parsed as JSON. 0: it is parsed first, then its strings are rendered. */
  is_raw_template?: boolean | 0 | 1 | undefined
  /** Default: the default collection of the workspace. */
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
  /** The identifier used in requests. Generated if omitted. */
  slug: string
  name: string
  published: number
  versions: Record<string, unknown>[]
}

export type PromptsImportBody = {
  format: 'gatehouse-prompt/1'
  /** The identifier used in requests. Generated if omitted. */
  slug?: string | undefined
  name: string
  published: number
  /** Numbered from 1 without gaps. */
  versions: Array<{
    /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
    id?: string | undefined
    number: number
    description: string | null
    labels: string[]
    /** The template: chat messages as a list or its JSON text, or any other text for a text prompt. */
    string: string | Record<string, unknown>[]
    /** Request parameters sent to the provider, such as temperature. */
    parameters: Record<string, unknown> | null
    model: string | null
    /** Slug of the virtual key of the prompt. If it is null, the request selects the provider. */
    virtual_key: string | null
    functions: Record<string, unknown>[] | null
    tools: Record<string, unknown>[] | null
    tool_choice: string | Record<string, unknown> | null
    template_metadata: Record<string, unknown> | null
    /** 1: the whole template is rendered, then parsed as JSON. 0: it is parsed first, then its strings are rendered. */
    is_raw_template: boolean | 0 | 1
  }>
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  /** `true` adds new versions to the existing prompt with this slug. Existing versions must match the file. */
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
  /** Part of the name or id, or of the slug if there is one. */
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

export type PromptsReadQuery = PromptPartialsReadQuery

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
  /** active: the published version. */
  prompt_version_status: 'active' | 'archived'
  prompt_version_description: string | null
  prompt_version_label_id: string | null
  labels: string[]
  prompt_version_created_at: string
  /** Id of the user or API key that saved the version. */
  prompt_version_created_by: string
  /** Name of the user or API key. Null if it was deleted. */
  prompt_version_created_by_name: string | null
}

export type PromptsRenderBody = {
  /** Values by variable name. */
  variables?: Record<string, unknown> | undefined
  stream?: boolean | undefined
  /** Ignored. The path selects the prompt. */
  prompt_id?: string | undefined
  workspace_id?: string | undefined
  [name: string]: unknown
}

export type PromptsRenderQuery = {
  workspace_id?: string | undefined
}

export type PromptsRenderReply = {
  success: true
  /** The request that would be sent. */
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
  /** The template: chat messages as a list or its JSON text, or any other text for a text prompt. */
  string?: string | Record<string, unknown>[] | undefined
  /** Request parameters sent to the provider, such as temperature. */
  parameters?: Record<string, unknown> | null | undefined
  model?: string | null | undefined
  /** Slug of the virtual key of the prompt. If it is null, the request selects the provider. */
  virtual_key?: string | null | undefined
  functions?: Record<string, unknown>[] | null | undefined
  tools?: Record<string, unknown>[] | null | undefined
  tool_choice?: string | Record<string, unknown> | null | undefined
  version_description?: string | null | undefined
  template_metadata?: Record<string, unknown> | null | undefined
  /** 1: the whole template is rendered, then parsed as JSON. 0: it is parsed first, then its strings are rendered. */
  is_raw_template?: boolean | 0 | 1 | undefined
  /** `true` keeps omitted fields of the latest version. */
  patch?: boolean | 0 | 1 | undefined
  /** The version that you edited. The update fails with 409 if it is no longer the latest. */
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
  /** Id or name of a label to add. Null removes all labels of the version. */
  label_id?: string | null | undefined
  /** Ids or names of all labels of the version. */
  label_ids?: string[] | undefined
  workspace_id?: string | undefined
}

export type PromptsVersionsLabelQuery = {
  workspace_id?: string | undefined
}

export type PromptsVersionsLabelReply = Record<string, unknown>

export type PromptsVersionsListQuery = ConfigsVersionsListQuery

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
    /** Id of the user or API key that saved the version. */
    created_by: string
    /** Name of the user or API key. Null if it was deleted. */
    created_by_name: string | null
    created_at: string
    object: 'prompt-version'
  }>
}

export type PromptsVersionsReadQuery = {
  workspace_id?: string | undefined
}

export type PromptsVersionsReadReply = PromptsReadReply

export type ProvidersCreateBody = {
  name: string
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  /** Slug or id of the integration. */
  integration_id: string
  workspace_id?: string | null | undefined
  slug?: string | null | undefined
  note?: string | null | undefined
  usage_limits?: Array<{
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  }> | {
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  } | null | undefined
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | {
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  } | null | undefined
  /** Time when it expires, ISO 8601. */
  expires_at?: string | null | undefined
}

export type ProvidersCreateReply = {
  id: string
  slug: string
  object: 'provider'
}

export type ProvidersDeleteQuery = {
  workspace_id?: string | undefined
  /** `true` deletes it even if configs, prompts or guardrails use it. */
  force?: 'true' | 'false' | undefined
}

export type ProvidersDeleteReply = Record<string, unknown>

export type ProvidersListQuery = {
  workspace_id?: string | undefined
  current_page?: number | undefined
  page_size?: number | undefined
  /** Part of the name or id, or of the slug if there is one. */
  search?: string | undefined
}

export type ProvidersListReply = {
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
      /** The mask of the secret, or the secret reference. */
      masked_api_key: string
      /** Secrets that are references (`secret://…`), by name: `key` or a setting. */
      secret_references: Record<string, string>
      weight: number
      status: 'active' | 'archived'
      created_at: string
      object: 'virtual-key-credential'
    }>
    /** customHost and provider settings under the names that were sent, or else in camelCase. `deploymentConfig` lists Azure deployments. */
    model_config: Record<string, unknown>
    /** Provider settings under the names of GET /v1/supported-providers. */
    settings: Record<string, string>
    custom_host: string | null
    /** True if an owner, an admin or a trusted Admin key set the custom host. It may then be a private address. */
    is_host_trusted: boolean
    usage_limits: {
      /** Absent if the request did not send it: `cost`. */
      type?: 'cost' | 'tokens' | undefined
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Usage in this period, in US dollars or tokens. */
      current_usage?: number | undefined
      /** Amount held for running requests. Counts against the limit. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** Start of the current period. Absent before the first use. */
      last_reset_at?: string | undefined
    } | null
    reset_usage: null
    rate_limits: Array<{
      type: string
      unit: string
      value: number
    }> | null
    expires_at: string | null
    secret_mappings: unknown[]
    /** The integration whose credential it uses. Null if it has its own. */
    integration_id: string | null
    created_at: string
    last_updated_at: string
    object: 'provider'
  }>
}

export type ProvidersReadQuery = {
  workspace_id?: string | undefined
}

export type ProvidersReadReply = {
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
    /** The mask of the secret, or the secret reference. */
    masked_api_key: string
    /** Secrets that are references (`secret://…`), by name: `key` or a setting. */
    secret_references: Record<string, string>
    weight: number
    status: 'active' | 'archived'
    created_at: string
    object: 'virtual-key-credential'
  }>
  /** customHost and provider settings under the names that were sent, or else in camelCase. `deploymentConfig` lists Azure deployments. */
  model_config: Record<string, unknown>
  /** Provider settings under the names of GET /v1/supported-providers. */
  settings: Record<string, string>
  custom_host: string | null
  /** True if an owner, an admin or a trusted Admin key set the custom host. It may then be a private address. */
  is_host_trusted: boolean
  usage_limits: {
    /** Absent if the request did not send it: `cost`. */
    type?: 'cost' | 'tokens' | undefined
    credit_limit: number
    alert_threshold: number | null
    periodic_reset: 'weekly' | 'monthly' | null
    periodic_reset_days: number | null
    next_usage_reset_at: string | null
    /** Usage in this period, in US dollars or tokens. */
    current_usage?: number | undefined
    /** Amount held for running requests. Counts against the limit. */
    held?: number | undefined
    status?: 'active' | 'exhausted' | undefined
    /** Start of the current period. Absent before the first use. */
    last_reset_at?: string | undefined
  } | null
  reset_usage: null
  rate_limits: Array<{
    type: string
    unit: string
    value: number
  }> | null
  expires_at: string | null
  secret_mappings: unknown[]
  /** The integration whose credential it uses. Null if it has its own. */
  integration_id: string | null
  created_at: string
  last_updated_at: string
  object: 'provider'
}

export type ProvidersUpdateBody = {
  /** API version, sent as anthropic-version; 2023-06-01 when nobody names one. */
  anthropic_version?: unknown
  /** Beta features to switch on, sent as anthropic-beta. */
  anthropic_beta?: unknown
  /** URL of the endpoint. For Claude models use provider anthropic with custom_host <URL>/v1. */
  cloud_a_foundry_url?: unknown
  /** Deployment of a managed endpoint, sent as azureml-model-deployment. */
  cloud_a_deployment_name?: unknown
  /** What Azure does with parameters that the model does not know; drop when absent. */
  cloud_a_extra_parameters?: unknown
  /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
  cloud_a_api_version?: unknown
  /** Entra ID access token, sent as a bearer token instead of the api-key. */
  cloud_a_ad_token?: unknown
  /** ad_token: the credential is an Entra ID access token. entra: an application with tenant id, client id and client secret. managed, workload: the gateway’s own identity. */
  cloud_a_auth_mode?: unknown
  /** Entra ID tenant of the application, with auth mode entra. */
  cloud_a_entra_tenant_id?: unknown
  /** Client id of the application, with auth mode entra. */
  cloud_a_entra_client_id?: unknown
  /** Client secret of the application, with auth mode entra. */
  cloud_a_entra_client_secret?: unknown
  /** Scope of the access token; https://cognitiveservices.azure.com/.default when absent. */
  cloud_a_entra_scope?: unknown
  /** Client id of a user-assigned managed identity, with auth mode managed. */
  cloud_a_managed_client_id?: unknown
  /** Client id of the workload identity; AZURE_CLIENT_ID when absent. */
  cloud_a_workload_client_id?: unknown
  /** Resource name: the first label of its host. */
  cloud_a_resource_name?: unknown
  /** Deployment; the model name of the request when absent. */
  cloud_a_deployment_id?: unknown
  /** The model behind the deployment, for records, prices and budgets; the deployment id when absent. */
  cloud_a_model_name?: unknown
  /** Deployments as a JSON list of {deployment_id, alias, api_version, model, is_default}. The request’s model picks one by alias, else the default. */
  cloud_a_deployments?: unknown
  /** Region; us-east-1 when absent. */
  cloud_c_region?: unknown
  /** Access key id, for signed requests. */
  cloud_c_access_key_id?: unknown
  /** Secret access key, for signed requests. */
  cloud_c_secret_access_key?: unknown
  /** Session token of temporary keys, for signed requests. */
  cloud_c_session_token?: unknown
  /** How requests are authenticated: an access key, a role to assume, the gateway’s own role, or a Bedrock API key. Absent: what the other settings contain. */
  cloud_c_auth_type?: unknown
  /** Role to assume with the access key, or without one with the gateway’s own identity; its temporary keys sign the requests. */
  cloud_c_role_arn?: unknown
  /** External id that the role asks for. */
  cloud_c_external_id?: unknown
  /** Token service to assume the role at; the region’s own when absent. */
  cloud_c_sts_endpoint?: unknown
  /** Account identifier, such as myorg-myaccount. */
  snowflake_account?: unknown
  /** Id of a proxy auth token, sent as Modal-Key. */
  modal_key?: unknown
  /** Secret of a proxy auth token, sent as Modal-Secret. */
  modal_secret?: unknown
  /** Organization that is billed, sent as OpenAI-Organization. */
  openai_organization?: unknown
  /** Project that is billed, sent as OpenAI-Project. */
  openai_project?: unknown
  /** Beta features to switch on, sent as OpenAI-Beta. */
  openai_beta?: unknown
  /** Region, such as us-chicago-1. */
  oracle_region?: unknown
  /** Compartment that is billed, sent as opc-compartment-id. */
  oracle_compartment_id?: unknown
  /** Tenant; the member `user` of the request when absent. */
  predibase_tenant_id?: unknown
  /** Text for the model, sent as X-Amzn-SageMaker-Custom-Attributes. */
  amzn_sagemaker_custom_attributes?: unknown
  /** Model of a multi-model endpoint. */
  amzn_sagemaker_target_model?: unknown
  /** Production variant of the endpoint. */
  amzn_sagemaker_target_variant?: unknown
  /** Container of a multi-container endpoint. */
  amzn_sagemaker_target_container_hostname?: unknown
  /** Id of the request in captured data. */
  amzn_sagemaker_inference_id?: unknown
  /** Expression that decides whether Clarify explains the result. */
  amzn_sagemaker_enable_explanations?: unknown
  /** Inference component of the endpoint. */
  amzn_sagemaker_inference_component?: unknown
  /** Id of a stateful session, or NEW_SESSION. */
  amzn_sagemaker_session_id?: unknown
  /** Project id; paths that do not begin with /projects/ are put under it. */
  cloud_b_project_id?: unknown
  /** Region such as europe-west4, or global. */
  cloud_b_region?: unknown
  /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
  cloud_b_llm_request_type?: unknown
  /** Service account key file as JSON; access tokens are made from it. */
  cloud_b_service_account_json?: unknown
  /** Id of the Cloudflare account. */
  workers_ai_account_id?: unknown
  note?: string | null | undefined
  usage_limits?: {
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  } | null | undefined
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | {
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  } | null | undefined
  /** Time when it expires, ISO 8601. */
  expires_at?: string | null | undefined
  /** Base URL of a self-hosted provider, including its version path. */
  custom_host?: string | null | undefined
  /** customHost and provider settings in camelCase. */
  model_config?: Record<string, unknown> | undefined
  /** Azure deployments: a list of {deploymentName, apiVersion, alias, azure_model_slug, is_default}. The request’s model picks one by alias, else the default. */
  deploymentConfig?: unknown
  secret_mappings?: unknown[] | undefined
  workspace_id?: string | undefined
  name?: string | undefined
  /** Slug of a provider from GET /v1/supported-providers. */
  provider?: string | undefined
  /** The new provider key. Sending back its mask keeps the stored key. */
  key?: string | undefined
  /** archived: disabled until set to active again. */
  status?: 'active' | 'archived' | undefined
  /** `true` resets usage to 0. Amounts held for running requests stay held. */
  reset_usage?: boolean | null | undefined
  /** As returned by GET. It cannot be changed. */
  integration_id?: string | null | undefined
  [name: string]: unknown
}

export type ProvidersUpdateQuery = {
  workspace_id?: string | undefined
  /** `true` switches it off even if checks of guardrails use it. */
  force?: 'true' | 'false' | undefined
}

export type ProvidersUpdateReply = {
  id: string
  slug: string
  object: 'provider'
}

export type RolesCreateBody = {
  name: string
  /** The identifier used in requests. Generated from the name if omitted. */
  slug?: string | undefined
  description?: string | null | undefined
  /** `organisation`: the permissions apply to the organisation and all its workspaces. `workspace`: to the workspace in which a user has the role. */
  level: 'organisation' | 'workspace'
  /** Names of scopes. GET /v1/scopes lists them. You must hold all of them yourself. */
  permissions: string[]
}

export type RolesCreateReply = {
  object: 'role'
  /** The slug for built-in roles. */
  id: string
  /** What `role` of users, members, invitations and group mappings contains. */
  slug: string
  name: string
  description: string | null
  /** `organisation`: the permissions apply to the organisation and all its workspaces. `workspace`: to the workspace in which a user has the role. */
  level: 'organisation' | 'workspace'
  permissions: string[]
  is_built_in: boolean
  /** Users who have the role. Null for built-in roles, and for callers without access to the organisation. */
  user_count: number | null
  created_at: string | null
  last_updated_at: string | null
}

export type RolesDeleteQuery = {
  /** The role that everyone who has this role gets instead: a built-in role, or the slug of a custom role. */
  replace_with?: string | undefined
}

export type RolesDeleteReply = {
  /** Keys that this user created, rotated or added client certificates to, and that still work. Rotate, delete or mark them as reviewed. */
  keys_to_review: Array<{
    id: string
    name: string
    type: 'organisation-service' | 'workspace-service' | 'workspace-user'
    workspace_id: string | null
    last_used_at: string | null
  }>
}

export type RolesListQuery = {
  level?: 'organisation' | 'workspace' | undefined
}

export type RolesListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'role'
    /** The slug for built-in roles. */
    id: string
    /** What `role` of users, members, invitations and group mappings contains. */
    slug: string
    name: string
    description: string | null
    /** `organisation`: the permissions apply to the organisation and all its workspaces. `workspace`: to the workspace in which a user has the role. */
    level: 'organisation' | 'workspace'
    permissions: string[]
    is_built_in: boolean
    /** Users who have the role. Null for built-in roles, and for callers without access to the organisation. */
    user_count: number | null
    created_at: string | null
    last_updated_at: string | null
  }>
}

export type RolesReadReply = RolesCreateReply

export type RolesUpdateBody = {
  name?: string | undefined
  description?: string | null | undefined
  /** Names of scopes. GET /v1/scopes lists them. You must hold all of them yourself. */
  permissions?: string[] | undefined
}

export type RolesUpdateReply = {
  object: 'role'
  /** The slug for built-in roles. */
  id: string
  /** What `role` of users, members, invitations and group mappings contains. */
  slug: string
  name: string
  description: string | null
  /** `organisation`: the permissions apply to the organisation and all its workspaces. `workspace`: to the workspace in which a user has the role. */
  level: 'organisation' | 'workspace'
  permissions: string[]
  is_built_in: boolean
  /** Users who have the role. Null for built-in roles, and for callers without access to the organisation. */
  user_count: number | null
  created_at: string | null
  last_updated_at: string | null
  /** Keys that this user created, rotated or added client certificates to, and that still work. Rotate, delete or mark them as reviewed. */
  keys_to_review: Array<{
    id: string
    name: string
    type: 'organisation-service' | 'workspace-service' | 'workspace-user'
    workspace_id: string | null
    last_used_at: string | null
  }>
}

export type ScimLogListQuery = {
  /** Only requests with this result. */
  result?: 'failed' | 'succeeded' | undefined
  current_page?: number | undefined
  page_size?: number | undefined
}

export type ScimLogListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'scim_request'
    id: string
    created_at: string
    key_id: string
    key_name: string
    method: string
    /** With its query, at most 512 characters. */
    path: string
    /** HTTP status of the response. */
    status: number
    /** Why the request failed; null if it succeeded. */
    error: string | null
    /** The user name or group name, or the filter of a list. Null if the request names none. */
    resource_name: string | null
    duration_ms: number
  }>
}

export type ScopesListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'scope'
    name: string
    description: string
    /** Kinds of keys that can hold the scope. */
    kinds: Array<'admin' | 'workspace'>
    key_types: Array<'organisation-service' | 'workspace-service' | 'workspace-user'>
    /** Built-in roles that include the scope. */
    roles: Array<'owner' | 'admin' | 'manager' | 'member'>
    /** Levels of custom roles that can contain the scope. */
    role_levels: Array<'organisation' | 'workspace'>
  }>
}

export type SecondFactorsAddPasskeyBody = {
  name: string
  /** The JSON of the credential that navigator.credentials.create() returned. */
  credential: {
    id: string
    rawId: string
    type: 'public-key'
    authenticatorAttachment?: 'platform' | 'cross-platform' | null | undefined
    clientExtensionResults?: Record<string, unknown> | undefined
    response: {
      clientDataJSON: string
      attestationObject: string
      transports?: string[] | undefined
    }
  }
}

export type SecondFactorsAddPasskeyReply = {
  object: 'second_factors'
  passkeys: Array<{
    id: string
    name: string
    /** The host name that it works for. */
    host: string
    created_at: string
    last_used: string | null
  }>
  totp: {
    created_at: string
    last_used: string | null
  } | null
  recovery_codes_left: number
  /** New recovery codes. They are returned only once. Null if the user already has some. */
  recovery_codes: string[] | null
}

export type SecondFactorsAddTotpBody = {
  /** A code of the app. */
  code: string
}

export type SecondFactorsAddTotpReply = SecondFactorsAddPasskeyReply

export type SecondFactorsListReply = {
  object: 'second_factors'
  passkeys: Array<{
    id: string
    name: string
    /** The host name that it works for. */
    host: string
    created_at: string
    last_used: string | null
  }>
  totp: {
    created_at: string
    last_used: string | null
  } | null
  recovery_codes_left: number
}

export type SecondFactorsPasskeyOptionsReply = {
  challenge: string
  [name: string]: unknown
}

export type SecondFactorsRemoveReply = Record<string, unknown>

export type SecondFactorsRemovePasskeyReply = SecondFactorsListReply

export type SecondFactorsRemoveTotpReply = SecondFactorsListReply

export type SecondFactorsRenamePasskeyBody = {
  name: string
}

export type SecondFactorsRenamePasskeyReply = SecondFactorsListReply

export type SecondFactorsRenewRecoveryCodesReply = SecondFactorsAddPasskeyReply

export type SecondFactorsStartTotpReply = {
  /** Base32, for apps without a camera. It is returned only once. */
  secret: string
  /** Show it as a QR code. */
  uri: string
}

export type SecondFactorsStatusQuery = {
  currentPage?: number | undefined
  pageSize?: number | undefined
  /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
  role?: string | undefined
  email?: string | undefined
}

export type SecondFactorsStatusReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'second_factor_status'
    user_id: string
    email: string
    passkeys: number
    totp: boolean
    recovery_codes_left: number
    /** By second_factor.required_for of the organisation. */
    is_required: boolean
    /** End of the grace period; null if none is required. */
    enrol_by: string | null
  }>
}

export type SecretReferencesTestBody = {
  /** `secret://<source>/<path>#<field>` */
  reference: string
  workspace_id?: string | undefined
}

export type SecretReferencesTestReply = {
  object: 'secret-reference-test'
  reference: string
  found: boolean
  /** Characters of the value. Null if it was not found. */
  length: number | null
  /** The version as the store names it. Null if the store has none. */
  version: string | null
  /** When the store last changed the value. Null if it does not say. */
  last_rotated_at: string | null
  message: string
  duration_ms: number
}

export type SessionsByLinkBody = {
  token: string
}

export type SessionsByLinkReply = ClaimCreateReply

export type SessionsConfirmBody = {
  /** Code of the authenticator app. */
  code?: string | undefined
  /** A recovery code. It works once. */
  recovery_code?: string | undefined
  /** The JSON of the credential that navigator.credentials.get() returned. */
  passkey?: {
    id: string
    rawId: string
    type: 'public-key'
    authenticatorAttachment?: 'platform' | 'cross-platform' | null | undefined
    clientExtensionResults?: Record<string, unknown> | undefined
    response: {
      clientDataJSON: string
      authenticatorData: string
      signature: string
      userHandle?: string | null | undefined
    }
  } | undefined
  password?: string | undefined
}

export type SessionsConfirmReply = Record<string, unknown>

export type SessionsConfirmOptionsReply = {
  challenge: string
  [name: string]: unknown
}

export type SessionsCreateBody = {
  email: string
  password: string
}

export type SessionsCreateReply = {
  object: 'caller'
  type: 'user' | 'api_key'
  user: {
    object: 'user'
    id: string
    first_name: string
    last_name: string
    /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
    role: string
    email: string
    status: 'active' | 'disabled'
    /** `manual`: a person disabled the user. `scim`: the identity provider did. `both`: if the identity provider activates the user, the user stays disabled. */
    disabled_by: 'manual' | 'scim' | 'both' | null
    /** An owner that may sign in with a password although single sign-on is enforced. */
    is_break_glass: boolean
    created_at: string
    last_updated_at: string
    /** When a session or personal key of the user was last used, accurate to one minute. Null if never. */
    last_active: string | null
    workspace_ids: string[]
  } | null
  /** True for the owner that has no e-mail address and no password yet: PUT /v1/users/me/account sets both. */
  is_local_owner: boolean
  api_key: {
    id: string
    name: string
    kind: 'admin' | 'workspace'
  } | null
  organisation: {
    id: string
    name: string
  }
  /** Null for API keys. */
  second_factor: {
    is_enrolled: boolean
    /** By when the user must add a second factor. Null if none is required, or the user has one. */
    enrol_by: string | null
    /** True: the user can do nothing else before. */
    must_enrol: boolean
  } | null
  /** Scopes held in the organisation and all its workspaces. */
  scopes: string[]
  /** Newest first, at most 100. GET /v1/admin/workspaces lists all. */
  workspaces: Array<{
    id: string
    slug: string
    name: string
    /** True for the workspace that POST /v1/admin/demo created. */
    is_demo: boolean
    /** Null for API keys, owners and admins. */
    role: string | null
    /** Additional scopes held in this workspace. */
    scopes: string[]
  }>
  total_workspaces: number
} | {
  object: 'pending_sign_in'
  methods: Array<'passkey' | 'totp' | 'recovery_code'>
  expires_at: string
}

export type SessionsCurrentReply = {
  object: 'caller'
  type: 'user' | 'api_key'
  user: {
    object: 'user'
    id: string
    first_name: string
    last_name: string
    /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
    role: string
    email: string
    status: 'active' | 'disabled'
    /** `manual`: a person disabled the user. `scim`: the identity provider did. `both`: if the identity provider activates the user, the user stays disabled. */
    disabled_by: 'manual' | 'scim' | 'both' | null
    /** An owner that may sign in with a password although single sign-on is enforced. */
    is_break_glass: boolean
    created_at: string
    last_updated_at: string
    /** When a session or personal key of the user was last used, accurate to one minute. Null if never. */
    last_active: string | null
    workspace_ids: string[]
  } | null
  /** True for the owner that has no e-mail address and no password yet: PUT /v1/users/me/account sets both. */
  is_local_owner: boolean
  api_key: {
    id: string
    name: string
    kind: 'admin' | 'workspace'
  } | null
  organisation: {
    id: string
    name: string
  }
  /** Null for API keys. */
  second_factor: {
    is_enrolled: boolean
    /** By when the user must add a second factor. Null if none is required, or the user has one. */
    enrol_by: string | null
    /** True: the user can do nothing else before. */
    must_enrol: boolean
  } | null
  /** Scopes held in the organisation and all its workspaces. */
  scopes: string[]
  /** Newest first, at most 100. GET /v1/admin/workspaces lists all. */
  workspaces: Array<{
    id: string
    slug: string
    name: string
    /** True for the workspace that POST /v1/admin/demo created. */
    is_demo: boolean
    /** Null for API keys, owners and admins. */
    role: string | null
    /** Additional scopes held in this workspace. */
    scopes: string[]
  }>
  total_workspaces: number
  gateway: {
    version: string
    /** Circuit breakers that are not closed, in workspaces where the caller may list them. */
    open_breakers: Array<{
      id: string
      workspace_id: string
    }>
  }
}

export type SessionsDeleteReply = {
  /** After single sign-on: open it to sign out at the identity provider. */
  logout_url: string | null
}

export type SessionsEndReply = Record<string, unknown>

export type SessionsEndOthersReply = {
  /** Number of ended sessions. */
  ended: number
}

export type SessionsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'session'
    id: string
    /** True for the session of this request. */
    is_current: boolean
    /** How the user signed in. `link`: a link of `gatehouse open`. */
    method: 'password' | 'passkey' | 'sso' | 'link'
    /** Used at sign-in after the password. */
    second_factor: 'passkey' | 'totp' | 'recovery_code' | null
    /** Name of the single sign-on connection; null for other methods, or if it was deleted. */
    sso_connection: string | null
    /** IP address at sign-in. */
    ip: string
    /** User agent at sign-in. */
    user_agent: string | null
    created_at: string
    /** Accurate to one minute. */
    last_active: string
    /** Latest end of the session. It also ends after one hour without requests. */
    expires_at: string
  }>
}

export type SessionsPasskeyOptionsBody = {
  /** True to sign in with a passkey alone. */
  passwordless?: boolean | undefined
}

export type SessionsPasskeyOptionsReply = {
  challenge: string
  [name: string]: unknown
}

export type SessionsResetPasswordBody = {
  token: string
  /** 12 characters to 1024 bytes. Common passwords are rejected. */
  password: string
}

export type SessionsResetPasswordReply = SessionsCreateReply

export type SessionsSecondFactorBody = {
  /** Code of the authenticator app. */
  code?: string | undefined
  /** A recovery code. It works once. */
  recovery_code?: string | undefined
  /** The JSON of the credential that navigator.credentials.get() returned. */
  passkey?: {
    id: string
    rawId: string
    type: 'public-key'
    authenticatorAttachment?: 'platform' | 'cross-platform' | null | undefined
    clientExtensionResults?: Record<string, unknown> | undefined
    response: {
      clientDataJSON: string
      authenticatorData: string
      signature: string
      userHandle?: string | null | undefined
    }
  } | undefined
}

export type SessionsSecondFactorReply = ClaimCreateReply

export type SinksCreateBody = {
  name: string
  type: 's3' | 'webhook' | 'otlp' | 'kafka'
  enabled?: boolean | undefined
  /** Only logs that match: the filter language of the page Logs, such as `status:5xx -model:gpt-4o`. Null: every log. `key:` takes ids. */
  filter?: string | null | undefined
  /** Share of traces to send. All logs of a trace are sent, or none. */
  sample_rate?: number | undefined
  /** Request and response bodies, if they are logged. `masked`: personal data and secrets are replaced. */
  bodies?: 'none' | 'masked' | 'full' | undefined
  /** Metadata keys that are left out, such as `_user`. */
  exclude_metadata?: string[] | undefined
  /** For s3: URL of the service; null for AWS. For otlp: base URL of the collector; `/v1/logs` and `/v1/traces` are added. */
  endpoint?: string | null | undefined
  /** For s3. */
  region?: string | undefined
  /** For s3. */
  bucket?: string | undefined
  /** For s3: folder in the bucket. */
  prefix?: string | undefined
  /** For s3: format of the objects. */
  format?: 'jsonl' | 'parquet' | undefined
  /** For otlp. `spans`: spans with the GenAI attributes of OpenTelemetry. */
  signals?: Array<'logs' | 'spans'> | undefined
  /** For kafka: brokers to connect to first. */
  brokers?: string[] | undefined
  /** For kafka. */
  topic?: string | undefined
  /** For kafka. */
  tls?: boolean | undefined
  /** For kafka: how to authenticate. */
  sasl?: 'none' | 'plain' | 'scram-sha-256' | 'scram-sha-512' | undefined
  /** For kafka: key of the messages. Messages with the same key are in one partition, in order. */
  message_key?: 'trace_id' | 'workspace_id' | undefined
  /** For s3. It is encrypted and never returned. */
  access_key_id?: string | undefined
  /** For s3. It is encrypted and never returned. */
  secret_access_key?: string | undefined
  /** For s3. It is encrypted and never returned. */
  session_token?: string | null | undefined
  /** For webhook. It is encrypted and never returned. */
  webhook_url?: string | undefined
  /** For webhook: signs the body (HMAC-SHA256). It is encrypted and never returned. */
  signing_secret?: string | null | undefined
  /** For webhook and otlp: headers of every request, such as Authorization. It is encrypted and never returned. */
  headers?: Record<string, string> | null | undefined
  /** For kafka. It is encrypted and never returned. */
  username?: string | undefined
  /** For kafka. It is encrypted and never returned. */
  password?: string | undefined
  /** Admin keys can omit it to send the logs of every workspace. */
  workspace_id?: string | undefined
}

export type SinksCreateReply = {
  object: 'sink'
  id: string
  organisation_id: string
  /** Null: logs of every workspace. */
  workspace_id: string | null
  name: string
  type: 's3' | 'webhook' | 'otlp' | 'kafka'
  enabled: boolean
  filter: string | null
  sample_rate: number
  /** Request and response bodies, if they are logged. `masked`: personal data and secrets are replaced. */
  bodies: 'none' | 'masked' | 'full'
  exclude_metadata: string[]
  endpoint: string | null
  region: string | null
  bucket: string | null
  prefix: string | null
  format: 'jsonl' | 'parquet' | null
  signals: Array<'logs' | 'spans'> | null
  brokers: string[] | null
  topic: string | null
  tls: boolean | null
  sasl: 'none' | 'plain' | 'scram-sha-256' | 'scram-sha-512' | null
  message_key: 'trace_id' | 'workspace_id' | null
  /** Scheme and host of the URL of a webhook. */
  url_hint: string | null
  /** Names of the stored secrets. Null if they cannot be decrypted. */
  secrets: string[] | null
  /** All nodes together, with the oldest report. Null: no node has reported within a day. */
  progress: {
    reported_at: string
    /** Bytes of logs not yet delivered. An upper bound: filters are applied at delivery. */
    waiting_bytes: number
    /** Start of the oldest request that waits. Null if none does. */
    oldest_waiting_at: string | null
    delivered_logs: number
    /** Left out by the filter or by sampling. */
    filtered_logs: number
    /** Lost: the sink was too far behind, or the destination rejected them permanently. */
    dropped_logs: number
    last_delivered_at: string | null
    /** Failed attempts to deliver. Each is repeated. */
    failures: number
    last_error: {
      at: string
      message: string
    } | null
  } | null
  created_by: string
  created_at: string
  last_updated_at: string
}

export type SinksDeleteQuery = {
  workspace_id?: string | undefined
}

export type SinksDeleteReply = Record<string, unknown>

export type SinksListQuery = AlertsChannelsListQuery

export type SinksListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'sink'
    id: string
    organisation_id: string
    /** Null: logs of every workspace. */
    workspace_id: string | null
    name: string
    type: 's3' | 'webhook' | 'otlp' | 'kafka'
    enabled: boolean
    filter: string | null
    sample_rate: number
    /** Request and response bodies, if they are logged. `masked`: personal data and secrets are replaced. */
    bodies: 'none' | 'masked' | 'full'
    exclude_metadata: string[]
    endpoint: string | null
    region: string | null
    bucket: string | null
    prefix: string | null
    format: 'jsonl' | 'parquet' | null
    signals: Array<'logs' | 'spans'> | null
    brokers: string[] | null
    topic: string | null
    tls: boolean | null
    sasl: 'none' | 'plain' | 'scram-sha-256' | 'scram-sha-512' | null
    message_key: 'trace_id' | 'workspace_id' | null
    /** Scheme and host of the URL of a webhook. */
    url_hint: string | null
    /** Names of the stored secrets. Null if they cannot be decrypted. */
    secrets: string[] | null
    /** All nodes together, with the oldest report. Null: no node has reported within a day. */
    progress: {
      reported_at: string
      /** Bytes of logs not yet delivered. An upper bound: filters are applied at delivery. */
      waiting_bytes: number
      /** Start of the oldest request that waits. Null if none does. */
      oldest_waiting_at: string | null
      delivered_logs: number
      /** Left out by the filter or by sampling. */
      filtered_logs: number
      /** Lost: the sink was too far behind, or the destination rejected them permanently. */
      dropped_logs: number
      last_delivered_at: string | null
      /** Failed attempts to deliver. Each is repeated. */
      failures: number
      last_error: {
        at: string
        message: string
      } | null
    } | null
    created_by: string
    created_at: string
    last_updated_at: string
  }>
}

export type SinksProgressQuery = {
  workspace_id?: string | undefined
}

export type SinksProgressReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'sink_progress'
    node_id: string
    reported_at: string
    /** Bytes of logs not yet delivered. An upper bound: filters are applied at delivery. */
    waiting_bytes: number
    /** Start of the oldest request that waits. Null if none does. */
    oldest_waiting_at: string | null
    delivered_logs: number
    /** Left out by the filter or by sampling. */
    filtered_logs: number
    /** Lost: the sink was too far behind, or the destination rejected them permanently. */
    dropped_logs: number
    last_delivered_at: string | null
    /** Failed attempts to deliver. Each is repeated. */
    failures: number
    last_error: {
      at: string
      message: string
    } | null
  }>
}

export type SinksReadQuery = {
  workspace_id?: string | undefined
}

export type SinksReadReply = SinksCreateReply

export type SinksTestQuery = {
  workspace_id?: string | undefined
}

export type SinksTestReply = {
  object: 'sink_test'
  sink_id: string
  sink_name: string
  delivered: boolean
  message: string
  duration_ms: number
}

export type SinksUpdateBody = {
  name?: string | undefined
  enabled?: boolean | undefined
  /** Only logs that match: the filter language of the page Logs, such as `status:5xx -model:gpt-4o`. Null: every log. `key:` takes ids. */
  filter?: string | null | undefined
  /** Share of traces to send. All logs of a trace are sent, or none. */
  sample_rate?: number | undefined
  /** Request and response bodies, if they are logged. `masked`: personal data and secrets are replaced. */
  bodies?: 'none' | 'masked' | 'full' | undefined
  /** Metadata keys that are left out, such as `_user`. */
  exclude_metadata?: string[] | undefined
  /** For s3: URL of the service; null for AWS. For otlp: base URL of the collector; `/v1/logs` and `/v1/traces` are added. */
  endpoint?: string | null | undefined
  /** For s3. */
  region?: string | undefined
  /** For s3. */
  bucket?: string | undefined
  /** For s3: folder in the bucket. */
  prefix?: string | undefined
  /** For s3: format of the objects. */
  format?: 'jsonl' | 'parquet' | undefined
  /** For otlp. `spans`: spans with the GenAI attributes of OpenTelemetry. */
  signals?: Array<'logs' | 'spans'> | undefined
  /** For kafka: brokers to connect to first. */
  brokers?: string[] | undefined
  /** For kafka. */
  topic?: string | undefined
  /** For kafka. */
  tls?: boolean | undefined
  /** For kafka: how to authenticate. */
  sasl?: 'none' | 'plain' | 'scram-sha-256' | 'scram-sha-512' | undefined
  /** For kafka: key of the messages. Messages with the same key are in one partition, in order. */
  message_key?: 'trace_id' | 'workspace_id' | undefined
  /** For s3. It is encrypted and never returned. */
  access_key_id?: string | undefined
  /** For s3. It is encrypted and never returned. */
  secret_access_key?: string | undefined
  /** For s3. It is encrypted and never returned. */
  session_token?: string | null | undefined
  /** For webhook. It is encrypted and never returned. */
  webhook_url?: string | undefined
  /** For webhook: signs the body (HMAC-SHA256). It is encrypted and never returned. */
  signing_secret?: string | null | undefined
  /** For webhook and otlp: headers of every request, such as Authorization. It is encrypted and never returned. */
  headers?: Record<string, string> | null | undefined
  /** For kafka. It is encrypted and never returned. */
  username?: string | undefined
  /** For kafka. It is encrypted and never returned. */
  password?: string | undefined
  /** The workspace of the sink. It cannot be changed. */
  workspace_id?: string | undefined
}

export type SinksUpdateQuery = {
  workspace_id?: string | undefined
}

export type SinksUpdateReply = SinksCreateReply

export type SsoConnectionsCreateBody = {
  name: string
  /** Issuer identifier. The gateway reads its settings from /.well-known/openid-configuration below it. */
  issuer: string
  client_id: string
  /** It is encrypted and never returned. */
  client_secret?: string | undefined
  /** How the gateway authenticates. For `private_key_jwt` it creates a key; `jwks_url` has the public part. */
  auth_method?: 'client_secret' | 'private_key_jwt' | undefined
  scopes?: string[] | undefined
  claims?: {
    email?: string | undefined
    given_name?: string | undefined
    family_name?: string | undefined
    /** A path such as `realm_access.roles` names a nested claim. A missing claim means no groups. Null: a sign-in leaves roles as they are, for groups that come from SCIM. */
    groups?: string | null | undefined
  } | undefined
  /** Domains of e-mail addresses that sign in here. A domain belongs to one connection. */
  domains?: string[] | undefined
  /** Accept e-mail addresses without `email_verified`. Only for identity providers that control all addresses of these domains, such as Entra ID. */
  trust_email?: boolean | undefined
  /** Create a user at the first sign-in. */
  allow_new_users?: boolean | undefined
  /** Organisation role of new users: `admin`, `member`, or the slug of a custom role. Group mappings can raise it. */
  default_role?: string | undefined
  /** Users can sign in with it. */
  is_enabled?: boolean | undefined
}

export type SsoConnectionsCreateReply = {
  object: 'sso_connection'
  id: string
  name: string
  issuer: string
  client_id: string
  auth_method: 'client_secret' | 'private_key_jwt'
  scopes: string[]
  claims: {
    email: string
    given_name: string
    family_name: string
    groups: string | null
  }
  domains: string[]
  trust_email: boolean
  allow_new_users: boolean
  default_role: string
  is_enabled: boolean
  /** Last successful test with the current settings. */
  tested_at: string | null
  /** Register it at the identity provider as redirect URI. */
  redirect_url: string
  /** Register it as post-logout redirect URI. */
  post_logout_redirect_url: string
  /** Register it as back-channel logout URI. */
  backchannel_logout_url: string
  /** Public key of `private_key_jwt`. */
  jwks_url: string | null
  created_at: string
  last_updated_at: string
}

export type SsoConnectionsDeleteReply = Record<string, unknown>

export type SsoConnectionsListQuery = {
  current_page?: number | undefined
  page_size?: number | undefined
}

export type SsoConnectionsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'sso_connection'
    id: string
    name: string
    issuer: string
    client_id: string
    auth_method: 'client_secret' | 'private_key_jwt'
    scopes: string[]
    claims: {
      email: string
      given_name: string
      family_name: string
      groups: string | null
    }
    domains: string[]
    trust_email: boolean
    allow_new_users: boolean
    default_role: string
    is_enabled: boolean
    /** Last successful test with the current settings. */
    tested_at: string | null
    /** Register it at the identity provider as redirect URI. */
    redirect_url: string
    /** Register it as post-logout redirect URI. */
    post_logout_redirect_url: string
    /** Register it as back-channel logout URI. */
    backchannel_logout_url: string
    /** Public key of `private_key_jwt`. */
    jwks_url: string | null
    created_at: string
    last_updated_at: string
  }>
}

export type SsoConnectionsReadReply = SsoConnectionsCreateReply

export type SsoConnectionsTestReply = {
  authorization_url: string
}

export type SsoConnectionsTestResultBody = {
  state: string
  code?: string | undefined
  iss?: string | undefined
  session_state?: string | undefined
  error?: string | undefined
  error_description?: string | undefined
}

export type SsoConnectionsTestResultReply = {
  object: 'sso_test'
  connection_id: string
  /** JSON of the claims of the ID token and the userinfo endpoint. */
  claims: string
  email: string | null
  is_email_trusted: boolean
  groups: string[]
  /** What group mappings give. */
  organisation_role: string | null
  workspaces: Array<{
    workspace_id: string
    role: string
  }>
  /** Null: the user could not sign in. */
  user: 'known' | 'linked' | 'invited' | 'new' | null
  refusal: string | null
}

export type SsoConnectionsUpdateBody = {
  name?: string | undefined
  /** A change unlinks all users of the connection and needs client_secret. */
  issuer?: string | undefined
  client_id?: string | undefined
  /** It is encrypted and never returned. */
  client_secret?: string | undefined
  /** How the gateway authenticates. For `private_key_jwt` it creates a key; `jwks_url` has the public part. */
  auth_method?: 'client_secret' | 'private_key_jwt' | undefined
  scopes?: string[] | undefined
  /** Omitted claims stay unchanged. */
  claims?: {
    email?: string | undefined
    given_name?: string | undefined
    family_name?: string | undefined
    /** A path such as `realm_access.roles` names a nested claim. A missing claim means no groups. Null: a sign-in leaves roles as they are, for groups that come from SCIM. */
    groups?: string | null | undefined
  } | undefined
  /** Domains of e-mail addresses that sign in here. A domain belongs to one connection. */
  domains?: string[] | undefined
  /** Accept e-mail addresses without `email_verified`. Only for identity providers that control all addresses of these domains, such as Entra ID. */
  trust_email?: boolean | undefined
  /** Create a user at the first sign-in. */
  allow_new_users?: boolean | undefined
  /** Organisation role of new users: `admin`, `member`, or the slug of a custom role. Group mappings can raise it. */
  default_role?: string | undefined
  /** Users can sign in with it. */
  is_enabled?: boolean | undefined
}

export type SsoConnectionsUpdateReply = SsoConnectionsCreateReply

export type SsoCallbackBody = SsoConnectionsTestResultBody

export type SsoCallbackReply = {
  object: 'caller'
  type: 'user' | 'api_key'
  user: {
    object: 'user'
    id: string
    first_name: string
    last_name: string
    /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
    role: string
    email: string
    status: 'active' | 'disabled'
    /** `manual`: a person disabled the user. `scim`: the identity provider did. `both`: if the identity provider activates the user, the user stays disabled. */
    disabled_by: 'manual' | 'scim' | 'both' | null
    /** An owner that may sign in with a password although single sign-on is enforced. */
    is_break_glass: boolean
    created_at: string
    last_updated_at: string
    /** When a session or personal key of the user was last used, accurate to one minute. Null if never. */
    last_active: string | null
    workspace_ids: string[]
  } | null
  /** True for the owner that has no e-mail address and no password yet: PUT /v1/users/me/account sets both. */
  is_local_owner: boolean
  api_key: {
    id: string
    name: string
    kind: 'admin' | 'workspace'
  } | null
  organisation: {
    id: string
    name: string
  }
  /** Null for API keys. */
  second_factor: {
    is_enrolled: boolean
    /** By when the user must add a second factor. Null if none is required, or the user has one. */
    enrol_by: string | null
    /** True: the user can do nothing else before. */
    must_enrol: boolean
  } | null
  /** Scopes held in the organisation and all its workspaces. */
  scopes: string[]
  /** Newest first, at most 100. GET /v1/admin/workspaces lists all. */
  workspaces: Array<{
    id: string
    slug: string
    name: string
    /** True for the workspace that POST /v1/admin/demo created. */
    is_demo: boolean
    /** Null for API keys, owners and admins. */
    role: string | null
    /** Additional scopes held in this workspace. */
    scopes: string[]
  }>
  total_workspaces: number
  /** Keys of the invitation that this sign-in accepted. */
  api_keys: Array<{
    object: 'api-key'
    id: string
    /** The secret. It is returned only once. */
    key: string
    workspace_id: string
  }>
} | {
  object: 'pending_sign_in'
  methods: Array<'passkey' | 'totp' | 'recovery_code'>
  expires_at: string
}

export type SsoKeysReply = {
  keys: Record<string, unknown>[]
}

export type SsoLogoutBody = {
  logout_token: string
}

export type SsoLogoutReply = Record<string, unknown>

export type SsoStartBody = {
  email: string
}

export type SsoStartReply = {
  /** Null: no connection has this domain. Use a password. */
  authorization_url: string | null
}

export type SsoStatusReply = {
  is_available: boolean
  is_enforced: boolean
}

export type SupportedProvidersListReply = {
  object: 'list'
  data: Array<{
    slug: string
    title: string
    docs: string
    /** Fully supported endpoints. Other paths are passed through. */
    endpoints: string[]
    settings: string[]
    /** Fields of a credential for this provider. */
    form: {
      /** Provider key: required, required unless a secret field replaces it (`instead`), or optional. */
      key: 'required' | 'instead' | 'optional'
      /** custom_host: required, `usual` for providers that run on your own machines, or optional. */
      host: 'required' | 'usual' | 'optional'
      fields: Array<{
        /** Field name in POST /v1/virtual-keys. */
        name: string
        title: string
        about: string
        /** Encrypted when saved and never returned. */
        secret: boolean
        required: boolean
        /** False for advanced fields. */
        usual: boolean
        /** True for multi-line text. */
        long: boolean
        /** Allowed values. Null for any text. */
        choices: string[] | null
      }>
    }
  }>
}

export type TracesListQuery = {
  /** For Admin keys: id or slug of one workspace. */
  workspace_id?: string | undefined
  /** Same as workspace_id. */
  workspace_slug?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_min?: string | undefined
  /** ISO 8601, or epoch milliseconds. */
  time_of_generation_max?: string | undefined
  /** Total tokens. */
  total_units_min?: number | string | undefined
  /** Total tokens. */
  total_units_max?: number | string | undefined
  /** US cents. Requests with unknown cost never match. */
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
  /** Status codes or classes: 429,5xx. */
  status_code?: string | string[] | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_min?: number | string | undefined
  /** Average feedback of the request, weighted. */
  weighted_feedback_max?: number | string | undefined
  /** Slugs of virtual keys. Separate alternatives with commas. */
  virtual_keys?: string | string[] | undefined
  /** Slugs of configs. Separate alternatives with commas. */
  configs?: string | string[] | undefined
  /** Ids of gateway keys. Separate alternatives with commas. */
  api_key_ids?: string | string[] | undefined
  /** Slugs of prompts. greeting@3 selects one version. Separate alternatives with commas. */
  prompt_slug?: string | string[] | undefined
  /** Trace ids. Separate alternatives with commas. */
  trace_id?: string | string[] | undefined
  /** Span ids. Separate alternatives with commas. */
  span_id?: string | string[] | undefined
  /** JSON object. All pairs must match. */
  metadata?: Record<string, unknown> | string | undefined
  /** Provider and model: openai__gpt-4o. Separate alternatives with commas. */
  ai_org_model?: string | string[] | undefined
  /** Requested models. Separate alternatives with commas. */
  ai_model?: string | string[] | undefined
  /** Slugs of providers. Separate alternatives with commas. */
  provider?: string | string[] | undefined
  /** Endpoints, such as chat.completions. Separate alternatives with commas. */
  endpoint?: string | string[] | undefined
  /** HIT, SEMANTIC HIT, MISS, SEMANTIC MISS, REFRESH or DISABLED. Separate alternatives with commas. */
  cache_status?: string | string[] | undefined
  /** gateway: sent through the gateway. external: inserted. Separate alternatives with commas. */
  source?: string | string[] | undefined
  /** Slugs of guardrails that ran. `inline.all`: those written in configs and headers. Separate alternatives with commas. */
  guardrail?: string | string[] | undefined
  /** How a guardrail ended: passed, failed, denied, would_deny, skipped, error, transformed, shadow. With `guardrail`, one of those. Separate alternatives with commas. */
  guardrail_verdict?: string | string[] | undefined
  /** Milliseconds. */
  response_time_min?: number | string | undefined
  /** Milliseconds. */
  response_time_max?: number | string | undefined
  /** Number of attempts. */
  attempt_count_min?: number | string | undefined
  /** Number of attempts. */
  attempt_count_max?: number | string | undefined
  /** Whether the request succeeded only after a retry or fallback. */
  rescued?: boolean | 'true' | 'false' | undefined
  /** Whether a target was skipped because its circuit breaker was open. */
  circuit_skip?: boolean | 'true' | 'false' | undefined
  /** Text in the first 16 KiB of the request or response body, ignoring case. Only logged bodies are searched. */
  text?: string | undefined
  /** Exclude status codes or classes. */
  not_status_code?: string | string[] | undefined
  /** Exclude models. Separate alternatives with commas. */
  not_ai_model?: string | string[] | undefined
  /** Exclude providers. Separate alternatives with commas. */
  not_provider?: string | string[] | undefined
  /** Exclude endpoints. Separate alternatives with commas. */
  not_endpoint?: string | string[] | undefined
  /** Exclude gateway keys. Separate alternatives with commas. */
  not_api_key_ids?: string | string[] | undefined
  /** Exclude virtual keys. Separate alternatives with commas. */
  not_virtual_keys?: string | string[] | undefined
  /** Exclude configs. Separate alternatives with commas. */
  not_configs?: string | string[] | undefined
  /** Exclude prompts. greeting@3 selects one version. Separate alternatives with commas. */
  not_prompt_slug?: string | string[] | undefined
  /** Exclude trace ids. Separate alternatives with commas. */
  not_trace_id?: string | string[] | undefined
  /** Exclude span ids. Separate alternatives with commas. */
  not_span_id?: string | string[] | undefined
  /** Exclude cache statuses. Separate alternatives with commas. */
  not_cache_status?: string | string[] | undefined
  /** Exclude sources. Separate alternatives with commas. */
  not_source?: string | string[] | undefined
  /** Exclude guardrails. Separate alternatives with commas. */
  not_guardrail?: string | string[] | undefined
  /** Exclude verdicts of guardrails. */
  not_guardrail_verdict?: string | string[] | undefined
  /** Exclude requests with any of these metadata pairs. */
  not_metadata?: Record<string, unknown> | string | undefined
  /** Minimum number of requests. */
  requests_min?: number | undefined
  page_size?: number | undefined
  /** next_cursor of the previous page. */
  cursor?: string | undefined
}

export type TracesListReply = {
  object: 'list'
  /** Traces with a matching request, ordered by their newest matching request. */
  data: Array<{
    object: 'trace'
    trace_id: string
    workspace_id: string
    /** All requests of the trace, including those that do not match the filter. */
    requests: number
    errors: number
    /** Highest status code. */
    worst_status_code: number
    /** When the first request arrived, ISO 8601. */
    first_at: string
    /** When the last request arrived. */
    last_at: string
    /** Milliseconds from the start of the first request to the end of the last. */
    duration: number
    /** Most used first. */
    ai_models: string[]
    /** Value of the metadata key _user. */
    user: string | null
    total_tokens: number
    /** US cents of requests with known cost. Null if no cost is known. */
    cost: number | null
    cost_currency: 'USD'
    unpriced_requests: number
    /** Start of the text of the first request, if bodies are logged. */
    first_words: string | null
    /** True if the trace is too long and only a part of it was added up. */
    is_partial: boolean
  }>
  has_more: boolean
  next_cursor: string | null
  /** True if the search stopped before the page was full. next_cursor continues it. */
  is_partial: boolean
}

export type UsersAccountBody = {
  email: string
  /** 12 characters to 1024 bytes. Common passwords are rejected. */
  password: string
  first_name: string
  last_name?: string | undefined
}

export type UsersAccountReply = ClaimCreateReply

export type UsersDeleteReply = RolesDeleteReply

export type UsersDeviceLoginRevokeReply = Record<string, unknown>

export type UsersDeviceLoginsReply = DeviceLoginsListReply

export type UsersListQuery = SecondFactorsStatusQuery

export type UsersListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'user'
    id: string
    first_name: string
    last_name: string
    /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
    role: string
    email: string
    status: 'active' | 'disabled'
    /** `manual`: a person disabled the user. `scim`: the identity provider did. `both`: if the identity provider activates the user, the user stays disabled. */
    disabled_by: 'manual' | 'scim' | 'both' | null
    /** An owner that may sign in with a password although single sign-on is enforced. */
    is_break_glass: boolean
    created_at: string
    last_updated_at: string
    /** When a session or personal key of the user was last used, accurate to one minute. Null if never. */
    last_active: string | null
    workspace_ids: string[]
  }>
}

export type UsersPasswordBody = {
  current_password: string
  /** 12 characters to 1024 bytes. Common passwords are rejected. */
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
  /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
  role: string
  email: string
  status: 'active' | 'disabled'
  /** `manual`: a person disabled the user. `scim`: the identity provider did. `both`: if the identity provider activates the user, the user stays disabled. */
  disabled_by: 'manual' | 'scim' | 'both' | null
  /** An owner that may sign in with a password although single sign-on is enforced. */
  is_break_glass: boolean
  created_at: string
  last_updated_at: string
  /** When a session or personal key of the user was last used, accurate to one minute. Null if never. */
  last_active: string | null
  workspace_ids: string[]
}

export type UsersSessionEndReply = Record<string, unknown>

export type UsersSessionsReply = SessionsListReply

export type UsersSessionsEndReply = {
  /** Number of ended sessions. */
  ended: number
}

export type UsersUpdateBody = {
  /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
  role?: string | undefined
  status?: 'active' | 'disabled' | undefined
  /** For owners, set by owners. */
  is_break_glass?: boolean | undefined
  first_name?: string | undefined
  last_name?: string | undefined
}

export type UsersUpdateReply = RolesDeleteReply

export type VirtualKeysCreateBody = {
  /** API version, sent as anthropic-version; 2023-06-01 when nobody names one. */
  anthropic_version?: unknown
  /** Beta features to switch on, sent as anthropic-beta. */
  anthropic_beta?: unknown
  /** URL of the endpoint. For Claude models use provider anthropic with custom_host <URL>/v1. */
  cloud_a_foundry_url?: unknown
  /** Deployment of a managed endpoint, sent as azureml-model-deployment. */
  cloud_a_deployment_name?: unknown
  /** What Azure does with parameters that the model does not know; drop when absent. */
  cloud_a_extra_parameters?: unknown
  /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
  cloud_a_api_version?: unknown
  /** Entra ID access token, sent as a bearer token instead of the api-key. */
  cloud_a_ad_token?: unknown
  /** ad_token: the credential is an Entra ID access token. entra: an application with tenant id, client id and client secret. managed, workload: the gateway’s own identity. */
  cloud_a_auth_mode?: unknown
  /** Entra ID tenant of the application, with auth mode entra. */
  cloud_a_entra_tenant_id?: unknown
  /** Client id of the application, with auth mode entra. */
  cloud_a_entra_client_id?: unknown
  /** Client secret of the application, with auth mode entra. */
  cloud_a_entra_client_secret?: unknown
  /** Scope of the access token; https://cognitiveservices.azure.com/.default when absent. */
  cloud_a_entra_scope?: unknown
  /** Client id of a user-assigned managed identity, with auth mode managed. */
  cloud_a_managed_client_id?: unknown
  /** Client id of the workload identity; AZURE_CLIENT_ID when absent. */
  cloud_a_workload_client_id?: unknown
  /** Resource name: the first label of its host. */
  cloud_a_resource_name?: unknown
  /** Deployment; the model name of the request when absent. */
  cloud_a_deployment_id?: unknown
  /** The model behind the deployment, for records, prices and budgets; the deployment id when absent. */
  cloud_a_model_name?: unknown
  /** Deployments as a JSON list of {deployment_id, alias, api_version, model, is_default}. The request’s model picks one by alias, else the default. */
  cloud_a_deployments?: unknown
  /** Region; us-east-1 when absent. */
  cloud_c_region?: unknown
  /** Access key id, for signed requests. */
  cloud_c_access_key_id?: unknown
  /** Secret access key, for signed requests. */
  cloud_c_secret_access_key?: unknown
  /** Session token of temporary keys, for signed requests. */
  cloud_c_session_token?: unknown
  /** How requests are authenticated: an access key, a role to assume, the gateway’s own role, or a Bedrock API key. Absent: what the other settings contain. */
  cloud_c_auth_type?: unknown
  /** Role to assume with the access key, or without one with the gateway’s own identity; its temporary keys sign the requests. */
  cloud_c_role_arn?: unknown
  /** External id that the role asks for. */
  cloud_c_external_id?: unknown
  /** Token service to assume the role at; the region’s own when absent. */
  cloud_c_sts_endpoint?: unknown
  /** Account identifier, such as myorg-myaccount. */
  snowflake_account?: unknown
  /** Id of a proxy auth token, sent as Modal-Key. */
  modal_key?: unknown
  /** Secret of a proxy auth token, sent as Modal-Secret. */
  modal_secret?: unknown
  /** Organization that is billed, sent as OpenAI-Organization. */
  openai_organization?: unknown
  /** Project that is billed, sent as OpenAI-Project. */
  openai_project?: unknown
  /** Beta features to switch on, sent as OpenAI-Beta. */
  openai_beta?: unknown
  /** Region, such as us-chicago-1. */
  oracle_region?: unknown
  /** Compartment that is billed, sent as opc-compartment-id. */
  oracle_compartment_id?: unknown
  /** Tenant; the member `user` of the request when absent. */
  predibase_tenant_id?: unknown
  /** Text for the model, sent as X-Amzn-SageMaker-Custom-Attributes. */
  amzn_sagemaker_custom_attributes?: unknown
  /** Model of a multi-model endpoint. */
  amzn_sagemaker_target_model?: unknown
  /** Production variant of the endpoint. */
  amzn_sagemaker_target_variant?: unknown
  /** Container of a multi-container endpoint. */
  amzn_sagemaker_target_container_hostname?: unknown
  /** Id of the request in captured data. */
  amzn_sagemaker_inference_id?: unknown
  /** Expression that decides whether Clarify explains the result. */
  amzn_sagemaker_enable_explanations?: unknown
  /** Inference component of the endpoint. */
  amzn_sagemaker_inference_component?: unknown
  /** Id of a stateful session, or NEW_SESSION. */
  amzn_sagemaker_session_id?: unknown
  /** Project id; paths that do not begin with /projects/ are put under it. */
  cloud_b_project_id?: unknown
  /** Region such as europe-west4, or global. */
  cloud_b_region?: unknown
  /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
  cloud_b_llm_request_type?: unknown
  /** Service account key file as JSON; access tokens are made from it. */
  cloud_b_service_account_json?: unknown
  /** Id of the Cloudflare account. */
  workers_ai_account_id?: unknown
  note?: string | null | undefined
  usage_limits?: {
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  } | null | undefined
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | {
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  } | null | undefined
  /** Time when it expires, ISO 8601. */
  expires_at?: string | null | undefined
  /** Base URL of a self-hosted provider, including its version path. */
  custom_host?: string | null | undefined
  /** customHost and provider settings in camelCase. */
  model_config?: Record<string, unknown> | undefined
  /** Azure deployments: a list of {deploymentName, apiVersion, alias, azure_model_slug, is_default}. The request’s model picks one by alias, else the default. */
  deploymentConfig?: unknown
  secret_mappings?: unknown[] | undefined
  workspace_id?: string | undefined
  /** Slug of a provider from GET /v1/supported-providers. */
  provider: string
  /** The provider’s API key, or a secret reference: secret://<source>/<path>#<field>. */
  key?: string | undefined
  name: string
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  /** The identifier used in requests. Generated from the name if omitted. */
  slug?: string | undefined
  /** Several provider keys instead of `key`, each with a weight and secret settings. */
  keys?: Array<{
    key?: string | undefined
    /** Share of the requests, relative to the other keys. */
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

export type VirtualKeysDeleteQuery = ProvidersDeleteQuery

export type VirtualKeysDeleteReply = Record<string, unknown>

export type VirtualKeysKeysCreateBody = {
  /** API version, sent as anthropic-version; 2023-06-01 when nobody names one. */
  anthropic_version?: unknown
  /** Beta features to switch on, sent as anthropic-beta. */
  anthropic_beta?: unknown
  /** URL of the endpoint. For Claude models use provider anthropic with custom_host <URL>/v1. */
  cloud_a_foundry_url?: unknown
  /** Deployment of a managed endpoint, sent as azureml-model-deployment. */
  cloud_a_deployment_name?: unknown
  /** What Azure does with parameters that the model does not know; drop when absent. */
  cloud_a_extra_parameters?: unknown
  /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
  cloud_a_api_version?: unknown
  /** Entra ID access token, sent as a bearer token instead of the api-key. */
  cloud_a_ad_token?: unknown
  /** ad_token: the credential is an Entra ID access token. entra: an application with tenant id, client id and client secret. managed, workload: the gateway’s own identity. */
  cloud_a_auth_mode?: unknown
  /** Entra ID tenant of the application, with auth mode entra. */
  cloud_a_entra_tenant_id?: unknown
  /** Client id of the application, with auth mode entra. */
  cloud_a_entra_client_id?: unknown
  /** Client secret of the application, with auth mode entra. */
  cloud_a_entra_client_secret?: unknown
  /** Scope of the access token; https://cognitiveservices.azure.com/.default when absent. */
  cloud_a_entra_scope?: unknown
  /** Client id of a user-assigned managed identity, with auth mode managed. */
  cloud_a_managed_client_id?: unknown
  /** Client id of the workload identity; AZURE_CLIENT_ID when absent. */
  cloud_a_workload_client_id?: unknown
  /** Resource name: the first label of its host. */
  cloud_a_resource_name?: unknown
  /** Deployment; the model name of the request when absent. */
  cloud_a_deployment_id?: unknown
  /** The model behind the deployment, for records, prices and budgets; the deployment id when absent. */
  cloud_a_model_name?: unknown
  /** Deployments as a JSON list of {deployment_id, alias, api_version, model, is_default}. The request’s model picks one by alias, else the default. */
  cloud_a_deployments?: unknown
  /** Region; us-east-1 when absent. */
  cloud_c_region?: unknown
  /** Access key id, for signed requests. */
  cloud_c_access_key_id?: unknown
  /** Secret access key, for signed requests. */
  cloud_c_secret_access_key?: unknown
  /** Session token of temporary keys, for signed requests. */
  cloud_c_session_token?: unknown
  /** How requests are authenticated: an access key, a role to assume, the gateway’s own role, or a Bedrock API key. Absent: what the other settings contain. */
  cloud_c_auth_type?: unknown
  /** Role to assume with the access key, or without one with the gateway’s own identity; its temporary keys sign the requests. */
  cloud_c_role_arn?: unknown
  /** External id that the role asks for. */
  cloud_c_external_id?: unknown
  /** Token service to assume the role at; the region’s own when absent. */
  cloud_c_sts_endpoint?: unknown
  /** Account identifier, such as myorg-myaccount. */
  snowflake_account?: unknown
  /** Id of a proxy auth token, sent as Modal-Key. */
  modal_key?: unknown
  /** Secret of a proxy auth token, sent as Modal-Secret. */
  modal_secret?: unknown
  /** Organization that is billed, sent as OpenAI-Organization. */
  openai_organization?: unknown
  /** Project that is billed, sent as OpenAI-Project. */
  openai_project?: unknown
  /** Beta features to switch on, sent as OpenAI-Beta. */
  openai_beta?: unknown
  /** Region, such as us-chicago-1. */
  oracle_region?: unknown
  /** Compartment that is billed, sent as opc-compartment-id. */
  oracle_compartment_id?: unknown
  /** Tenant; the member `user` of the request when absent. */
  predibase_tenant_id?: unknown
  /** Text for the model, sent as X-Amzn-SageMaker-Custom-Attributes. */
  amzn_sagemaker_custom_attributes?: unknown
  /** Model of a multi-model endpoint. */
  amzn_sagemaker_target_model?: unknown
  /** Production variant of the endpoint. */
  amzn_sagemaker_target_variant?: unknown
  /** Container of a multi-container endpoint. */
  amzn_sagemaker_target_container_hostname?: unknown
  /** Id of the request in captured data. */
  amzn_sagemaker_inference_id?: unknown
  /** Expression that decides whether Clarify explains the result. */
  amzn_sagemaker_enable_explanations?: unknown
  /** Inference component of the endpoint. */
  amzn_sagemaker_inference_component?: unknown
  /** Id of a stateful session, or NEW_SESSION. */
  amzn_sagemaker_session_id?: unknown
  /** Project id; paths that do not begin with /projects/ are put under it. */
  cloud_b_project_id?: unknown
  /** Region such as europe-west4, or global. */
  cloud_b_region?: unknown
  /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
  cloud_b_llm_request_type?: unknown
  /** Service account key file as JSON; access tokens are made from it. */
  cloud_b_service_account_json?: unknown
  /** Id of the Cloudflare account. */
  workers_ai_account_id?: unknown
  key?: string | undefined
  /** Share of the requests, relative to the other keys. */
  weight?: number | undefined
  workspace_id?: string | undefined
  [name: string]: unknown
}

export type VirtualKeysKeysCreateReply = {
  id: string
  /** The mask of the secret, or the secret reference. */
  masked_api_key: string
  /** Secrets that are references (`secret://…`), by name: `key` or a setting. */
  secret_references: Record<string, string>
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
  /** URL of the endpoint. For Claude models use provider anthropic with custom_host <URL>/v1. */
  cloud_a_foundry_url?: unknown
  /** Deployment of a managed endpoint, sent as azureml-model-deployment. */
  cloud_a_deployment_name?: unknown
  /** What Azure does with parameters that the model does not know; drop when absent. */
  cloud_a_extra_parameters?: unknown
  /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
  cloud_a_api_version?: unknown
  /** Entra ID access token, sent as a bearer token instead of the api-key. */
  cloud_a_ad_token?: unknown
  /** ad_token: the credential is an Entra ID access token. entra: an application with tenant id, client id and client secret. managed, workload: the gateway’s own identity. */
  cloud_a_auth_mode?: unknown
  /** Entra ID tenant of the application, with auth mode entra. */
  cloud_a_entra_tenant_id?: unknown
  /** Client id of the application, with auth mode entra. */
  cloud_a_entra_client_id?: unknown
  /** Client secret of the application, with auth mode entra. */
  cloud_a_entra_client_secret?: unknown
  /** Scope of the access token; https://cognitiveservices.azure.com/.default when absent. */
  cloud_a_entra_scope?: unknown
  /** Client id of a user-assigned managed identity, with auth mode managed. */
  cloud_a_managed_client_id?: unknown
  /** Client id of the workload identity; AZURE_CLIENT_ID when absent. */
  cloud_a_workload_client_id?: unknown
  /** Resource name: the first label of its host. */
  cloud_a_resource_name?: unknown
  /** Deployment; the model name of the request when absent. */
  cloud_a_deployment_id?: unknown
  /** The model behind the deployment, for records, prices and budgets; the deployment id when absent. */
  cloud_a_model_name?: unknown
  /** Deployments as a JSON list of {deployment_id, alias, api_version, model, is_default}. The request’s model picks one by alias, else the default. */
  cloud_a_deployments?: unknown
  /** Region; us-east-1 when absent. */
  cloud_c_region?: unknown
  /** Access key id, for signed requests. */
  cloud_c_access_key_id?: unknown
  /** Secret access key, for signed requests. */
  cloud_c_secret_access_key?: unknown
  /** Session token of temporary keys, for signed requests. */
  cloud_c_session_token?: unknown
  /** How requests are authenticated: an access key, a role to assume, the gateway’s own role, or a Bedrock API key. Absent: what the other settings contain. */
  cloud_c_auth_type?: unknown
  /** Role to assume with the access key, or without one with the gateway’s own identity; its temporary keys sign the requests. */
  cloud_c_role_arn?: unknown
  /** External id that the role asks for. */
  cloud_c_external_id?: unknown
  /** Token service to assume the role at; the region’s own when absent. */
  cloud_c_sts_endpoint?: unknown
  /** Account identifier, such as myorg-myaccount. */
  snowflake_account?: unknown
  /** Id of a proxy auth token, sent as Modal-Key. */
  modal_key?: unknown
  /** Secret of a proxy auth token, sent as Modal-Secret. */
  modal_secret?: unknown
  /** Organization that is billed, sent as OpenAI-Organization. */
  openai_organization?: unknown
  /** Project that is billed, sent as OpenAI-Project. */
  openai_project?: unknown
  /** Beta features to switch on, sent as OpenAI-Beta. */
  openai_beta?: unknown
  /** Region, such as us-chicago-1. */
  oracle_region?: unknown
  /** Compartment that is billed, sent as opc-compartment-id. */
  oracle_compartment_id?: unknown
  /** Tenant; the member `user` of the request when absent. */
  predibase_tenant_id?: unknown
  /** Text for the model, sent as X-Amzn-SageMaker-Custom-Attributes. */
  amzn_sagemaker_custom_attributes?: unknown
  /** Model of a multi-model endpoint. */
  amzn_sagemaker_target_model?: unknown
  /** Production variant of the endpoint. */
  amzn_sagemaker_target_variant?: unknown
  /** Container of a multi-container endpoint. */
  amzn_sagemaker_target_container_hostname?: unknown
  /** Id of the request in captured data. */
  amzn_sagemaker_inference_id?: unknown
  /** Expression that decides whether Clarify explains the result. */
  amzn_sagemaker_enable_explanations?: unknown
  /** Inference component of the endpoint. */
  amzn_sagemaker_inference_component?: unknown
  /** Id of a stateful session, or NEW_SESSION. */
  amzn_sagemaker_session_id?: unknown
  /** Project id; paths that do not begin with /projects/ are put under it. */
  cloud_b_project_id?: unknown
  /** Region such as europe-west4, or global. */
  cloud_b_region?: unknown
  /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
  cloud_b_llm_request_type?: unknown
  /** Service account key file as JSON; access tokens are made from it. */
  cloud_b_service_account_json?: unknown
  /** Id of the Cloudflare account. */
  workers_ai_account_id?: unknown
  key?: string | undefined
  /** Share of the requests, relative to the other keys. */
  weight?: number | undefined
  /** archived: disabled until set to active again. */
  status?: 'active' | 'archived' | undefined
  workspace_id?: string | undefined
  [name: string]: unknown
}

export type VirtualKeysKeysUpdateQuery = {
  workspace_id?: string | undefined
}

export type VirtualKeysKeysUpdateReply = VirtualKeysKeysCreateReply

export type VirtualKeysListQuery = ProvidersListQuery

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
      /** The mask of the secret, or the secret reference. */
      masked_api_key: string
      /** Secrets that are references (`secret://…`), by name: `key` or a setting. */
      secret_references: Record<string, string>
      weight: number
      status: 'active' | 'archived'
      created_at: string
      object: 'virtual-key-credential'
    }>
    /** customHost and provider settings under the names that were sent, or else in camelCase. `deploymentConfig` lists Azure deployments. */
    model_config: Record<string, unknown>
    /** Provider settings under the names of GET /v1/supported-providers. */
    settings: Record<string, string>
    custom_host: string | null
    /** True if an owner, an admin or a trusted Admin key set the custom host. It may then be a private address. */
    is_host_trusted: boolean
    usage_limits: {
      /** Absent if the request did not send it: `cost`. */
      type?: 'cost' | 'tokens' | undefined
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Usage in this period, in US dollars or tokens. */
      current_usage?: number | undefined
      /** Amount held for running requests. Counts against the limit. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** Start of the current period. Absent before the first use. */
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
    /** The integration whose credential it uses. Null if it has its own. */
    integration_id: string | null
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
    /** The mask of the secret, or the secret reference. */
    masked_api_key: string
    /** Secrets that are references (`secret://…`), by name: `key` or a setting. */
    secret_references: Record<string, string>
    weight: number
    status: 'active' | 'archived'
    created_at: string
    object: 'virtual-key-credential'
  }>
  /** customHost and provider settings under the names that were sent, or else in camelCase. `deploymentConfig` lists Azure deployments. */
  model_config: Record<string, unknown>
  /** Provider settings under the names of GET /v1/supported-providers. */
  settings: Record<string, string>
  custom_host: string | null
  /** True if an owner, an admin or a trusted Admin key set the custom host. It may then be a private address. */
  is_host_trusted: boolean
  usage_limits: {
    /** Absent if the request did not send it: `cost`. */
    type?: 'cost' | 'tokens' | undefined
    credit_limit: number
    alert_threshold: number | null
    periodic_reset: 'weekly' | 'monthly' | null
    periodic_reset_days: number | null
    next_usage_reset_at: string | null
    /** Usage in this period, in US dollars or tokens. */
    current_usage?: number | undefined
    /** Amount held for running requests. Counts against the limit. */
    held?: number | undefined
    status?: 'active' | 'exhausted' | undefined
    /** Start of the current period. Absent before the first use. */
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
  /** The integration whose credential it uses. Null if it has its own. */
  integration_id: string | null
  created_at: string
  last_updated_at: string
  object: 'virtual-key'
}

export type VirtualKeysTestBody = {
  /** Id of the provider key to test. Default: the first active key. */
  key_id?: string | undefined
  model?: string | undefined
  workspace_id?: string | undefined
}

export type VirtualKeysTestReply = {
  ok: boolean
  /** False if the provider returns the same response without a valid credential. Send `model` for a real test. */
  proven: boolean
  /** HTTP status of the provider. Null if there was no response. */
  status: number | null
  message: string
  duration_ms: number
}

export type VirtualKeysTestUnsavedBody = {
  /** API version, sent as anthropic-version; 2023-06-01 when nobody names one. */
  anthropic_version?: unknown
  /** Beta features to switch on, sent as anthropic-beta. */
  anthropic_beta?: unknown
  /** URL of the endpoint. For Claude models use provider anthropic with custom_host <URL>/v1. */
  cloud_a_foundry_url?: unknown
  /** Deployment of a managed endpoint, sent as azureml-model-deployment. */
  cloud_a_deployment_name?: unknown
  /** What Azure does with parameters that the model does not know; drop when absent. */
  cloud_a_extra_parameters?: unknown
  /** API version: a date, v1, preview or latest. 2024-10-21 when a deployment is named, else v1. */
  cloud_a_api_version?: unknown
  /** Entra ID access token, sent as a bearer token instead of the api-key. */
  cloud_a_ad_token?: unknown
  /** ad_token: the credential is an Entra ID access token. entra: an application with tenant id, client id and client secret. managed, workload: the gateway’s own identity. */
  cloud_a_auth_mode?: unknown
  /** Entra ID tenant of the application, with auth mode entra. */
  cloud_a_entra_tenant_id?: unknown
  /** Client id of the application, with auth mode entra. */
  cloud_a_entra_client_id?: unknown
  /** Client secret of the application, with auth mode entra. */
  cloud_a_entra_client_secret?: unknown
  /** Scope of the access token; https://cognitiveservices.azure.com/.default when absent. */
  cloud_a_entra_scope?: unknown
  /** Client id of a user-assigned managed identity, with auth mode managed. */
  cloud_a_managed_client_id?: unknown
  /** Client id of the workload identity; AZURE_CLIENT_ID when absent. */
  cloud_a_workload_client_id?: unknown
  /** Resource name: the first label of its host. */
  cloud_a_resource_name?: unknown
  /** Deployment; the model name of the request when absent. */
  cloud_a_deployment_id?: unknown
  /** The model behind the deployment, for records, prices and budgets; the deployment id when absent. */
  cloud_a_model_name?: unknown
  /** Deployments as a JSON list of {deployment_id, alias, api_version, model, is_default}. The request’s model picks one by alias, else the default. */
  cloud_a_deployments?: unknown
  /** Region; us-east-1 when absent. */
  cloud_c_region?: unknown
  /** Access key id, for signed requests. */
  cloud_c_access_key_id?: unknown
  /** Secret access key, for signed requests. */
  cloud_c_secret_access_key?: unknown
  /** Session token of temporary keys, for signed requests. */
  cloud_c_session_token?: unknown
  /** How requests are authenticated: an access key, a role to assume, the gateway’s own role, or a Bedrock API key. Absent: what the other settings contain. */
  cloud_c_auth_type?: unknown
  /** Role to assume with the access key, or without one with the gateway’s own identity; its temporary keys sign the requests. */
  cloud_c_role_arn?: unknown
  /** External id that the role asks for. */
  cloud_c_external_id?: unknown
  /** Token service to assume the role at; the region’s own when absent. */
  cloud_c_sts_endpoint?: unknown
  /** Account identifier, such as myorg-myaccount. */
  snowflake_account?: unknown
  /** Id of a proxy auth token, sent as Modal-Key. */
  modal_key?: unknown
  /** Secret of a proxy auth token, sent as Modal-Secret. */
  modal_secret?: unknown
  /** Organization that is billed, sent as OpenAI-Organization. */
  openai_organization?: unknown
  /** Project that is billed, sent as OpenAI-Project. */
  openai_project?: unknown
  /** Beta features to switch on, sent as OpenAI-Beta. */
  openai_beta?: unknown
  /** Region, such as us-chicago-1. */
  oracle_region?: unknown
  /** Compartment that is billed, sent as opc-compartment-id. */
  oracle_compartment_id?: unknown
  /** Tenant; the member `user` of the request when absent. */
  predibase_tenant_id?: unknown
  /** Text for the model, sent as X-Amzn-SageMaker-Custom-Attributes. */
  amzn_sagemaker_custom_attributes?: unknown
  /** Model of a multi-model endpoint. */
  amzn_sagemaker_target_model?: unknown
  /** Production variant of the endpoint. */
  amzn_sagemaker_target_variant?: unknown
  /** Container of a multi-container endpoint. */
  amzn_sagemaker_target_container_hostname?: unknown
  /** Id of the request in captured data. */
  amzn_sagemaker_inference_id?: unknown
  /** Expression that decides whether Clarify explains the result. */
  amzn_sagemaker_enable_explanations?: unknown
  /** Inference component of the endpoint. */
  amzn_sagemaker_inference_component?: unknown
  /** Id of a stateful session, or NEW_SESSION. */
  amzn_sagemaker_session_id?: unknown
  /** Project id; paths that do not begin with /projects/ are put under it. */
  cloud_b_project_id?: unknown
  /** Region such as europe-west4, or global. */
  cloud_b_region?: unknown
  /** Traffic class, sent as X-Vertex-AI-LLM-Request-Type. */
  cloud_b_llm_request_type?: unknown
  /** Service account key file as JSON; access tokens are made from it. */
  cloud_b_service_account_json?: unknown
  /** Id of the Cloudflare account. */
  workers_ai_account_id?: unknown
  /** Slug of a provider from GET /v1/supported-providers. */
  provider: string
  /** The provider’s API key, or a secret reference: secret://<source>/<path>#<field>. */
  key?: string | undefined
  /** Base URL of a self-hosted provider, including its version path. */
  custom_host?: string | null | undefined
  /** customHost and provider settings in camelCase. */
  model_config?: Record<string, unknown> | undefined
  model?: string | undefined
  workspace_id?: string | undefined
  [name: string]: unknown
}

export type VirtualKeysTestUnsavedReply = VirtualKeysTestReply

export type VirtualKeysUpdateBody = ProvidersUpdateBody

export type VirtualKeysUpdateQuery = ProvidersUpdateQuery

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
  /** What the budget counts: US dollars or tokens. Null without a budget. */
  type: 'cost' | 'tokens' | null
  limit: number | null
  /** Usage in this period. */
  used: number | null
  /** Amount held for running requests. */
  held: number | null
  /** limit minus used and held, at least 0. */
  remaining: number | null
  /** Part of used: interrupted requests, counted at their maximum. */
  unknown_outcome: number | null
  /** unknown_outcome as a share of used, 0 to 1. */
  unknown_outcome_share: number | null
  status: 'active' | 'exhausted' | null
  period_started_at: string | null
  next_usage_reset_at: string | null
  /** Requests with unknown cost in this period, or in the last 30 days without a budget. */
  unpriced_requests: number
  last_24_hours: {
    requests: number
    /** US dollars of requests with known cost. */
    cost: number
    tokens: number
  }
  /** When the budget is exhausted at the rate of the last 24 hours. Null if it resets before. */
  forecast_exhausted_at: string | null
}

export type VirtualModelsCreateBody = {
  /** What requests send as `model`. Unique in the workspace. */
  name: string
  /** Slug or id of a config of the workspace. */
  config: string
  description?: string | null | undefined
  workspace_id?: string | undefined
}

export type VirtualModelsCreateReply = {
  id: string
  object: 'virtual_model'
  name: string
  /** Slug of the config. */
  config: string
  description: string | null
  organisation_id: string
  workspace_id: string
  created_by: string
  created_at: string
  last_updated_at: string
  /** Targets of the config that do not set a model. */
  warnings: string[]
}

export type VirtualModelsDeleteQuery = {
  workspace_id?: string | undefined
}

export type VirtualModelsDeleteReply = Record<string, unknown>

export type VirtualModelsListQuery = ConfigsVersionsListQuery

export type VirtualModelsListReply = {
  object: 'list'
  total: number
  data: Array<{
    id: string
    object: 'virtual_model'
    name: string
    /** Slug of the config. */
    config: string
    description: string | null
    organisation_id: string
    workspace_id: string
    created_by: string
    created_at: string
    last_updated_at: string
  }>
}

export type VirtualModelsReadQuery = {
  workspace_id?: string | undefined
}

export type VirtualModelsReadReply = {
  id: string
  object: 'virtual_model'
  name: string
  /** Slug of the config. */
  config: string
  description: string | null
  organisation_id: string
  workspace_id: string
  created_by: string
  created_at: string
  last_updated_at: string
}

export type VirtualModelsUpdateBody = {
  /** What requests send as `model`. Unique in the workspace. */
  name?: string | undefined
  /** Slug or id of a config of the workspace. */
  config?: string | undefined
  description?: string | null | undefined
  workspace_id?: string | undefined
}

export type VirtualModelsUpdateQuery = {
  workspace_id?: string | undefined
}

export type VirtualModelsUpdateReply = VirtualModelsCreateReply

export type WorkloadIssuersCreateBody = {
  name: string
  enabled?: boolean | undefined
  /** The claim `iss` of the tokens, exactly as they contain it. */
  issuer: string
  /** URL of the public keys. Null, and no jwks: OpenID Connect discovery at the issuer finds it. */
  jwks_url?: string | null | undefined
  /** The public keys themselves, as a JSON Web Key Set. The gateway then sends no request to the issuer. */
  jwks?: {
    keys: Array<{
      [name: string]: unknown
    }>
    [name: string]: unknown
  } | null | undefined
  /** The token must name one of these in `aud`. */
  audiences: string[]
  /** Accepted signature algorithms. Default: RS256 and ES256. */
  algorithms?: Array<'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'ES512' | 'EdDSA'> | undefined
  /** Longest accepted time between `iat` and `exp`. Default: 86400. */
  max_lifetime_seconds?: number | undefined
  /** Claims that the token must have, each with a value or a list of values. A value that ends with * matches every text with this start. */
  claims?: Record<string, string | string[]> | undefined
  /** The claim that names the caller. Default: sub. */
  subject_claim?: string | undefined
  /** The claim with the ID or slug of the workspace, such as portkey_workspace. Only without workspace_id. */
  workspace_claim?: string | null | undefined
  /** What the tokens may do at most. Default: completions.write. GET /v1/scopes lists the scopes. */
  scopes?: string[] | undefined
  /** A token has those of `scopes` that this claim names. Null: all of them. */
  scope_claim?: string | null | undefined
  /** Labels of every request, each with the claim that has its value. Callers cannot replace them. */
  metadata?: Record<string, string> | undefined
  /** Budget of all tokens of this issuer together. */
  usage_limits?: {
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  } | null | undefined
  /** Rate limits of all tokens of this issuer together. */
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  /** The workspace of all tokens. Default: the default workspace, unless workspace_claim names it. */
  workspace_id?: string | undefined
}

export type WorkloadIssuersCreateReply = {
  object: 'workload_issuer'
  id: string
  organisation_id: string
  /** Null: workspace_claim names the workspace. */
  workspace_id: string | null
  name: string
  enabled: boolean
  issuer: string
  jwks_url: string | null
  jwks: {
    keys: Record<string, unknown>[]
  } | null
  audiences: string[]
  algorithms: string[]
  max_lifetime_seconds: number
  claims: Record<string, string[]>
  subject_claim: string
  workspace_claim: string | null
  scopes: string[]
  scope_claim: string | null
  metadata: Record<string, string>
  usage_limits: {
    /** Absent if the request did not send it: `cost`. */
    type?: 'cost' | 'tokens' | undefined
    credit_limit: number
    alert_threshold: number | null
    periodic_reset: 'weekly' | 'monthly' | null
    periodic_reset_days: number | null
    next_usage_reset_at: string | null
    /** Usage in this period, in US dollars or tokens. */
    current_usage?: number | undefined
    /** Amount held for running requests. Counts against the limit. */
    held?: number | undefined
    status?: 'active' | 'exhausted' | undefined
    /** Start of the current period. Absent before the first use. */
    last_reset_at?: string | undefined
  } | null
  rate_limits: Array<{
    type: string
    unit: string
    value: number
  }>
  /** When a token of the issuer was last used, accurate to a few seconds. Null if never. */
  last_used_at: string | null
  created_by: string
  created_at: string
  last_updated_at: string
}

export type WorkloadIssuersDeleteQuery = {
  workspace_id?: string | undefined
}

export type WorkloadIssuersDeleteReply = Record<string, unknown>

export type WorkloadIssuersListQuery = AlertsChannelsListQuery

export type WorkloadIssuersListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'workload_issuer'
    id: string
    organisation_id: string
    /** Null: workspace_claim names the workspace. */
    workspace_id: string | null
    name: string
    enabled: boolean
    issuer: string
    jwks_url: string | null
    jwks: {
      keys: Record<string, unknown>[]
    } | null
    audiences: string[]
    algorithms: string[]
    max_lifetime_seconds: number
    claims: Record<string, string[]>
    subject_claim: string
    workspace_claim: string | null
    scopes: string[]
    scope_claim: string | null
    metadata: Record<string, string>
    usage_limits: {
      /** Absent if the request did not send it: `cost`. */
      type?: 'cost' | 'tokens' | undefined
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Usage in this period, in US dollars or tokens. */
      current_usage?: number | undefined
      /** Amount held for running requests. Counts against the limit. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** Start of the current period. Absent before the first use. */
      last_reset_at?: string | undefined
    } | null
    rate_limits: Array<{
      type: string
      unit: string
      value: number
    }>
    /** When a token of the issuer was last used, accurate to a few seconds. Null if never. */
    last_used_at: string | null
    created_by: string
    created_at: string
    last_updated_at: string
  }>
}

export type WorkloadIssuersReadQuery = {
  workspace_id?: string | undefined
}

export type WorkloadIssuersReadReply = WorkloadIssuersCreateReply

export type WorkloadIssuersRevocationsCreateBody = {
  /** The claim `jti` of one token. */
  jti?: string | undefined
  /** All tokens of this subject, also future ones. */
  subject?: string | undefined
  reason?: string | undefined
}

export type WorkloadIssuersRevocationsCreateQuery = {
  workspace_id?: string | undefined
}

export type WorkloadIssuersRevocationsCreateReply = {
  object: 'workload_revocation'
  id: string
  issuer_id: string
  jti: string | null
  subject: string | null
  reason: string | null
  /** When every token with this jti has expired. Null for subjects. */
  expires_at: string | null
  created_by: string
  created_at: string
}

export type WorkloadIssuersRevocationsDeleteQuery = {
  workspace_id?: string | undefined
}

export type WorkloadIssuersRevocationsDeleteReply = Record<string, unknown>

export type WorkloadIssuersRevocationsListQuery = AlertsChannelsListQuery

export type WorkloadIssuersRevocationsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'workload_revocation'
    id: string
    issuer_id: string
    jti: string | null
    subject: string | null
    reason: string | null
    /** When every token with this jti has expired. Null for subjects. */
    expires_at: string | null
    created_by: string
    created_at: string
  }>
}

export type WorkloadIssuersSubjectsListQuery = AlertsChannelsListQuery

export type WorkloadIssuersSubjectsListReply = {
  object: 'list'
  total: number
  data: Array<{
    object: 'workload_subject'
    subject: string
    /** Accurate to a few seconds. */
    last_used_at: string
    last_used_ip: string
  }>
}

export type WorkloadIssuersUpdateBody = {
  name?: string | undefined
  enabled?: boolean | undefined
  /** The claim `iss` of the tokens, exactly as they contain it. */
  issuer?: string | undefined
  /** URL of the public keys. Null, and no jwks: OpenID Connect discovery at the issuer finds it. */
  jwks_url?: string | null | undefined
  /** The public keys themselves, as a JSON Web Key Set. The gateway then sends no request to the issuer. */
  jwks?: {
    keys: Array<{
      [name: string]: unknown
    }>
    [name: string]: unknown
  } | null | undefined
  /** The token must name one of these in `aud`. */
  audiences?: string[] | undefined
  /** Accepted signature algorithms. Default: RS256 and ES256. */
  algorithms?: Array<'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'ES512' | 'EdDSA'> | undefined
  /** Longest accepted time between `iat` and `exp`. Default: 86400. */
  max_lifetime_seconds?: number | undefined
  /** Claims that the token must have, each with a value or a list of values. A value that ends with * matches every text with this start. */
  claims?: Record<string, string | string[]> | undefined
  /** The claim that names the caller. Default: sub. */
  subject_claim?: string | undefined
  /** The claim with the ID or slug of the workspace, such as portkey_workspace. Only without workspace_id. */
  workspace_claim?: string | null | undefined
  /** What the tokens may do at most. Default: completions.write. GET /v1/scopes lists the scopes. */
  scopes?: string[] | undefined
  /** A token has those of `scopes` that this claim names. Null: all of them. */
  scope_claim?: string | null | undefined
  /** Labels of every request, each with the claim that has its value. Callers cannot replace them. */
  metadata?: Record<string, string> | undefined
  /** Budget of all tokens of this issuer together. */
  usage_limits?: {
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  } | null | undefined
  /** Rate limits of all tokens of this issuer together. */
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  /** `true` resets usage to 0. Amounts held for running requests stay held. */
  reset_usage?: boolean | null | undefined
  /** The workspace of the issuer. It cannot be changed. */
  workspace_id?: string | undefined
}

export type WorkloadIssuersUpdateQuery = {
  workspace_id?: string | undefined
}

export type WorkloadIssuersUpdateReply = WorkloadIssuersCreateReply

export type WorkspaceUsersCreateBody = {
  users: Array<{
    id: string
    /** `manager`, `member`, or the slug of a custom role of the level `workspace`. `admin` has the same rights as `manager`. Responses contain the word that was sent. */
    role: string
  }>
}

export type WorkspaceUsersCreateReply = Record<string, unknown>

export type WorkspaceUsersDeleteReply = RolesDeleteReply

export type WorkspaceUsersListQuery = {
  current_page?: number | undefined
  page_size?: number | undefined
  /** `manager`, `member`, or the slug of a custom role of the level `workspace`. `admin` has the same rights as `manager`. Responses contain the word that was sent. */
  role?: string | undefined
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
    /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
    org_role: string
    /** `manager`, `member`, or the slug of a custom role of the level `workspace`. `admin` has the same rights as `manager`. Responses contain the word that was sent. */
    role: string
    /** `groups`: set by a group mapping, which can also remove it. Changing the role manually makes it `manual`. */
    source: 'manual' | 'groups'
    status: 'active' | 'disabled'
    workspace_id: string
    /** Scopes of the role in this workspace. */
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
  /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
  org_role: string
  /** `manager`, `member`, or the slug of a custom role of the level `workspace`. `admin` has the same rights as `manager`. Responses contain the word that was sent. */
  role: string
  /** `groups`: set by a group mapping, which can also remove it. Changing the role manually makes it `manual`. */
  source: 'manual' | 'groups'
  status: 'active' | 'disabled'
  workspace_id: string
  /** Scopes of the role in this workspace. */
  scopes: string[]
  settings: Record<string, unknown>
  created_at: string
  last_updated_at: string
}

export type WorkspaceUsersUpdateBody = {
  /** `manager`, `member`, or the slug of a custom role of the level `workspace`. `admin` has the same rights as `manager`. Responses contain the word that was sent. */
  role: string
}

export type WorkspaceUsersUpdateReply = RolesDeleteReply

export type WorkspacesCreateBody = {
  name: string
  /** The id of the new resource. Generated if omitted. Only owners, admins and trusted Admin keys may send it. */
  id?: string | undefined
  /** The identifier used in requests. Generated from the name if omitted. */
  slug?: string | undefined
  description?: string | null | undefined
  icon?: string | null | undefined
  defaults?: {
    metadata?: Record<string, string> | null | undefined
    config_id?: string | null | undefined
    user_api_key_config?: string | null | undefined
    /** Slugs or ids of guardrails, at most 16. They run for every request, and callers cannot remove them. */
    input_guardrails?: string[] | null | undefined
    /** Slugs or ids of guardrails, at most 16. They run for every request, and callers cannot remove them. */
    output_guardrails?: string[] | null | undefined
  } | null | undefined
  usage_limits?: {
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  } | Array<{
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  }> | null | undefined
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  /** Days that request logs are kept. Null inherits the organisation or gateway setting. */
  retention_days?: number | null | undefined
  /** Days that request and response bodies are kept, at most as long as their log. Null inherits the organisation setting, else bodies are kept as long as their log. */
  body_retention_days?: number | null | undefined
  /** Whether logs contain request and response bodies. Null inherits the organisation or gateway setting. */
  log_bodies?: boolean | null | undefined
  /** User ids, which get the role member, or objects with id and role. */
  users?: Array<{
    id: string
    /** `manager`, `member`, or the slug of a custom role of the level `workspace`. `admin` has the same rights as `manager`. Responses contain the word that was sent. */
    role: string
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
    /** Slug of the default config for API keys without one. */
    config_id: string | null
    /** Same as config_id. */
    user_api_key_config: string | null
    /** Slugs of guardrails that check every request. */
    input_guardrails: string[]
    /** Slugs of guardrails that check every response. */
    output_guardrails: string[]
  }
  /** At most one budget. */
  usage_limits: Array<{
    /** Absent if the request did not send it: `cost`. */
    type?: 'cost' | 'tokens' | undefined
    credit_limit: number
    alert_threshold: number | null
    periodic_reset: 'weekly' | 'monthly' | null
    periodic_reset_days: number | null
    next_usage_reset_at: string | null
    /** Usage in this period, in US dollars or tokens. */
    current_usage?: number | undefined
    /** Amount held for running requests. Counts against the limit. */
    held?: number | undefined
    status?: 'active' | 'exhausted' | undefined
    /** Start of the current period. Absent before the first use. */
    last_reset_at?: string | undefined
  }>
  rate_limits: Array<{
    type: string
    unit: string
    value: number
  }>
  retention_days: number | null
  body_retention_days: number | null
  log_bodies: boolean | null
  /** Only for callers with the scope workspace_users.list. GET …/users lists them in pages. */
  users?: Array<{
    object: 'workspace-user'
    id: string
    first_name: string
    last_name: string
    email: string
    /** `owner`, `admin`, `member`, or the slug of a custom role of the level `organisation`. */
    org_role: string
    /** `manager`, `member`, or the slug of a custom role of the level `workspace`. `admin` has the same rights as `manager`. Responses contain the word that was sent. */
    role: string
    /** `groups`: set by a group mapping, which can also remove it. Changing the role manually makes it `manual`. */
    source: 'manual' | 'groups'
    status: 'active' | 'disabled'
    workspace_id: string
    /** Scopes of the role in this workspace. */
    scopes: string[]
    settings: Record<string, unknown>
    created_at: string
    last_updated_at: string
  }> | undefined
}

export type WorkspacesDeleteBody = {
  /** Name of the workspace. If sent, it must match. */
  name?: string | undefined
  /** `true` also deletes all keys, virtual keys, configs, guardrails and prompts in it. */
  force_delete?: boolean | undefined
}

export type WorkspacesDeleteReply = Record<string, unknown>

export type WorkspacesListQuery = {
  current_page?: number | undefined
  page_size?: number | undefined
  /** Part of the name, ignoring case. */
  name?: string | undefined
  exact_name?: string | undefined
  /** `archived` returns nothing, because deleted workspaces are not kept. */
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
      /** Slug of the default config for API keys without one. */
      config_id: string | null
      /** Same as config_id. */
      user_api_key_config: string | null
      /** Slugs of guardrails that check every request. */
      input_guardrails: string[]
      /** Slugs of guardrails that check every response. */
      output_guardrails: string[]
    }
    /** At most one budget. */
    usage_limits: Array<{
      /** Absent if the request did not send it: `cost`. */
      type?: 'cost' | 'tokens' | undefined
      credit_limit: number
      alert_threshold: number | null
      periodic_reset: 'weekly' | 'monthly' | null
      periodic_reset_days: number | null
      next_usage_reset_at: string | null
      /** Usage in this period, in US dollars or tokens. */
      current_usage?: number | undefined
      /** Amount held for running requests. Counts against the limit. */
      held?: number | undefined
      status?: 'active' | 'exhausted' | undefined
      /** Start of the current period. Absent before the first use. */
      last_reset_at?: string | undefined
    }>
    rate_limits: Array<{
      type: string
      unit: string
      value: number
    }>
    retention_days: number | null
    body_retention_days: number | null
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
    /** Slugs or ids of guardrails, at most 16. They run for every request, and callers cannot remove them. */
    input_guardrails?: string[] | null | undefined
    /** Slugs or ids of guardrails, at most 16. They run for every request, and callers cannot remove them. */
    output_guardrails?: string[] | null | undefined
  } | null | undefined
  usage_limits?: {
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  } | Array<{
    /** What the budget counts. Default: `cost`, in US dollars. */
    type?: 'cost' | 'tokens' | undefined
    /** The limit: at least 1 US dollar or 100 tokens. */
    credit_limit: number
    /** Usage at which an alert is sent. Must be below credit_limit. */
    alert_threshold?: number | null | undefined
    /** When usage resets, at 00:00 UTC: `weekly` on Mondays, `monthly` on the first. */
    periodic_reset?: 'weekly' | 'monthly' | null | undefined
    /** Resets usage every this many days. */
    periodic_reset_days?: number | null | undefined
    /** Time of the next reset. */
    next_usage_reset_at?: string | null | undefined
    /** Returned by GET. Ignored in requests. */
    current_usage?: unknown
    /** Returned by GET. Ignored in requests. */
    held?: unknown
    /** Returned by GET. Ignored in requests. */
    status?: unknown
    /** Returned by GET. Ignored in requests. */
    last_reset_at?: unknown
  }> | null | undefined
  rate_limits?: Array<{
    type: 'requests' | 'tokens'
    /** Requests or tokens per second, minute, hour, day or week. */
    unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw'
    value: number
  }> | null | undefined
  /** Days that request logs are kept. Null inherits the organisation or gateway setting. */
  retention_days?: number | null | undefined
  /** Days that request and response bodies are kept, at most as long as their log. Null inherits the organisation setting, else bodies are kept as long as their log. */
  body_retention_days?: number | null | undefined
  /** Whether logs contain request and response bodies. Null inherits the organisation or gateway setting. */
  log_bodies?: boolean | null | undefined
  /** `true` resets usage to 0. Amounts held for running requests stay held. */
  reset_usage?: boolean | null | undefined
}

export type WorkspacesUpdateReply = {
  warnings?: string[] | undefined
}

export function adminResources(send: AdminSend) {
  return {
    accessReview: {
      /** Export who has access to what. Requires the scope `access_review.read`. */
      export: (query?: AccessReviewExportQuery, options?: RequestOptions) => send.raw({ method: 'GET', path: '/admin/access-review/export', query, options }),
      /** List who has access to what. One row for each role of a user, API key and workload issuer. Organisation roles come first, then roles in workspaces, API keys and workload issuers. A page can have fewer rows than `page_size` although more follow. Requires the scope `access_review.read`. */
      list: (query?: AccessReviewListQuery, options?: RequestOptions) => send.json<AccessReviewListReply>({ method: 'GET', path: '/admin/access-review', query, options }),
    },
    alerts: {
      channels: {
        /** Create an alert channel. Requires the scope `alerts.create`. */
        create: (body: AlertsChannelsCreateBody, options?: RequestOptions) => send.json<AlertsChannelsCreateReply>({ method: 'POST', path: '/alerts/channels', body, isRepeatable: true, options }),
        /** Delete an alert channel. Requires the scope `alerts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
        delete: (id: string, query?: AlertsChannelsDeleteQuery, options?: RequestOptions) => send.json<AlertsChannelsDeleteReply>({ method: 'DELETE', path: '/alerts/channels/{id}', values: [id], query, options }),
        /** List alert channels. Requires the scope `alerts.list`. */
        list: (query?: AlertsChannelsListQuery, options?: RequestOptions) => send.json<AlertsChannelsListReply>({ method: 'GET', path: '/alerts/channels', query, options }),
        /** Read an alert channel. Requires the scope `alerts.read`. */
        read: (id: string, query?: AlertsChannelsReadQuery, options?: RequestOptions) => send.json<AlertsChannelsReadReply>({ method: 'GET', path: '/alerts/channels/{id}', values: [id], query, options }),
        /** Send a test notification. Makes one attempt and returns its result. Requires the scope `alerts.update`. */
        test: (id: string, query?: AlertsChannelsTestQuery, options?: RequestOptions) => send.json<AlertsChannelsTestReply>({ method: 'POST', path: '/alerts/channels/{id}/test', values: [id], query, isRepeatable: true, options }),
        /** Update an alert channel. Omitted fields stay unchanged. The type cannot be changed. Requires the scope `alerts.update`. */
        update: (id: string, body?: AlertsChannelsUpdateBody, query?: AlertsChannelsUpdateQuery, options?: RequestOptions) => send.json<AlertsChannelsUpdateReply>({ method: 'PUT', path: '/alerts/channels/{id}', values: [id], body, query, options }),
      },
      events: {
        /** List alert events. The history of alert rules and budget alerts with their deliveries, newest first. Requires the scope `alerts.list`. */
        list: (query?: AlertsEventsListQuery, options?: RequestOptions) => send.json<AlertsEventsListReply>({ method: 'GET', path: '/alerts/events', query, options }),
      },
      /** List budget alerts. Requires the scope `policies.list`. */
      list: (query?: AlertsListQuery, options?: RequestOptions) => send.json<AlertsListReply>({ method: 'GET', path: '/alerts', query, options }),
      rules: {
        /** Create an alert rule. Requires the scope `alerts.create`. */
        create: (body: AlertsRulesCreateBody, options?: RequestOptions) => send.json<AlertsRulesCreateReply>({ method: 'POST', path: '/alerts/rules', body, isRepeatable: true, options }),
        /** Delete an alert rule. Its events stay in the history. Requires the scope `alerts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
        delete: (id: string, query?: AlertsRulesDeleteQuery, options?: RequestOptions) => send.json<AlertsRulesDeleteReply>({ method: 'DELETE', path: '/alerts/rules/{id}', values: [id], query, options }),
        /** List alert rules. Requires the scope `alerts.list`. */
        list: (query?: AlertsRulesListQuery, options?: RequestOptions) => send.json<AlertsRulesListReply>({ method: 'GET', path: '/alerts/rules', query, options }),
        /** Read an alert rule. Requires the scope `alerts.read`. */
        read: (id: string, query?: AlertsRulesReadQuery, options?: RequestOptions) => send.json<AlertsRulesReadReply>({ method: 'GET', path: '/alerts/rules/{id}', values: [id], query, options }),
        /** Send a test notification to the channels of a rule. Makes one attempt per channel and returns the results. Also sends if the rule is silenced or disabled. The state and the history of the rule stay unchanged. Requires the scope `alerts.update`. */
        test: (id: string, query?: AlertsRulesTestQuery, options?: RequestOptions) => send.json<AlertsRulesTestReply>({ method: 'POST', path: '/alerts/rules/{id}/test', values: [id], query, isRepeatable: true, options }),
        /** Update an alert rule. Omitted fields stay unchanged. Set silenced_until to silence the rule, and null to end the silence. Requires the scope `alerts.update`. */
        update: (id: string, body?: AlertsRulesUpdateBody, query?: AlertsRulesUpdateQuery, options?: RequestOptions) => send.json<AlertsRulesUpdateReply>({ method: 'PUT', path: '/alerts/rules/{id}', values: [id], body, query, options }),
      },
    },
    analytics: {
      /** Get cache hits over time. Requires the scope `analytics.view`. */
      cacheHitRate: (query?: AnalyticsCacheHitRateQuery, options?: RequestOptions) => send.json<AnalyticsCacheHitRateReply>({ method: 'GET', path: '/analytics/graphs/cache/hit-rate', query, options }),
      /** Get the latency of cache hits over time. Requires the scope `analytics.view`. */
      cacheLatency: (query?: AnalyticsCacheLatencyQuery, options?: RequestOptions) => send.json<AnalyticsCacheLatencyReply>({ method: 'GET', path: '/analytics/graphs/cache/latency', query, options }),
      /** Get cost over time. Requires the scope `analytics.view`. */
      cost: (query?: AnalyticsCostQuery, options?: RequestOptions) => send.json<AnalyticsCostReply>({ method: 'GET', path: '/analytics/graphs/cost', query, options }),
      /** Get errors over time. Requires the scope `analytics.view`. */
      errors: (query?: AnalyticsErrorsQuery, options?: RequestOptions) => send.json<AnalyticsErrorsReply>({ method: 'GET', path: '/analytics/graphs/errors', query, options }),
      /** Get the error rate over time. Requires the scope `analytics.view`. */
      errorsRate: (query?: AnalyticsErrorsRateQuery, options?: RequestOptions) => send.json<AnalyticsErrorsRateReply>({ method: 'GET', path: '/analytics/graphs/errors/rate', query, options }),
      /** Get errors by status over time. Requires the scope `analytics.view`. */
      errorsStacks: (query?: AnalyticsErrorsStacksQuery, options?: RequestOptions) => send.json<AnalyticsErrorsStacksReply>({ method: 'GET', path: '/analytics/graphs/errors/stacks', query, options }),
      /** Get errors by status. Requires the scope `analytics.view`. */
      errorsStatusCodes: (query?: AnalyticsErrorsStatusCodesQuery, options?: RequestOptions) => send.json<AnalyticsErrorsStatusCodesReply>({ method: 'GET', path: '/analytics/graphs/errors/status-codes', query, options }),
      /** Get feedback over time. Requires the scope `analytics.view`. */
      feedbacks: (query?: AnalyticsFeedbacksQuery, options?: RequestOptions) => send.json<AnalyticsFeedbacksReply>({ method: 'GET', path: '/analytics/graphs/feedbacks', query, options }),
      /** Get feedback by model. Requires the scope `analytics.view`. */
      feedbacksAiModels: (query?: AnalyticsFeedbacksAiModelsQuery, options?: RequestOptions) => send.json<AnalyticsFeedbacksAiModelsReply>({ method: 'GET', path: '/analytics/graphs/feedbacks/ai-models', query, options }),
      /** Get feedback by score. Requires the scope `analytics.view`. */
      feedbacksScores: (query?: AnalyticsFeedbacksScoresQuery, options?: RequestOptions) => send.json<AnalyticsFeedbacksScoresReply>({ method: 'GET', path: '/analytics/graphs/feedbacks/scores', query, options }),
      /** Get weighted feedback over time. Requires the scope `analytics.view`. */
      feedbacksWeighted: (query?: AnalyticsFeedbacksWeightedQuery, options?: RequestOptions) => send.json<AnalyticsFeedbacksWeightedReply>({ method: 'GET', path: '/analytics/graphs/feedbacks/weighted', query, options }),
      /** Group requests by models. Requires the scope `analytics.view`. */
      groupsAiModels: (query?: AnalyticsGroupsAiModelsQuery, options?: RequestOptions) => send.json<AnalyticsGroupsAiModelsReply>({ method: 'GET', path: '/analytics/groups/ai-models', query, options }),
      /** Group requests by providers and models. Requires the scope `analytics.view`. */
      groupsAiOrgModels: (query?: AnalyticsGroupsAiOrgModelsQuery, options?: RequestOptions) => send.json<AnalyticsGroupsAiOrgModelsReply>({ method: 'GET', path: '/analytics/groups/ai-org-models', query, options }),
      /** Group requests by providers. Requires the scope `analytics.view`. */
      groupsAiService: (query?: AnalyticsGroupsAiServiceQuery, options?: RequestOptions) => send.json<AnalyticsGroupsAiServiceReply>({ method: 'GET', path: '/analytics/groups/ai_service', query, options }),
      /** Group requests by gateway keys. Requires the scope `analytics.view`. */
      groupsApiKey: (query?: AnalyticsGroupsApiKeyQuery, options?: RequestOptions) => send.json<AnalyticsGroupsApiKeyReply>({ method: 'GET', path: '/analytics/groups/api_key', query, options }),
      /** Group requests by configs. Requires the scope `analytics.view`. */
      groupsConfig: (query?: AnalyticsGroupsConfigQuery, options?: RequestOptions) => send.json<AnalyticsGroupsConfigReply>({ method: 'GET', path: '/analytics/groups/config', query, options }),
      /** Group requests by endpoints. Requires the scope `analytics.view`. */
      groupsEndpoint: (query?: AnalyticsGroupsEndpointQuery, options?: RequestOptions) => send.json<AnalyticsGroupsEndpointReply>({ method: 'GET', path: '/analytics/groups/endpoint', query, options }),
      /** Group requests by values of a metadata key. Requires the scope `analytics.view`. */
      groupsMetadata: (key: string, query?: AnalyticsGroupsMetadataQuery, options?: RequestOptions) => send.json<AnalyticsGroupsMetadataReply>({ method: 'GET', path: '/analytics/groups/metadata/{key}', values: [key], query, options }),
      /** Group requests by models. Requires the scope `analytics.view`. */
      groupsModel: (query?: AnalyticsGroupsModelQuery, options?: RequestOptions) => send.json<AnalyticsGroupsModelReply>({ method: 'GET', path: '/analytics/groups/model', query, options }),
      /** Group requests by prompts. Requires the scope `analytics.view`. */
      groupsPrompt: (query?: AnalyticsGroupsPromptQuery, options?: RequestOptions) => send.json<AnalyticsGroupsPromptReply>({ method: 'GET', path: '/analytics/groups/prompt', query, options }),
      /** Group requests by prompt versions. Requires the scope `analytics.view`. */
      groupsPromptVersion: (query?: AnalyticsGroupsPromptVersionQuery, options?: RequestOptions) => send.json<AnalyticsGroupsPromptVersionReply>({ method: 'GET', path: '/analytics/groups/prompt_version', query, options }),
      /** Group requests by providers. Requires the scope `analytics.view`. */
      groupsProvider: (query?: AnalyticsGroupsProviderQuery, options?: RequestOptions) => send.json<AnalyticsGroupsProviderReply>({ method: 'GET', path: '/analytics/groups/provider', query, options }),
      /** Group requests by status codes. Requires the scope `analytics.view`. */
      groupsStatusCode: (query?: AnalyticsGroupsStatusCodeQuery, options?: RequestOptions) => send.json<AnalyticsGroupsStatusCodeReply>({ method: 'GET', path: '/analytics/groups/status_code', query, options }),
      /** Group requests by users. Requires the scope `analytics.view`. */
      groupsUsers: (query?: AnalyticsGroupsUsersQuery, options?: RequestOptions) => send.json<AnalyticsGroupsUsersReply>({ method: 'GET', path: '/analytics/groups/users', query, options }),
      /** Group requests by virtual keys. Requires the scope `analytics.view`. */
      groupsVirtualKey: (query?: AnalyticsGroupsVirtualKeyQuery, options?: RequestOptions) => send.json<AnalyticsGroupsVirtualKeyReply>({ method: 'GET', path: '/analytics/groups/virtual_key', query, options }),
      /** Group requests by workspaces. Requires the scope `analytics.view`. */
      groupsWorkspace: (query?: AnalyticsGroupsWorkspaceQuery, options?: RequestOptions) => send.json<AnalyticsGroupsWorkspaceReply>({ method: 'GET', path: '/analytics/groups/workspace', query, options }),
      /** Count the runs of guardrails by verdict. Requires the scope `analytics.view`. */
      guardrails: (query?: AnalyticsGuardrailsQuery, options?: RequestOptions) => send.json<AnalyticsGuardrailsReply>({ method: 'GET', path: '/analytics/guardrails', query, options }),
      /** Get latency over time. Requires the scope `analytics.view`. */
      latency: (query?: AnalyticsLatencyQuery, options?: RequestOptions) => send.json<AnalyticsLatencyReply>({ method: 'GET', path: '/analytics/graphs/latency', query, options }),
      /** Get totals, graphs, providers, recent failures, budgets and circuit breakers in one call. Requires the scope `analytics.view`. */
      overview: (query?: AnalyticsOverviewQuery, options?: RequestOptions) => send.json<AnalyticsOverviewReply>({ method: 'GET', path: '/analytics/overview', query, options }),
      /** Count the attempts of each provider by outcome. Requires the scope `analytics.view`. */
      providers: (query?: AnalyticsProvidersQuery, options?: RequestOptions) => send.json<AnalyticsProvidersReply>({ method: 'GET', path: '/analytics/providers', query, options }),
      /** Get requests over time. Requires the scope `analytics.view`. */
      requests: (query?: AnalyticsRequestsQuery, options?: RequestOptions) => send.json<AnalyticsRequestsReply>({ method: 'GET', path: '/analytics/graphs/requests', query, options }),
      /** Get requests recovered by retry or fallback over time. Requires the scope `analytics.view`. */
      requestsRescued: (query?: AnalyticsRequestsRescuedQuery, options?: RequestOptions) => send.json<AnalyticsRequestsRescuedReply>({ method: 'GET', path: '/analytics/graphs/requests/rescued', query, options }),
      /** Get the largest groups over time. Requires the scope `analytics.view`. */
      series: (query: AnalyticsSeriesQuery, options?: RequestOptions) => send.json<AnalyticsSeriesReply>({ method: 'GET', path: '/analytics/series', query, options }),
      /** Get a summary of requests. Requires the scope `analytics.view`. */
      summary: (query?: AnalyticsSummaryQuery, options?: RequestOptions) => send.json<AnalyticsSummaryReply>({ method: 'GET', path: '/analytics/summary', query, options }),
      /** Get a summary of cache hits. Requires the scope `analytics.view`. */
      summaryCache: (query?: AnalyticsSummaryCacheQuery, options?: RequestOptions) => send.json<AnalyticsSummaryCacheReply>({ method: 'GET', path: '/analytics/summary/cache', query, options }),
      /** Get tokens over time. Requires the scope `analytics.view`. */
      tokens: (query?: AnalyticsTokensQuery, options?: RequestOptions) => send.json<AnalyticsTokensReply>({ method: 'GET', path: '/analytics/graphs/tokens', query, options }),
      /** Get requests and tokens over time. Requires the scope `analytics.view`. */
      usage: (query?: AnalyticsUsageQuery, options?: RequestOptions) => send.json<AnalyticsUsageReply>({ method: 'GET', path: '/analytics/graphs/usage', query, options }),
      /** Get distinct users over time. Requires the scope `analytics.view`. */
      users: (query?: AnalyticsUsersQuery, options?: RequestOptions) => send.json<AnalyticsUsersReply>({ method: 'GET', path: '/analytics/graphs/users', query, options }),
      /** Get requests per user over time. Requires the scope `analytics.view`. */
      usersRequests: (query?: AnalyticsUsersRequestsQuery, options?: RequestOptions) => send.json<AnalyticsUsersRequestsReply>({ method: 'GET', path: '/analytics/graphs/users/requests', query, options }),
    },
    apiKeys: {
      /** Create an Admin API key. Requires the scope `organisation_service_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      createOrganisationService: (body: ApiKeysCreateOrganisationServiceBody, options?: RequestOptions) => send.json<ApiKeysCreateOrganisationServiceReply>({ method: 'POST', path: '/api-keys/organisation/service', body, isRepeatable: true, options }),
      /** Create a personal Admin API key (not supported). Requires the scope `organisation_service_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      createOrganisationUser: (body?: ApiKeysCreateOrganisationUserBody, options?: RequestOptions) => send.json<ApiKeysCreateOrganisationUserReply>({ method: 'POST', path: '/api-keys/organisation/user', body, isRepeatable: true, options }),
      /** Create a workspace service API key. Requires the scope `workspace_service_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      createWorkspaceService: (body: ApiKeysCreateWorkspaceServiceBody, options?: RequestOptions) => send.json<ApiKeysCreateWorkspaceServiceReply>({ method: 'POST', path: '/api-keys/workspace/service', body, isRepeatable: true, options }),
      /** Create a personal workspace API key. Requires the scope `workspace_user_api_keys.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      createWorkspaceUser: (body: ApiKeysCreateWorkspaceUserBody, options?: RequestOptions) => send.json<ApiKeysCreateWorkspaceUserReply>({ method: 'POST', path: '/api-keys/workspace/user', body, isRepeatable: true, options }),
      /** Delete an API key. Requires one of the scopes `organisation_service_api_keys.delete`, `workspace_service_api_keys.delete`, `workspace_user_api_keys.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, query?: ApiKeysDeleteQuery, options?: RequestOptions) => send.json<ApiKeysDeleteReply>({ method: 'DELETE', path: '/api-keys/{id}', values: [id], query, options }),
      /** List API keys. Requires one of the scopes `organisation_service_api_keys.list`, `workspace_service_api_keys.list`, `workspace_user_api_keys.list`. */
      list: (query?: ApiKeysListQuery, options?: RequestOptions) => send.json<ApiKeysListReply>({ method: 'GET', path: '/api-keys', query, options }),
      /** Read an API key. Requires one of the scopes `organisation_service_api_keys.read`, `workspace_service_api_keys.read`, `workspace_user_api_keys.read`. */
      read: (id: string, query?: ApiKeysReadQuery, options?: RequestOptions) => send.json<ApiKeysReadReply>({ method: 'GET', path: '/api-keys/{id}', values: [id], query, options }),
      /** Rotate an API key. Requires one of the scopes `organisation_service_api_keys.rotate`, `workspace_service_api_keys.rotate`, `workspace_user_api_keys.rotate`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      rotate: (id: string, body?: ApiKeysRotateBody, options?: RequestOptions) => send.json<ApiKeysRotateReply>({ method: 'POST', path: '/api-keys/{id}/rotate', values: [id], body, isRepeatable: true, options }),
      /** Update an API key. Requires one of the scopes `organisation_service_api_keys.update`, `workspace_service_api_keys.update`, `workspace_user_api_keys.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      update: (id: string, body?: ApiKeysUpdateBody, options?: RequestOptions) => send.json<ApiKeysUpdateReply>({ method: 'PUT', path: '/api-keys/{id}', values: [id], body, options }),
    },
    auditLogs: {
      /** Export audit log entries. Requires the scope `audit_logs.list`. */
      export: (query?: AuditLogsExportQuery, options?: RequestOptions) => send.raw({ method: 'GET', path: '/audit-logs/export', query, options }),
      /** List audit log entries. Requires the scope `audit_logs.list`. */
      list: (query?: AuditLogsListQuery, options?: RequestOptions) => send.json<AuditLogsListReply>({ method: 'GET', path: '/audit-logs', query, options }),
      /** Verify the hash chain of the audit log. Requires the scope `audit_logs.list`. */
      verify: (options?: RequestOptions) => send.json<AuditLogsVerifyReply>({ method: 'GET', path: '/audit-logs/verify', options }),
    },
    bodyKeys: {
      /** List the keys of logged bodies. One entry per workspace that has encrypted bodies, with the progress of its last rotation. Keys themselves are never shown. Requires the scope `body_keys.list`. */
      list: (query?: BodyKeysListQuery, options?: RequestOptions) => send.json<BodyKeysListReply>({ method: 'GET', path: '/admin/body-keys', query, options }),
      /** Rotate the keys of logged bodies. New bodies use the new keys at once. Stored bodies are re-encrypted in the background; then the earlier keys are deleted. Returns the new keys: none for workspaces without encrypted bodies. Requires the scope `body_keys.rotate`. */
      rotate: (body?: BodyKeysRotateBody, options?: RequestOptions) => send.json<BodyKeysRotateReply>({ method: 'POST', path: '/admin/body-keys/rotate', body, isRepeatable: true, options }),
    },
    breakers: {
      /** List circuit breakers. Requires the scope `breakers.list`. */
      list: (options?: RequestOptions) => send.json<BreakersListReply>({ method: 'GET', path: '/breakers', options }),
      /** Reset a circuit breaker. Requires the scope `breakers.reset`. */
      reset: (id: string, options?: RequestOptions) => send.json<BreakersResetReply>({ method: 'POST', path: '/breakers/{id}/reset', values: [id], isRepeatable: true, options }),
    },
    cache: {
      /** Purge the response cache of a workspace. Requires the scope `cache.purge`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      purge: (query?: CachePurgeQuery, options?: RequestOptions) => send.json<CachePurgeReply>({ method: 'DELETE', path: '/cache', query, options }),
      /** Read the size of the semantic cache. Requires the scope `logs.view`. */
      read: (query?: CacheReadQuery, options?: RequestOptions) => send.json<CacheReadReply>({ method: 'GET', path: '/cache', query, options }),
      /** List matches of semantic lookups in shadow mode. Requires the scope `logs.view`. */
      shadow: (query?: CacheShadowQuery, options?: RequestOptions) => send.json<CacheShadowReply>({ method: 'GET', path: '/cache/shadow', query, options }),
    },
    claim: {
      /** Create the first owner. Without email, password and first_name, it creates the local owner, which can only sign in with links of `gatehouse open` until PUT /v1/users/me/account. Requires no authentication. */
      create: (body: ClaimCreateBody, options?: RequestOptions) => send.json<ClaimCreateReply>({ method: 'POST', path: '/claim', body, options }),
    },
    collections: {
      /** Create a collection. Requires the scope `prompts.create`. */
      create: (body: CollectionsCreateBody, options?: RequestOptions) => send.json<CollectionsCreateReply>({ method: 'POST', path: '/collections', body, isRepeatable: true, options }),
      /** Delete an empty collection. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, query?: CollectionsDeleteQuery, options?: RequestOptions) => send.json<CollectionsDeleteReply>({ method: 'DELETE', path: '/collections/{id}', values: [id], query, options }),
      /** List collections. Requires the scope `prompts.list`. */
      list: (query?: CollectionsListQuery, options?: RequestOptions) => send.json<CollectionsListReply>({ method: 'GET', path: '/collections', query, options }),
      /** Read a collection. Requires the scope `prompts.read`. */
      read: (id: string, query?: CollectionsReadQuery, options?: RequestOptions) => send.json<CollectionsReadReply>({ method: 'GET', path: '/collections/{id}', values: [id], query, options }),
      /** Rename a collection. Requires the scope `prompts.update`. */
      update: (id: string, body: CollectionsUpdateBody, query?: CollectionsUpdateQuery, options?: RequestOptions) => send.json<CollectionsUpdateReply>({ method: 'PUT', path: '/collections/{id}', values: [id], body, query, options }),
    },
    configs: {
      /** Create a config. Requires the scope `configs.create`. */
      create: (body: ConfigsCreateBody, options?: RequestOptions) => send.json<ConfigsCreateReply>({ method: 'POST', path: '/configs', body, isRepeatable: true, options }),
      /** Delete a config. Requires the scope `configs.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (slug: string, query?: ConfigsDeleteQuery, options?: RequestOptions) => send.json<ConfigsDeleteReply>({ method: 'DELETE', path: '/configs/{slug}', values: [slug], query, options }),
      /** Simulate a request through a config. No provider is called. Requires the scope `configs.read`. */
      explain: (body: ConfigsExplainBody, options?: RequestOptions) => send.json<ConfigsExplainReply>({ method: 'POST', path: '/configs/explain', body, options }),
      /** Simulate a request through a saved config. No provider is called. Requires the scope `configs.read`. */
      explainSaved: (slug: string, body?: ConfigsExplainSavedBody, query?: ConfigsExplainSavedQuery, options?: RequestOptions) => send.json<ConfigsExplainSavedReply>({ method: 'POST', path: '/configs/{slug}/explain', values: [slug], body, query, options }),
      /** List configs. Requires the scope `configs.list`. */
      list: (query?: ConfigsListQuery, options?: RequestOptions) => send.json<ConfigsListReply>({ method: 'GET', path: '/configs', query, options }),
      /** Read a config. Requires the scope `configs.read`. */
      read: (slug: string, query?: ConfigsReadQuery, options?: RequestOptions) => send.json<ConfigsReadReply>({ method: 'GET', path: '/configs/{slug}', values: [slug], query, options }),
      /** Roll back a config. Creates a new version with the content of an earlier one. Requires the scope `configs.update`. */
      rollBack: (slug: string, body: ConfigsRollBackBody, query?: ConfigsRollBackQuery, options?: RequestOptions) => send.json<ConfigsRollBackReply>({ method: 'POST', path: '/configs/{slug}/rollback', values: [slug], body, query, isRepeatable: true, options }),
      /** Update a config. Requires the scope `configs.update`. */
      update: (slug: string, body: ConfigsUpdateBody, query?: ConfigsUpdateQuery, options?: RequestOptions) => send.json<ConfigsUpdateReply>({ method: 'PUT', path: '/configs/{slug}', values: [slug], body, query, options }),
      /** Validate a config without saving it. Requires the scope `configs.read`. */
      validate: (body: ConfigsValidateBody, options?: RequestOptions) => send.json<ConfigsValidateReply>({ method: 'POST', path: '/configs/validate', body, options }),
      versions: {
        /** List the versions of a config. Newest first. Requires the scope `configs.read`. */
        list: (slug: string, query?: ConfigsVersionsListQuery, options?: RequestOptions) => send.json<ConfigsVersionsListReply>({ method: 'GET', path: '/configs/{slug}/versions', values: [slug], query, options }),
        /** Read one version of a config. Requires the scope `configs.read`. */
        read: (slug: string, version: string, query?: ConfigsVersionsReadQuery, options?: RequestOptions) => send.json<ConfigsVersionsReadReply>({ method: 'GET', path: '/configs/{slug}/versions/{version}', values: [slug, version], query, options }),
      },
    },
    demo: {
      /** Create the demo workspace. Fills a workspace with synthetic traffic of the last 7 days: keys, configs, guardrails, prompts, budgets, alerts, members, exports, logs, traces and feedback. No provider is called. Owners and trusted Admin keys only. Requires the scope `workspaces.create`. */
      create: (body?: DemoCreateBody, options?: RequestOptions) => send.json<DemoCreateReply>({ method: 'POST', path: '/admin/demo', body, isRepeatable: true, options }),
      /** Remove the demo workspace. Deletes the demo workspace with everything in it, including its logs and its members. Owners and trusted Admin keys only. Requires the scope `workspaces.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (options?: RequestOptions) => send.json<DemoDeleteReply>({ method: 'DELETE', path: '/admin/demo', options }),
    },
    deviceLogins: {
      /** Approve a device login. The device then gets a personal API key with the requested scopes, as far as you hold them. Approve only a login that you started yourself. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      approve: (body: DeviceLoginsApproveBody, options?: RequestOptions) => send.json<DeviceLoginsApproveReply>({ method: 'POST', path: '/device-logins/approve', body, isRepeatable: true, options }),
      /** Deny a device login. Available to every API key and signed-in user. */
      deny: (body: DeviceLoginsDenyBody, options?: RequestOptions) => send.json<DeviceLoginsDenyReply>({ method: 'POST', path: '/device-logins/deny', body, isRepeatable: true, options }),
      /** List your own device logins. Available to every API key and signed-in user. */
      list: (options?: RequestOptions) => send.json<DeviceLoginsListReply>({ method: 'GET', path: '/device-logins', options }),
      /** Read what a device asks for. The code is in the body, because addresses are logged. Available to every API key and signed-in user. */
      lookup: (body: DeviceLoginsLookupBody, options?: RequestOptions) => send.json<DeviceLoginsLookupReply>({ method: 'POST', path: '/device-logins/lookup', body, options }),
      /** Revoke one of your own device logins. Its API key stops working immediately. Available to every API key and signed-in user. */
      revoke: (id: string, options?: RequestOptions) => send.json<DeviceLoginsRevokeReply>({ method: 'DELETE', path: '/device-logins/{id}', values: [id], options }),
    },
    feedback: {
      /** Create feedback. Requires the scope `logs.write`. */
      create: (body: FeedbackCreateBody, query?: FeedbackCreateQuery, options?: RequestOptions) => send.json<FeedbackCreateReply>({ method: 'POST', path: '/feedback', body, query, isRepeatable: true, options }),
      /** List the feedback of a trace. Requires one of the scopes `logs.view`, `logs.write`. */
      list: (query: FeedbackListQuery, options?: RequestOptions) => send.json<FeedbackListReply>({ method: 'GET', path: '/feedback', query, options }),
      /** Update feedback. Requires the scope `logs.write`. */
      update: (id: string, body: FeedbackUpdateBody, query?: FeedbackUpdateQuery, options?: RequestOptions) => send.json<FeedbackUpdateReply>({ method: 'PUT', path: '/feedback/{id}', values: [id], body, query, options }),
    },
    groupMappings: {
      /** Create a group mapping. Gives the members of a group a role in the organisation, in a workspace, or both. It takes effect at once. The role `owner` waits for the next sign-in. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      create: (body: GroupMappingsCreateBody, options?: RequestOptions) => send.json<GroupMappingsCreateReply>({ method: 'POST', path: '/admin/group-mappings', body, isRepeatable: true, options }),
      /** Delete a group mapping. It takes effect at once. The role `owner` waits for the next sign-in. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, options?: RequestOptions) => send.json<GroupMappingsDeleteReply>({ method: 'DELETE', path: '/admin/group-mappings/{id}', values: [id], options }),
      /** List group mappings. Requires the scope `organisation_settings.read`. */
      list: (query?: GroupMappingsListQuery, options?: RequestOptions) => send.json<GroupMappingsListReply>({ method: 'GET', path: '/admin/group-mappings', query, options }),
      /** Read a group mapping. Requires the scope `organisation_settings.read`. */
      read: (id: string, options?: RequestOptions) => send.json<GroupMappingsReadReply>({ method: 'GET', path: '/admin/group-mappings/{id}', values: [id], options }),
      /** Update a group mapping. Omitted fields stay unchanged. It takes effect at once. The role `owner` waits for the next sign-in. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      update: (id: string, body: GroupMappingsUpdateBody, options?: RequestOptions) => send.json<GroupMappingsUpdateReply>({ method: 'PUT', path: '/admin/group-mappings/{id}', values: [id], body, options }),
    },
    guardrails: {
      checks: {
        /** List the checks that guardrails can use. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`. */
        list: (options?: RequestOptions) => send.json<GuardrailsChecksListReply>({ method: 'GET', path: '/guardrails/checks', options }),
      },
      /** Create a guardrail. Configs name it in `input_guardrails` and `output_guardrails`. With `organisation_id`, all workspaces can use it. Requires one of the scopes `guardrails.create`, `organisation_guardrails.create`. */
      create: (body: GuardrailsCreateBody, options?: RequestOptions) => send.json<GuardrailsCreateReply>({ method: 'POST', path: '/guardrails', body, isRepeatable: true, options }),
      /** Delete a guardrail. Refused while a config names it, or while it is a default of a workspace or of the organisation. Requires one of the scopes `guardrails.delete`, `organisation_guardrails.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (slug: string, query?: GuardrailsDeleteQuery, options?: RequestOptions) => send.json<GuardrailsDeleteReply>({ method: 'DELETE', path: '/guardrails/{slug}', values: [slug], query, options }),
      /** List guardrails. Those of the workspace and of the organisation, without their checks. Requires one of the scopes `guardrails.list`, `organisation_guardrails.list`. */
      list: (query?: GuardrailsListQuery, options?: RequestOptions) => send.json<GuardrailsListReply>({ method: 'GET', path: '/guardrails', query, options }),
      /** Read a guardrail. `slug` is the slug or the id. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`. */
      read: (slug: string, query?: GuardrailsReadQuery, options?: RequestOptions) => send.json<GuardrailsReadReply>({ method: 'GET', path: '/guardrails/{slug}', values: [slug], query, options }),
      /** Report what a guardrail did, or would have done in shadow mode. `slug` is the slug or id of a saved guardrail, or `inline.all` for all inline ones. Default range: 7 days. Requires the scope `logs.view`. */
      report: (slug: string, query?: GuardrailsReportQuery, options?: RequestOptions) => send.json<GuardrailsReportReply>({ method: 'GET', path: '/guardrails/{slug}/report', values: [slug], query, options }),
      /** Test a guardrail. Runs it over a text, a body or a logged request, as if it were neither async nor in shadow mode. Webhooks are called, and models are charged to the workspace. Nothing is stored. Requires the scope `guardrails.invoke`. */
      test: (body?: GuardrailsTestBody, options?: RequestOptions) => send.json<GuardrailsTestReply>({ method: 'POST', path: '/guardrails/test', body, options }),
      /** Update a guardrail. A change of checks or actions creates a new version, which takes effect on the next request. Requires one of the scopes `guardrails.update`, `organisation_guardrails.update`. */
      update: (slug: string, body: GuardrailsUpdateBody, query?: GuardrailsUpdateQuery, options?: RequestOptions) => send.json<GuardrailsUpdateReply>({ method: 'PUT', path: '/guardrails/{slug}', values: [slug], body, query, options }),
      /** Validate a guardrail without saving it. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`. */
      validate: (body: GuardrailsValidateBody, options?: RequestOptions) => send.json<GuardrailsValidateReply>({ method: 'POST', path: '/guardrails/validate', body, options }),
      versions: {
        /** List the versions of a guardrail. Newest first. Requires one of the scopes `guardrails.read`, `organisation_guardrails.read`. */
        list: (slug: string, query?: GuardrailsVersionsListQuery, options?: RequestOptions) => send.json<GuardrailsVersionsListReply>({ method: 'GET', path: '/guardrails/{slug}/versions', values: [slug], query, options }),
      },
    },
    integrations: {
      /** Create an integration. An Admin key, owner or admin creates it for the organisation, and opens it to workspaces. With `workspace_id`, or with a workspace key, only that workspace can use it. Requires one of the scopes `organisation_integrations.create`, `workspace_integrations.create`. */
      create: (body: IntegrationsCreateBody, options?: RequestOptions) => send.json<IntegrationsCreateReply>({ method: 'POST', path: '/integrations', body, isRepeatable: true, options }),
      /** Delete an integration. Also deletes the providers that were made from it. Requires one of the scopes `organisation_integrations.delete`, `workspace_integrations.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (slug: string, query?: IntegrationsDeleteQuery, options?: RequestOptions) => send.json<IntegrationsDeleteReply>({ method: 'DELETE', path: '/integrations/{slug}', values: [slug], query, options }),
      /** List integrations. Requires one of the scopes `organisation_integrations.list`, `workspace_integrations.list`. */
      list: (query?: IntegrationsListQuery, options?: RequestOptions) => send.json<IntegrationsListReply>({ method: 'GET', path: '/integrations', query, options }),
      models: {
        /** Delete models of an integration. Removes the settings of these models. `allow_all_models` then decides whether they can be used. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
        delete: (slug: string, body?: IntegrationsModelsDeleteBody, query?: IntegrationsModelsDeleteQuery, options?: RequestOptions) => send.json<IntegrationsModelsDeleteReply>({ method: 'DELETE', path: '/integrations/{slug}/models', values: [slug], body, query, options }),
        /** List the models of an integration. The models of the price list of its provider, and those with settings of their own. Requires one of the scopes `organisation_integrations.read`, `workspace_integrations.read`. */
        list: (slug: string, query?: IntegrationsModelsListQuery, options?: RequestOptions) => send.json<IntegrationsModelsListReply>({ method: 'GET', path: '/integrations/{slug}/models', values: [slug], query, options }),
        /** Update the models of an integration. Models that are not in the list keep their settings. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`. */
        update: (slug: string, body?: IntegrationsModelsUpdateBody, query?: IntegrationsModelsUpdateQuery, options?: RequestOptions) => send.json<IntegrationsModelsUpdateReply>({ method: 'PUT', path: '/integrations/{slug}/models', values: [slug], body, query, options }),
      },
      /** Read an integration. Requires one of the scopes `organisation_integrations.read`, `workspace_integrations.read`. */
      read: (slug: string, query?: IntegrationsReadQuery, options?: RequestOptions) => send.json<IntegrationsReadReply>({ method: 'GET', path: '/integrations/{slug}', values: [slug], query, options }),
      /** Update an integration. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`. */
      update: (slug: string, body?: IntegrationsUpdateBody, query?: IntegrationsUpdateQuery, options?: RequestOptions) => send.json<IntegrationsUpdateReply>({ method: 'PUT', path: '/integrations/{slug}', values: [slug], body, query, options }),
      workspaces: {
        /** List the workspaces of an integration. Requires one of the scopes `organisation_integrations.read`, `workspace_integrations.read`. */
        list: (slug: string, query?: IntegrationsWorkspacesListQuery, options?: RequestOptions) => send.json<IntegrationsWorkspacesListReply>({ method: 'GET', path: '/integrations/{slug}/workspaces', values: [slug], query, options }),
        /** Update the workspaces of an integration. Workspaces that are not in the list keep their settings. Requires one of the scopes `organisation_integrations.update`, `workspace_integrations.update`. */
        update: (slug: string, body?: IntegrationsWorkspacesUpdateBody, query?: IntegrationsWorkspacesUpdateQuery, options?: RequestOptions) => send.json<IntegrationsWorkspacesUpdateReply>({ method: 'PUT', path: '/integrations/{slug}/workspaces', values: [slug], body, query, options }),
      },
    },
    invites: {
      /** Accept an invitation. Requires no authentication. */
      accept: (body: InvitesAcceptBody, options?: RequestOptions) => send.json<InvitesAcceptReply>({ method: 'POST', path: '/invites/accept', body, options }),
      /** Invite a user. Returns a link. The gateway sends no email. Requires the scope `organisation_users.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      create: (body: InvitesCreateBody, options?: RequestOptions) => send.json<InvitesCreateReply>({ method: 'POST', path: '/admin/users/invites', body, isRepeatable: true, options }),
      /** Cancel an invitation. Requires the scope `organisation_users.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, options?: RequestOptions) => send.json<InvitesDeleteReply>({ method: 'DELETE', path: '/admin/users/invites/{id}', values: [id], options }),
      /** List invitations. Requires the scope `organisation_users.list`. */
      list: (query?: InvitesListQuery, options?: RequestOptions) => send.json<InvitesListReply>({ method: 'GET', path: '/admin/users/invites', query, options }),
      /** Read an invitation. Requires the scope `organisation_users.read`. */
      read: (id: string, options?: RequestOptions) => send.json<InvitesReadReply>({ method: 'GET', path: '/admin/users/invites/{id}', values: [id], options }),
      /** Create a new link for an invitation. The old link stops working. Requires the scope `organisation_users.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      resend: (id: string, options?: RequestOptions) => send.json<InvitesResendReply>({ method: 'POST', path: '/admin/users/invites/{id}/resend', values: [id], isRepeatable: true, options }),
    },
    labels: {
      /** Create a label. Requires the scope `prompts.create`. */
      create: (body: LabelsCreateBody, options?: RequestOptions) => send.json<LabelsCreateReply>({ method: 'POST', path: '/labels', body, isRepeatable: true, options }),
      /** Delete a label. The label is removed from all prompt versions. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, query?: LabelsDeleteQuery, options?: RequestOptions) => send.json<LabelsDeleteReply>({ method: 'DELETE', path: '/labels/{id}', values: [id], query, options }),
      /** List labels. Requires the scope `prompts.list`. */
      list: (query?: LabelsListQuery, options?: RequestOptions) => send.json<LabelsListReply>({ method: 'GET', path: '/labels', query, options }),
      /** Read a label. Requires the scope `prompts.read`. */
      read: (id: string, query?: LabelsReadQuery, options?: RequestOptions) => send.json<LabelsReadReply>({ method: 'GET', path: '/labels/{id}', values: [id], query, options }),
      /** Update a label. Requires the scope `prompts.update`. */
      update: (id: string, body: LabelsUpdateBody, query?: LabelsUpdateQuery, options?: RequestOptions) => send.json<LabelsUpdateReply>({ method: 'PUT', path: '/labels/{id}', values: [id], body, query, options }),
    },
    logExports: {
      /** Cancel a log export. Requires the scope `logs.export`. */
      cancel: (id: string, query?: LogExportsCancelQuery, options?: RequestOptions) => send.json<LogExportsCancelReply>({ method: 'POST', path: '/logs/exports/{id}/cancel', values: [id], query, isRepeatable: true, options }),
      /** Download an export. Requires the scope `logs.export`. */
      content: (id: string, query?: LogExportsContentQuery, options?: RequestOptions) => send.raw({ method: 'GET', path: '/logs/exports/{id}/content', values: [id], query, options }),
      /** Create a log export. The export is a draft until you start it. Requires the scope `logs.export`. */
      create: (body: LogExportsCreateBody, options?: RequestOptions) => send.json<LogExportsCreateReply>({ method: 'POST', path: '/logs/exports', body, isRepeatable: true, options }),
      /** Delete a log export and its file. Requires the scope `logs.export`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, query?: LogExportsDeleteQuery, options?: RequestOptions) => send.json<LogExportsDeleteReply>({ method: 'DELETE', path: '/logs/exports/{id}', values: [id], query, options }),
      /** Create a download link for an export. Requires the scope `logs.export`. */
      download: (id: string, query?: LogExportsDownloadQuery, options?: RequestOptions) => send.json<LogExportsDownloadReply>({ method: 'GET', path: '/logs/exports/{id}/download', values: [id], query, options }),
      /** Download an export by its signed link. Requires no authentication. */
      file: (id: string, query?: LogExportsFileQuery, options?: RequestOptions) => send.raw({ method: 'GET', path: '/logs/exports/{id}/file', values: [id], query, options }),
      /** List log exports. Requires the scope `logs.export`. */
      list: (query?: LogExportsListQuery, options?: RequestOptions) => send.json<LogExportsListReply>({ method: 'GET', path: '/logs/exports', query, options }),
      /** Read a log export and its progress. Requires the scope `logs.export`. */
      read: (id: string, query?: LogExportsReadQuery, options?: RequestOptions) => send.json<LogExportsReadReply>({ method: 'GET', path: '/logs/exports/{id}', values: [id], query, options }),
      /** List the fields that exports may not contain. Always empty: every caller with the scope logs.export can export every field. Requires the scope `logs.export`. */
      restrictions: (query?: LogExportsRestrictionsQuery, options?: RequestOptions) => send.json<LogExportsRestrictionsReply>({ method: 'GET', path: '/logs/exports/field-restrictions', query, options }),
      /** Start or resume a log export. Requires the scope `logs.export`. */
      start: (id: string, query?: LogExportsStartQuery, options?: RequestOptions) => send.json<LogExportsStartReply>({ method: 'POST', path: '/logs/exports/{id}/start', values: [id], query, isRepeatable: true, options }),
      /** Update a log export. Filters, columns and format cannot be changed while it is running or after it is finished. Requires the scope `logs.export`. */
      update: (id: string, body?: LogExportsUpdateBody, options?: RequestOptions) => send.json<LogExportsUpdateReply>({ method: 'PUT', path: '/logs/exports/{id}', values: [id], body, options }),
    },
    logs: {
      /** Count request logs by their most frequent values. Requires the scope `logs.list`. */
      facets: (query?: LogsFacetsQuery, options?: RequestOptions) => send.json<LogsFacetsReply>({ method: 'GET', path: '/logs/facets', query, options }),
      /** Count request logs over time. Requires the scope `logs.list`. */
      histogram: (query?: LogsHistogramQuery, options?: RequestOptions) => send.json<LogsHistogramReply>({ method: 'GET', path: '/logs/histogram', query, options }),
      /** Insert request logs. Requires one of the scopes `logs.write`, `completions.write`. */
      insert: (body: LogsInsertBody, query?: LogsInsertQuery, options?: RequestOptions) => send.json<LogsInsertReply>({ method: 'POST', path: '/logs', body, query, options }),
      /** List request logs. Requires the scope `logs.list`. */
      list: (query?: LogsListQuery, options?: RequestOptions) => send.json<LogsListReply>({ method: 'GET', path: '/logs', query, options }),
      /** Read a request log. Requires the scope `logs.view`. */
      read: (id: string, query?: LogsReadQuery, options?: RequestOptions) => send.json<LogsReadReply>({ method: 'GET', path: '/logs/{id}', values: [id], query, options }),
      /** Stream request logs. Requires the scope `logs.list`. */
      stream: (query?: LogsStreamQuery, options?: RequestOptions) => send.stream({ method: 'GET', path: '/logs/stream', query, options }),
    },
    modelCatalogue: {
      /** List the models that virtual keys reach. Models of the price list of every provider with an active virtual key, models with a custom price, used models and the models of the built-in mock provider. Virtual keys with a custom host have only custom-priced and used models. Requires one of the scopes `virtual_keys.list`, `providers.list`, `completions.write`. */
      list: (query?: ModelCatalogueListQuery, options?: RequestOptions) => send.json<ModelCatalogueListReply>({ method: 'GET', path: '/model-catalogue', query, options }),
    },
    organisation: {
      defaults: {
        /** Read the organisation’s default guardrails. Requires the scope `organisation_settings.read`. */
        read: (options?: RequestOptions) => send.json<OrganisationDefaultsReadReply>({ method: 'GET', path: '/admin/organisation/defaults', options }),
        /** Set the organisation’s default guardrails. An omitted list stays. They apply to all workspaces, and callers cannot remove them. Requires the scope `organisation_settings.update`. */
        update: (body?: OrganisationDefaultsUpdateBody, query?: OrganisationDefaultsUpdateQuery, options?: RequestOptions) => send.json<OrganisationDefaultsUpdateReply>({ method: 'PUT', path: '/admin/organisation/defaults', body, query, options }),
      },
      /** Read the organisation’s settings. Requires the scope `organisation_settings.read`. */
      read: (options?: RequestOptions) => send.json<OrganisationReadReply>({ method: 'GET', path: '/admin/organisation', options }),
      /** Update the organisation’s settings. Requires the scope `organisation_settings.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      update: (body?: OrganisationUpdateBody, query?: OrganisationUpdateQuery, options?: RequestOptions) => send.json<OrganisationUpdateReply>({ method: 'PUT', path: '/admin/organisation', body, query, options }),
    },
    policies: {
      rateLimits: {
        /** Create a rate limit policy. Requires the scope `policies.create`. */
        create: (body: PoliciesRateLimitsCreateBody, options?: RequestOptions) => send.json<PoliciesRateLimitsCreateReply>({ method: 'POST', path: '/policies/rate-limits', body, isRepeatable: true, options }),
        /** Archive a rate limit policy. Requires the scope `policies.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
        delete: (id: string, query?: PoliciesRateLimitsDeleteQuery, options?: RequestOptions) => send.json<PoliciesRateLimitsDeleteReply>({ method: 'DELETE', path: '/policies/rate-limits/{id}', values: [id], query, options }),
        /** List rate limit policies. Requires the scope `policies.list`. */
        list: (query?: PoliciesRateLimitsListQuery, options?: RequestOptions) => send.json<PoliciesRateLimitsListReply>({ method: 'GET', path: '/policies/rate-limits', query, options }),
        /** Read a rate limit policy. Requires the scope `policies.read`. */
        read: (id: string, query?: PoliciesRateLimitsReadQuery, options?: RequestOptions) => send.json<PoliciesRateLimitsReadReply>({ method: 'GET', path: '/policies/rate-limits/{id}', values: [id], query, options }),
        /** Update a rate limit policy. Requires the scope `policies.update`. */
        update: (id: string, body?: PoliciesRateLimitsUpdateBody, query?: PoliciesRateLimitsUpdateQuery, options?: RequestOptions) => send.json<PoliciesRateLimitsUpdateReply>({ method: 'PUT', path: '/policies/rate-limits/{id}', values: [id], body, query, options }),
      },
      usageLimits: {
        /** Create a budget policy. Requires the scope `policies.create`. */
        create: (body: PoliciesUsageLimitsCreateBody, options?: RequestOptions) => send.json<PoliciesUsageLimitsCreateReply>({ method: 'POST', path: '/policies/usage-limits', body, isRepeatable: true, options }),
        /** Archive a budget policy. Requires the scope `policies.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
        delete: (id: string, query?: PoliciesUsageLimitsDeleteQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsDeleteReply>({ method: 'DELETE', path: '/policies/usage-limits/{id}', values: [id], query, options }),
        entities: {
          /** List the usage of a budget policy by group value. Requires the scope `policies.read`. */
          list: (id: string, query?: PoliciesUsageLimitsEntitiesListQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsEntitiesListReply>({ method: 'GET', path: '/policies/usage-limits/{id}/entities', values: [id], query, options }),
          /** Reset the usage of a group value. Requires the scope `policies.update`. */
          reset: (id: string, entityId: string, query?: PoliciesUsageLimitsEntitiesResetQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsEntitiesResetReply>({ method: 'PUT', path: '/policies/usage-limits/{id}/entities/{entity_id}/reset', values: [id, entityId], query, options }),
        },
        /** List budget policies. Requires the scope `policies.list`. */
        list: (query?: PoliciesUsageLimitsListQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsListReply>({ method: 'GET', path: '/policies/usage-limits', query, options }),
        /** Read a budget policy. Requires the scope `policies.read`. */
        read: (id: string, query?: PoliciesUsageLimitsReadQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsReadReply>({ method: 'GET', path: '/policies/usage-limits/{id}', values: [id], query, options }),
        /** Update a budget policy. Requires the scope `policies.update`. */
        update: (id: string, body?: PoliciesUsageLimitsUpdateBody, query?: PoliciesUsageLimitsUpdateQuery, options?: RequestOptions) => send.json<PoliciesUsageLimitsUpdateReply>({ method: 'PUT', path: '/policies/usage-limits/{id}', values: [id], body, query, options }),
      },
    },
    prices: {
      /** Create a custom price. Requires the scope `policies.create`. */
      create: (body: PricesCreateBody, options?: RequestOptions) => send.json<PricesCreateReply>({ method: 'POST', path: '/prices', body, isRepeatable: true, options }),
      /** Delete a custom price. Requires the scope `policies.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, query?: PricesDeleteQuery, options?: RequestOptions) => send.json<PricesDeleteReply>({ method: 'DELETE', path: '/prices/{id}', values: [id], query, options }),
      /** Get the effective price of a model. Requires the scope `policies.read`. */
      effective: (query: PricesEffectiveQuery, options?: RequestOptions) => send.json<PricesEffectiveReply>({ method: 'GET', path: '/prices/effective', query, options }),
      /** List custom prices. Requires the scope `policies.list`. */
      list: (query?: PricesListQuery, options?: RequestOptions) => send.json<PricesListReply>({ method: 'GET', path: '/prices', query, options }),
      /** Read a custom price. Requires the scope `policies.read`. */
      read: (id: string, query?: PricesReadQuery, options?: RequestOptions) => send.json<PricesReadReply>({ method: 'GET', path: '/prices/{id}', values: [id], query, options }),
      reprice: {
        /** Compute missing costs. Starts a background job. Existing costs are not changed. Requires the scope `policies.update`. */
        create: (body?: PricesRepriceCreateBody, options?: RequestOptions) => send.json<PricesRepriceCreateReply>({ method: 'POST', path: '/prices/reprice', body, isRepeatable: true, options }),
        /** Read a reprice job. Requires the scope `policies.read`. */
        read: (id: string, query?: PricesRepriceReadQuery, options?: RequestOptions) => send.json<PricesRepriceReadReply>({ method: 'GET', path: '/prices/reprice/{id}', values: [id], query, options }),
      },
      /** List used models without a price. Requires the scope `policies.list`. */
      unpriced: (query?: PricesUnpricedQuery, options?: RequestOptions) => send.json<PricesUnpricedReply>({ method: 'GET', path: '/prices/unpriced', query, options }),
      /** Update a custom price. Replaces all fields. Requires the scope `policies.update`. */
      update: (id: string, body: PricesUpdateBody, query?: PricesUpdateQuery, options?: RequestOptions) => send.json<PricesUpdateReply>({ method: 'PUT', path: '/prices/{id}', values: [id], body, query, options }),
    },
    privacy: {
      erasures: {
        /** Erase a person. Erases an end user, or deletes an account and erases what remains of it. Runs in the background; the audit log gets the receipt. Requires the scope `privacy.erase`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
        create: (body: PrivacyErasuresCreateBody, options?: RequestOptions) => send.json<PrivacyErasuresCreateReply>({ method: 'POST', path: '/privacy/erasures', body, isRepeatable: true, options }),
        /** List erasures. Requires the scope `privacy.erase`. */
        list: (query?: PrivacyErasuresListQuery, options?: RequestOptions) => send.json<PrivacyErasuresListReply>({ method: 'GET', path: '/privacy/erasures', query, options }),
        /** Preview an erasure. Counts what an erasure would remove, at least, and changes nothing. Requires the scope `privacy.erase`. */
        preview: (body: PrivacyErasuresPreviewBody, options?: RequestOptions) => send.json<PrivacyErasuresPreviewReply>({ method: 'POST', path: '/privacy/erasures/preview', body, options }),
        /** Read the receipt of an erasure. Requires the scope `privacy.erase`. */
        read: (id: string, query?: PrivacyErasuresReadQuery, options?: RequestOptions) => send.json<PrivacyErasuresReadReply>({ method: 'GET', path: '/privacy/erasures/{id}', values: [id], query, options }),
      },
      /** Export the data of a person. Streams JSON lines. For many logs, create an export instead: it continues after an interruption. Each line has a type: log, account, session, api_key, invite or audit_entry. Requires the scope `privacy.export`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      export: (body: PrivacyExportBody, options?: RequestOptions) => send.raw({ method: 'POST', path: '/privacy/export', body, isRepeatable: true, options }),
      exports: {
        /** Download an export of a person. Requires the scope `privacy.export`. */
        content: (id: string, query?: PrivacyExportsContentQuery, options?: RequestOptions) => send.raw({ method: 'GET', path: '/privacy/exports/{id}/content', values: [id], query, options }),
        /** Create an export of a person. Runs in the background and continues after a restart. The file has JSON lines, each with a type: log, account, session, api_key, invite or audit_entry. Requires the scope `privacy.export`. */
        create: (body: PrivacyExportsCreateBody, options?: RequestOptions) => send.json<PrivacyExportsCreateReply>({ method: 'POST', path: '/privacy/exports', body, isRepeatable: true, options }),
        /** Delete an export of a person and its file. Requires the scope `privacy.export`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
        delete: (id: string, query?: PrivacyExportsDeleteQuery, options?: RequestOptions) => send.json<PrivacyExportsDeleteReply>({ method: 'DELETE', path: '/privacy/exports/{id}', values: [id], query, options }),
        /** List exports of persons. Requires the scope `privacy.export`. */
        list: (query?: PrivacyExportsListQuery, options?: RequestOptions) => send.json<PrivacyExportsListReply>({ method: 'GET', path: '/privacy/exports', query, options }),
        /** Read an export of a person. Requires the scope `privacy.export`. */
        read: (id: string, query?: PrivacyExportsReadQuery, options?: RequestOptions) => send.json<PrivacyExportsReadReply>({ method: 'GET', path: '/privacy/exports/{id}', values: [id], query, options }),
      },
    },
    promptPartials: {
      /** Create a partial. The first version is published immediately. Requires the scope `prompts.create`. */
      create: (body: PromptPartialsCreateBody, options?: RequestOptions) => send.json<PromptPartialsCreateReply>({ method: 'POST', path: '/prompts/partials', body, isRepeatable: true, options }),
      /** Delete a partial. Fails if prompts or partials include it, unless `force` is true. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, query?: PromptPartialsDeleteQuery, options?: RequestOptions) => send.json<PromptPartialsDeleteReply>({ method: 'DELETE', path: '/prompts/partials/{id}', values: [id], query, options }),
      /** List partials. Requires the scope `prompts.list`. */
      list: (query?: PromptPartialsListQuery, options?: RequestOptions) => send.json<PromptPartialsListReply>({ method: 'GET', path: '/prompts/partials', query, options }),
      /** Publish a version of a partial. Takes effect immediately in every prompt that includes the partial. Requires the scope `prompts.publish`. */
      publish: (id: string, body: PromptPartialsPublishBody, query?: PromptPartialsPublishQuery, options?: RequestOptions) => send.json<PromptPartialsPublishReply>({ method: 'PUT', path: '/prompts/partials/{id}/makeDefault', values: [id], body, query, options }),
      /** Read a partial. Returns the published version. Append @latest or @<number> to the id to read another one. Requires the scope `prompts.read`. */
      read: (id: string, query?: PromptPartialsReadQuery, options?: RequestOptions) => send.json<PromptPartialsReadReply>({ method: 'GET', path: '/prompts/partials/{id}', values: [id], query, options }),
      /** Update a partial. New text creates a version that is not published yet. Requires the scope `prompts.update`. */
      update: (id: string, body: PromptPartialsUpdateBody, query?: PromptPartialsUpdateQuery, options?: RequestOptions) => send.json<PromptPartialsUpdateReply>({ method: 'PUT', path: '/prompts/partials/{id}', values: [id], body, query, options }),
      versions: {
        /** List the versions of a partial. Newest first. Requires the scope `prompts.read`. */
        list: (id: string, query?: PromptPartialsVersionsListQuery, options?: RequestOptions) => send.json<PromptPartialsVersionsListReply>({ method: 'GET', path: '/prompts/partials/{id}/versions', values: [id], query, options }),
      },
    },
    prompts: {
      /** Create a prompt. The first version is published immediately. Requires the scope `prompts.create`. */
      create: (body: PromptsCreateBody, options?: RequestOptions) => send.json<PromptsCreateReply>({ method: 'POST', path: '/prompts', body, isRepeatable: true, options }),
      /** Delete a prompt and all its versions. Requires the scope `prompts.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, query?: PromptsDeleteQuery, options?: RequestOptions) => send.json<PromptsDeleteReply>({ method: 'DELETE', path: '/prompts/{id}', values: [id], query, options }),
      /** Export a prompt with all its versions. Requires the scope `prompts.read`. */
      export: (id: string, query?: PromptsExportQuery, options?: RequestOptions) => send.json<PromptsExportReply>({ method: 'GET', path: '/prompts/{id}/export', values: [id], query, options }),
      /** Import a prompt. Requires the scope `prompts.create`. */
      import: (body: PromptsImportBody, options?: RequestOptions) => send.json<PromptsImportReply>({ method: 'POST', path: '/prompts/import', body, isRepeatable: true, options }),
      /** List prompts. Requires the scope `prompts.list`. */
      list: (query?: PromptsListQuery, options?: RequestOptions) => send.json<PromptsListReply>({ method: 'GET', path: '/prompts', query, options }),
      /** Publish a version of a prompt. Requires the scope `prompts.publish`. */
      publish: (id: string, body: PromptsPublishBody, query?: PromptsPublishQuery, options?: RequestOptions) => send.json<PromptsPublishReply>({ method: 'PUT', path: '/prompts/{id}/makeDefault', values: [id], body, query, options }),
      /** Read a prompt. Returns the published version. Append @latest, @<number> or @<label> to the id to read another one. Requires the scope `prompts.read`. */
      read: (id: string, query?: PromptsReadQuery, options?: RequestOptions) => send.json<PromptsReadReply>({ method: 'GET', path: '/prompts/{id}', values: [id], query, options }),
      /** Render a prompt without calling a model. Requires the scope `prompts.render`. */
      render: (id: string, body?: PromptsRenderBody, query?: PromptsRenderQuery, options?: RequestOptions) => send.json<PromptsRenderReply>({ method: 'POST', path: '/prompts/{id}/render', values: [id], body, query, options }),
      /** Update a prompt. Changing the template or its parameters creates a version that is not published yet. Requires the scope `prompts.update`. */
      update: (id: string, body: PromptsUpdateBody, query?: PromptsUpdateQuery, options?: RequestOptions) => send.json<PromptsUpdateReply>({ method: 'PUT', path: '/prompts/{id}', values: [id], body, query, options }),
      versions: {
        /** Label a version of a prompt. The labels are removed from other versions of the prompt. Requires the scope `prompts.update`. */
        label: (id: string, version: string, body: PromptsVersionsLabelBody, query?: PromptsVersionsLabelQuery, options?: RequestOptions) => send.json<PromptsVersionsLabelReply>({ method: 'PUT', path: '/prompts/{id}/versions/{version}', values: [id, version], body, query, options }),
        /** List the versions of a prompt. Newest first. Requires the scope `prompts.read`. */
        list: (id: string, query?: PromptsVersionsListQuery, options?: RequestOptions) => send.json<PromptsVersionsListReply>({ method: 'GET', path: '/prompts/{id}/versions', values: [id], query, options }),
        /** Read one version of a prompt. `version` is its number or id. Requires the scope `prompts.read`. */
        read: (id: string, version: string, query?: PromptsVersionsReadQuery, options?: RequestOptions) => send.json<PromptsVersionsReadReply>({ method: 'GET', path: '/prompts/{id}/versions/{version}', values: [id, version], query, options }),
      },
    },
    providers: {
      /** Create a provider from an integration. The provider uses the credential of the integration. To store a credential of its own, use POST /v1/virtual-keys. Requires one of the scopes `providers.create`, `virtual_keys.create`. */
      create: (body: ProvidersCreateBody, options?: RequestOptions) => send.json<ProvidersCreateReply>({ method: 'POST', path: '/providers', body, isRepeatable: true, options }),
      /** Delete a provider. Requires one of the scopes `providers.delete`, `virtual_keys.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (slug: string, query?: ProvidersDeleteQuery, options?: RequestOptions) => send.json<ProvidersDeleteReply>({ method: 'DELETE', path: '/providers/{slug}', values: [slug], query, options }),
      /** List providers. Requires one of the scopes `providers.list`, `virtual_keys.list`. */
      list: (query?: ProvidersListQuery, options?: RequestOptions) => send.json<ProvidersListReply>({ method: 'GET', path: '/providers', query, options }),
      /** Read a provider. Requires one of the scopes `providers.read`, `virtual_keys.read`. */
      read: (slug: string, query?: ProvidersReadQuery, options?: RequestOptions) => send.json<ProvidersReadReply>({ method: 'GET', path: '/providers/{slug}', values: [slug], query, options }),
      /** Update a provider. Requires one of the scopes `providers.update`, `virtual_keys.update`. */
      update: (slug: string, body?: ProvidersUpdateBody, query?: ProvidersUpdateQuery, options?: RequestOptions) => send.json<ProvidersUpdateReply>({ method: 'PUT', path: '/providers/{slug}', values: [slug], body, query, options }),
    },
    roles: {
      /** Create a custom role. You can give a role only permissions that you hold yourself. Requires the scope `roles.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      create: (body: RolesCreateBody, options?: RequestOptions) => send.json<RolesCreateReply>({ method: 'POST', path: '/admin/roles', body, isRepeatable: true, options }),
      /** Delete a custom role. A role that users, invitations, group mappings or single sign-on connections have is deleted only with `replace_with`. Requires the scope `roles.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, query?: RolesDeleteQuery, options?: RequestOptions) => send.json<RolesDeleteReply>({ method: 'DELETE', path: '/admin/roles/{id}', values: [id], query, options }),
      /** List roles. Built-in roles first, then custom roles by name. Requires the scope `roles.list`. */
      list: (query?: RolesListQuery, options?: RequestOptions) => send.json<RolesListReply>({ method: 'GET', path: '/admin/roles', query, options }),
      /** Read a custom role. Requires the scope `roles.read`. */
      read: (id: string, options?: RequestOptions) => send.json<RolesReadReply>({ method: 'GET', path: '/admin/roles/{id}', values: [id], options }),
      /** Update a custom role. Omitted fields stay unchanged. It takes effect at once for everyone who has the role, and ends their running requests if they may no longer send them. You must hold all permissions that the role has before and after. Requires the scope `roles.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      update: (id: string, body: RolesUpdateBody, options?: RequestOptions) => send.json<RolesUpdateReply>({ method: 'PUT', path: '/admin/roles/{id}', values: [id], body, options }),
    },
    scimLog: {
      /** List SCIM requests. Newest first. Requests are kept for 7 days, and at most 10,000 of them. Requires one of the scopes `scim.provision`, `audit_logs.list`. */
      list: (query?: ScimLogListQuery, options?: RequestOptions) => send.json<ScimLogListReply>({ method: 'GET', path: '/admin/scim-log', query, options }),
    },
    scopes: {
      /** List scopes. Available to every API key and signed-in user. */
      list: (options?: RequestOptions) => send.json<ScopesListReply>({ method: 'GET', path: '/scopes', options }),
    },
    secondFactors: {
      /** Add a passkey. Ends your other sessions. Available to every API key and signed-in user. */
      addPasskey: (body: SecondFactorsAddPasskeyBody, options?: RequestOptions) => send.json<SecondFactorsAddPasskeyReply>({ method: 'POST', path: '/users/me/passkeys', body, isRepeatable: true, options }),
      /** Add the authenticator app. Ends your other sessions. Available to every API key and signed-in user. */
      addTotp: (body: SecondFactorsAddTotpBody, options?: RequestOptions) => send.json<SecondFactorsAddTotpReply>({ method: 'PUT', path: '/users/me/totp', body, options }),
      /** List your own second factors. Available to every API key and signed-in user. */
      list: (options?: RequestOptions) => send.json<SecondFactorsListReply>({ method: 'GET', path: '/users/me/second-factors', options }),
      /** Request the options to create a passkey. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      passkeyOptions: (options?: RequestOptions) => send.json<SecondFactorsPasskeyOptionsReply>({ method: 'POST', path: '/users/me/passkeys/options', options }),
      /** Remove all second factors of a user. For a user who lost them. Ends all sessions of the user. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      remove: (id: string, options?: RequestOptions) => send.json<SecondFactorsRemoveReply>({ method: 'DELETE', path: '/admin/users/{id}/second-factors', values: [id], options }),
      /** Remove a passkey. Ends your other sessions. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      removePasskey: (id: string, options?: RequestOptions) => send.json<SecondFactorsRemovePasskeyReply>({ method: 'DELETE', path: '/users/me/passkeys/{id}', values: [id], options }),
      /** Remove the authenticator app. Ends your other sessions. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      removeTotp: (options?: RequestOptions) => send.json<SecondFactorsRemoveTotpReply>({ method: 'DELETE', path: '/users/me/totp', options }),
      /** Rename a passkey. Available to every API key and signed-in user. */
      renamePasskey: (id: string, body: SecondFactorsRenamePasskeyBody, options?: RequestOptions) => send.json<SecondFactorsRenamePasskeyReply>({ method: 'PUT', path: '/users/me/passkeys/{id}', values: [id], body, options }),
      /** Create new recovery codes. The old ones stop working. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      renewRecoveryCodes: (options?: RequestOptions) => send.json<SecondFactorsRenewRecoveryCodesReply>({ method: 'POST', path: '/users/me/recovery-codes', isRepeatable: true, options }),
      /** Create a secret for an authenticator app. It has no effect until PUT /v1/users/me/totp proves that the app has it, within five minutes. Available to every API key and signed-in user. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      startTotp: (options?: RequestOptions) => send.json<SecondFactorsStartTotpReply>({ method: 'POST', path: '/users/me/totp', options }),
      /** List which users have a second factor. Requires the scope `organisation_users.list`. */
      status: (query?: SecondFactorsStatusQuery, options?: RequestOptions) => send.json<SecondFactorsStatusReply>({ method: 'GET', path: '/admin/second-factors', query, options }),
    },
    secretReferences: {
      /** Test a secret reference. Reads the secret from its store, not from the cache, and returns whether it exists. The value is never returned. Callers of a workspace can test only paths that the operator allows for the workspace. Requires one of the scopes `virtual_keys.create`, `providers.create`. */
      test: (body: SecretReferencesTestBody, options?: RequestOptions) => send.json<SecretReferencesTestReply>({ method: 'POST', path: '/secret-references/test', body, options }),
    },
    sessions: {
      /** Sign in with a one-time link. Requires no authentication. */
      byLink: (body: SessionsByLinkBody, options?: RequestOptions) => send.json<SessionsByLinkReply>({ method: 'POST', path: '/sessions/link', body, options }),
      /** Confirm your identity in this session. Operations that show secrets, change rights or delete need it: with a second factor, or with the password if you have none. It lasts ten minutes. Available to every API key and signed-in user. */
      confirm: (body: SessionsConfirmBody, options?: RequestOptions) => send.json<SessionsConfirmReply>({ method: 'POST', path: '/sessions/current/confirm', body, isRepeatable: true, options }),
      /** Request the options to confirm your identity with a passkey. Available to every API key and signed-in user. */
      confirmOptions: (options?: RequestOptions) => send.json<SessionsConfirmOptionsReply>({ method: 'POST', path: '/sessions/current/passkey-options', options }),
      /** Sign in. For a user with a second factor, the response is a pending sign-in: POST /v1/sessions/second-factor finishes it. Requires no authentication. */
      create: (body: SessionsCreateBody, options?: RequestOptions) => send.json<SessionsCreateReply>({ method: 'POST', path: '/sessions', body, options }),
      /** Read the current caller. Available to every API key and signed-in user. */
      current: (options?: RequestOptions) => send.json<SessionsCurrentReply>({ method: 'GET', path: '/sessions/current', options }),
      /** Sign out. Available to every API key and signed-in user. */
      delete: (options?: RequestOptions) => send.json<SessionsDeleteReply>({ method: 'DELETE', path: '/sessions/current', options }),
      /** End one of your own sessions. Available to every API key and signed-in user. */
      end: (id: string, options?: RequestOptions) => send.json<SessionsEndReply>({ method: 'DELETE', path: '/sessions/{id}', values: [id], options }),
      /** End all your other sessions. Available to every API key and signed-in user. */
      endOthers: (options?: RequestOptions) => send.json<SessionsEndOthersReply>({ method: 'DELETE', path: '/sessions', options }),
      /** List your own sessions. Available to every API key and signed-in user. */
      list: (options?: RequestOptions) => send.json<SessionsListReply>({ method: 'GET', path: '/sessions', options }),
      /** Request the options for a passkey sign-in. For the sign-in that waits for a second factor, or for one without a password. Requires no authentication. */
      passkeyOptions: (body?: SessionsPasskeyOptionsBody, options?: RequestOptions) => send.json<SessionsPasskeyOptionsReply>({ method: 'POST', path: '/sessions/passkey-options', body, options }),
      /** Set a new password with a reset link. Also signs in. A user with a second factor finishes with POST /v1/sessions/second-factor. Requires no authentication. */
      resetPassword: (body: SessionsResetPasswordBody, options?: RequestOptions) => send.json<SessionsResetPasswordReply>({ method: 'POST', path: '/sessions/password', body, options }),
      /** Finish a sign-in with a second factor. Needs the cookie of POST /v1/sessions or POST /v1/sso/callback, which is valid for five minutes and 5 attempts. Requires no authentication. */
      secondFactor: (body: SessionsSecondFactorBody, options?: RequestOptions) => send.json<SessionsSecondFactorReply>({ method: 'POST', path: '/sessions/second-factor', body, options }),
    },
    sinks: {
      /** Create a sink. Logs of requests that end after this are sent to it. Requires the scope `sinks.create`. */
      create: (body: SinksCreateBody, options?: RequestOptions) => send.json<SinksCreateReply>({ method: 'POST', path: '/sinks', body, isRepeatable: true, options }),
      /** Delete a sink. Undelivered logs are not sent. Logs that it has received are not deleted. Requires the scope `sinks.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, query?: SinksDeleteQuery, options?: RequestOptions) => send.json<SinksDeleteReply>({ method: 'DELETE', path: '/sinks/{id}', values: [id], query, options }),
      /** List sinks. Requires the scope `sinks.list`. */
      list: (query?: SinksListQuery, options?: RequestOptions) => send.json<SinksListReply>({ method: 'GET', path: '/sinks', query, options }),
      /** Read the progress of a sink on each node. Counters start at 0 when the sink is created. Nodes that have not reported for a day are left out. Requires the scope `sinks.read`. */
      progress: (id: string, query?: SinksProgressQuery, options?: RequestOptions) => send.json<SinksProgressReply>({ method: 'GET', path: '/sinks/{id}/progress', values: [id], query, options }),
      /** Read a sink. Requires the scope `sinks.read`. */
      read: (id: string, query?: SinksReadQuery, options?: RequestOptions) => send.json<SinksReadReply>({ method: 'GET', path: '/sinks/{id}', values: [id], query, options }),
      /** Send a sample log to a sink. Makes one attempt and returns its result. Also works for a disabled sink. Requires the scope `sinks.update`. */
      test: (id: string, query?: SinksTestQuery, options?: RequestOptions) => send.json<SinksTestReply>({ method: 'POST', path: '/sinks/{id}/test', values: [id], query, isRepeatable: true, options }),
      /** Update a sink. Omitted fields stay unchanged. The type cannot be changed. If the destination changes to another origin, broker, SASL mechanism or to a connection without TLS, send its secrets again: stored ones are never sent to another destination. Requires the scope `sinks.update`. */
      update: (id: string, body?: SinksUpdateBody, query?: SinksUpdateQuery, options?: RequestOptions) => send.json<SinksUpdateReply>({ method: 'PUT', path: '/sinks/{id}', values: [id], body, query, options }),
    },
    ssoConnections: {
      /** Create a single sign-on connection. One OpenID Connect issuer. Test it before you enable it. Requires the scope `sso_connections.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      create: (body: SsoConnectionsCreateBody, options?: RequestOptions) => send.json<SsoConnectionsCreateReply>({ method: 'POST', path: '/admin/sso-connections', body, isRepeatable: true, options }),
      /** Delete a single sign-on connection. Ends the sessions that were started with it. Its users stay. Requires the scope `sso_connections.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, options?: RequestOptions) => send.json<SsoConnectionsDeleteReply>({ method: 'DELETE', path: '/admin/sso-connections/{id}', values: [id], options }),
      /** List single sign-on connections. Requires the scope `sso_connections.list`. */
      list: (query?: SsoConnectionsListQuery, options?: RequestOptions) => send.json<SsoConnectionsListReply>({ method: 'GET', path: '/admin/sso-connections', query, options }),
      /** Read a single sign-on connection. Requires the scope `sso_connections.read`. */
      read: (id: string, options?: RequestOptions) => send.json<SsoConnectionsReadReply>({ method: 'GET', path: '/admin/sso-connections/{id}', values: [id], options }),
      /** Start a test of a single sign-on connection. The connection need not be enabled. Open the URL in the same browser; nobody is signed in. Requires the scope `sso_connections.update`. */
      test: (id: string, options?: RequestOptions) => send.json<SsoConnectionsTestReply>({ method: 'POST', path: '/admin/sso-connections/{id}/test', values: [id], isRepeatable: true, options }),
      /** Finish a test of a single sign-on connection. Returns the claims, the roles that group mappings give, and whether the user could sign in. Requires the scope `sso_connections.update`. */
      testResult: (body: SsoConnectionsTestResultBody, options?: RequestOptions) => send.json<SsoConnectionsTestResultReply>({ method: 'POST', path: '/admin/sso-connections/test-result', body, isRepeatable: true, options }),
      /** Update a single sign-on connection. Omitted fields stay unchanged. After a change of issuer, client or claims, test it again. Requires the scope `sso_connections.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      update: (id: string, body: SsoConnectionsUpdateBody, options?: RequestOptions) => send.json<SsoConnectionsUpdateReply>({ method: 'PUT', path: '/admin/sso-connections/{id}', values: [id], body, options }),
    },
    sso: {
      /** Finish a single sign-on. The page at the redirect URL sends what the identity provider added to it. For a user with a second factor, the response is a pending sign-in if the organisation does not accept single sign-on instead of it. Requires no authentication. */
      callback: (body: SsoCallbackBody, options?: RequestOptions) => send.json<SsoCallbackReply>({ method: 'POST', path: '/sso/callback', body, options }),
      /** Read the public key of a single sign-on connection. A JSON Web Key Set for identity providers that verify `private_key_jwt`. Requires no authentication. */
      keys: (id: string, options?: RequestOptions) => send.json<SsoKeysReply>({ method: 'GET', path: '/sso/keys/{id}', values: [id], options }),
      /** End sessions by back-channel logout. For identity providers (OpenID Connect Back-Channel Logout 1.0). The body is a form. Requires no authentication. */
      logout: (id: string, body: SsoLogoutBody, options?: RequestOptions) => send.json<SsoLogoutReply>({ method: 'POST', path: '/sso/logout/{id}', values: [id], body, options }),
      /** Start a single sign-on. Finds the connection by the domain of the e-mail address. Sets a cookie that binds it to the browser. Requires no authentication. */
      start: (body: SsoStartBody, options?: RequestOptions) => send.json<SsoStartReply>({ method: 'POST', path: '/sso/start', body, options }),
      /** Read whether single sign-on is available. Requires no authentication. */
      status: (options?: RequestOptions) => send.json<SsoStatusReply>({ method: 'GET', path: '/sso', options }),
    },
    supportedProviders: {
      /** List supported providers. Available to every API key and signed-in user. */
      list: (options?: RequestOptions) => send.json<SupportedProvidersListReply>({ method: 'GET', path: '/supported-providers', options }),
    },
    traces: {
      /** List traces. Requires the scope `logs.list`. */
      list: (query?: TracesListQuery, options?: RequestOptions) => send.json<TracesListReply>({ method: 'GET', path: '/traces', query, options }),
    },
    users: {
      /** Set e-mail address and password of the local owner. For the owner that POST /v1/claim created without an account. All other sessions of it end. Available to every API key and signed-in user. */
      account: (body: UsersAccountBody, options?: RequestOptions) => send.json<UsersAccountReply>({ method: 'PUT', path: '/users/me/account', body, options }),
      /** Delete a user. Also deletes the user’s memberships, sessions and personal keys. Requires the scope `organisation_users.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, options?: RequestOptions) => send.json<UsersDeleteReply>({ method: 'DELETE', path: '/admin/users/{id}', values: [id], options }),
      /** Revoke a device login of a user. Its API key stops working immediately. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      deviceLoginRevoke: (id: string, loginId: string, options?: RequestOptions) => send.json<UsersDeviceLoginRevokeReply>({ method: 'DELETE', path: '/admin/users/{id}/device-logins/{login_id}', values: [id, loginId], options }),
      /** List the device logins of a user. Requires the scope `organisation_users.read`. */
      deviceLogins: (id: string, options?: RequestOptions) => send.json<UsersDeviceLoginsReply>({ method: 'GET', path: '/admin/users/{id}/device-logins', values: [id], options }),
      /** List users. Requires the scope `organisation_users.list`. */
      list: (query?: UsersListQuery, options?: RequestOptions) => send.json<UsersListReply>({ method: 'GET', path: '/admin/users', query, options }),
      /** Change your own password. Available to every API key and signed-in user. */
      password: (body: UsersPasswordBody, options?: RequestOptions) => send.json<UsersPasswordReply>({ method: 'PUT', path: '/users/me/password', body, options }),
      /** Create a password reset link. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      passwordLink: (id: string, options?: RequestOptions) => send.json<UsersPasswordLinkReply>({ method: 'POST', path: '/admin/users/{id}/password-link', values: [id], isRepeatable: true, options }),
      /** Read a user. Requires the scope `organisation_users.read`. */
      read: (id: string, options?: RequestOptions) => send.json<UsersReadReply>({ method: 'GET', path: '/admin/users/{id}', values: [id], options }),
      /** End a session of a user. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      sessionEnd: (id: string, sessionId: string, options?: RequestOptions) => send.json<UsersSessionEndReply>({ method: 'DELETE', path: '/admin/users/{id}/sessions/{session_id}', values: [id, sessionId], options }),
      /** List the sessions of a user. Requires the scope `organisation_users.read`. */
      sessions: (id: string, options?: RequestOptions) => send.json<UsersSessionsReply>({ method: 'GET', path: '/admin/users/{id}/sessions', values: [id], options }),
      /** End all sessions of a user. Also ends unfinished sign-ins and device logins. Only owners may do this for owners. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      sessionsEnd: (id: string, options?: RequestOptions) => send.json<UsersSessionsEndReply>({ method: 'DELETE', path: '/admin/users/{id}/sessions', values: [id], options }),
      /** Update a user. Requires the scope `organisation_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      update: (id: string, body: UsersUpdateBody, options?: RequestOptions) => send.json<UsersUpdateReply>({ method: 'PUT', path: '/admin/users/{id}', values: [id], body, options }),
    },
    virtualKeys: {
      /** Create a virtual key. Requires one of the scopes `virtual_keys.create`, `providers.create`. */
      create: (body: VirtualKeysCreateBody, options?: RequestOptions) => send.json<VirtualKeysCreateReply>({ method: 'POST', path: '/virtual-keys', body, isRepeatable: true, options }),
      /** Delete a virtual key. Requires one of the scopes `virtual_keys.delete`, `providers.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (slug: string, query?: VirtualKeysDeleteQuery, options?: RequestOptions) => send.json<VirtualKeysDeleteReply>({ method: 'DELETE', path: '/virtual-keys/{slug}', values: [slug], query, options }),
      keys: {
        /** Add a provider key to a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`. */
        create: (slug: string, body?: VirtualKeysKeysCreateBody, options?: RequestOptions) => send.json<VirtualKeysKeysCreateReply>({ method: 'POST', path: '/virtual-keys/{slug}/keys', values: [slug], body, isRepeatable: true, options }),
        /** Remove a provider key from a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
        delete: (slug: string, keyId: string, query?: VirtualKeysKeysDeleteQuery, options?: RequestOptions) => send.json<VirtualKeysKeysDeleteReply>({ method: 'DELETE', path: '/virtual-keys/{slug}/keys/{key_id}', values: [slug, keyId], query, options }),
        /** Update a provider key of a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`. */
        update: (slug: string, keyId: string, body?: VirtualKeysKeysUpdateBody, query?: VirtualKeysKeysUpdateQuery, options?: RequestOptions) => send.json<VirtualKeysKeysUpdateReply>({ method: 'PUT', path: '/virtual-keys/{slug}/keys/{key_id}', values: [slug, keyId], body, query, options }),
      },
      /** List virtual keys. Requires one of the scopes `virtual_keys.list`, `providers.list`. */
      list: (query?: VirtualKeysListQuery, options?: RequestOptions) => send.json<VirtualKeysListReply>({ method: 'GET', path: '/virtual-keys', query, options }),
      /** Read a virtual key. Requires one of the scopes `virtual_keys.read`, `providers.read`. */
      read: (slug: string, query?: VirtualKeysReadQuery, options?: RequestOptions) => send.json<VirtualKeysReadReply>({ method: 'GET', path: '/virtual-keys/{slug}', values: [slug], query, options }),
      /** Test a virtual key. Requires one of the scopes `virtual_keys.read`, `providers.read`. */
      test: (slug: string, body?: VirtualKeysTestBody, options?: RequestOptions) => send.json<VirtualKeysTestReply>({ method: 'POST', path: '/virtual-keys/{slug}/test', values: [slug], body, options }),
      /** Test a credential before saving it. Requires one of the scopes `virtual_keys.create`, `providers.create`. */
      testUnsaved: (body: VirtualKeysTestUnsavedBody, options?: RequestOptions) => send.json<VirtualKeysTestUnsavedReply>({ method: 'POST', path: '/virtual-keys/test', body, options }),
      /** Update a virtual key. Requires one of the scopes `virtual_keys.update`, `providers.update`. */
      update: (slug: string, body?: VirtualKeysUpdateBody, query?: VirtualKeysUpdateQuery, options?: RequestOptions) => send.json<VirtualKeysUpdateReply>({ method: 'PUT', path: '/virtual-keys/{slug}', values: [slug], body, query, options }),
      /** Read the budget usage of a virtual key. Requires one of the scopes `virtual_keys.read`, `providers.read`. */
      usage: (slug: string, query?: VirtualKeysUsageQuery, options?: RequestOptions) => send.json<VirtualKeysUsageReply>({ method: 'GET', path: '/virtual-keys/{slug}/usage', values: [slug], query, options }),
    },
    virtualModels: {
      /** Create a virtual model. Requests whose `model` is this name are routed by the config. GET /v1/models lists the name. Requires the scope `virtual_models.create`. */
      create: (body: VirtualModelsCreateBody, options?: RequestOptions) => send.json<VirtualModelsCreateReply>({ method: 'POST', path: '/virtual-models', body, isRepeatable: true, options }),
      /** Delete a virtual model. Requires the scope `virtual_models.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, query?: VirtualModelsDeleteQuery, options?: RequestOptions) => send.json<VirtualModelsDeleteReply>({ method: 'DELETE', path: '/virtual-models/{id}', values: [id], query, options }),
      /** List virtual models. Requires the scope `virtual_models.list`. */
      list: (query?: VirtualModelsListQuery, options?: RequestOptions) => send.json<VirtualModelsListReply>({ method: 'GET', path: '/virtual-models', query, options }),
      /** Read a virtual model. `id` is the id or the name, percent-encoded. Requires the scope `virtual_models.read`. */
      read: (id: string, query?: VirtualModelsReadQuery, options?: RequestOptions) => send.json<VirtualModelsReadReply>({ method: 'GET', path: '/virtual-models/{id}', values: [id], query, options }),
      /** Update a virtual model. Requires the scope `virtual_models.update`. */
      update: (id: string, body: VirtualModelsUpdateBody, query?: VirtualModelsUpdateQuery, options?: RequestOptions) => send.json<VirtualModelsUpdateReply>({ method: 'PUT', path: '/virtual-models/{id}', values: [id], body, query, options }),
    },
    workloadIssuers: {
      /** Create a workload issuer. Callers can then send JWTs from this issuer instead of a gateway key. Requires the scope `workload_issuers.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      create: (body: WorkloadIssuersCreateBody, options?: RequestOptions) => send.json<WorkloadIssuersCreateReply>({ method: 'POST', path: '/admin/workload-issuers', body, isRepeatable: true, options }),
      /** Delete a workload issuer. Its tokens are refused from the next request on. Requires the scope `workload_issuers.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (id: string, query?: WorkloadIssuersDeleteQuery, options?: RequestOptions) => send.json<WorkloadIssuersDeleteReply>({ method: 'DELETE', path: '/admin/workload-issuers/{id}', values: [id], query, options }),
      /** List workload issuers. Requires the scope `workload_issuers.list`. */
      list: (query?: WorkloadIssuersListQuery, options?: RequestOptions) => send.json<WorkloadIssuersListReply>({ method: 'GET', path: '/admin/workload-issuers', query, options }),
      /** Read a workload issuer. Requires the scope `workload_issuers.read`. */
      read: (id: string, query?: WorkloadIssuersReadQuery, options?: RequestOptions) => send.json<WorkloadIssuersReadReply>({ method: 'GET', path: '/admin/workload-issuers/{id}', values: [id], query, options }),
      revocations: {
        /** Revoke tokens of a workload issuer. Refuses one token by its jti, or all tokens of a subject, from the next request on every node. Requires the scope `workload_issuers.update`. */
        create: (id: string, body: WorkloadIssuersRevocationsCreateBody, query?: WorkloadIssuersRevocationsCreateQuery, options?: RequestOptions) => send.json<WorkloadIssuersRevocationsCreateReply>({ method: 'POST', path: '/admin/workload-issuers/{id}/revocations', values: [id], body, query, isRepeatable: true, options }),
        /** Delete a revocation. Tokens that it refused are accepted again, unless they have expired. Requires the scope `workload_issuers.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
        delete: (id: string, revocationId: string, query?: WorkloadIssuersRevocationsDeleteQuery, options?: RequestOptions) => send.json<WorkloadIssuersRevocationsDeleteReply>({ method: 'DELETE', path: '/admin/workload-issuers/{id}/revocations/{revocation_id}', values: [id, revocationId], query, options }),
        /** List the revocations of a workload issuer. Requires the scope `workload_issuers.read`. */
        list: (id: string, query?: WorkloadIssuersRevocationsListQuery, options?: RequestOptions) => send.json<WorkloadIssuersRevocationsListReply>({ method: 'GET', path: '/admin/workload-issuers/{id}/revocations', values: [id], query, options }),
      },
      subjects: {
        /** List the subjects of a workload issuer. The 1000 subjects whose tokens were used last, latest first. Requires the scope `workload_issuers.read`. */
        list: (id: string, query?: WorkloadIssuersSubjectsListQuery, options?: RequestOptions) => send.json<WorkloadIssuersSubjectsListReply>({ method: 'GET', path: '/admin/workload-issuers/{id}/subjects', values: [id], query, options }),
      },
      /** Update a workload issuer. Omitted fields stay unchanged. The change applies to the next request on every node. Requires the scope `workload_issuers.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      update: (id: string, body?: WorkloadIssuersUpdateBody, query?: WorkloadIssuersUpdateQuery, options?: RequestOptions) => send.json<WorkloadIssuersUpdateReply>({ method: 'PUT', path: '/admin/workload-issuers/{id}', values: [id], body, query, options }),
    },
    workspaceUsers: {
      /** Add users to a workspace. Requires the scope `workspace_users.create`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      create: (workspaceId: string, body: WorkspaceUsersCreateBody, options?: RequestOptions) => send.json<WorkspaceUsersCreateReply>({ method: 'POST', path: '/admin/workspaces/{workspace_id}/users', values: [workspaceId], body, isRepeatable: true, options }),
      /** Remove a member from a workspace. Also deletes the member’s personal keys of the workspace. Requires the scope `workspace_users.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (workspaceId: string, userId: string, options?: RequestOptions) => send.json<WorkspaceUsersDeleteReply>({ method: 'DELETE', path: '/admin/workspaces/{workspace_id}/users/{user_id}', values: [workspaceId, userId], options }),
      /** List the members of a workspace. Requires the scope `workspace_users.list`. */
      list: (workspaceId: string, query?: WorkspaceUsersListQuery, options?: RequestOptions) => send.json<WorkspaceUsersListReply>({ method: 'GET', path: '/admin/workspaces/{workspace_id}/users', values: [workspaceId], query, options }),
      /** Read a member of a workspace. Requires the scope `workspace_users.read`. */
      read: (workspaceId: string, userId: string, options?: RequestOptions) => send.json<WorkspaceUsersReadReply>({ method: 'GET', path: '/admin/workspaces/{workspace_id}/users/{user_id}', values: [workspaceId, userId], options }),
      /** Change the role of a workspace member. Requires the scope `workspace_users.update`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      update: (workspaceId: string, userId: string, body: WorkspaceUsersUpdateBody, options?: RequestOptions) => send.json<WorkspaceUsersUpdateReply>({ method: 'PUT', path: '/admin/workspaces/{workspace_id}/users/{user_id}', values: [workspaceId, userId], body, options }),
    },
    workspaces: {
      /** Create a workspace. Requires the scope `workspaces.create`. */
      create: (body: WorkspacesCreateBody, options?: RequestOptions) => send.json<WorkspacesCreateReply>({ method: 'POST', path: '/admin/workspaces', body, isRepeatable: true, options }),
      /** Delete a workspace. Requires the scope `workspaces.delete`. A signed-in user must have confirmed their identity in the last ten minutes; API keys need not. */
      delete: (workspaceId: string, body?: WorkspacesDeleteBody, options?: RequestOptions) => send.json<WorkspacesDeleteReply>({ method: 'DELETE', path: '/admin/workspaces/{workspace_id}', values: [workspaceId], body, options }),
      /** List workspaces. Available to every API key and signed-in user. */
      list: (query?: WorkspacesListQuery, options?: RequestOptions) => send.json<WorkspacesListReply>({ method: 'GET', path: '/admin/workspaces', query, options }),
      /** Read a workspace. Requires the scope `workspaces.read`. */
      read: (workspaceId: string, options?: RequestOptions) => send.json<WorkspacesReadReply>({ method: 'GET', path: '/admin/workspaces/{workspace_id}', values: [workspaceId], options }),
      /** Update a workspace. Requires the scope `workspaces.update`. */
      update: (workspaceId: string, body?: WorkspacesUpdateBody, options?: RequestOptions) => send.json<WorkspacesUpdateReply>({ method: 'PUT', path: '/admin/workspaces/{workspace_id}', values: [workspaceId], body, options }),
    },
  }
}

export type AdminResources = ReturnType<typeof adminResources>
