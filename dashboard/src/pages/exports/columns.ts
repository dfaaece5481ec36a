/** The columns of an export, in groups. */

type ColumnGroup = { readonly title: string; readonly about?: string; readonly columns: readonly string[] }

export const COLUMN_GROUPS: readonly ColumnGroup[] = [
  {
    title: 'The request',
    columns: ['id', 'created_at', 'trace_id', 'span_id', 'parent_span_id', 'span_name', 'source', 'metadata'],
  },
  {
    title: 'What was called',
    columns: ['request_method', 'request_url', 'endpoint', 'ai_org', 'ai_model', 'response_model', 'is_stream'],
  },
  {
    title: 'How it ended',
    columns: ['response_status_code', 'is_success', 'error_code', 'ending', 'response_time', 'time_to_first_byte'],
  },
  {
    title: 'How it went there',
    columns: ['mode', 'attempt_count', 'retry_count', 'cache_status', 'config', 'config_version', 'virtual_key'],
  },
  {
    title: 'Who, and with which prompt',
    columns: ['workspace_id', 'api_key_id', 'prompt_slug', 'prompt_id', 'prompt_version', 'prompt_version_id'],
  },
  {
    title: 'Usage and feedback',
    columns: [
      'req_units',
      'res_units',
      'total_units',
      'cached_units',
      'reasoning_units',
      'cost',
      'cost_currency',
      'feedback_count',
      'weighted_feedback',
    ],
  },
  {
    title: 'Bodies',
    about: 'They may hold what people wrote, and make the file much larger.',
    columns: ['request', 'response'],
  },
]

export const USUAL_COLUMNS: readonly string[] = [
  'id',
  'created_at',
  'trace_id',
  'metadata',
  'endpoint',
  'ai_org',
  'ai_model',
  'response_status_code',
  'error_code',
  'response_time',
  'attempt_count',
  'cache_status',
  'config',
  'virtual_key',
  'api_key_id',
  'req_units',
  'res_units',
  'cost',
]
