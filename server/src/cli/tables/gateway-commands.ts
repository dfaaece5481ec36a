/** Commands for the gateway itself: run, inspect and maintain it. */

import type { CommandSpec } from '../command.ts'

const DATA = { value: 'FOLDER', about: 'Data folder. Default: GATEWAY_DATA_DIR, or ./data.' }

export const GATEWAY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'start',
    about: 'Run the gateway until ctrl-c.',
    examples: [
      'gatehouse start                      run on http://127.0.0.1:8787 with data in ./data',
      'gatehouse start --port 9000 --data /var/lib/gatehouse',
      'gatehouse start --no-open                without a browser',
      'gatehouse start --workers 4              four processes on one port, for four cores',
    ],
    flags: {
      port: { value: 'PORT', about: 'Default: GATEWAY_PORT, or 8787. 0 chooses a free port.' },
      host: { value: 'ADDRESS', about: 'Default: GATEWAY_HOST, or 127.0.0.1.' },
      data: DATA,
      open: { about: 'Open the dashboard, signed in with a one-time link. Default on a terminal of a desktop.' },
      'no-open': { about: 'Open no browser.' },
      workers: { value: 'N', about: 'Number of processes on one port. Default: GATEWAY_WORKERS, or 1.' },
    },
    notes: async () => {
      const [{ ENVIRONMENT }, { columns }] = await Promise.all([import('../../settings.ts'), import('../help.ts')])
      const rows = ENVIRONMENT.map(([name, usual, about]) => [name, `${about} Default: ${usual}.`] as const)
      return ['Environment:', ...columns(rows)]
    },
    load: async () => (await import('../commands/gateway/run-gateway.ts')).runGateway,
  },
  {
    name: 'open',
    about: 'Open the dashboard with a one-time link, as an owner; without one, the link creates the first owner.',
    examples: [
      'gatehouse open                       on the machine with the data folder, while the gateway runs',
      'gatehouse open --email me@example.com --print',
    ],
    flags: {
      data: DATA,
      port: { value: 'PORT', about: 'Port of the gateway. Default: GATEWAY_PORT, or 8787.' },
      email: { value: 'ADDRESS', about: 'E-mail address of the owner, if there are several.' },
      url: { value: 'URL', about: 'Base URL of the link. Default: GATEWAY_PUBLIC_URL, or this machine.' },
      print: { about: 'Print the link without opening a browser. Without a terminal, no browser is opened either.' },
    },
    notes: () => ['The link works once, for ten minutes. Its creation is recorded in the audit log.'],
    load: async () => (await import('../commands/gateway/open-dashboard.ts')).openDashboard,
  },
  {
    name: 'doctor',
    about:
      'Check port, certificate, data folder, master key, disk, clock and a running gateway, and show how to fix problems.',
    examples: ['gatehouse doctor', 'gatehouse doctor --providers     also test every virtual key, through the gateway'],
    isRemote: true,
    flags: {
      data: DATA,
      port: { value: 'PORT', about: 'Default: GATEWAY_PORT, or 8787.' },
      providers: { about: 'Test every virtual key: one small call to each provider.' },
    },
    load: async () => (await import('../commands/doctor/doctor.ts')).doctor,
  },
  {
    name: 'demo',
    about: 'Fill a throw-away workspace with synthetic traffic of the last seven days.',
    examples: [
      'gatehouse demo                       creates the workspace "demo"; needs an Admin key',
      'gatehouse demo --remove              deletes it with its logs',
    ],
    isRemote: true,
    flags: {
      remove: { about: 'Delete the demo workspace and everything in it.' },
      requests: { value: 'N', about: 'Number of requests, 100 to 10000. Default: 2500.' },
      seed: { value: 'N', about: 'The same seed makes the same traffic. Default: 1.' },
    },
    notes: () => ['No provider is called. Until you remove it, the traffic counts in figures of the organisation.'],
    load: async () => (await import('../commands/gateway/run-demo.ts')).runDemo,
  },
  {
    name: 'mock',
    about: 'Run the mock provider as a server: OpenAI’s endpoints without a model or an account.',
    examples: [
      'gatehouse mock --port 9100',
      'gatehouse mock --latency 200 --fail 429:0.3     slow, and 30% of calls fail with 429',
    ],
    flags: {
      port: { value: 'PORT', about: 'Default: 9100. 0 chooses a free port.' },
      host: { value: 'ADDRESS', about: 'Default: 127.0.0.1.' },
      latency: { value: 'MS', about: 'Delay before every response.' },
      fail: {
        value: 'STATUS:SHARE',
        about: 'Fail this share of calls with this status, such as 503:0.1.',
        isMany: true,
      },
    },
    notes: () => [
      'Model names can also trigger failures: mock-error-429, mock-error-429-after-2, mock-slow-1500, mock-cut,',
      'mock-stream-error. GET /v1/models lists them.',
    ],
    load: async () => (await import('../commands/gateway/run-mock.ts')).runMock,
  },
  {
    name: 'bench',
    about: 'Measure the latency the gateway adds on this machine, with the mock provider.',
    examples: ['gatehouse bench', 'gatehouse bench --requests 5000 --json'],
    flags: { requests: { value: 'N', about: 'Requests per measurement. Default: 1000.' } },
    notes: () => ['Starts a separate gateway with an empty store; a running gateway is not affected.'],
    load: async () => (await import('../commands/gateway/run-bench.ts')).runBench,
  },
  {
    name: 'rotate-master-key',
    about: 'Replace the master key of the store. A running gateway is not affected.',
    examples: ['gatehouse rotate-master-key', 'gatehouse rotate-master-key --data /var/lib/gatehouse'],
    flags: { data: DATA },
    load: async () => (await import('../commands/gateway/rotate-master-key.ts')).rotateMasterKeyCommand,
  },
  {
    name: 'ledger check',
    about: 'List unacknowledged damage in the budget ledger.',
    examples: ['gatehouse ledger check', 'gatehouse ledger check --data /var/lib/gatehouse'],
    flags: { data: DATA },
    notes: () => ['Exit code 1 if there is unacknowledged damage.'],
    load: async () => (await import('../commands/gateway/ledger-damage.ts')).checkLedger,
  },
  {
    name: 'ledger acknowledge',
    about: 'Acknowledge ledger damage, so that budgets work again. A running gateway picks it up within a second.',
    examples: ['gatehouse ledger acknowledge', 'gatehouse ledger acknowledge --data /var/lib/gatehouse'],
    flags: { data: DATA },
    notes: () => [
      'Spending in the damaged part is not counted. Compare the budgets with your bills first: gatehouse ledger check.',
      'The damaged files stay in the folder damage/ next to the ledger.',
    ],
    load: async () => (await import('../commands/gateway/ledger-damage.ts')).acknowledgeLedger,
  },
  {
    name: 'reset-owner',
    about: 'Print a one-time link for an owner to set a new password.',
    examples: [
      'gatehouse reset-owner                            on the machine with the data folder, running or stopped',
      'gatehouse reset-owner --email me@example.com --data /var/lib/gatehouse',
    ],
    flags: {
      data: DATA,
      email: { value: 'ADDRESS', about: 'E-mail address of the owner, if there are several.' },
      url: { value: 'URL', about: 'Base URL of the link. Default: GATEWAY_PUBLIC_URL, or this machine.' },
    },
    notes: () => ['No gateway key may do this. Access to the data folder is the authorization.'],
    load: async () => (await import('../commands/gateway/reset-owner.ts')).resetOwner,
  },
  {
    name: 'remove-second-factors',
    about: 'Remove the second factors of an owner who lost them, and end their sessions.',
    examples: [
      'gatehouse remove-second-factors                  on the machine with the data folder, running or stopped',
      'gatehouse remove-second-factors --email me@example.com --data /var/lib/gatehouse',
    ],
    flags: {
      data: DATA,
      email: { value: 'ADDRESS', about: 'E-mail address of the owner, if there are several.' },
    },
    notes: () => [
      'For other users, owners and admins do this in the dashboard, under Users & invites.',
      'No gateway key may do this for an owner. Write access to the store is the authorization. It is audited.',
    ],
    load: async () => (await import('../commands/gateway/remove-second-factors.ts')).removeSecondFactorsCommand,
  },
  {
    name: 'sso off',
    about: 'Allow sign-in with passwords again if enforced single sign-on has locked everybody out.',
    examples: [
      'gatehouse sso off                                on the machine with the data folder, running or stopped',
      'gatehouse sso off --data /var/lib/gatehouse',
    ],
    flags: { data: DATA },
    notes: () => ['Access to the data folder is the authorization. Connections stay as they are.'],
    load: async () => (await import('../commands/gateway/sso-off.ts')).ssoOff,
  },
  {
    name: 'api',
    about: 'Make any call to the admin API. The </> button of the dashboard shows these commands.',
    examples: [
      'gatehouse api get /v1/configs',
      `gatehouse api post /v1/configs --body '{"name":"A","config":{"provider":"mock"}}'`,
    ],
    operands: [
      { name: 'METHOD', about: 'get, post, put, patch or delete.' },
      { name: 'PATH', about: 'Path such as /v1/logs?page_size=5.' },
    ],
    isRemote: true,
    flags: { body: { value: 'JSON', about: 'Request body.' } },
    load: async () => (await import('../commands/gateway/call-api.ts')).callApi,
  },
  {
    name: 'move',
    about: 'Copy the embedded store to the PostgreSQL database in DATABASE_URL, all or nothing.',
    examples: ['gatehouse move', 'gatehouse move --data /var/lib/gatehouse'],
    flags: { data: DATA },
    notes: () => [
      'Needs DATABASE_URL and GATEWAY_MASTER_KEY (the content of master.key in the data folder).',
      'Stop the gateway first. The data folder is not changed.',
    ],
    load: async () => (await import('../commands/gateway/shared-store.ts')).moveToDatabase,
  },
  {
    name: 'completion',
    about: 'Print a completion script for a shell.',
    examples: [
      'source <(gatehouse completion bash)',
      'gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish',
    ],
    operands: [{ name: 'SHELL', about: 'bash, zsh, fish or pwsh.' }],
    load: async () => (await import('../commands/gateway/completion.ts')).completion,
  },
]
