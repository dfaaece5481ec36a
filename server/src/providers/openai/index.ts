/** OpenAI. */

import { z } from 'zod'
import { openaiLike } from '../openai-like.ts'
import { headerSetting } from '../setting-schemas.ts'

export const openai = openaiLike({
  slug: 'openai',
  title: 'OpenAI',
  docs: 'https://platform.openai.com/docs/api-reference',
  base: 'https://api.openai.com/v1',
  streamsUsage: true,
  settings: z.object({
    openai_organization: headerSetting('Organization that is billed, sent as OpenAI-Organization.'),
    openai_project: headerSetting('Project that is billed, sent as OpenAI-Project.'),
    openai_beta: headerSetting('Beta features to switch on, sent as OpenAI-Beta.'),
  }),
  settingHeaders: {
    openai_organization: 'openai-organization',
    openai_project: 'openai-project',
    openai_beta: 'openai-beta',
  },
  knows: { maxCompletionTokens: true, developerRole: true, messageExtras: 'none' },
})
