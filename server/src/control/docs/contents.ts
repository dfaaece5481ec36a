/** The pages of the documentation by group. Each is a Markdown file in docs/. */

export type DocsGroup = { readonly title: string; readonly pages: readonly string[] }

export const CONTENTS: readonly DocsGroup[] = [
  { title: 'Start', pages: ['quickstart', 'concepts', 'clients'] },
  {
    title: 'Guides',
    pages: [
      'routing',
      'caching',
      'budgets',
      'realtime',
      'integrations',
      'cloud-credentials',
      'alerts',
      'prompts',
      'logs',
    ],
  },
  {
    title: 'Operate',
    pages: ['administration', 'operations', 'many-nodes', 'sizing', 'security', 'command-line'],
  },
  { title: 'Reference', pages: ['config', 'headers', 'errors', 'settings', 'providers'] },
  { title: 'Coming from elsewhere', pages: ['from-openai', 'from-portkey', 'from-litellm'] },
]
