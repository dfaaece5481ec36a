/** Rows of the catalogue for the checks that call other services. */

import { BOTH, type CheckDescription, INPUT } from '../check-description.ts'
import { jwtParameters } from './jwt.ts'
import { logParameters } from './log.ts'
import { modelJudgeParameters } from './model-judge.ts'
import { moderationParameters } from './moderation.ts'
import { presidioParameters } from './presidio.ts'
import { validUrlsParameters } from './valid-urls.ts'
import { webhookParameters } from './webhook.ts'

export const REMOTE_CHECKS: readonly CheckDescription[] = [
  {
    id: 'default.webhook',
    name: 'Webhook',
    about: 'Your own server decides, and may replace the request or response.',
    directions: BOTH,
    parameters: webhookParameters,
  },
  {
    id: 'default.log',
    name: 'Log',
    about: 'Posts the request or response to a URL. Always passes.',
    directions: BOTH,
    parameters: logParameters,
  },
  {
    id: 'default.modelJudge',
    name: 'Model as judge',
    about: 'A model of a virtual key decides whether the texts violate a policy. Its cost is charged to the workspace.',
    directions: BOTH,
    parameters: modelJudgeParameters,
  },
  {
    id: 'default.moderation',
    name: 'Moderation endpoint',
    about: 'The moderation endpoint of a virtual key flags none of the texts.',
    directions: BOTH,
    parameters: moderationParameters,
  },
  {
    id: 'default.presidio',
    name: 'Presidio',
    about: 'A Presidio analyzer finds no personal data, or what it finds is replaced.',
    directions: BOTH,
    parameters: presidioParameters,
  },
  {
    id: 'default.jwt',
    name: 'JWT',
    about: 'A header of the request holds a valid token of an issuer.',
    directions: INPUT,
    parameters: jwtParameters,
  },
  {
    id: 'default.validUrls',
    name: 'Valid URLs',
    about: 'All URLs in the text respond, or their hosts resolve.',
    directions: BOTH,
    parameters: validUrlsParameters,
  },
]
