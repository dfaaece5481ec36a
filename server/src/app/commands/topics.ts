/** Documentation pages by name, for `gatehouse help TOPIC`. */

import { CONTENTS } from '../../control/docs/contents.ts'
import { readPage } from '../documentation.ts'

export function topics(): readonly string[] {
  return CONTENTS.flatMap(({ pages }) => pages)
}

/** Returns null if there is no such page. */
export async function readTopic(topic: string): Promise<string | null> {
  return topics().includes(topic) ? readPage(topic) : null
}
