import { afterAll, test } from 'bun:test'
import { startWireSimulator, type WireSimulator } from '../../simulators/wire/wire-server.ts'
import { partOf } from '../harness/property-runs.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { SPEECHES, TRANSCRIPTIONS, TRANSLATIONS } from './audio.ts'
import { CHAT } from './chat.ts'
import { COMPLETIONS } from './completions.ts'
import { EMBEDDINGS } from './embeddings.ts'
import { EMBED_CONTENT, GENERATE_CONTENT } from './generate-content.ts'
import { DRAWINGS, EDITS } from './images.ts'
import { CELLS, type Cell, cellName, type EndpointPath, type Feature } from './matrix.ts'
import { MESSAGES } from './messages.ts'
import { MODERATIONS } from './moderations.ts'
import { PROXY } from './proxy.ts'
import { RERANK } from './rerank.ts'
import { RESPONSES } from './responses.ts'
import { type Scene, setScene } from './scene.ts'
import { SUBJECTS } from './subject.ts'

const gateway = await shareGateway()
const simulators = new Map<string, WireSimulator>(
  SUBJECTS.map((subject) => [subject.name, startWireSimulator(subject.wire)]),
)
afterAll(async () => {
  for (const simulator of simulators.values()) await simulator[Symbol.asyncDispose]()
})

type Plays = Readonly<Partial<Record<Feature, (scene: Scene) => Promise<void>>>>

const PLAYS: Readonly<Record<EndpointPath, Plays>> = {
  'chat/completions': CHAT,
  messages: MESSAGES,
  responses: RESPONSES,
  generateContent: GENERATE_CONTENT,
  completions: COMPLETIONS,
  embeddings: EMBEDDINGS,
  embedContent: EMBED_CONTENT,
  rerank: RERANK,
  'audio/speech': SPEECHES,
  'audio/transcriptions': TRANSCRIPTIONS,
  'audio/translations': TRANSLATIONS,
  'images/generations': DRAWINGS,
  'images/edits': EDITS,
  moderations: MODERATIONS,
  proxy: PROXY,
}

function playOf({ endpoint, feature }: Cell): (scene: Scene) => Promise<void> {
  const play = PLAYS[endpoint][feature]
  if (!play) throw new Error(`Nothing plays ${endpoint} / ${feature}.`)
  return play
}

/** Hosts with OpenAI's wire format share the code of `openai`, so each plays a part of its cells. */
const PLAYED = SUBJECTS.flatMap((subject, turn) => {
  const cells = CELLS.filter((cell) => cell.subject === subject)
  return subject.isBorrowed ? partOf(cells, turn) : cells
})

test.each(PLAYED.map((cell) => [cellName(cell), cell] as const))('%s', async (_name, cell) => {
  const play = playOf(cell)
  await play(setScene(gateway, simulators.get(cell.subject.name)!, cell.subject))
})
