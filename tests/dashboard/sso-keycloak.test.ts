import { afterAll } from 'bun:test'
import { startKeycloak } from '../harness/sso/keycloak.ts'
import { shareDashboard } from './harness.ts'
import { ssoStory } from './sso-story.ts'

const dashboard = await shareDashboard()
const issuer = await startKeycloak()
afterAll(() => issuer[Symbol.asyncDispose]())

ssoStory(dashboard, issuer)
