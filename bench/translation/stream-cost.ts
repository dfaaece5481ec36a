/** CPU time of a gateway process per word of a stream, translated and untranslated, in alternating rounds. */

import { join } from 'node:path'
import { type Sample, sampleOf } from '../measure/sample.ts'
import { startAnnounced } from '../pinned-process.ts'
import { cpuMs, untilIdle } from '../process-meter.ts'
import { type Subject, startFreshGateway } from '../subjects.ts'
import { CALLERS, type CallerName } from './callers.ts'
import { FORMATS } from './formats.ts'

export type Pair = { readonly caller: CallerName; readonly format: string }

export type StreamCost = { readonly pair: Pair; readonly microseconds: Sample; readonly ratio: Sample }

export type StreamLoad = {
  readonly rounds: number
  readonly streams: number
  readonly words: number
  readonly gapMs: number
}

/** The first pair is the baseline: the same format on both sides. */
export async function measureStreams(pairs: readonly Pair[], load: StreamLoad): Promise<StreamCost[]> {
  const upstream = await startAnnounced('around', [process.execPath, join(import.meta.dir, 'upstream.ts')])
  const gateway = await startFreshGateway(upstream.url)
  const perWord = pairs.map((): number[] => [])
  try {
    for (let round = 0; round <= load.rounds; round++) {
      for (const [i, pair] of pairs.entries()) {
        await untilIdle(gateway.pid)
        const beforeMs = cpuMs(gateway.pid)
        await Promise.all(Array.from({ length: load.streams }, () => readStream(gateway, upstream.url, pair, load)))
        await untilIdle(gateway.pid)
        const usedMs = cpuMs(gateway.pid) - beforeMs
        // The first round is a warm-up.
        if (round > 0) perWord[i]!.push((usedMs * 1000) / (load.streams * load.words))
      }
    }
  } finally {
    await gateway.stop()
    await upstream.stop()
  }
  const yardstick = perWord[0]!
  return pairs.map((pair, i) => ({
    pair,
    microseconds: sampleOf(perWord[i]!),
    ratio: sampleOf(perWord[i]!.map((value, round) => value / yardstick[round]!)),
  }))
}

async function readStream(gateway: Subject, upstream: string, { caller, format }: Pair, load: StreamLoad) {
  const { path, body, lastEvent } = CALLERS[caller]
  const { target, model } = FORMATS[format]!
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: {
      ...gateway.headers,
      'x-gateway-config': JSON.stringify(target(upstream)),
      'content-type': 'application/json',
      'x-bench-words': String(load.words),
      'x-bench-gap-ms': String(load.gapMs),
    },
    body: JSON.stringify(body(model)),
  })
  const text = await response.text()
  const isWhole = response.ok && text.includes(` word${load.words - 1}"`) && text.includes(lastEvent)
  if (!isWhole)
    throw new Error(`${caller} to ${format}: ${response.status} ${text.slice(0, 500)} ... ${text.slice(-500)}`)
}
