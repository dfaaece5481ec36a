/** Refusals about prompt templates: those that cannot be read, found or rendered. */

import { type ErrorRow, INVALID } from './error-row.ts'

export const PROMPT_ERRORS = {
  prompt_unknown: {
    status: 404,
    type: INVALID,
    message: 'No such prompt, version or label exists in this workspace.',
    hint: 'Use one of those named in details: <prompt>, <prompt>@latest, <prompt>@<number> or <prompt>@<label>.',
    retry: false,
  },
  template_invalid: {
    status: 400,
    type: INVALID,
    message: 'The template cannot be read.',
    hint: 'Correct the place named in the message; docs/prompts.md describes every tag.',
  },
  template_limit: {
    status: 400,
    type: INVALID,
    message: 'The template asks for more than one rendering may do.',
    hint: 'Use fewer or smaller values, or a simpler template.',
    retry: false,
  },
} as const satisfies Record<string, ErrorRow>
