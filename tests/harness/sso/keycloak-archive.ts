/** The distribution of Keycloak for tests: Maven fetches it once, with its own settings. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TEST_CACHE } from '../cached-install.ts'

const VERSION = '26.5.6'
const SHA256 = 'fa3dd5df90b9ac006712c2f0991be4e8a6cb30ac538e0439ce2f45fc40f4c692'
const ARTIFACT = 'keycloak-quarkus-dist'
const NEEDED =
  'The tests of single sign-on with Keycloak need Java 17 or newer and Maven. On Debian: apt-get install default-jre-headless maven'

/** The path of the archive. Throws if Java or Maven is missing. */
export function keycloakArchive(): string {
  if (!runs('java')) throw new Error(`java cannot be run. ${NEEDED}`)
  const archive = join(TEST_CACHE, `keycloak-${VERSION}.tar.gz`)
  if (existsSync(archive)) return archive
  if (!runs('mvn')) throw new Error(`mvn cannot be run. ${NEEDED}`)
  // Another test may fetch it at the same time: the file appears complete or not at all.
  const folder = `${archive}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  try {
    const artifact = `-Dartifact=org.keycloak:${ARTIFACT}:${VERSION}:tar.gz`
    const args = ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`]
    const { status, stdout, stderr } = spawnSync('mvn', args, { encoding: 'utf8', cwd: folder })
    if (status !== 0) throw new Error(`Maven could not fetch Keycloak:\n${`${stdout}${stderr}`.slice(-2000)}`)
    const fetched = join(folder, `${ARTIFACT}-${VERSION}.tar.gz`)
    const digest = createHash('sha256').update(readFileSync(fetched)).digest('hex')
    if (digest !== SHA256) throw new Error(`The archive of Keycloak has the SHA-256 ${digest}, not ${SHA256}.`)
    renameSync(fetched, archive)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return archive
}

function runs(program: 'java' | 'mvn'): boolean {
  return spawnSync(program, ['-version']).status === 0
}
