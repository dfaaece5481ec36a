/** Preloaded into a command (`bun --preload`): prints the path of every loaded module to stderr when the process exits. */

process.on('exit', () => {
  process.stderr.write(Object.keys(require.cache).join('\n'))
})
