/** Shows what a prompt would send, without calling anybody. */

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
        variables: z.record(z.string(), z.unknown()).optional().describe('Names and values.'),
        stream: z.boolean().optional(),
        prompt_id: z.string().optional().describe('Ignored: the path names the prompt.'),
        workspace_id: z.string().optional(),
      })
      .describe('As sent to completions: every other member replaces the saved parameter of its name.'),
    reply: z.object({
      success: z.literal(true),
      data: z.record(z.string(), z.unknown()).describe('The request as it would be sent.'),
      prompt: z.object({ slug: z.string(), version: z.number() }),
      warnings: z.array(z.string()),
    }),
    async handle({ body, params, reach, stores }) {
      const name = params['id'] ?? ''
      const { prompt } = await requireNamed(stores, reach, name, 'prompt')
      const { workspace_id: _, ...sent } = body
      const at = name.indexOf('@', 1)
      const { organisationId, workspaceId } = prompt
      // By its slug: an Admin key may have named a prompt of any workspace by its id.
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
