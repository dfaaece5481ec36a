/**
 * Rules for secrets that issuers mark with a prefix. Sources: the issuers' documentation, and the public rule lists of
 * gitleaks (config/gitleaks.toml, MIT) and secretlint, read in November 2026. If an issuer has changed the length of
 * its secrets, the rule sets only a minimum length.
 */

export type SecretRule = {
  readonly type: string
  readonly prefix: string
  /** Must match everything after the prefix to the end of the word. */
  readonly body: RegExp
  /** Minimum entropy of the body in bits per character. 0 if the prefix is enough. */
  readonly entropy: number
}

const ALNUM = '[A-Za-z0-9]'
const HEX = '[a-fA-F0-9]'
const URLSAFE = '[A-Za-z0-9_-]'

const rule = (type: string, prefix: string, body: string, entropy = 2.5): SecretRule => ({
  type,
  prefix,
  body: new RegExp(`^${body}$`),
  entropy,
})

const each = (type: string, prefixes: readonly string[], body: string, entropy?: number): readonly SecretRule[] =>
  prefixes.map((prefix) => rule(type, prefix, body, entropy))

export const SECRET_RULES: readonly SecretRule[] = [
  ...each('AWS_ACCESS_KEY', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z0-9]{16}', 2),
  rule('AWS_BEDROCK_API_KEY', 'ABSK', '[A-Za-z0-9+/]{109,269}', 3),
  rule('ANTHROPIC_API_KEY', 'sk-ant-', `(?:api|admin|oat)\\d\\d-${URLSAFE}{20,}`),
  rule('OPENROUTER_API_KEY', 'sk-or-', `v1-${HEX}{32,}`),
  rule('OPENAI_API_KEY', 'sk-', `(?:proj-|svcacct-|admin-|None-)?${URLSAFE}{20,}`, 3),
  rule('STRIPE_SECRET', 'sk_', `(?:live|test|prod)_${ALNUM}{10,}`),
  rule('STRIPE_SECRET', 'rk_', `(?:live|test|prod)_${ALNUM}{10,}`),
  rule('STRIPE_SECRET', 'whsec_', `[A-Za-z0-9+/]{24,}`),
  ...each('GITHUB_TOKEN', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], `${ALNUM}{36,}`),
  rule('GITHUB_TOKEN', 'github_pat_', '\\w{60,}'),
  ...each(
    'GITLAB_TOKEN',
    ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glft-', 'glagent-', 'glsoat-', 'glimt-', 'glcbt-'],
    `[\\w.-]{20,}`,
  ),
  ...each(
    'SLACK_TOKEN',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxe-', 'xoxe.xoxp-', 'xoxe.xoxb-'],
    '[A-Za-z0-9-]{10,}',
    2.5,
  ),
  rule('SLACK_TOKEN', 'xapp-', '\\d-[A-Z0-9]+-\\d+-[A-Za-z0-9]{10,}'),
  rule('GOOGLE_API_KEY', 'AIza', `${URLSAFE}{35}`, 3),
  rule('GOOGLE_OAUTH_SECRET', 'GOCSPX-', `${URLSAFE}{28}`),
  rule('GOOGLE_OAUTH_TOKEN', 'ya29.', `[A-Za-z0-9_.-]{30,}`, 3),
  rule('HUGGING_FACE_TOKEN', 'hf_', `${ALNUM}{30,}`, 3),
  rule('HUGGING_FACE_TOKEN', 'api_org_', '[A-Za-z]{34}', 3),
  rule('GROQ_API_KEY', 'gsk_', `${ALNUM}{40,}`),
  rule('XAI_API_KEY', 'xai-', `${ALNUM}{60,}`),
  rule('PERPLEXITY_API_KEY', 'pplx-', `${ALNUM}{40,}`),
  rule('REPLICATE_TOKEN', 'r8_', `${ALNUM}{37,40}`),
  rule('NVIDIA_API_KEY', 'nvapi-', `${URLSAFE}{40,}`),
  rule('FIREWORKS_API_KEY', 'fw_', `${ALNUM}{20,}`, 3),
  rule('TAVILY_API_KEY', 'tvly-', `${URLSAFE}{20,}`, 3),
  rule('LANGSMITH_API_KEY', 'lsv2_', `(?:pt|sk)_${HEX}{32}_${HEX}{10}`),
  ...each('LANGFUSE_SECRET_KEY', ['sk-lf-'], `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`),
  rule('NPM_TOKEN', 'npm_', `${ALNUM}{36}`),
  rule('PYPI_TOKEN', 'pypi-', `AgE${URLSAFE}{50,}`, 3),
  rule('RUBYGEMS_TOKEN', 'rubygems_', `${HEX}{48}`),
  rule('DOCKER_TOKEN', 'dckr_pat_', `${URLSAFE}{27,}`),
  rule('DOCKER_TOKEN', 'dckr_oat_', `${URLSAFE}{27,}`),
  ...each('DIGITALOCEAN_TOKEN', ['dop_v1_', 'doo_v1_', 'dor_v1_'], `${HEX}{64}`),
  rule('SENDGRID_API_KEY', 'SG.', `[A-Za-z0-9_.-]{60,70}`, 3),
  rule('SENDINBLUE_API_KEY', 'xkeysib-', `${HEX}{64}-${ALNUM}{16}`),
  rule('MAILGUN_API_KEY', 'key-', `${HEX}{32}`),
  ...each('TWILIO_API_KEY', ['SK', 'AC'], '[0-9a-f]{32}', 3),
  ...each('SHOPIFY_TOKEN', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], `${HEX}{32}`),
  ...each('SQUARE_TOKEN', ['sq0atp-', 'sq0csp-'], `${URLSAFE}{22,60}`),
  rule('DATABRICKS_TOKEN', 'dapi', `${HEX}{32}(?:-\\d)?`),
  rule('ATLASSIAN_TOKEN', 'ATATT3', `[A-Za-z0-9_=-]{60,}`, 3),
  rule('LINEAR_API_KEY', 'lin_api_', `${ALNUM}{40}`),
  rule('NOTION_TOKEN', 'ntn_', `\\d{11}${ALNUM}{35}`),
  rule('NOTION_TOKEN', 'secret_', `${ALNUM}{43}`, 3.5),
  rule('POSTMAN_API_KEY', 'PMAK-', `${HEX}{24}-${HEX}{34}`),
  rule('NEW_RELIC_KEY', 'NRAK-', '[A-Z0-9]{27}'),
  rule('GRAFANA_TOKEN', 'glsa_', `${ALNUM}{32}_${HEX}{8}`),
  rule('GRAFANA_TOKEN', 'glc_', `[A-Za-z0-9+/]{32,}`, 3),
  ...each('VAULT_TOKEN', ['hvs.', 'hvb.', 'hvr.'], `${URLSAFE}{24,}`, 3),
  rule('TERRAFORM_TOKEN', 'atlasv1.', `${URLSAFE}{40,}`),
  rule('PULUMI_TOKEN', 'pul-', `${HEX}{40}`),
  rule('DOPPLER_TOKEN', 'dp.', `(?:pt|st|ct|sa|scim|audit)\\.(?:[\\w-]+\\.)?${ALNUM}{40,44}`),
  rule('DYNATRACE_TOKEN', 'dt0c01.', `${ALNUM}{24}\\.${ALNUM}{64}`),
  rule('SENTRY_TOKEN', 'sntryu_', `${HEX}{64}`),
  rule('SENTRY_TOKEN', 'sntrys_', `eyJ[A-Za-z0-9+/=_]{60,}`),
  ...each('PLANETSCALE_TOKEN', ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], `[\\w.-]{32,64}`),
  rule('SUPABASE_TOKEN', 'sbp_', `${HEX}{40}`),
  rule('SUPABASE_TOKEN', 'sb_secret_', `${URLSAFE}{20,}`),
  rule('FIGMA_TOKEN', 'figd_', `${URLSAFE}{40,}`),
  rule('AIRTABLE_TOKEN', 'pat', `${ALNUM}{14}\\.${HEX}{64}`),
  rule('ALIBABA_ACCESS_KEY', 'LTAI', `${ALNUM}{20}`, 3),
  ...each('EASYPOST_API_KEY', ['EZAK', 'EZTK'], `${ALNUM}{54}`),
  ...each('DUFFEL_TOKEN', ['duffel_test_', 'duffel_live_'], `${URLSAFE}{43}`),
  ...each('SHIPPO_TOKEN', ['shippo_live_', 'shippo_test_'], `${HEX}{40}`),
  rule('FLY_TOKEN', 'fo1_', `${URLSAFE}{43}`),
  rule('PREFECT_TOKEN', 'pnu_', `${ALNUM}{36}`),
  rule('README_TOKEN', 'rdme_', '[a-z0-9]{70}'),
  rule('ONEPASSWORD_TOKEN', 'ops_', `eyJ[A-Za-z0-9+/_-]{100,}`),
  rule('AGE_SECRET_KEY', 'AGE-SECRET-KEY-1', '[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}'),
  rule('CLOJARS_TOKEN', 'CLOJARS_', '[A-Za-z0-9]{60}'),
  rule('ADOBE_SECRET', 'p8e-', '[A-Za-z0-9]{32}'),
  rule('ARTIFACTORY_TOKEN', 'AKCp', `${ALNUM}{69}`, 3),
  rule('CLOUDFLARE_CA_KEY', 'v1.0-', `${HEX}{24}-${HEX}{146}`),
  rule('OPENSHIFT_TOKEN', 'sha256~', `${URLSAFE}{43}`, 3),
  rule('CONTENTFUL_TOKEN', 'CFPAT-', `${URLSAFE}{43}`),
  rule('FRAMEIO_TOKEN', 'fio-u-', `${URLSAFE}{64}`),
  rule('TYPEFORM_TOKEN', 'tfp_', `[\\w.-]{50,}`),
  rule('SOURCEGRAPH_TOKEN', 'sgp_', `(?:(?:${HEX}{16}|local)_)?${HEX}{40}`),
  ...each(
    'PLAID_TOKEN',
    ['access-sandbox-', 'access-development-', 'access-production-'],
    `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`,
  ),
]

/** Types of secrets that are not found by a prefix. */
const OTHER_SECRET_TYPES = [
  'PRIVATE_KEY',
  'JWT',
  'URL_CREDENTIALS',
  'WEBHOOK_URL',
  'AZURE_CLIENT_SECRET',
  'ASSIGNED_SECRET',
] as const

export const SECRET_TYPES: readonly string[] = [
  ...new Set(SECRET_RULES.map((one) => one.type)),
  ...OTHER_SECRET_TYPES,
].toSorted()
