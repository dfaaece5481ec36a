/** Rows of the catalogue for the deterministic checks. */

import { BOTH, type CheckDescription, INPUT } from '../check-description.ts'
import { addPrefixParameters } from './add-prefix.ts'
import { containsParameters } from './contains.ts'
import { containsCodeParameters } from './contains-code.ts'
import { characterCountParameters, sentenceCountParameters, wordCountParameters } from './counts.ts'
import { jsonKeysParameters, jsonSchemaParameters } from './json-checks.ts'
import { regexMatchParameters, regexReplaceParameters } from './regex-checks.ts'
import {
  allowedRequestTypesParameters,
  modelRulesParameters,
  modelWhitelistParameters,
  requiredMetadataKeysParameters,
  requiredMetadataPairsParameters,
} from './request-checks.ts'
import { endsWithParameters, onlyNot } from './text-shape.ts'

export const DETERMINISTIC_CHECKS: readonly CheckDescription[] = [
  {
    id: 'default.regexMatch',
    name: 'Regex match',
    about: 'The text matches an RE2 pattern, or with `not` no text does.',
    directions: BOTH,
    parameters: regexMatchParameters,
  },
  {
    id: 'default.contains',
    name: 'Contains',
    about: 'The text contains any, all or none of the words or phrases.',
    directions: BOTH,
    parameters: containsParameters,
  },
  {
    id: 'default.containsCode',
    name: 'Contains code',
    about: 'The text has a fenced code block of a language.',
    directions: BOTH,
    parameters: containsCodeParameters,
  },
  {
    id: 'default.wordCount',
    name: 'Word count',
    about: 'The number of words is in a range.',
    directions: BOTH,
    parameters: wordCountParameters,
  },
  {
    id: 'default.sentenceCount',
    name: 'Sentence count',
    about: 'The number of sentences is in a range.',
    directions: BOTH,
    parameters: sentenceCountParameters,
  },
  {
    id: 'default.characterCount',
    name: 'Character count',
    about: 'The number of characters is in a range.',
    directions: BOTH,
    parameters: characterCountParameters,
  },
  {
    id: 'default.jsonSchema',
    name: 'JSON schema',
    about: 'JSON in the text is valid by a JSON schema.',
    directions: BOTH,
    parameters: jsonSchemaParameters,
  },
  {
    id: 'default.jsonKeys',
    name: 'JSON keys',
    about: 'JSON in the text has any, all or none of the keys.',
    directions: BOTH,
    parameters: jsonKeysParameters,
  },
  {
    id: 'default.alluppercase',
    name: 'Upper case',
    about: 'All letters are upper case.',
    directions: BOTH,
    parameters: onlyNot,
  },
  {
    id: 'default.alllowercase',
    name: 'Lower case',
    about: 'All letters are lower case.',
    directions: BOTH,
    parameters: onlyNot,
  },
  {
    id: 'default.endsWith',
    name: 'Ends with',
    about: 'The text ends with a suffix, or with the suffix and a full stop.',
    directions: BOTH,
    parameters: endsWithParameters,
  },
  {
    id: 'default.notNull',
    name: 'Not empty',
    about: 'The text is not empty.',
    directions: BOTH,
    parameters: onlyNot,
  },
  {
    id: 'default.regexReplace',
    name: 'Regex replace',
    about: 'Replaces every match of an RE2 pattern.',
    directions: BOTH,
    parameters: regexReplaceParameters,
  },
  {
    id: 'default.addPrefix',
    name: 'Add prefix',
    about: 'Puts a text before a message of the request.',
    directions: INPUT,
    parameters: addPrefixParameters,
  },
  {
    id: 'default.modelWhitelist',
    name: 'Allowed models',
    about: 'The model of the request is in a list, or with `not` it is not.',
    directions: INPUT,
    parameters: modelWhitelistParameters,
  },
  {
    id: 'default.modelRules',
    name: 'Allowed models by metadata',
    about: 'The model of the request is in the list that its metadata selects. `*` in a list stands for every model.',
    directions: INPUT,
    parameters: modelRulesParameters,
  },
  {
    id: 'default.allowedRequestTypes',
    name: 'Allowed request types',
    about: 'The endpoint of the request is allowed and not blocked.',
    directions: INPUT,
    parameters: allowedRequestTypesParameters,
  },
  {
    id: 'default.requiredMetadataKeys',
    name: 'Required metadata keys',
    about: 'The metadata of the request has any, all or none of the keys.',
    directions: INPUT,
    parameters: requiredMetadataKeysParameters,
  },
  {
    id: 'default.requiredMetadataKeyValuePairs',
    name: 'Required metadata values',
    about: 'The metadata of the request has any, all or none of the keys with their values.',
    directions: INPUT,
    parameters: requiredMetadataPairsParameters,
  },
]
