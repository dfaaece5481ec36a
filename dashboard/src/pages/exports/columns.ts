/** The columns of an export, in groups. */

type ColumnGroup = { readonly title: string; readonly about?: string; readonly columns: readonly string[] }

export const COLUMN_GROUPS: readonly ColumnGroup[] = [
  {
    title: 'Request',
    columns: ['id', 'created_at', 'trace_id', 'span_id', 'parent_span_id', 'span_name', 'source', 'metadata'],
  },
  {
    title: 'Endpoint and model',
    columns: ['request_method', 'request_url', 'endpoint', 'ai_org', 'ai_model', 'response_model', 'is_stream'],
  },
  {
    title: 'Outcome',
    columns: ['response_status_code', 'is_success', 'error_code', 'ending', 'response_time', 'time_to_first_byte'],
  },
  {
    title: 'Routing',
    columns: ['mode', 'attempt_count', 'retry_count', 'cache_status', 'config', 'config_version', 'virtual_key'],
  },
  {
    title: 'Key and prompt',
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
    about: 'May contain personal data. Makes the file much larger.',
    columns: ['request', 'response'],
  },
]

/** Labels of columns whose name in the file is an abbreviation. */
export const COLUMN_LABELS: Readonly<Record<string, string>> = {
  ai_org: 'Provider',
  ai_model: 'Model',
  req_units: 'Input tokens',
  res_units: 'Output tokens',
  total_units: 'Total tokens',
  cached_units: 'Cached tokens',
  reasoning_units: 'Reasoning tokens',
}

export function columnLabel(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\b(id|url|api)\b/g, (word) => word.toUpperCase())
  return COLUMN_LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

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
