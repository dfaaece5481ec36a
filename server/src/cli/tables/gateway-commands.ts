/** Commands about the gateway itself: run it, look after it. */

import type { CommandSpec } from '../command.ts'

/** Short names for environment variables. */
const DATA = { value: 'FOLDER', about: 'Folder of the embedded store; GATEWAY_DATA_DIR, else ./data.' }

export const GATEWAY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'start',
    about: 'Run the gateway until ctrl-c.',
    examples: [
      'gatehouse start                      run on http://127.0.0.1:8787 with data in ./data',
      'gatehouse start --port 9000 --data /var/lib/gatehouse',
      'gatehouse start --workers 4              four processes on one port, for four cores',
    ],
    flags: {
      port: { value: 'PORT', about: 'GATEWAY_PORT, else 8787; 0 takes a free one.' },
      host: { value: 'ADDRESS', about: 'GATEWAY_HOST, else 127.0.0.1.' },
      data: DATA,
      workers: { value: 'N', about: 'GATEWAY_WORKERS, else 1: processes that answer on one port.' },
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
    about: 'Open the dashboard by a one-time link: as its first owner, or as one that is there already.',
    examples: [
      'gatehouse open                       on the machine with the data folder, while the gateway runs',
      'gatehouse open --email me@example.com --print',
    ],
    flags: {
      data: DATA,
      port: { value: 'PORT', about: 'GATEWAY_PORT, else 8787: where the gateway listens.' },
      email: { value: 'ADDRESS', about: 'Which owner, when there are several.' },
      url: { value: 'URL', about: 'Where the link shall lead; GATEWAY_PUBLIC_URL, else this machine.' },
      print: { about: 'Only print the link; a browser is opened on a terminal alone.' },
    },
    notes: () => ['The link works once and for ten minutes; the audit log says that it was made.'],
    load: async () => (await import('../commands/gateway/open-dashboard.ts')).openDashboard,
  },
  {
    name: 'doctor',
    about: 'Check port, data folder, master key, disk, clock and a running gateway; say how to repair what is wrong.',
    examples: ['gatehouse doctor', 'gatehouse doctor --providers     also test every virtual key, through the gateway'],
    isRemote: true,
    flags: {
      data: DATA,
      port: { value: 'PORT', about: 'GATEWAY_PORT, else 8787.' },
      providers: { about: 'Test every virtual key: one small call to each provider.' },
    },
    load: async () => (await import('../commands/doctor/doctor.ts')).doctor,
  },
  {
    name: 'mock',
    about: 'Run the mock provider alone: OpenAI’s endpoints without a model or an account.',
    examples: [
      'gatehouse mock --port 9100',
      'gatehouse mock --latency 200 --fail 429:0.3     slow, and three in ten calls refused',
    ],
    flags: {
      port: { value: 'PORT', about: '9100 when absent; 0 takes a free one.' },
      host: { value: 'ADDRESS', about: '127.0.0.1 when absent.' },
      latency: { value: 'MS', about: 'Waits before every answer.' },
      fail: {
        value: 'STATUS:SHARE',
        about: 'Answers this share of calls with this status, such as 503:0.1.',
        isMany: true,
      },
    },
    notes: () => [
      'A model’s name can ask for trouble as well: mock-error-429, mock-error-429-after-2, mock-slow-1500, mock-cut,',
      'mock-stream-error. GET /v1/models lists them.',
    ],
    load: async () => (await import('../commands/gateway/run-mock.ts')).runMock,
  },
  {
    name: 'bench',
    about: 'Measure what the gateway adds to a call on this machine, against the mock provider.',
    examples: ['gatehouse bench', 'gatehouse bench --requests 5000 --json'],
    flags: { requests: { value: 'N', about: 'How many of each; 1000 when absent.' } },
    notes: () => ['It starts a gateway of its own with an empty store; one that runs is not touched.'],
    load: async () => (await import('../commands/gateway/run-bench.ts')).runBench,
  },
  {
    name: 'rotate-master-key',
    about: 'Give the store another master key; a running gateway goes on.',
    examples: ['gatehouse rotate-master-key', 'gatehouse rotate-master-key --data /var/lib/gatehouse'],
    flags: { data: DATA },
    load: async () => (await import('../commands/gateway/rotate-master-key.ts')).rotateMasterKeyCommand,
  },
  {
    name: 'ledger check',
    about: 'List damage in the ledger of budgets that nobody has acknowledged.',
    examples: ['gatehouse ledger check', 'gatehouse ledger check --data /var/lib/gatehouse'],
    flags: { data: DATA },
    notes: () => ['Ends with exit code 1 when there is some.'],
    load: async () => (await import('../commands/gateway/ledger-damage.ts')).checkLedger,
  },
  {
    name: 'ledger acknowledge',
    about: 'Serve budgets again after damage in their ledger; a running gateway notices within a second.',
    examples: ['gatehouse ledger acknowledge', 'gatehouse ledger acknowledge --data /var/lib/gatehouse'],
    flags: { data: DATA },
    notes: () => [
      'Spending in the damaged part is not counted. Compare the budgets with your bills first: gatehouse ledger check.',
      'The damaged files stay in the folder damage/ beside the ledger.',
    ],
    load: async () => (await import('../commands/gateway/ledger-damage.ts')).acknowledgeLedger,
  },
  {
    name: 'reset-owner',
    about: 'Print a one-time link by which an owner who forgot the password sets a new one.',
    examples: [
      'gatehouse reset-owner                            on the machine with the data folder, running or stopped',
      'gatehouse reset-owner --email me@example.com --data /var/lib/gatehouse',
    ],
    flags: {
      data: DATA,
      email: { value: 'ADDRESS', about: 'Which owner, when there are several.' },
      url: { value: 'URL', about: 'Where the link shall lead; GATEWAY_PUBLIC_URL, else this machine.' },
    },
    notes: () => [
      'No gateway key can do this: a key stands with admins at most. Reading the data folder is the proof.',
    ],
    load: async () => (await import('../commands/gateway/reset-owner.ts')).resetOwner,
  },
  {
    name: 'api',
    about: 'Make any call of the admin API; the button </> of the dashboard writes such lines.',
    examples: [
      'gatehouse api get /v1/configs',
      `gatehouse api post /v1/configs --body '{"name":"A","config":{"provider":"mock"}}'`,
    ],
    operands: [
      { name: 'METHOD', about: 'get, post, put, patch or delete.' },
      { name: 'PATH', about: 'Such as /v1/logs?page_size=5.' },
    ],
    isRemote: true,
    flags: { body: { value: 'JSON', about: 'What to send.' } },
    load: async () => (await import('../commands/gateway/call-api.ts')).callApi,
  },
  {
    name: 'move',
    about: 'Move the embedded store to the PostgreSQL of DATABASE_URL; everything arrives, or nothing.',
    examples: ['gatehouse move', 'gatehouse move --data /var/lib/gatehouse'],
    flags: { data: DATA },
    notes: () => [
      'Needs DATABASE_URL and GATEWAY_MASTER_KEY (the content of master.key in the data folder).',
      'The gateway must be stopped. The data folder is left as it is.',
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
