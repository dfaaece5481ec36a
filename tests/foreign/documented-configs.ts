/**
 * One example of each form of config object in Portkey's documentation. VIRTUAL_KEY, PROMPT, PROMPT_ID and GUARDRAIL
 * stand for existing slugs and an existing id.
 */

export const VIRTUAL_KEY = 'slug-of-a-virtual-key'
export const PROMPT = 'slug-of-a-prompt'
export const PROMPT_ID = 'id-of-a-prompt'
export const GUARDRAIL = 'slug-of-a-guardrail'

const KEY = `@${VIRTUAL_KEY}`
const SERVICE_ACCOUNT = {
  type: 'service_account',
  project_id: 'p',
  private_key_id: 'k',
  private_key: '-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n',
  client_email: 'a@p.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
}
const HOOK = {
  type: 'guardrail',
  id: 'g',
  checks: [{ id: 'default.wordCount', parameters: { maxWords: 9 } }],
  deny: true,
}

const PREMIUM = { 'params.model': { $eq: 'premium' } }

function model(name: string): object {
  return { override_params: { model: `${KEY}/${name}` } }
}

function conditional(query: object): object {
  return {
    // biome-ignore lint/suspicious/noThenProperty: a key of the config language
    strategy: { mode: 'conditional', conditions: [{ query, then: 'one' }], default: 'two' },
    targets: [
      { name: 'one', provider: KEY, override_params: { model: 'gpt-4o' } },
      { name: 'two', provider: KEY, override_params: { model: 'gpt-4o-mini' } },
    ],
  }
}

