/** Which providers the gateway can reach, for people and clients that choose one. */

import { z } from 'zod'
import { endpoint, type Operation } from '../endpoint.ts'

export type SupportedProvider = {
  readonly slug: string
  readonly title: string
  readonly docs: string
  readonly endpoints: readonly string[]
  readonly settings: readonly string[]
}

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
          }),
        ),
      }),
      async handle() {
        const data = providers.map((provider) => ({
          ...provider,
          endpoints: [...provider.endpoints],
          settings: [...provider.settings],
        }))
        return { object: 'list' as const, data }
      },
    }),
  ]
}
