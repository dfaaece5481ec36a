/** `gatehouse completion`: prints shell completion scripts for commands and flags. */

import { topics } from '../../../app/commands/topics.ts'
import { didYouMean } from '../../../core/suggest.ts'
import type { Call, CommandSpec } from '../../command.ts'
import { usageError } from '../../command-error.ts'
import { flagsOf } from '../../parse-arguments.ts'

type Commands = readonly CommandSpec[]

const SHELLS: Readonly<Record<string, (commands: Commands) => string>> = { bash, zsh, fish, pwsh }

export async function completion(call: Call): Promise<void> {
  const [shell = ''] = call.operands
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
  if (script === undefined)
    throw usageError(
      `No completion for the shell "${shell}".${didYouMean(shell, Object.keys(SHELLS))} Supported: bash, zsh, fish and pwsh.`,
      'completion',
    )
  call.output.text(script(call.commands))
}

function promptStart(commands: Commands): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? '')), 'help', 'version']
}

/** Maps a group to the second words of its commands. */
function groups(commands: Commands): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ')
    if (second !== undefined) found.set(first, [...(found.get(first) ?? []), second])
  }
  return found
}

function flagWords(spec: CommandSpec): string {
  return Object.keys(flagsOf(spec))
    .map((flag) => `--${flag}`)
    .join(' ')
}

function bash(commands: Commands): string {
  const seconds = [...groups(commands)].map(([first, words]) => `      ${first}) words="${words.join(' ')}" ;;`)
  const flags = commands.map((spec) => `      "${spec.name}"|"${spec.name} "*) words="${flagWords(spec)}" ;;`)
  return `# gatehouse completion for bash: source <(gatehouse completion bash)
_gatehouse() {
  local current="\${COMP_WORDS[COMP_CWORD]}" typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words=""
  if [[ "$current" == -* ]]; then
    case "$typed" in
${flags.join('\n')}
    esac
  elif (( COMP_CWORD == 1 )); then
    words="${promptStart(commands).join(' ')}"
  elif (( COMP_CWORD == 2 )); then
    case "\${COMP_WORDS[1]}" in
${seconds.join('\n')}
      completion) words="bash zsh fish pwsh" ;;
      help) words="${promptStart(commands).join(' ')} ${topics().join(' ')}" ;;
      migrate) words="litellm portkey" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if (( \${#COMPREPLY[@]} == 0 )) && [[ "$current" != -* ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _gatehouse gatehouse
`
}

/** zsh runs bash completion scripts with bashcompinit. */
function zsh(commands: Commands): string {
  return `#compdef gatehouse
# gatehouse completion for zsh: source <(gatehouse completion zsh)
autoload -U +X compinit && compinit -u
autoload -U +X bashcompinit && bashcompinit
${bash(commands).split('\n').slice(1).join('\n')}`
}

function fish(commands: Commands): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`
  const singles = commands.filter(({ name }) => !name.includes(' '))
  const lines = [
    '# gatehouse completion for fish: gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish',
    `complete -c gatehouse -n __fish_use_subcommand -f -a ${quoted(promptStart(commands).join(' '))}`,
    ...singles.map(
      ({ name, about }) => `complete -c gatehouse -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
    ),
  ]
  for (const [first, words] of groups(commands))
    lines.push(
      `complete -c gatehouse -n '__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${words.join(' ')}' -f -a ${quoted(words.join(' '))}`,
    )
  for (const spec of commands) {
    const [first, second] = spec.name.split(' ')
    const when = `__fish_seen_subcommand_from ${first}${second === undefined ? '' : `; and __fish_seen_subcommand_from ${second}`}`
    for (const [flag, { about, value, choices }] of Object.entries(flagsOf(spec))) {
      const argument = choices ? ` -x -a ${quoted(choices.join(' '))}` : value === undefined ? '' : ' -r'
      lines.push(`complete -c gatehouse -n '${when}' -l ${flag}${argument} -d ${quoted(about)}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** PowerShell calls a script block with the text typed so far. */
function pwsh(commands: Commands): string {
  const list = (words: readonly string[]) => `@(${words.map((word) => `'${word}'`).join(', ')})`
  const seconds = [...groups(commands)].map(([first, words]) => `    '${first}' = ${list(words)}`)
  const flags = commands.map((spec) => `    '${spec.name}' = ${list(flagWords(spec).split(' '))}`)
  return `# gatehouse completion for PowerShell: gatehouse completion pwsh | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName gatehouse -ScriptBlock {
  param($current, $line, $position)
  $typed = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($current -ne '' -and $typed.Count -gt 0) { $typed = @($typed | Select-Object -SkipLast 1) }
  $seconds = @{
${seconds.join('\n')}
  }
  $flags = @{
${flags.join('\n')}
  }
  $words = @()
  if ($current -like '-*') {
    $name = if ($typed.Count -gt 1 -and $flags.ContainsKey("$($typed[0]) $($typed[1])")) { "$($typed[0]) $($typed[1])" } else { "$($typed[0])" }
    $words = $flags[$name]
  } elseif ($typed.Count -eq 0) {
    $words = ${list(promptStart(commands))}
  } elseif ($typed.Count -eq 1) {
    $words = $seconds["$($typed[0])"]
  }
  $words | Where-Object { $_ -like "$current*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`
}
