/** Calls of the portkey-ai package for feedback, logs, exports and analytics, and its plain HTTP methods. */

import { type Case, untyped } from './scene.ts'

const TRACE = 'trace-of-the-node-suite'
const EXPORTED = ['id', 'trace_id', 'created_at', 'request', 'response', 'is_success', 'ai_org', 'ai_model', 'cost']
const PERIOD = {
  time_of_generation_min: '2024-01-01T00:00:00.000Z',
  time_of_generation_max: '2034-01-01T00:00:00.000Z',
}
const COLUMNS =
  'requests,cost,total_tokens,avg_tokens,avg_input_tokens,avg_output_tokens,avg_latency,p95_latency,p99_latency,success_rate,error_count,cache_hit_rate,last_seen,first_seen'

const BATCH_LINE = JSON.stringify({
  custom_id: '1',
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model: 'mock-1', messages: [{ role: 'user', content: 'x' }] },
})

const GRAPHS = [
  'requests',
  'cost',
  'latency',
  'tokens',
  'users',
  'usersRequests',
  'errors',
  'errors_rate',
  'errors_stack',
  'errors_status_code',
  'requests_rescued',
  'cache_hit_rate',
  'cache_latency',
  'feedbacks',
  'feedbacks_score',
  'feedbacks_weighted',
  'feedback_ai_models',
] as const

const GROUPED = ['ai_service', 'model', 'status_code', 'api_key', 'config', 'workspace', 'provider', 'prompt'] as const

