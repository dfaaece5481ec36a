import { expect, test } from 'bun:test'
import { findProvider, providerSlugs } from '../providers/registry.ts'
import { describeForm } from './describe-form.ts'
import { providerForms } from './provider-forms.ts'

function formOf(slug: string) {
  const provider = findProvider(slug)
  if (!provider) throw new Error(`no provider ${slug}`)
  return describeForm(provider)
}

const titles = (slug: string, isWanted: (field: ReturnType<typeof formOf>['fields'][number]) => boolean) =>
  formOf(slug)
    .fields.filter(isWanted)
    .map((field) => field.title)

/** A sample value for the setting. URLs need a valid format. */
function sampleOf(name: string): string {
  return name.endsWith('_url') ? 'https://sample.services.ai.azure.com/models' : 'sample'
}

test('a form with its required fields filled is one the gateway accepts, for every provider', () => {
  const forms = providerForms()
  for (const slug of providerSlugs().filter((one) => one !== 'mock')) {
    const { fields, host } = formOf(slug)
    const settings = Object.fromEntries(
      fields.filter((field) => field.isRequired).map(({ name }) => [name, sampleOf(name)]),
    )
    const customHost = host === 'required' ? 'https://host.example/v1' : null
    expect([slug, forms.find(slug)?.check(settings, customHost)]).toEqual([slug, null])
    // Each setting is really required.
    for (const missing of Object.keys(settings)) {
      const { [missing]: _, ...rest } = settings
      expect([slug, forms.find(slug)?.check(rest, null)?.param]).toEqual([slug, missing])
    }
  }
})

test('cloud forms show address settings and secrets first, and fold away the rest', () => {
  expect(titles('azure-openai', (field) => field.isRequired)).toEqual(['Resource name'])
  expect(titles('azure-openai', (field) => field.isUsual)).toEqual([
    'Resource name',
    'Deployment ID',
    'API version',
    'AD token',
  ])
  expect(titles('vertex-ai', (field) => field.isRequired)).toEqual(['Project ID', 'Region'])
  // Bedrock uses a default region if none is given.
  expect(titles('bedrock', (field) => field.isRequired)).toEqual([])
  expect(titles('bedrock', (field) => field.isUsual)).toContain('Region')
  expect(titles('bedrock', (field) => !field.isUsual)).toEqual(['Auth type', 'Role ARN', 'External ID', 'STS endpoint'])
  expect(titles('openai', (field) => field.isUsual)).toEqual([])
  expect(titles('azure-ai', (field) => field.isRequired)).toEqual(['Foundry URL'])
  expect(titles('workers-ai', (field) => field.isRequired)).toEqual(['Account ID'])
  expect(titles('oracle', (field) => field.isRequired)).toEqual(['Region'])
  // The request can name the tenant instead.
  expect(titles('predibase', (field) => !field.isRequired && field.isUsual)).toEqual(['Tenant ID'])
})

test('the form has key and host fields as the provider needs them', () => {
  const needs = (slug: string) => [formOf(slug).key, formOf(slug).host]
  expect(needs('openai')).toEqual(['required', 'optional'])
  expect(needs('bedrock')).toEqual(['instead', 'optional'])
  expect(needs('openai-compatible')).toEqual(['optional', 'required'])
  expect(needs('ollama')).toEqual(['optional', 'usual'])
  expect(needs('qdrant')).toEqual(['optional', 'required'])
  expect(needs('replicate')).toEqual(['required', 'optional'])
  expect(needs('mock')).toEqual(['optional', 'optional'])
})

test('every field has a description, and enumerated fields list their values', () => {
  for (const slug of providerSlugs())
    for (const { name, about, title } of formOf(slug).fields)
      expect([name, about.length > 5, title.length > 2]).toEqual([name, true, true])
  const mode = formOf('azure-openai').fields.find((field) => field.name === 'cloud_a_auth_mode')
  expect(mode?.choices).toEqual(['default', 'ad_token', 'entra', 'managed', 'workload'])
  const secret = formOf('azure-openai').fields.find((field) => field.name === 'cloud_a_entra_client_secret')
  expect(secret).toMatchObject({ isSecret: true, isUsual: false, title: 'Entra client secret' })
  const account = formOf('vertex-ai').fields.find((field) => field.name === 'cloud_b_service_account_json')
  expect(account).toMatchObject({ isSecret: true, isLong: true, title: 'Service account JSON' })
})
