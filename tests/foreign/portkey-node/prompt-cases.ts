/** Calls of the portkey-ai package for collections, labels, prompts and partials. */

import { type Case, type Scene, untyped } from './scene.ts'

const MESSAGES = JSON.stringify([
  { role: 'system', content: 'You greet in {{language}}.' },
  { role: 'user', content: [{ type: 'text', text: 'Greet {{name}}' }] },
])
const VARIABLES = { language: 'French', name: 'Ada' }

function greeting(scene: Scene) {
  return {
    name: 'Greeting',
    collection_id: scene.id('collection'),
    string: MESSAGES,
    parameters: { temperature: 0.2, max_tokens: 20 },
    virtual_key: scene.slug('mock'),
    model: 'mock-1',
    functions: [],
    tools: [],
    version_description: 'First version',
  }
}

export const PROMPT_CASES: readonly Case[] = [
  {
    method: 'collections.create',
    call: (scene) => scene.keep('collection', scene.workspace.collections.create({ name: 'Collection' })),
  },
  {
    method: 'collections.create',
    form: 'workspace_id',
    call: (scene) =>
      scene.admin.collections.create({ name: 'Collection of a workspace', workspace_id: scene.id('workspace') }),
  },
  {
    method: 'collections.create',
    form: 'parent_collection_id',
    call: (scene) =>
      scene.keep(
        'child collection',
        scene.workspace.collections.create({ name: 'Child', parent_collection_id: scene.id('collection') }),
      ),
  },
  {
    method: 'collections.list',
    call: ({ workspace }) => workspace.collections.list({ current_page: 0, page_size: 10, search: 'Coll' }),
  },
  { method: 'collections.retrieve', call: (scene) => scene.workspace.collections.retrieve(scene.id('collection')) },
  {
    method: 'collections.update',
    call: (scene) => scene.workspace.collections.update(scene.id('collection'), { name: 'Renamed collection' }),
  },
  {
    method: 'labels.create',
    call: (scene) =>
      scene.keep('label', scene.workspace.labels.create({ name: 'label', description: 'd', color_code: '#FF5733' })),
  },
  {
    method: 'labels.create',
    form: 'workspace_id',
    call: (scene) =>
      scene.admin.labels.create({
        name: 'label-of-a-workspace',
        workspace_id: scene.id('workspace'),
        description: 'd',
        color_code: '#FF5733',
      }),
  },
  {
    method: 'labels.create',
    form: 'organisation_id',
    call: ({ admin }) => admin.labels.create({ name: 'label-of-the-organisation', organisation_id: 'org' }),
  },
  {
    method: 'labels.list',
    call: ({ workspace }) => workspace.labels.list({ current_page: 0, page_size: 10, search: 'lab' }),
  },
  { method: 'labels.retrieve', call: (scene) => scene.workspace.labels.retrieve(scene.id('label')) },
  {
    method: 'labels.update',
    call: (scene) =>
      scene.workspace.labels.update(scene.id('label'), { name: 'renamed', description: 'x', color_code: '#000000' }),
  },
  {
    method: 'prompts.create',
    call: (scene) => scene.keep('prompt', scene.workspace.prompts.create(greeting(scene))),
  },
  {
    method: 'prompts.create',
    form: 'template_metadata and tool_choice',
    call: (scene) =>
      scene.workspace.prompts.create({
        ...greeting(scene),
        name: 'Greeting with metadata',
        tool_choice: { type: 'function', function: { name: 'greet' } },
        tools: [{ type: 'function', function: { name: 'greet', parameters: {} } }],
        template_metadata: { team: 'a' },
      }),
  },
  {
    method: 'prompts.create',
    form: 'text',
    call: (scene) =>
      scene.workspace.prompts.create({
        name: 'Text',
        collection_id: scene.id('collection'),
        string: 'Say hello to {{name}}',
        parameters: {},
        virtual_key: scene.slug('mock'),
        model: 'mock-1',
      }),
  },
  {
    method: 'prompts.list',
    call: (scene) =>
      scene.workspace.prompts.list({
        collection_id: scene.id('collection'),
        current_page: 0,
        page_size: 10,
        search: 'Greeting',
      }),
  },
  {
    method: 'prompts.list',
    form: 'workspace_id',
    call: (scene) => scene.admin.prompts.list({ workspace_id: scene.id('workspace') }),
  },
  { method: 'prompts.retrieve', call: (scene) => scene.workspace.prompts.retrieve(scene.slug('prompt')) },
  {
    method: 'prompts.update',
    call: (scene) =>
      scene.workspace.prompts.update(scene.slug('prompt'), {
        ...greeting(scene),
        parameters: { temperature: 0.4 },
        version_description: 'Second version',
      }),
  },
  { method: 'prompts.versions.list', call: (scene) => scene.workspace.prompts.versions.list(scene.slug('prompt')) },
  {
    method: 'prompts.versions.retrieve',
    call: (scene) => scene.workspace.prompts.versions.retrieve(scene.slug('prompt'), scene.versionId('prompt')),
  },
  {
    method: 'prompts.versions.retrieve',
    form: 'number',
    call: (scene) => scene.workspace.prompts.versions.retrieve(scene.slug('prompt'), '1'),
  },
  {
    method: 'prompts.versions.update',
    call: (scene) =>
      scene.workspace.prompts.versions.update(scene.slug('prompt'), scene.versionId('prompt'), {
        label_id: scene.id('label'),
      }),
  },
  {
    method: 'prompts.versions.update',
    form: 'no label',
    call: (scene) =>
      scene.workspace.prompts.versions.update(
        scene.slug('prompt'),
        scene.versionId('prompt'),
        untyped({ label_id: null }),
      ),
  },
  { method: 'prompts.publish', call: (scene) => scene.workspace.prompts.publish(scene.slug('prompt'), { version: 2 }) },
  {
    method: 'prompts.render',
    call: (scene) => scene.workspace.prompts.render({ promptID: scene.slug('prompt'), variables: VARIABLES }),
  },
  {
    method: 'prompts.completions.create',
    call: (scene) =>
      scene.workspace.prompts.completions.create({
        promptID: scene.slug('prompt'),
        variables: VARIABLES,
        max_tokens: 5,
      }),
  },
  {
    method: 'prompts.completions.create',
    form: 'stream',
    call: async (scene) => {
      const chunks = []
      const stream = await scene.workspace.prompts.completions.create({
        promptID: scene.slug('prompt'),
        variables: VARIABLES,
        stream: true,
      })
      for await (const chunk of stream) chunks.push(chunk)
      if (chunks.length === 0) throw new Error('The stream has no chunk.')
      return chunks[0]
    },
  },
  {
    method: 'generations.create',
    call: (scene) => scene.workspace.generations.create({ promptID: scene.slug('prompt'), variables: VARIABLES }),
  },
  {
    method: 'generations.create',
    form: 'base URL without /v1',
    call: (scene) => scene.withoutVersion.generations.create({ promptID: scene.slug('prompt'), variables: VARIABLES }),
  },
  {
    method: 'prompts.partials.create',
    call: (scene) =>
      scene.keep(
        'partial',
        scene.workspace.prompts.partials.create({
          name: 'Partial',
          string: 'partial {{x}}',
          version_description: 'v',
        }),
      ),
  },
  {
    method: 'prompts.partials.create',
    form: 'workspace_id',
    call: (scene) =>
      scene.admin.prompts.partials.create({
        name: 'Partial of a workspace',
        string: 'partial {{x}}',
        workspace_id: scene.id('workspace'),
        version_description: 'v',
      }),
  },
  { method: 'prompts.partials.list', call: ({ workspace }) => workspace.prompts.partials.list() },
  {
    method: 'prompts.partials.list',
    form: 'collection_id',
    call: (scene) => scene.workspace.prompts.partials.list({ collection_id: scene.id('collection') }),
  },
  {
    method: 'prompts.partials.retrieve',
    call: (scene) => scene.workspace.prompts.partials.retrieve(scene.slug('partial')),
  },
  {
    method: 'prompts.partials.update',
    call: (scene) =>
      scene.workspace.prompts.partials.update(scene.slug('partial'), {
        name: 'Renamed partial',
        string: 'partial 2 {{x}}',
        description: 'd',
        status: 'active',
      }),
  },
  {
    method: 'prompts.partials.versions.list',
    call: (scene) => scene.workspace.prompts.partials.versions.list(scene.slug('partial')),
  },
  {
    method: 'prompts.partials.publish',
    call: (scene) => scene.workspace.prompts.partials.publish(scene.slug('partial'), { version: 1 }),
  },
  {
    method: 'prompts.partials.delete',
    call: (scene) => scene.workspace.prompts.partials.delete(scene.slug('partial')),
  },
  { method: 'prompts.delete', call: (scene) => scene.workspace.prompts.delete(scene.slug('prompt')) },
  { method: 'labels.delete', call: (scene) => scene.workspace.labels.delete(scene.id('label')) },
  {
    method: 'collections.delete',
    form: 'with prompts',
    call: (scene) => scene.workspace.collections.delete(scene.id('collection')),
  },
  {
    method: 'collections.delete',
    call: (scene) => scene.workspace.collections.delete(scene.id('child collection')),
  },
]
