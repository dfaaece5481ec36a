import { afterAll, test } from 'bun:test'
import { startWireSimulator, type WireSimulator } from '../../simulators/wire/wire-server.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { CHAT } from './chat.ts'
import { EMBEDDINGS } from './embeddings.ts'
import { CELLS, type Cell, cellName } from './matrix.ts'
import { MESSAGES } from './messages.ts'
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

const PLAYS = { 'chat/completions': CHAT, messages: MESSAGES, responses: RESPONSES, embeddings: EMBEDDINGS }

function playOf({ endpoint, feature }: Cell): (scene: Scene) => Promise<void> {
  const play = PLAYS[endpoint][feature]
  if (!play) throw new Error(`Nothing plays ${endpoint} / ${feature}.`)
  return play
}

test.each(CELLS.map((cell) => [cellName(cell), cell] as const))('%s', async (_name, cell) => {
  const play = playOf(cell)
  await play(setScene(gateway, simulators.get(cell.subject.name)!, cell.subject))
})
