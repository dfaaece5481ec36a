/** Converts the URL and credentials of a LiteLLM deployment to a virtual key. */

import { isObject, type JsonObject } from '../../remote.ts'
import { type Conversion, variableFor } from './conversion.ts'

/** Maps LiteLLM's prefixes to providers. */
const PROVIDERS: Readonly<Record<string, string>> = {
  openai: 'openai',
  azure: 'azure-openai',
  anthropic: 'anthropic',
  bedrock: 'bedrock',
  vertex_ai: 'vertex-ai',
  gemini: 'google',
  cohere: 'cohere',
  cohere_chat: 'cohere',
  mistral: 'mistral-ai',
  groq: 'groq',
  together_ai: 'together-ai',
  openrouter: 'openrouter',
  deepseek: 'deepseek',
  deepinfra: 'deepinfra',
  fireworks_ai: 'fireworks-ai',
  perplexity: 'perplexity-ai',
  xai: 'x-ai',
  cerebras: 'cerebras',
  sambanova: 'sambanova',
  anyscale: 'anyscale',
  ollama: 'ollama',
  ollama_chat: 'ollama',
  hosted_vllm: 'openai-compatible',
  openai_like: 'openai-compatible',
  huggingface: 'huggingface',
  voyage: 'voyage',
  jina_ai: 'jina',
  moonshot: 'moonshot',
  dashscope: 'dashscope',
  nebius: 'nebius',
  novita: 'novita-ai',
  hyperbolic: 'hyperbolic',
  github: 'github',
}

/** Maps LiteLLM's parameters to settings; secrets become environment variables. */
const SETTINGS: Readonly<Record<string, { readonly name: string; readonly isSecret: boolean }>> = {
  api_key: { name: 'key', isSecret: true },
  aws_access_key_id: { name: 'cloud_c_access_key_id', isSecret: true },
  aws_secret_access_key: { name: 'cloud_c_secret_access_key', isSecret: true },
  aws_session_token: { name: 'cloud_c_session_token', isSecret: true },
  aws_region_name: { name: 'cloud_c_region', isSecret: false },
  vertex_project: { name: 'cloud_b_project_id', isSecret: false },
  vertex_location: { name: 'cloud_b_region', isSecret: false },
  vertex_credentials: { name: 'cloud_b_service_account_json', isSecret: true },
  api_version: { name: 'cloud_a_api_version', isSecret: false },
  organization: { name: 'openai_organization', isSecret: false },
}

export const CREDENTIAL_PARAMS: readonly string[] = [
  ...Object.keys(SETTINGS),
  'api_base',
  'base_url',
  'custom_llm_provider',
]

/** Returns null if the provider is not supported. Without a prefix, LiteLLM means OpenAI. */
export function readModel(params: JsonObject): { readonly provider: string; readonly model: string } | null {
  const text = String(params['model'] ?? '')
  const at = text.indexOf('/')
  const given = params['custom_llm_provider']
  const prefix = typeof given === 'string' ? given : at === -1 ? 'openai' : text.slice(0, at)
  const provider = Object.hasOwn(PROVIDERS, prefix) ? PROVIDERS[prefix] : undefined
  if (provider === undefined) return null
  const isPrefixed = at !== -1 && text.slice(0, at) === prefix
  return { provider, model: isPrefixed ? text.slice(at + 1) : text }
}

/** Creates one virtual key per distinct credential and URL, shared by all deployments that use them. */
export class VirtualKeys {
  readonly #slugs = new Map<string, string>()

  constructor(private readonly conversion: Conversion) {}

  slugFor(provider: string, model: string, params: JsonObject, subject: string): string {
    const settings: Record<string, unknown> = { provider, ...addressOf(provider, model, params) }
    const secrets: [name: string, given: string, ending: string][] = []
    for (const [param, { name, isSecret }] of Object.entries(SETTINGS)) {
      const value = params[param]
      if (value === undefined || value === null) continue
      if (name.startsWith('cloud_a_') && provider !== 'azure-openai') continue
      if (isSecret) secrets.push([name, typeof value === 'string' ? value : JSON.stringify(value), param.toUpperCase()])
      else settings[name] = fromEnvironment(String(value))
    }
    const identity = JSON.stringify([settings, secrets])
    const known = this.#slugs.get(identity)
    if (known !== undefined) return known
    const slug = this.#add(provider, settings, secrets, subject)
    this.#slugs.set(identity, slug)
    return slug
  }

  #add(
    provider: string,
    settings: JsonObject,
    secrets: readonly (readonly [string, string, string])[],
    subject: string,
  ): string {
    const content: Record<string, unknown> = { ...settings }
    const slug = this.conversion.add('virtual-keys', provider, content)
    for (const [name, given, ending] of secrets) {
      const variable = variableIn(given)
      content[name] = { env: variable ?? variableFor(slug, ending) }
      if (variable === null)
        this.conversion.skip(
          `${subject}: ${ending.toLowerCase()} is in the file as plain text and is not copied; set ${variableFor(slug, ending)} to it`,
        )
    }
    for (const [name, value] of Object.entries(content))
      if (isObject(value) && name !== 'provider' && secrets.every(([secret]) => secret !== name)) delete content[name]
    return slug
  }
}

function addressOf(provider: string, model: string, params: JsonObject): JsonObject {
  const base = params['api_base'] ?? params['base_url']
  if (provider === 'azure-openai') {
    const resource = /^https:\/\/([a-z0-9-]+)\.openai\.azure\.com/i.exec(String(base ?? ''))?.[1]
    return {
      cloud_a_deployment_id: model,
      ...(resource !== undefined && { cloud_a_resource_name: resource }),
      ...(resource === undefined && typeof base === 'string' && { custom_host: base }),
    }
  }
  return typeof base === 'string' ? { custom_host: base } : {}
}

function variableIn(text: string): string | null {
  return /^os\.environ\/(\w+)$/.exec(text)?.[1] ?? null
}

const SECRET_VARIABLE = /key|secret|token|passw|credential|auth|private|dsn|database_url/i

/**
 * Resolves a setting that is not secret from the environment, because it is written to the file. A variable that is
 * named like a secret is not resolved: its value would be stored and shown in plain text.
 */
function fromEnvironment(text: string): string {
  const variable = variableIn(text)
  return variable === null || SECRET_VARIABLE.test(variable) ? text : (process.env[variable] ?? text)
}