export const CONFIGS: Readonly<Record<string, object>> = {
  'cache only': { cache: { mode: 'semantic', max_age: 3600 } },
  'retry only': { retry: { attempts: 3 } },
  'retry with codes': { retry: { attempts: 5, on_status_codes: [429, 246, 408] } },
  'retry without codes': { retry: { attempts: 5, on_status_codes: [] } },
  'retry with Retry-After': { retry: { attempts: 3, use_retry_after_headers: true } },
  'timeout with retry': { request_timeout: 1000, retry: { attempts: 3, on_status_codes: [408] }, provider: KEY },
  'forward_headers only': { forward_headers: ['anthropic-beta'] },
  'override_params only': { override_params: { temperature: 0.7 } },
  'default_params only': { default_params: { temperature: 0.7 } },
  'drop_params only': { drop_params: ['metadata', 'messages[*].name'] },
  'provider slug': { provider: KEY },
  'provider slug with cache': { provider: KEY, cache: { mode: 'simple' } },
  'provider slug with model': { provider: `${KEY}/gpt-4o` },
  'provider slug with params': { provider: KEY, override_params: { model: 'gpt-4o', max_tokens: 512, temperature: 0 } },
  'provider slug beside a model': {
    strategy: { mode: 'loadbalance' },
    targets: [
      { provider: KEY, model: 'gpt-4o', weight: 0.9 },
      { provider: KEY, model: 'gpt-4.1', weight: 0.1, override_params: { max_tokens: 200 } },
    ],
  },
  'virtual key': { virtual_key: VIRTUAL_KEY, cache: { mode: 'semantic', max_age: 10_000 } },
  'virtual key beside its provider': { provider: 'openai', virtual_key: VIRTUAL_KEY },
  'provider with key': { provider: 'openai', api_key: 'sk-x' },
  'camelCase keys': { provider: 'openai', apiKey: 'sk-x', overrideParams: { model: 'gpt-4o' }, requestTimeout: 1000 },
  single: { strategy: { mode: 'single' }, targets: [{ virtual_key: VIRTUAL_KEY }] },
  'targets without strategy': { targets: [{ provider: KEY }] },
  fallback: { strategy: { mode: 'fallback' }, targets: [{ provider: KEY }, { provider: KEY }] },
  'fallback on codes': {
    strategy: { mode: 'fallback', on_status_codes: [429, 503] },
    targets: [{ provider: KEY }, { provider: KEY }],
  },
  'fallback between models': { strategy: { mode: 'fallback' }, targets: [model('gpt-4o'), model('gpt-4.1')] },
  'fallback with caches': {
    strategy: { mode: 'fallback' },
    targets: [
      { ...model('gpt-4o'), cache: { mode: 'simple', max_age: 200 } },
      { ...model('gpt-4.1'), cache: { mode: 'semantic', max_age: 100 } },
    ],
  },
  'fallback with timeouts': {
    strategy: { mode: 'fallback' },
    targets: [
      { provider: KEY, request_timeout: 10_000 },
      { provider: KEY, request_timeout: 2000, retry: { attempts: 2 } },
    ],
  },
  'fallback from the provider of the request': {
    strategy: { mode: 'fallback' },
    targets: [{ passthrough: true, override_params: { model: 'gpt-4o' } }, { provider: KEY }],
  },
  loadbalance: {
    strategy: { mode: 'loadbalance' },
    targets: [
      { provider: KEY, weight: 0.7 },
      { provider: KEY, weight: 0.3 },
    ],
  },
  'loadbalance without weights': { strategy: { mode: 'loadbalance' }, targets: [model('gpt-4o'), model('gpt-4.1')] },
  'loadbalance, sticky': {
    strategy: { mode: 'loadbalance', sticky: { enabled: true, hash_fields: ['metadata.user_id'], ttl: 3600 } },
    targets: [
      { provider: KEY, weight: 0.5 },
      { provider: KEY, weight: 0.5 },
    ],
  },
  'loadbalance with a sticky session': {
    strategy: { mode: 'loadbalance', sticky_session: { hash_fields: ['metadata.user_id'], ttl: 3600 } },
    targets: [
      { provider: KEY, weight: 0.5 },
      { provider: KEY, weight: 0.5 },
    ],
  },
  'loadbalance with weights that do not add up, one of them 0': {
    strategy: { mode: 'loadbalance' },
    targets: [
      { provider: KEY, weight: 5 },
      { provider: KEY, weight: 3 },
      { provider: KEY, weight: 0 },
    ],
  },
  'loadbalance with the provider of the request': {
    strategy: { mode: 'loadbalance' },
    targets: [
      { passthrough: true, weight: 0.7 },
      { provider: KEY, weight: 0.3 },
    ],
  },
  'the provider of the request': { passthrough: true },
  'fallback around loadbalance': {
    strategy: { mode: 'fallback' },
    targets: [
      { strategy: { mode: 'loadbalance' }, targets: [{ ...model('gemini-2.5-pro'), weight: 1 }, model('gpt-4o')] },
      model('gpt-4.1'),
    ],
  },
  'strategies in each branch of a conditional': {
    // biome-ignore lint/suspicious/noThenProperty: a key of the config language
    strategy: { mode: 'conditional', conditions: [{ query: PREMIUM, then: 'balanced' }], default: 'safe' },
    targets: [
      {
        name: 'balanced',
        strategy: { mode: 'loadbalance' },
        targets: [model('claude-sonnet-4-5@20250514'), model('anthropic.claude-sonnet-4-5-20250514-v1:0')],
      },
      {
        name: 'safe',
        strategy: { mode: 'fallback', on_status_codes: [429, 500, 502, 503, 504] },
        targets: [model('gpt-4o'), model('gpt-4o-mini')],
      },
    ],
  },
  'fallback with codes beside the strategy': {
    strategy: { mode: 'fallback' },
    on_status_codes: [412],
    targets: [{ provider: KEY }, { provider: KEY }],
  },
  'fallback with retry and timeout above': {
    strategy: { mode: 'fallback', on_status_codes: [408] },
    retry: { attempts: 3 },
    request_timeout: 10_000,
    targets: [{ virtual_key: VIRTUAL_KEY, request_timeout: 2000 }, { virtual_key: VIRTUAL_KEY }],
  },
  'timeouts at three levels': {
    strategy: { mode: 'loadbalance' },
    request_timeout: 2000,
    targets: [
      {
        strategy: { mode: 'fallback' },
        request_timeout: 5000,
        targets: [{ virtual_key: VIRTUAL_KEY }, { virtual_key: VIRTUAL_KEY, request_timeout: 10_000 }],
        weight: 1,
      },
      { virtual_key: VIRTUAL_KEY, weight: 1 },
    ],
  },
  'default, override and drop': {
    strategy: { mode: 'fallback' },
    targets: [
      {
        provider: KEY,
        default_params: { temperature: 0.7, max_tokens: 1024 },
        override_params: { model: 'gpt-4o' },
        drop_params: [
          'logprobs',
          'messages[2]',
          'tools[0].function.strict',
          'messages[*].content[*].cache_control.scope',
        ],
      },
      model('gpt-4.1'),
    ],
  },
  'fallback inside loadbalance': {
    strategy: { mode: 'loadbalance' },
    targets: [
      { ...model('gpt-4o'), weight: 0.5 },
      {
        strategy: { mode: 'fallback', on_status_codes: [429, 500] },
        targets: [model('gpt-4.1'), { virtual_key: VIRTUAL_KEY }],
        weight: 0.5,
      },
    ],
  },
  'conditional inside fallback': {
    strategy: { mode: 'fallback' },
    targets: [{ provider: KEY }, conditional({ 'metadata.user_region': { $eq: 'EU' } })],
  },
  'conditional by metadata': conditional({ 'metadata.user_plan': { $eq: 'paid' } }),
  'conditional by a parameter': conditional({ 'params.max_tokens': { $gt: 4000 } }),
  'conditional by the path': conditional({ 'url.pathname': { $regex: '^/responses' } }),
  'conditional by a flag': conditional({ 'metadata.new_model_enabled': { $eq: true } }),
  'conditional by a pattern': conditional({ 'metadata.app_name': { $regex: 'my_app' } }),
  'conditional with $and inside $or': conditional({
    $or: [{ $and: [{ 'metadata.user_type': { $eq: 'pro' } }, PREMIUM] }, { 'params.top_p': { $lt: 0.8 } }],
  }),
  'conditional with $and': conditional({
    $and: [{ 'metadata.user_tier': { $eq: 'enterprise' } }, { 'params.temperature': { $gte: 0.7 } }],
  }),
  'conditional with $or and $in': conditional({
    $or: [{ 'metadata.user_tier': { $in: ['enterprise'] } }, { 'metadata.region': { $nin: ['us'] } }],
  }),
  'circuit breaker': {
    strategy: {
      mode: 'fallback',
      cb_config: { failure_threshold: 5, cooldown_interval: 60_000, failure_status_codes: [401, 429, 500] },
    },
    targets: [{ provider: KEY }, { provider: KEY }],
  },
  'circuit breaker in percent': {
    strategy: {
      mode: 'fallback',
      cb_config: { failure_threshold_percentage: 20, minimum_requests: 10, cooldown_interval: 60_000 },
    },
    targets: [{ provider: KEY }, { provider: KEY }],
  },
  prompts: {
    strategy: { mode: 'loadbalance' },
    targets: [
      { prompt_id: PROMPT, weight: 0.5 },
      { prompt_id: PROMPT, weight: 0.5 },
    ],
  },
  'prompts by id, with a fallback': {
    strategy: { mode: 'loadbalance' },
    targets: [
      {
        strategy: { mode: 'fallback' },
        targets: [{ prompt_id: PROMPT_ID, weight: 0.8 }, { prompt_id: PROMPT }],
      },
      { prompt_id: PROMPT, weight: 0.2 },
    ],
  },
  strict_open_ai_compliance: { provider: KEY, strict_open_ai_compliance: false },
  fetch_integrated_models: { fetch_integrated_models: true, targets: [{ provider: KEY }, { provider: KEY }] },
  'custom host with key': { provider: 'openai', custom_host: 'https://llm.example/v1', api_key: 'sk-x' },
  'custom host without key': { provider: 'openai', custom_host: 'https://llm.example/v1' },
  'custom host with forwarded credential': {
    strategy: { mode: 'fallback' },
    targets: [
      { provider: 'openai', custom_host: 'https://llm.example/v1', forward_headers: ['Authorization', 'x-api-key'] },
      { provider: 'openai', api_key: 'sk-x' },
    ],
  },
  ollama: { provider: 'ollama', custom_host: 'https://ollama.example' },
  'OpenAI with organisation and project': {
    provider: 'openai',
    api_key: 'sk-x',
    openai_organization: 'org-1',
    openai_project: 'proj_1',
  },
  'Azure OpenAI': {
    provider: 'azure-openai',
    api_key: 'k',
    resource_name: 'res',
    deployment_id: 'dep',
    api_version: '2024-06-01',
  },
  'Azure OpenAI with long names': {
    provider: 'azure-openai',
    Authorization: 'Bearer k',
    azure_resource_name: 'res',
    azure_deployment_id: 'dep',
    azure_api_version: '2024-06-01',
    azure_model_name: 'gpt-4o',
  },
  'Azure OpenAI with Entra': {
    provider: 'azure-openai',
    azure_resource_name: 'res',
    azure_deployment_id: 'dep',
    azure_api_version: '2024-06-01',
    azure_auth_mode: 'entra',
    azure_entra_tenant_id: 't',
    azure_entra_client_id: 'c',
    azure_entra_client_secret: 's',
    azure_entra_scope: 'https://cognitiveservices.azure.com/.default',
  },
  'Azure AI Foundry': {
    provider: 'azure-ai',
    api_key: 'k',
    azure_foundry_url: 'https://res.services.ai.azure.com/models',
    azure_api_version: '2024-05-01-preview',
    azure_deployment_name: 'dep',
    azure_extra_parameters: 'drop',
  },
  'Snowflake Cortex': { provider: 'cortex', api_key: 'k', snowflake_account: 'org-account' },
  'Workers AI': { provider: 'workers-ai', api_key: 'k', workers_ai_account_id: 'a' },
  'OpenAI with a beta': { provider: 'openai', api_key: 'sk-x', openai_beta: 'assistants=v2' },
  'Anthropic with a beta': {
    provider: 'anthropic',
    api_key: 'k',
    anthropic_beta: 'b',
    anthropic_version: '2023-06-01',
  },
  'Bedrock with an API key': { provider: 'bedrock', api_key: 'k', aws_auth_type: 'apiKey', aws_region: 'us-east-1' },
  'Bedrock with a role': {
    provider: 'bedrock',
    aws_auth_type: 'assumedRole',
    aws_role_arn: 'arn:aws:iam::123456789012:role/x',
    aws_external_id: 'e',
    aws_region: 'us-east-1',
  },
  Bedrock: {
    provider: 'bedrock',
    aws_access_key_id: 'AKIA',
    aws_secret_access_key: 's',
    aws_session_token: 't',
    aws_region: 'us-east-1',
  },
  'Vertex AI with a token': {
    provider: 'vertex-ai',
    api_key: 'ya29',
    vertex_project_id: 'p',
    vertex_region: 'us-central1',
  },
  'Vertex AI with a service account': {
    provider: 'vertex-ai',
    vertex_region: 'us-central1',
    vertex_service_account_json: SERVICE_ACCOUNT,
  },
  metadata: { provider: KEY, metadata: { team: 'a' } },
  'provider without credential': {
    strategy: { mode: 'fallback' },
    targets: [
      { provider: 'openai', override_params: { model: 'gpt-4.1' } },
      { provider: 'anthropic', override_params: { model: 'claude-sonnet-4' } },
    ],
  },
  'Vertex AI without credential': { provider: 'vertex-ai', override_params: { labels: { service_id: 'a' } } },
  'guardrails by id': { input_guardrails: [GUARDRAIL], output_guardrails: [GUARDRAIL] },
  'guardrails of a target': conditionalWithGuardrail(),
  'inline guardrails': {
    output_guardrails: [{ 'default.contains': { operator: 'none', words: ['Apple'] }, deny: true }],
  },
  hooks: { before_request_hooks: [HOOK], after_request_hooks: [{ id: GUARDRAIL }] },
  'hooks with only ids': { before_request_hooks: [{ id: GUARDRAIL }], after_request_hooks: [{ id: GUARDRAIL }] },
  'hooks of saved guardrails with actions': {
    before_request_hooks: [{ type: 'guardrail', id: GUARDRAIL, deny: true, async: false }],
    after_request_hooks: [{ type: 'guardrail', id: GUARDRAIL, deny: true, async: false }],
  },
  'hooks in camelCase': { beforeRequestHooks: [HOOK], retry: { attempts: 1 } },
  'a hook with a name instead of an id': {
    before_request_hooks: [{ type: 'guardrail', name: 'mine', checks: HOOK.checks, deny: false, async: false }],
  },
  'a hook with all actions': {
    before_request_hooks: [
      {
        ...HOOK,
        deny: false,
        async: false,
        sequential: false,
        on_success: { feedback: { value: 1, weight: 1, metadata: { user: 'user_xyz' } } },
        on_fail: { feedback: { value: -1, weight: 1 } },
      },
    ],
  },
  'guardrails beside other keys': {
    ...{ retry: { attempts: 3 }, cache: { mode: 'simple' }, provider: KEY },
    ...{ input_guardrails: [GUARDRAIL, GUARDRAIL], output_guardrails: [GUARDRAIL] },
  },
  'fallback on the statuses of guardrails': {
    strategy: { mode: 'fallback', on_status_codes: [246, 446] },
    targets: [{ virtual_key: VIRTUAL_KEY }, { virtual_key: VIRTUAL_KEY }],
    input_guardrails: [GUARDRAIL],
  },
  'retry on the status of guardrails': {
    retry: { on_status_codes: [246], attempts: 5 },
    output_guardrails: [GUARDRAIL],
  },
  'guardrails of one branch of a conditional': {
    // biome-ignore lint/suspicious/noThenProperty: a key of the config language
    strategy: { mode: 'conditional', conditions: [{ query: PREMIUM, then: 'one' }], default: 'two' },
    targets: [
      { name: 'one', provider: KEY, output_guardrails: [GUARDRAIL, GUARDRAIL] },
      { name: 'two', provider: KEY },
    ],
  },
  'models by a guardrail': {
    input_guardrails: [{ 'default.modelWhitelist': { models: ['gpt-4o'], not: false }, deny: true }],
  },
  'a webhook': {
    input_guardrails: [{ 'default.webhook': { webhookURL: 'https://guard.example', headers: { a: 'b' } } }],
  },
  'guardrails of a partner': {
    before_request_hooks: [
      {
        ...{ type: 'guardrail', id: 'partner', deny: true, async: false },
        credentials: { apiKey: 'k', domain: 'api.partner.example' },
        checks: [{ id: 'javelin.guardrails' }],
      },
    ],
  },
  'a pattern that starts with a star': {
    beforeRequestHooks: [{ ...HOOK, checks: [{ id: 'default.regexMatch', parameters: { rule: '*asd' } }] }],
  },
}

function conditionalWithGuardrail(): object {
  return {
    strategy: { mode: 'fallback' },
    targets: [{ provider: KEY, output_guardrails: [GUARDRAIL] }, { provider: KEY }],
  }
}

/** A form that is listed here must be refused, and every other accepted: delete a line as soon as its form works. */
export const REFUSED: Readonly<Record<string, string>> = {
  'provider without credential': 'no request could use it',
  'Vertex AI without credential': 'no request could use it',
  'guardrails of a partner': 'the gateway calls partner services only through a webhook',
  'a pattern that starts with a star': 'it is not a valid pattern',
}
