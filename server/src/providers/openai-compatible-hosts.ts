/** Table of providers with OpenAI's wire format. Endpoints that a row does not list are passed through unchanged. */

import { z } from 'zod'
import { embeddingsVariant } from '../dialects/embeddings.ts'
import { openaiTokenCounter } from '../dialects/responses/openai-token-counter.ts'
import type { OpenaiCompatibleHost } from './openai-compatible.ts'
import { headerSetting } from './setting-schemas.ts'

const AUDIO = ['audio.speech', 'audio.transcriptions', 'audio.translations'] as const
const RESPONSES = ['responses', 'responses.read', 'responses.delete', 'responses.inputs'] as const
const MODELS = ['models', 'models.read'] as const
const FILES = ['files.create', 'files', 'files.read', 'files.delete', 'files.content'] as const
const BATCHES = ['batches.create', 'batches', 'batches.read', 'batches.cancel'] as const

export const OPENAI_COMPATIBLE_HOSTS: readonly OpenaiCompatibleHost[] = [
  {
    slug: '302ai',
    title: '302.AI',
    docs: 'https://doc-en.302.ai',
    base: 'https://api.302.ai/v1',
    endpoints: ['chat.completions'],
  },
  {
    // The Jamba models. The older J2 endpoints are passed through.
    slug: 'ai21',
    title: 'AI21',
    docs: 'https://docs.ai21.com/reference/jamba-1-6-api-ref',
    base: 'https://api.ai21.com/studio/v1',
    endpoints: ['chat.completions', 'models'],
  },
  {
    slug: 'aibadgr',
    title: 'AI Badgr',
    docs: 'https://aibadgr.com/docs',
    base: 'https://aibadgr.com/api/v1',
    endpoints: ['chat.completions'],
  },
  {
    slug: 'anyscale',
    title: 'Anyscale',
    docs: 'https://docs.anyscale.com/llms',
    base: 'https://api.endpoints.anyscale.com/v1',
    endpoints: ['chat.completions', 'completions', 'embeddings', ...MODELS],
  },
  {
    // Its tasks other than chat are at /models/v2/{model}. Set custom_host to https://api.bytez.com for them.
    slug: 'bytez',
    title: 'Bytez',
    docs: 'https://docs.bytez.com/http-reference/overview',
    base: 'https://api.bytez.com/models/v2/openai/v1',
    endpoints: ['chat.completions', 'completions', 'responses'],
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
    slug: 'cometapi',
    title: 'CometAPI',
    docs: 'https://api.cometapi.com/doc',
    base: 'https://api.cometapi.com/v1',
    endpoints: ['chat.completions', 'embeddings'],
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
    slug: 'deepbricks',
    title: 'Deepbricks',
    docs: 'https://deepbricks.ai/documentation',
    base: 'https://api.deepbricks.ai/v1',
    endpoints: ['chat.completions', 'images.generations'],
  },
  {
    // Its streams end with usage even without stream_options.
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
    slug: 'featherless-ai',
    title: 'Featherless AI',
    docs: 'https://featherless.ai/docs/api-overview-and-common-options',
    base: 'https://api.featherless.ai/v1',
    endpoints: ['chat.completions', 'completions', 'models'],
  },
  {
    // Its streams end with usage even without stream_options.
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
    slug: 'inference-net',
    title: 'Inference.net',
    docs: 'https://docs.inference.net/api',
    base: 'https://api.inference.net/v1',
    endpoints: ['chat.completions'],
  },
  {
    slug: 'iointelligence',
    title: 'IO Intelligence',
    docs: 'https://docs.io.net/reference/ai-models',
    base: 'https://api.intelligence.io.solutions/api/v1',
    endpoints: ['chat.completions', 'embeddings', 'models'],
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
    slug: 'kluster-ai',
    title: 'kluster.ai',
    docs: 'https://docs.kluster.ai/api-reference/reference',
    base: 'https://api.kluster.ai/v1',
    endpoints: ['chat.completions', 'embeddings', 'models', ...FILES, ...BATCHES],
  },
  {
    slug: 'krutrim',
    title: 'Krutrim',
    docs: 'https://cloud.olakrutrim.com/console/inference-service',
    base: 'https://cloud.olakrutrim.com/v1',
    endpoints: ['chat.completions'],
  },
  {
    slug: 'lambda',
    title: 'Lambda',
    docs: 'https://docs.lambda.ai/public-cloud/lambda-inference-api',
    base: 'https://api.lambda.ai/v1',
    endpoints: ['chat.completions', 'completions', 'models'],
  },
  {
    slug: 'lemonfox-ai',
    title: 'Lemonfox.ai',
    docs: 'https://www.lemonfox.ai/apis',
    base: 'https://api.lemonfox.ai/v1',
    endpoints: ['chat.completions', 'images.generations', 'audio.transcriptions'],
  },
  {
    slug: 'lepton',
    title: 'Lepton AI',
    docs: 'https://www.lepton.ai/docs/public_models/model_apis',
    base: 'https://api.lepton.ai/api/v1',
    endpoints: ['chat.completions', 'completions', 'audio.transcriptions'],
  },
  {
    slug: 'lingyi',
    title: '01.AI (Lingyi Wanwu)',
    docs: 'https://platform.lingyiwanwu.com/docs',
    base: 'https://api.lingyiwanwu.com/v1',
    endpoints: ['chat.completions', 'models'],
  },
  {
    slug: 'matterai',
    title: 'MatterAI',
    docs: 'https://docs.matterai.so',
    base: 'https://api.matterai.so/v1',
    endpoints: ['chat.completions'],
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
    // A deployment of the customer. It accepts a proxy token (modal_key and modal_secret), a bearer token, or neither.
    slug: 'modal',
    title: 'Modal',
    docs: 'https://modal.com/docs/guide/webhook-proxy-auth',
    base: null,
    needsCredential: false,
    settings: z.object({
      modal_key: headerSetting('Id of a proxy auth token, sent as Modal-Key.'),
      modal_secret: headerSetting('Secret of a proxy auth token, sent as Modal-Secret.'),
    }),
    settingHeaders: { modal_key: 'modal-key', modal_secret: 'modal-secret' },
    endpoints: ['chat.completions', 'completions', 'models'],
  },
  {
    slug: 'monsterapi',
    title: 'Monster API',
    docs: 'https://developer.monsterapi.ai',
    base: 'https://llm.monsterapi.ai/v1',
    endpoints: ['chat.completions'],
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
    slug: 'ncompass',
    title: 'nCompass',
    docs: 'https://docs.ncompass.tech',
    base: 'https://api.ncompass.tech/v1',
    endpoints: ['chat.completions'],
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
    slug: 'nextbit',
    title: 'Nextbit',
    docs: 'https://www.nextbit256.com/docs',
    base: 'https://api.nextbit256.com/v1',
    endpoints: ['chat.completions', 'completions'],
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
    slug: 'nscale',
    title: 'Nscale',
    docs: 'https://docs.nscale.com/docs/inference/serverless-models/overview',
    base: 'https://inference.api.nscale.com/v1',
    endpoints: ['chat.completions', 'images.generations', 'models'],
  },
  {
    // Runs on this machine by default. Set custom_host for any other host, and for Ollama's cloud.
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
    sockets: ['realtime', 'responses'],
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
    tokenCounter: openaiTokenCounter,
  },
  {
    // Its streams end with usage even without stream_options.
    slug: 'openrouter',
    title: 'OpenRouter',
    docs: 'https://openrouter.ai/docs/api-reference/overview',
    base: 'https://openrouter.ai/api/v1',
    endpoints: ['chat.completions', 'completions', 'embeddings', 'responses', 'models'],
    supports: { maxCompletionTokens: true },
  },
  {
    slug: 'ovhcloud',
    title: 'OVHcloud AI Endpoints',
    docs: 'https://www.ovhcloud.com/en/public-cloud/ai-endpoints/catalog/',
    base: 'https://oai.endpoints.kepler.ai.cloud.ovh.net/v1',
    // Without a key, OVHcloud limits the rate per address.
    needsCredential: false,
    endpoints: ['chat.completions', 'embeddings', 'models'],
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
    // Portkey is another gateway. Its own configs and provider slugs (@slug/model) apply there.
    slug: 'portkey',
    title: 'Portkey',
    docs: 'https://portkey.ai/docs/api-reference/inference-api/introduction',
    base: 'https://api.portkey.ai/v1',
    streamsUsage: true,
    supports: { maxCompletionTokens: true, developerRole: true },
  },
  {
    // Its other image tasks (vectorize, upscale) have paths of their own, so they are passed through.
    slug: 'recraft-ai',
    title: 'Recraft',
    docs: 'https://www.recraft.ai/docs/api-reference/endpoints',
    base: 'https://external.api.recraft.ai/v1',
    endpoints: ['images.generations'],
  },
  {
    slug: 'reka-ai',
    title: 'Reka',
    docs: 'https://docs.reka.ai/chat/api-reference/create-chat-completion',
    base: 'https://api.reka.ai/v1',
    endpoints: ['chat.completions', 'models'],
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
    slug: 'upstage',
    title: 'Upstage',
    docs: 'https://console.upstage.ai/api/chat',
    base: 'https://api.upstage.ai/v1',
    endpoints: ['chat.completions', 'embeddings'],
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
    sockets: ['realtime', 'responses'],
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
    slug: 'z-ai',
    title: 'Z.AI',
    docs: 'https://docs.z.ai/api-reference/introduction',
    base: 'https://api.z.ai/api/paas/v4',
    endpoints: ['chat.completions', 'images.generations', 'audio.transcriptions'],
  },
  {
    // Its streams end with usage even without stream_options.
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
