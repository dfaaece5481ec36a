import { expect, test } from 'bun:test'
import { readGatewayOptions } from './gateway-options.ts'
import { OPTIONS } from './option-table.ts'

const RULES = { prefixes: ['x-gateway-', 'x-portkey-'], isSetting: (key: string) => key === 'cloud_c_sts_endpoint' }

const SAFETY = [
  'input-guardrails',
  'output-guardrails',
  'guardrails',
  'before-request-hooks',
  'after-request-hooks',
  'input-mutators',
  'output-mutators',
  'pii-redaction',
]

const PLACES = [
  'azure-foundry-url',
  'azure-endpoint-name',
  'azure-region',
  'azure-deployment-name',
  'azure-deployment-type',
  'huggingface-base-url',
  'base-url',
  'customhost',
  'custom_host',
  'huggingfacebaseurl',
  'snowflake-account',
  'workers-ai-account-id',
  'fireworks-account-id',
  'databricks-workspace',
  'oracle-region',
  'oracle-tenancy',
  'oracle-compartment-id',
  'amzn-sagemaker-target-container-hostname',
  'amzn-sagemaker-target-model',
  'amzn-sagemaker-inference-component',
  'provider-batch-endpoint',
  'vertex-storage-bucket-name',
  'aws-s3-bucket',
  'aws-s3-object-key',
  'mistral-fim-completion',
]

test.each([...SAFETY, ...PLACES])('%s is refused under every prefix, by its name', (name) => {
  for (const prefix of RULES.prefixes) {
    const header = prefix + name
    expect(() => readGatewayOptions({ [header]: 'x' }, RULES)).toThrow(
      expect.objectContaining({
        code: 'not_supported',
        status: 400,
        param: header,
        message: expect.stringContaining(header),
      }),
    )
  }
  // Without the gateway prefix it is an ordinary header.
  expect(readGatewayOptions({ [`x-${name}`]: 'x', [name]: 'x' }, RULES).warnings).toEqual([])
})

/** A value that the header may have. */
function sampleOf(name: (typeof OPTIONS)[number]['name']): string {
  const type = OPTIONS.find((option) => option.name === name)?.type
  return type === 'boolean' ? 'true' : type === 'integer' ? '1' : type === 'json object' ? '{}' : 'x'
}

test('headers that the gateway reads are never refused', () => {
  for (const { name } of OPTIONS) {
    const { settings: none, warnings } = readGatewayOptions({ [`x-gateway-${name}`]: sampleOf(name) }, RULES)
    expect([name, none, warnings]).toEqual([name, {}, []])
  }
  const { settings } = readGatewayOptions({ 'x-portkey-aws-sts-endpoint': 'https://sts.example' }, RULES)
  expect(settings).toEqual({ cloud_c_sts_endpoint: 'https://sts.example' })
})

/** Every option that Portkey's SDKs send as a header by default, or that only labels a call. */
const HARMLESS = [
  'package-version',
  'runtime',
  'runtime-version',
  'audio-file-duration',
  'dangerously-allow-browser',
  'calculate-audio-duration',
  'mode',
  'span-id',
  'span-name',
  'parent-span-id',
  'provider-file-name',
  'provider-model',
  'aws-bedrock-model',
  'retry-count',
  'cache',
  'refresh-prompt-cache',
  'prompt-id',
]

test.each(HARMLESS)('%s causes at most a warning', (name) => {
  expect(readGatewayOptions({ [`x-portkey-${name}`]: 'x' }, RULES).warnings.length).toBeLessThan(2)
})
