/** Which providers the gateway can reach, for people and clients that choose one. */

import { z } from 'zod'
import type { CredentialForm } from '../../core/configs/credential-form.ts'
import { endpoint, type Operation } from '../endpoint.ts'

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
    key: z
      .enum(['required', 'instead', 'optional'])
      .meta({ description: 'The provider key: needed, needed unless a secret field stands for it, or not needed.' }),
    host: z
      .enum(['required', 'usual', 'optional'])
      .meta({ description: 'custom_host: needed, usual since its own address is this machine, or for other places.' }),
    fields: z.array(
      z.object({
        name: z.string().meta({ description: 'As it is sent to /virtual-keys.' }),
        title: z.string(),
        about: z.string(),
        secret: z.boolean().meta({ description: 'Sealed when saved, and never shown again.' }),
        required: z.boolean(),
        usual: z.boolean().meta({ description: 'False: for the few who need it.' }),
        long: z.boolean().meta({ description: 'A text of many lines.' }),
        choices: z.array(z.string()).nullable().meta({ description: 'Null: any text.' }),
      }),
    ),
  })
  .meta({ description: 'What to ask of whoever saves a credential for it.' })

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
              .meta({ description: 'First-class endpoints; every other path is pass-through.' }),
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
