/** Renders a prompt without sending it to a provider. */

import { z } from 'zod'
import { endpoint, type Operation } from '../endpoint.ts'
import { requireNamed } from './find-prompt.ts'
import { inWorkspace } from './prompt-wire.ts'
import type { PromptPorts } from './save-prompt.ts'

export function renderPrompt({ workshop }: PromptPorts): Operation {
  return endpoint({
    name: 'prompts.render',
    method: 'POST',
    path: '/prompts/{id}/render',
    summary: 'Render a prompt without calling a model',
    permission: { scope: 'prompts.render' },
    query: inWorkspace,
    body: z
      .looseObject({
        variables: z.record(z.string(), z.unknown()).optional().describe('Values by variable name.'),
        stream: z.boolean().optional(),
        prompt_id: z.string().optional().describe('Ignored. The path selects the prompt.'),
        workspace_id: z.string().optional(),
      })
      .describe('The body of a prompt completion. Other fields override the saved parameters.'),
    reply: z.object({
      success: z.literal(true),
      data: z.record(z.string(), z.unknown()).describe('The request that would be sent.'),
      prompt: z.object({ slug: z.string(), version: z.number() }),
      warnings: z.array(z.string()),
    }),
    async handle({ body, params, reach, stores }) {
      const name = params['id'] ?? ''
      const { prompt } = await requireNamed(stores, reach, name, 'prompt')
      const { workspace_id: _, ...sent } = body
      const at = name.indexOf('@', 1)
      const { organisationId, workspaceId } = prompt
      // The renderer finds prompts by slug; the path may contain an id.
      const reference = prompt.slug + (at < 0 ? '' : name.slice(at))
      const { slug, version, request, warnings } = await workshop.render(
        { organisationId, workspaceId },
        reference,
        sent,
      )
      return { success: true as const, data: { ...request }, prompt: { slug, version }, warnings: [...warnings] }
    },
  })
}