export const RECORD_CASES: readonly Case[] = [
  {
    method: 'post',
    call: ({ mock }) =>
      mock.post(
        '/chat/completions',
        { model: 'mock-1', messages: [{ role: 'user', content: 'x' }] },
        { traceID: TRACE, metadata: { _user: 'ada' } },
      ),
  },
  {
    method: 'batches.output',
    call: async ({ mock }) => {
      const file = await mock.files.create({ file: new File([BATCH_LINE], 'batch.jsonl'), purpose: 'batch' })
      const batch = await mock.batches.create({
        input_file_id: file.id,
        endpoint: '/v1/chat/completions',
        completion_window: '24h',
      })
      return mock.batches.output(batch.id)
    },
  },
  { method: 'get', call: ({ workspace }) => workspace.get('/models') },
  {
    method: 'put',
    call: (scene) =>
      scene.workspace.put(`/virtual-keys/${scene.slug('mock')}`, { name: 'Mock', note: 'By the put method' }),
  },
  {
    method: 'delete',
    call: async (scene) => {
      const made = await scene.workspace.collections.create({ name: 'Removed by the delete method' })
      return scene.workspace.delete(`/collections/${made.id}`)
    },
  },
  {
    method: 'feedback.create',
    call: async (scene) => {
      const made = await scene.workspace.feedback.create({
        traceID: TRACE,
        value: 1,
        weight: 0.5,
        metadata: { a: 'b' },
      })
      // The type definitions say feedback_id; the API returns feedback_ids.
      const { feedback_ids: ids } = untyped<{ feedback_ids: string[] }>(made)
      await scene.keep('feedback', Promise.resolve({ id: ids[0] }))
      return made
    },
  },
  {
    method: 'feedback.create',
    form: 'trace_id',
    call: ({ workspace }) => workspace.feedback.create(untyped({ trace_id: TRACE, value: 1 })),
  },
  {
    method: 'feedback.create',
    form: 'list',
    call: ({ workspace }) =>
      workspace.feedback.create(
        untyped([
          { trace_id: TRACE, value: 1 },
          { trace_id: TRACE, value: 2 },
        ]),
      ),
  },
  {
    method: 'feedback.create',
    form: 'list with traceID',
    call: ({ workspace }) => workspace.feedback.create([{ traceID: TRACE, value: 1 }]),
  },
  {
    method: 'feedback.update',
    call: (scene) => scene.workspace.feedback.update({ feedbackID: scene.id('feedback'), value: 5 }),
  },
  {
    method: 'feedback.update',
    form: 'feedbackId',
    call: (scene) => scene.workspace.feedback.update(untyped({ feedbackId: scene.id('feedback'), value: 5 })),
  },
  {
    method: 'logs.create',
    call: ({ workspace }) =>
      workspace.logs.create({
        request: {
          url: 'https://provider.example/model/generate',
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: { prompt: 'What is AI?' },
        },
        response: {
          status: 200,
          headers: { 'Content-Type': 'application/json' },
          body: { response: 'A field of study' },
          response_time: 123,
        },
        metadata: { user_id: '123', user_name: 'Ada' },
      }),
  },
  {
    method: 'logs.create',
    form: 'provider, streamingMode and trace',
    call: ({ workspace }) =>
      workspace.logs.create({
        request: {
          url: 'https://provider.example/v1/chat/completions',
          method: 'POST',
          provider: 'openai',
          headers: { 'Content-Type': 'application/json' },
          body: { model: 'gpt-4o', messages: [] },
        },
        response: {
          status: 200,
          streamingMode: false,
          headers: {},
          body: { choices: [] },
          time: 123,
          response_time: 12,
        },
        metadata: { traceId: 't1', spanId: 's1', spanName: 'LLM', parentSpanId: 'p1', user: 'u' },
      }),
  },
  {
    method: 'logs.create',
    form: 'list',
    call: ({ workspace }) =>
      workspace.logs.create(
        untyped([
          {
            request: { url: 'https://provider.example/y', method: 'POST', headers: {}, body: {} },
            response: { status: 200, headers: {}, body: {} },
            metadata: {},
          },
        ]),
      ),
  },
  {
    method: 'logs.exports.create',
    call: (scene) =>
      scene.keep(
        'export',
        scene.workspace.logs.exports.create({
          filters: { time_of_generation_min: '2024-10-20', time_of_generation_max: '2034-10-30' },
          description: 'All logs',
          workspaceId: scene.id('default workspace'),
          requestedData: EXPORTED,
        }),
      ),
  },
  {
    method: 'logs.exports.create',
    form: 'admin key',
    call: (scene) =>
      scene.keep(
        'second export',
        scene.admin.logs.exports.create({
          filters: {
            time_of_generation_min: '2024-10-20',
            time_of_generation_max: '2034-10-30',
            ai_org_model: ['openai__gpt-4o'],
            status_code: '200',
          },
          workspaceId: scene.id('default workspace'),
          requestedData: ['id'],
        }),
      ),
  },
  {
    method: 'logs.exports.retrieve',
    call: (scene) => scene.workspace.logs.exports.retrieve({ exportId: scene.id('export') }),
  },
  {
    method: 'logs.exports.list',
    call: (scene) => scene.workspace.logs.exports.list({ workspaceId: scene.id('default workspace') }),
  },
  {
    method: 'logs.exports.update',
    call: (scene) =>
      scene.workspace.logs.exports.update({
        exportId: scene.id('export'),
        workspaceId: scene.id('default workspace'),
        filters: { time_of_generation_max: '2034-07-25' },
      }),
  },
  {
    method: 'logs.exports.start',
    call: (scene) => scene.workspace.logs.exports.start({ exportId: scene.id('export') }),
  },
  {
    method: 'logs.exports.download',
    call: async (scene) => {
      for (;;) {
        const { status } = await scene.workspace.logs.exports.retrieve({ exportId: scene.id('export') })
        if (status !== 'draft' && status !== 'in_progress') break
        await Bun.sleep(20)
      }
      return scene.workspace.logs.exports.download({ exportId: scene.id('export') })
    },
  },
  {
    method: 'logs.exports.cancel',
    call: (scene) => scene.admin.logs.exports.cancel({ exportId: scene.id('second export') }),
  },
  ...GRAPHS.map(
    (graph): Case => ({
      method: `analytics.graphs.${graph}`,
      call: ({ workspace }) => workspace.analytics.graphs[graph](PERIOD),
    }),
  ),
  {
    method: 'analytics.graphs.requests',
    form: 'every filter',
    call: ({ workspace }) =>
      workspace.analytics.graphs.requests({
        ...PERIOD,
        total_units_min: 0,
        total_units_max: 1_000_000,
        cost_min: 0,
        cost_max: 100,
        prompt_token_min: 0,
        prompt_token_max: 1_000_000,
        completion_token_min: 0,
        completion_token_max: 1_000_000,
        status_code: '200,500',
        weighted_feedback_min: -10,
        weighted_feedback_max: 10,
        order_by: 'requests',
        order_by_type: 'desc',
        virtual_keys: 'a,b',
        configs: 'c',
        api_key_ids: '00000000-0000-0000-0000-000000000000',
        ai_org_model: 'openai__gpt-4o',
        metadata: '{"_user":"ada"}',
        cache_status: 'hit,miss',
      }),
  },
  {
    method: 'analytics.groups.users',
    call: ({ workspace }) => workspace.analytics.groups.users({ ...PERIOD, page_size: 10, current_page: 0 }),
  },
  { method: 'analytics.groups.aiModels', call: ({ workspace }) => workspace.analytics.groups.aiModels(PERIOD) },
  { method: 'analytics.groups.workspaces', call: ({ admin }) => admin.analytics.groups.workspaces(PERIOD) },
  {
    method: 'analytics.groups.metadata',
    call: ({ workspace }) => workspace.analytics.groups.metadata('_user', PERIOD),
  },
  ...GROUPED.map(
    (group): Case => ({
      method: 'analytics.groups.groupedData',
      form: group,
      call: ({ admin }) =>
        admin.analytics.groups.groupedData(group, { ...PERIOD, columns: COLUMNS, include_total: true }),
    }),
  ),
  { method: 'analytics.summary.cache', call: ({ workspace }) => workspace.analytics.summary.cache(PERIOD) },
]
