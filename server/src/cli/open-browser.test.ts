import { expect, test } from 'bun:test'
import { isDesktop } from './open-browser.ts'

const here = (platform: NodeJS.Platform, environment: Record<string, string>, hasTerminal = true) =>
  isDesktop({ platform, environment, hasTerminal })

test('a browser opens only on the terminal of a desktop', () => {
  expect(here('linux', { DISPLAY: ':0' })).toBe(true)
  expect(here('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
  expect(here('darwin', {})).toBe(true)
  expect(here('win32', {})).toBe(true)
  expect(here('linux', {})).toBe(false)
  expect(here('linux', { DISPLAY: '' })).toBe(false)
  expect(here('linux', { DISPLAY: ':0' }, false)).toBe(false)
  expect(here('darwin', { CI: 'true' })).toBe(false)
  expect(here('linux', { DISPLAY: 'localhost:10.0', SSH_CONNECTION: '10.0.0.1 22' })).toBe(false)
})
