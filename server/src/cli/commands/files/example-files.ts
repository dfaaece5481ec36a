/** Example files of `gatehouse init`, one of each kind. They work with the built-in mock provider. */

export const EXAMPLE_FILES: ReadonlyMap<string, object> = new Map<string, object>([
  [
    'virtual-keys/first-provider.json',
    {
      name: 'First provider',
      provider: 'mock',
      note: 'The mock provider needs no credential. For a real one: "provider": "openai", "key": {"env": "OPENAI_API_KEY"}',
    },
  ],
  [
    'configs/router.json',
    {
      $schema: '../config.schema.json',
      strategy: { mode: 'fallback', on_status_codes: [429, 500, 502, 503, 504] },
      retry: { attempts: 1 },
      targets: [
        { virtual_key: 'first-provider', request_timeout: 30_000 },
        { virtual_key: 'first-provider', override_params: { model: 'mock-2' } },
      ],
    },
  ],
  [
    'prompts/greeting.json',
    {
      format: 'gatehouse-prompt/1',
      name: 'Greeting',
      published: 1,
      versions: [
        {
          number: 1,
          description: null,
          labels: [],
          string: [{ role: 'user', content: 'Say hello to {{name}}.' }],
          parameters: {},
          model: 'mock-1',
          virtual_key: 'first-provider',
          functions: null,
          tools: null,
          tool_choice: null,
          template_metadata: null,
          is_raw_template: 0,
        },
      ],
    },
  ],
  ['keys/first-app.json', { name: 'First app', kind: 'workspace', scopes: [] }],
])
