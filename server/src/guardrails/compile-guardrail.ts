/** Compiles the enabled checks of a guardrail. A table maps check ids to their compilers. */

import type { z } from 'zod'
import type { GuardrailSpec } from '../core/guardrails/guardrails.ts'
import { requireCheck } from './catalogue.ts'
import type { Check } from './check.ts'
import { readParameters } from './check-description.ts'
import { addPrefixParameters, compileAddPrefix } from './checks/add-prefix.ts'
import { compileContains, containsParameters } from './checks/contains.ts'
import { compileContainsCode, containsCodeParameters } from './checks/contains-code.ts'
import {
  characterCountParameters,
  compileCharacterCount,
  compileSentenceCount,
  compileWordCount,
  sentenceCountParameters,
  wordCountParameters,
} from './checks/counts.ts'
import { compileJsonKeys, compileJsonSchema, jsonKeysParameters, jsonSchemaParameters } from './checks/json-checks.ts'
import {
  compileRegexMatch,
  compileRegexReplace,
  regexMatchParameters,
  regexReplaceParameters,
} from './checks/regex-checks.ts'
import {
  allowedRequestTypesParameters,
  compileAllowedRequestTypes,
  compileModelRules,
  compileModelWhitelist,
  compileRequiredMetadataKeys,
  compileRequiredMetadataPairs,
  modelRulesParameters,
  modelWhitelistParameters,
  requiredMetadataKeysParameters,
  requiredMetadataPairsParameters,
} from './checks/request-checks.ts'
import {
  compileAllLowercase,
  compileAllUppercase,
  compileEndsWith,
  compileNotNull,
  endsWithParameters,
  onlyNot,
} from './checks/text-shape.ts'
import type { CompileContext } from './compile-context.ts'
import type { Guardrail } from './guardrail.ts'
import { compilePromptInjection } from './injection/prompt-injection-check.ts'
import { promptInjectionParameters } from './injection/prompt-injection-parameters.ts'
import { PatternBudget } from './patterns/compile-text-pattern.ts'
import { compilePii } from './pii/pii-check.ts'
import { piiParameters } from './pii/pii-parameters.ts'
import { compileJwt, jwtParameters } from './remote/jwt.ts'
import { compileLog, logParameters } from './remote/log.ts'
import { compileModelJudge, modelJudgeParameters } from './remote/model-judge.ts'
import { compileModeration, moderationParameters } from './remote/moderation.ts'
import { compilePresidio, presidioParameters } from './remote/presidio.ts'
import { compileValidUrls, validUrlsParameters } from './remote/valid-urls.ts'
import { compileWebhook, webhookParameters } from './remote/webhook.ts'
import { compileSecrets } from './secrets/secrets-check.ts'
import { secretsParameters } from './secrets/secrets-parameters.ts'

const MAX_CHECKS = 32

type Compile = (id: string, parameters: Record<string, unknown>, context: CompileContext) => Check

/** Returns a compiler that first parses the parameters with the schema. */
function by<Schema extends z.ZodType>(
  schema: Schema,
  compile: (id: string, parameters: z.output<Schema>, context: CompileContext) => Check,
): Compile {
  return (id, parameters, context) => compile(id, readParameters(schema, parameters, context.refuse), context)
}

/** Keyed by check id. A test compares the keys with the catalogue. */
export const COMPILERS: Readonly<Record<string, Compile>> = {
  'default.regexMatch': by(regexMatchParameters, compileRegexMatch),
  'default.contains': by(containsParameters, compileContains),
  'default.containsCode': by(containsCodeParameters, compileContainsCode),
  'default.wordCount': by(wordCountParameters, compileWordCount),
  'default.sentenceCount': by(sentenceCountParameters, compileSentenceCount),
  'default.characterCount': by(characterCountParameters, compileCharacterCount),
  'default.jsonSchema': by(jsonSchemaParameters, compileJsonSchema),
  'default.jsonKeys': by(jsonKeysParameters, compileJsonKeys),
  'default.alluppercase': by(onlyNot, compileAllUppercase),
  'default.alllowercase': by(onlyNot, compileAllLowercase),
  'default.endsWith': by(endsWithParameters, compileEndsWith),
  'default.notNull': by(onlyNot, compileNotNull),
  'default.regexReplace': by(regexReplaceParameters, compileRegexReplace),
  'default.addPrefix': by(addPrefixParameters, compileAddPrefix),
  'default.modelWhitelist': by(modelWhitelistParameters, compileModelWhitelist),
  'default.modelRules': by(modelRulesParameters, compileModelRules),
  'default.allowedRequestTypes': by(allowedRequestTypesParameters, compileAllowedRequestTypes),
  'default.requiredMetadataKeys': by(requiredMetadataKeysParameters, compileRequiredMetadataKeys),
  'default.requiredMetadataKeyValuePairs': by(requiredMetadataPairsParameters, compileRequiredMetadataPairs),
  'default.pii': by(piiParameters, compilePii),
  'default.secrets': by(secretsParameters, compileSecrets),
  'default.promptInjection': by(promptInjectionParameters, compilePromptInjection),
  'default.webhook': by(webhookParameters, compileWebhook),
  'default.log': by(logParameters, compileLog),
  'default.modelJudge': by(modelJudgeParameters, compileModelJudge),
  'default.moderation': by(moderationParameters, compileModeration),
  'default.presidio': by(presidioParameters, compilePresidio),
  'default.jwt': by(jwtParameters, compileJwt),
  'default.validUrls': by(validUrlsParameters, compileValidUrls),
}

/** `refuse` gets the path in the guardrail, such as `checks[0].parameters.rule`. Disabled checks are not validated. */
export function compileGuardrail(
  spec: GuardrailSpec,
  refuse: (path: string, reason: string) => never,
  patterns = new PatternBudget(),
): Guardrail {
  if (spec.checks.length > MAX_CHECKS) refuse('checks', `a guardrail has at most ${MAX_CHECKS} checks.`)
  const checks = spec.checks.flatMap((check, index) => {
    if (!check.isEnabled) return []
    const path = `checks[${index}]`
    const { id } = requireCheck(check.id, (inCheck, reason) => refuse(`${path}.${inCheck}`, reason))
    const compile = COMPILERS[id]
    if (compile === undefined) return refuse(`${path}.id`, `the check "${id}" cannot be run yet.`)
    const refuseParameter = (name: string, reason: string) =>
      refuse(name === '' ? `${path}.parameters` : `${path}.parameters.${name}`, reason)
    const context = {
      refuse: refuseParameter,
      patterns,
      isTrusted: spec.isTrusted === true,
      isOfOrganisation: spec.isOfOrganisation === true,
    }
    return [compile(id, check.parameters, context)]
  })
  return { spec, checks }
}
