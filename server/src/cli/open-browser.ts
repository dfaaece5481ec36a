/** Opens a URL in the browser of a desktop. */

type Surroundings = {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly hasTerminal: boolean
}

/** True in a terminal on a desktop, where a person is present and a browser can open. */
export function isDesktop({ platform, environment, hasTerminal }: Surroundings): boolean {
  const isSet = (name: string) => (environment[name] ?? '') !== ''
  if (!hasTerminal || isSet('CI') || isSet('SSH_CONNECTION') || isSet('SSH_TTY')) return false
  return platform === 'darwin' || platform === 'win32' || isSet('DISPLAY') || isSet('WAYLAND_DISPLAY')
}

export function surroundings(): Surroundings {
  return {
    platform: process.platform,
    environment: process.env,
    hasTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  }
}

/** Returns false if no program can open a browser. Callers print the URL too. */
export function openInBrowser(url: string): boolean {
  const openers: Readonly<Record<string, readonly string[]>> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }
  const command = openers[process.platform] ?? ['xdg-open']
  try {
    Bun.spawn([...command, url], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).unref()
    return true
  } catch {
    return false
  }
}
