/** What a provider's own settings are called and which of them are secret: the clouds want more than a key. */

type SettingWords = {
  readonly label: string
  readonly hint?: string
  readonly isSecret?: boolean
  readonly isLong?: boolean
  /** Without it no call can be made. */
  readonly isNeeded?: boolean
}

const WORDS: Readonly<Record<string, SettingWords>> = {
  anthropic_version: { label: 'API version', hint: 'Sent as anthropic-version; the newest known when empty.' },
  anthropic_beta: { label: 'Beta features', hint: 'Sent as anthropic-beta.' },
  openai_organization: { label: 'Organization', hint: 'Sent as OpenAI-Organization.' },
  openai_project: { label: 'Project', hint: 'Sent as OpenAI-Project.' },
  openai_beta: { label: 'Beta features', hint: 'Sent as OpenAI-Beta.' },
  cloud_a_resource_name: { isNeeded: true, label: 'Resource name', hint: 'The first part of your resource’s address.' },
  cloud_a_deployment_id: { label: 'Deployment', hint: 'The name you gave to the deployed model.' },
  cloud_a_api_version: { label: 'API version', hint: 'Such as 2024-10-21.' },
  cloud_a_model_name: { label: 'Model name', hint: 'What the deployment runs, for prices.' },
  cloud_a_ad_token: { label: 'Entra ID token', isSecret: true, hint: 'Instead of a key.' },
  cloud_a_auth_mode: { label: 'Way to sign in' },
  cloud_b_project_id: { isNeeded: true, label: 'Project' },
  cloud_b_region: { isNeeded: true, label: 'Region', hint: 'Such as europe-west1.' },
  cloud_b_llm_request_type: { label: 'Request type' },
  cloud_b_service_account_json: {
    label: 'Service account',
    hint: 'The whole JSON file, instead of a key.',
    isSecret: true,
    isLong: true,
  },
  cloud_c_region: { isNeeded: true, label: 'Region', hint: 'Such as eu-central-1.' },
  cloud_c_access_key_id: { label: 'Access key id', isSecret: true },
  cloud_c_secret_access_key: { label: 'Secret access key', isSecret: true },
  cloud_c_session_token: { label: 'Session token', isSecret: true, hint: 'For temporary credentials.' },
  cloud_c_role_arn: { label: 'Role to assume', hint: 'Its ARN.' },
  cloud_c_external_id: { label: 'External id', hint: 'If the role asks for one.' },
  cloud_c_sts_endpoint: { label: 'STS endpoint' },
}

/** A setting a newer gateway knows and this page does not still gets an input; what sounds secret is hidden. */
export function settingWords(name: string): SettingWords {
  const known = WORDS[name]
  if (known) return known
  const words = name.replaceAll('_', ' ')
  return {
    label: words.charAt(0).toUpperCase() + words.slice(1),
    isSecret: /(key|token|secret|password|json)($|_)/.test(name),
  }
}

/** `cloudARegion` of `model_config` is `cloud_a_region` in a body. */
export function settingsOf(config: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(config).filter(([name]) => name !== 'customHost')
  return Object.fromEntries(
    pairs.map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  )
}
