/** The kinds in the order they are made: what others name comes first; removal goes the other way. */

import { CONFIG_KIND } from './config-kind.ts'
import { KEY_KIND } from './key-kind.ts'
import type { Kind } from './kind.ts'
import { PROMPT_KIND } from './prompt-kind.ts'
import { VIRTUAL_KEY_KIND } from './virtual-key-kind.ts'

export const KINDS: readonly Kind[] = [VIRTUAL_KEY_KIND, CONFIG_KIND, PROMPT_KIND, KEY_KIND]
