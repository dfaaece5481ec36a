/** Preloaded into a command (`bun --preload`): at exit, prints the path of every loaded module to stderr. */

process.on('exit', () => {
  process.stderr.write(Object.keys(require.cache).join('\n'))
})
