/** The jars of Kafka for tests: Maven fetches them once, with its own settings. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TEST_CACHE } from './cached-install.ts'

const PROJECT_FOLDER = join(import.meta.dir, '../..')
const POM = join(PROJECT_FOLDER, 'scripts/services/kafka-pom.xml')
const NEEDED =
  'The tests of Kafka sinks need Java 17 or newer and Maven. On Debian: apt-get install default-jre-headless maven'

/** The folder with the jars. Throws if Java or Maven is missing. */
export function kafkaJars(): string {
  if (!runs('java', ['-version'])) throw new Error(`java cannot be run. ${NEEDED}`)
  const digest = createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 16)
  const folder = join(TEST_CACHE, `kafka-${digest}`)
  if (existsSync(folder)) return folder
  if (!runs('mvn', ['-version'])) throw new Error(`mvn cannot be run. ${NEEDED}`)
  mkdirSync(TEST_CACHE, { recursive: true })
  // Another test may fetch them at the same time: the folder appears complete or not at all.
  const fetched = `${folder}.${process.pid}`
  const args = ['-q', '-B', '-f', POM, 'dependency:copy-dependencies', `-DoutputDirectory=${fetched}`]
  const { status, stdout, stderr } = spawnSync('mvn', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Maven could not fetch Kafka:\n${`${stdout}${stderr}`.slice(-2000)}`)
  try {
    renameSync(fetched, folder)
  } catch (error) {
    rmSync(fetched, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

function runs(program: string, args: readonly string[]): boolean {
  return spawnSync(program, [...args]).status === 0
}
