/** Lists the supported providers. */

import { z } from 'zod'
import type { CredentialForm } from '../core/configs/credential-form.ts'
import { endpoint, type Operation } from './endpoint.ts'

export type SupportedProvider = {
  readonly slug: string
  readonly title: string
  readonly docs: string
  readonly endpoints: readonly string[]
  readonly settings: readonly string[]
  readonly form: CredentialForm
}

const formSchema = z
  .object({
    key: z.enum(['required', 'instead', 'optional']).meta({
      description: 'Provider key: required, required unless a secret field replaces it (`instead`), or optional.',
    }),
    host: z.enum(['required', 'usual', 'optional']).meta({
      description: 'custom_host: required, `usual` for providers that run on your own machines, or optional.',
    }),
    fields: z.array(
      z.object({
        name: z.string().meta({ description: 'Field name in POST /v1/virtual-keys.' }),
        title: z.string(),
        about: z.string(),
        secret: z.boolean().meta({ description: 'Encrypted when saved and never returned.' }),
        required: z.boolean(),
        usual: z.boolean().meta({ description: 'False for advanced fields.' }),
        long: z.boolean().meta({ description: 'True for multi-line text.' }),
        choices: z.array(z.string()).nullable().meta({ description: 'Allowed values. Null for any text.' }),
      }),
    ),
  })
  .meta({ description: 'Fields of a credential for this provider.' })

export function supportedProviderOperations(providers: readonly SupportedProvider[]): readonly Operation[] {
  return [
    endpoint({
      name: 'supported-providers.list',
      method: 'GET',
      path: '/supported-providers',
      summary: 'List supported providers',
      permission: 'any caller',
      reply: z.object({
        object: z.literal('list'),
        data: z.array(
          z.object({
            slug: z.string(),
            title: z.string(),
            docs: z.string(),
            endpoints: z
              .array(z.string())
              .meta({ description: 'Fully supported endpoints. Other paths are passed through.' }),
            settings: z.array(z.string()),
            form: formSchema,
          }),
        ),
      }),
      async handle() {
        const data = providers.map((provider) => ({
          ...provider,
          endpoints: [...provider.endpoints],
          settings: [...provider.settings],
          form: formOnWire(provider.form),
        }))
        return { object: 'list' as const, data }
      },
    }),
  ]
}

function formOnWire({ key, host, fields }: CredentialForm): z.infer<typeof formSchema> {
  return {
    key,
    host,
    fields: fields.map(({ isSecret, isRequired, isUsual, isLong, choices, ...words }) => ({
      ...words,
      secret: isSecret,
      required: isRequired,
      usual: isUsual,
      long: isLong,
      choices: choices && [...choices],
    })),
  }
}
