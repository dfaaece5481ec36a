/** The pages of the documentation by group. Each is a Markdown file in docs/ or in a folder of docs/. */

export type DocsGroup = { readonly title: string; readonly pages: readonly string[] }

export const CONTENTS: readonly DocsGroup[] = [
  { title: 'Start', pages: ['quickstart', 'concepts', 'clients'] },
  {
    title: 'Guides',
    pages: [
      'routing',
      'caching',
      'budgets',
      'guardrails',
      'realtime',
      'integrations',
      'cloud-credentials',
      'alerts',
      'prompts',
      'logs',
      'sinks',
      'guardrail-services',
    ],
  },
  {
    title: 'Operate',
    pages: [
      'administration',
      'operations',
      'many-nodes',
      'sizing',
      'security',
      'single-sign-on',
      'privacy',
      'command-line',
    ],
  },
  { title: 'Reference', pages: ['config', 'headers', 'errors', 'settings', 'providers', 'guardrail-checks'] },
  { title: 'Coming from elsewhere', pages: ['from-openai', 'from-portkey', 'from-litellm'] },
  {
    title: 'Clients',
    pages: [
      'clients/openai',
      'clients/anthropic',
      'clients/google-genai',
      'clients/azure-openai',
      'clients/realtime',
      'clients/boto3',
      'clients/langchain',
      'clients/llama-index',
      'clients/vercel-ai',
      'clients/pydantic-ai',
      'clients/openai-agents',
      'clients/crewai',
      'clients/dspy',
      'clients/mastra',
      'clients/litellm',
    ],
  },
  {
    title: 'Coding agents',
    pages: [
      'clients/claude-code',
      'clients/codex',
      'clients/codex-websocket',
      'clients/gemini-cli',
      'clients/opencode',
      'clients/qwen-code',
      'clients/aider',
      'clients/continue',
    ],
  },
]
