/** Providers with OpenAI's wire format, one row each. Endpoints that a row does not list are passed through unchanged. */

import { z } from 'zod'
import { embeddingsVariant } from '../dialects/embeddings.ts'
import type { OpenaiCompatibleHost } from './openai-compatible.ts'
import { headerSetting } from './setting-schemas.ts'

const AUDIO = ['audio.speech', 'audio.transcriptions', 'audio.translations'] as const
const RESPONSES = ['responses', 'responses.read', 'responses.delete', 'responses.inputs'] as const
const MODELS = ['models', 'models.read'] as const
const FILES = ['files.create', 'files', 'files.read', 'files.delete', 'files.content'] as const
const BATCHES = ['batches.create', 'batches', 'batches.read', 'batches.cancel'] as const

export const OPENAI_COMPATIBLE_HOSTS: readonly OpenaiCompatibleHost[] = [
  {
    slug: 'anyscale',
    title: 'Anyscale',
    docs: 'https://docs.anyscale.com/llms',
    base: 'https://api.endpoints.anyscale.com/v1',
    endpoints: ['chat.completions', 'completions', 'embeddings', ...MODELS],
  },
  {
    slug: 'cerebras',
    title: 'Cerebras',
    docs: 'https://inference-docs.cerebras.ai/api-reference/chat-completions',
    base: 'https://api.cerebras.ai/v1',
    endpoints: ['chat.completions', 'completions', ...MODELS, ...FILES, ...BATCHES],
    supports: { maxCompletionTokens: true, messageExtras: 'reasoning' },
  },
  {
    // The international host. For mainland China set custom_host to https://dashscope.aliyuncs.com/compatible-mode/v1.
    slug: 'dashscope',
    title: 'DashScope (Alibaba Cloud)',
    docs: 'https://www.alibabacloud.com/help/en/model-studio/compatibility-of-openai-with-dashscope',
    base: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    endpoints: ['chat.completions', 'completions', 'embeddings', ...RESPONSES, 'models', ...FILES, ...BATCHES],
  },
  {
    // Its streams end with usage unasked.
    slug: 'deepinfra',
    title: 'DeepInfra',
    docs: 'https://deepinfra.com/docs/openai_api',
    base: 'https://api.deepinfra.com/v1/openai',
    endpoints: [
      'chat.completions',
      'completions',
      'embeddings',
      ...AUDIO,
      'images.generations',
      'images.edits',
      'models',
    ],
  },
  {
    // Text completions are under /beta, so they are passed through.
    slug: 'deepseek',
    title: 'DeepSeek',
    docs: 'https://api-docs.deepseek.com',
    base: 'https://api.deepseek.com',
    endpoints: ['chat.completions', 'responses', 'models'],
    streamsUsage: true,
    supports: { requiresReasoning: true },
  },
  {
    // Its streams end with usage unasked.
    slug: 'fireworks-ai',
    title: 'Fireworks AI',
    docs: 'https://docs.fireworks.ai/tools-sdks/openai-compatibility',
    base: 'https://api.fireworks.ai/inference/v1',
    endpoints: [
      'chat.completions',
      'completions',
      'embeddings',
      'responses',
      'responses.read',
      'responses.delete',
      'models',
    ],
  },
  {
    // Its model list has another base URL, so `models` is not supported.
    slug: 'github',
    title: 'GitHub Models',
    docs: 'https://docs.github.com/rest/models/inference',
    base: 'https://models.github.ai/inference',
    endpoints: ['chat.completions', 'embeddings'],
  },
  {
    slug: 'groq',
    title: 'Groq',
    docs: 'https://console.groq.com/docs/api-reference',
    base: 'https://api.groq.com/openai/v1',
    endpoints: ['chat.completions', 'responses', ...AUDIO, ...MODELS, ...FILES, ...BATCHES],
    supports: { maxCompletionTokens: true, messageExtras: 'reasoning' },
  },
  {
    slug: 'huggingface',
    title: 'Hugging Face',
    docs: 'https://huggingface.co/docs/inference-providers/tasks/chat-completion',
    base: 'https://router.huggingface.co/v1',
    endpoints: ['chat.completions', 'responses', ...MODELS],
  },
  {
    // Its image and speech endpoints have formats of their own, so they are passed through.
    slug: 'hyperbolic',
    title: 'Hyperbolic',
    docs: 'https://docs.hyperbolic.xyz/docs/rest-api',
    base: 'https://api.hyperbolic.xyz/v1',
    endpoints: ['chat.completions', 'completions', 'models'],
  },
  {
    slug: 'jina',
    title: 'Jina AI',
    docs: 'https://jina.ai/embeddings',
    base: 'https://api.jina.ai/v1',
    endpoints: ['embeddings'],
    embeddings: embeddingsVariant('jina-embeddings', ({ encoding_format: format, user: _, ...rest }) => ({
      ...rest,
      ...(format !== undefined && { embedding_type: format }),
    })),
  },
  {
    // Rejects stream_options, and ends every stream with usage.
    slug: 'mistral-ai',
    title: 'Mistral AI',
    telemetryName: 'mistral_ai',
    docs: 'https://docs.mistral.ai/api',
    base: 'https://api.mistral.ai/v1',
    endpoints: ['chat.completions', 'embeddings', 'moderations', 'audio.transcriptions', ...MODELS, ...FILES],
    supports: {
      streamOptions: false,
      messageExtras: 'none',
      // "Tool call id was ... but must be a-z, A-Z, 0-9, with a length of 9."
      toolCallIds: { pattern: /^[a-zA-Z0-9]{9}$/, length: 9 },
    },
  },
  {
    // The international host. For mainland China set custom_host to https://api.moonshot.cn/v1.
    slug: 'moonshot',
    title: 'Moonshot AI (Kimi)',
    docs: 'https://platform.kimi.ai/docs/api/chat',
    base: 'https://api.moonshot.ai/v1',
    endpoints: ['chat.completions', 'models', ...FILES, ...BATCHES],
    supports: { maxCompletionTokens: true, requiresReasoning: true },
  },
  {
    slug: 'nebius',
    title: 'Nebius Token Factory',
    docs: 'https://docs.tokenfactory.nebius.com/api-reference/introduction',
    base: 'https://api.tokenfactory.nebius.com/v1',
    endpoints: ['chat.completions', 'completions', 'embeddings', 'images.generations', ...MODELS, ...FILES, ...BATCHES],
    streamsUsage: true,
  },
  {
    slug: 'novita-ai',
    title: 'Novita AI',
    docs: 'https://novita.ai/docs/api-reference/model-apis-llm-create-chat-completion',
    base: 'https://api.novita.ai/openai/v1',
    endpoints: ['chat.completions', 'completions', 'embeddings', ...MODELS, ...FILES, ...BATCHES],
    streamsUsage: true,
  },
  {
    // On this machine. Set custom_host for any other host, and for Ollama's cloud.
    slug: 'ollama',
    title: 'Ollama',
    docs: 'https://docs.ollama.com/api/openai-compatibility',
    base: 'http://127.0.0.1:11434/v1',
    needsCredential: false,
    endpoints: ['chat.completions', 'completions', 'embeddings', 'responses', ...MODELS],
    streamsUsage: true,
  },
  {
    slug: 'openai',
    title: 'OpenAI',
    docs: 'https://platform.openai.com/docs/api-reference',
    base: 'https://api.openai.com/v1',
    streamsUsage: true,
    settings: z.object({
      openai_organization: headerSetting('Organization that is billed, sent as OpenAI-Organization.'),
      openai_project: headerSetting('Project that is billed, sent as OpenAI-Project.'),
      openai_beta: headerSetting('Beta features to switch on, sent as OpenAI-Beta.'),
    }),
    settingHeaders: {
      openai_organization: 'openai-organization',
      openai_project: 'openai-project',
      openai_beta: 'openai-beta',
    },
    supports: { maxCompletionTokens: true, developerRole: true, messageExtras: 'none' },
  },
  {
    // Its streams end with usage unasked.
    slug: 'openrouter',
    title: 'OpenRouter',
    docs: 'https://openrouter.ai/docs/api-reference/overview',
    base: 'https://openrouter.ai/api/v1',
    endpoints: ['chat.completions', 'completions', 'embeddings', 'responses', 'models'],
    supports: { maxCompletionTokens: true },
  },
  {
    slug: 'perplexity-ai',
    title: 'Perplexity',
    telemetryName: 'perplexity',
    docs: 'https://docs.perplexity.ai/docs/sonar/openai-compatibility',
    base: 'https://api.perplexity.ai',
    endpoints: ['chat.completions'],
  },
  {
    slug: 'sambanova',
    title: 'SambaNova Cloud',
    docs: 'https://docs.sambanova.ai/docs/en/features/openai-compatibility',
    base: 'https://api.sambanova.ai/v1',
    endpoints: [
      'chat.completions',
      'completions',
      'responses',
      'embeddings',
      'audio.transcriptions',
      'audio.translations',
      ...MODELS,
    ],
    streamsUsage: true,
  },
  {
    // The international host. For mainland China set custom_host to https://api.siliconflow.cn/v1.
    slug: 'siliconflow',
    title: 'SiliconFlow',
    docs: 'https://docs.siliconflow.com/en/api-reference/chat-completions/chat-completions',
    base: 'https://api.siliconflow.com/v1',
    endpoints: [
      'chat.completions',
      'embeddings',
      'audio.speech',
      'audio.transcriptions',
      'images.generations',
      'models',
      'files.create',
      'files',
      ...BATCHES,
    ],
  },
  {
    slug: 'together-ai',
    title: 'Together AI',
    docs: 'https://docs.together.ai/docs/inference/openai-compatibility',
    base: 'https://api.together.ai/v1',
    endpoints: ['chat.completions', 'completions', 'embeddings', ...AUDIO, 'images.generations', 'models'],
  },
  {
    slug: 'voyage',
    title: 'Voyage AI',
    docs: 'https://docs.voyageai.com/reference/embeddings-api',
    base: 'https://api.voyageai.com/v1',
    endpoints: ['embeddings'],
    embeddings: embeddingsVariant('voyage-embeddings', ({ dimensions, encoding_format: format, user: _, ...rest }) => ({
      ...rest,
      ...(dimensions !== undefined && { output_dimension: dimensions }),
      // Voyage returns numbers by default and rejects encoding_format: "float".
      ...(format === 'base64' && { encoding_format: format }),
    })),
  },
  {
    slug: 'x-ai',
    title: 'xAI',
    telemetryName: 'x_ai',
    docs: 'https://docs.x.ai/developers/rest-api-reference/inference',
    base: 'https://api.x.ai/v1',
    endpoints: [
      'chat.completions',
      'responses',
      'responses.read',
      'responses.delete',
      'images.generations',
      'images.edits',
      ...MODELS,
      ...FILES,
    ],
    supports: { maxCompletionTokens: true },
  },
  {
    // Its streams end with usage unasked.
    slug: 'zhipu',
    title: 'Zhipu AI (BigModel)',
    docs: 'https://docs.bigmodel.cn/api-reference',
    base: 'https://open.bigmodel.cn/api/paas/v4',
    endpoints: [
      'chat.completions',
      'embeddings',
      'audio.speech',
      'audio.transcriptions',
      'images.generations',
      'moderations',
      ...FILES,
      ...BATCHES,
    ],
  },
]
