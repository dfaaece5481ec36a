/** Settings of sinks. */

import { type ReadText, type Refuse, readInteger } from './readers.ts'

export type SinkSettings = {
  /** Maximum size of the journal that this node keeps for a sink that is behind. */
  readonly sinkBacklogBytes: number
}

export const SINK_ENVIRONMENT = [
  [
    'GATEWAY_SINK_BACKLOG_MB',
    '1024',
    'MiB of the journal that a node keeps for a sink that is behind. Beyond that, the oldest logs are not sent to it.',
  ],
] as const

export function readSinks(text: ReadText, refuse: Refuse): SinkSettings {
  const name = 'GATEWAY_SINK_BACKLOG_MB'
  return { sinkBacklogBytes: readInteger(name, text(name), 1024, 1, 1_048_576, refuse) * 1024 * 1024 }
}
