/** Which folder may import which: arrows point inward, and every rule is a sentence. */

const SOURCE = '^server/src/'

/** Tests, and what only tests may import: generators, samples and scaffolding beside the code. */
const TEST = '\\.test\\.ts$|-arbitrary\\.ts$|/(test|sample)-[^/]+\\.ts$'

/** Folder -> what it may import besides itself. A name is a folder of server/src, or a file without its ending. */
const ARROWS = {
  core: { may: [], why: 'core holds the shared words and imports nothing of ours.' },
  dialects: { may: ['core'], why: 'A dialect is a wire format: it knows core, never a provider.' },
  providers: { may: ['core', 'dialects'], why: 'A provider knows core and the dialects it speaks.' },
  secrets: {
    may: ['providers', 'egress', 'core'],
    why: 'Secrets are read from stores with the signers and tokens of the clouds; who uses them is decided elsewhere.',
  },
  policies: { may: ['core'], why: 'Policies are pure state machines over core words.' },
  egress: { may: ['core'], why: 'egress decides where we may connect and knows nothing of who asks.' },
  cache: { may: ['core'], why: 'The cache stores answers and knows nothing of how they came about.' },
  embedders: { may: ['core'], why: 'An embedder turns text into vectors and knows nothing of who compares them.' },
  prompts: { may: ['core'], why: 'Prompts render text and know nothing of requests.' },
  guardrails: { may: ['core'], why: 'Checks look at texts and know nothing of how a request is served.' },
  pricing: { may: ['core'], why: 'Pricing turns usage into money and knows nothing of requests.' },
  ledger: {
    may: ['policies', 'core'],
    why: 'The ledger keeps budgets by pure policies; it meets requests only through ports.',
  },
  records: { may: ['core'], why: 'Records take what is finished: they never know gateway or control.' },
  stores: { may: ['core'], why: 'Stores implement the ports of core: they never know gateway or control.' },
  backup: {
    may: ['ledger', 'records', 'stores', 'core'],
    why: 'A backup copies the files of the stores, the ledger and the records; it runs beside a gateway, never inside it.',
  },
  sinks: {
    may: ['records', 'egress', 'guardrails', 'policies', 'observe', 'core'],
    why: 'Sinks read the journal and send it elsewhere; they know nothing of requests or administration.',
  },
  observe: { may: ['core'], why: 'Logs and metrics are told things; they ask nobody.' },
  settings: { may: ['core'], why: 'Settings are read before anything else exists.' },
  config: {
    may: ['providers', 'guardrails', 'core'],
    why: 'A config is compiled against providers, not against a running gateway.',
  },
  gateway: {
    may: ['config', 'providers', 'dialects', 'policies', 'egress', 'cache', 'prompts', 'guardrails', 'pricing', 'core'],
    why: 'The data plane never knows the control plane, the stores or the records: app.ts hands it ports.',
  },
  'admin-services': {
    may: [
      'gateway',
      'config',
      'providers',
      'dialects',
      'policies',
      'egress',
      'prompts',
      'guardrails',
      'pricing',
      'core',
    ],
    why: 'Services only administration uses: they run parts of the gateway, and no request passes through them.',
  },
  control: {
    may: ['config/schema', 'guardrails/catalogue', 'core'],
    why: 'The control plane knows the config schema, the catalogue of checks and core; it meets the gateway only in app.ts.',
  },
  cli: {
    may: ['app', 'backup', 'config', 'core', 'settings', 'stores', 'observe'],
    why: 'Commands start the app or work on its stores; they never reach into gateway or control.',
  },
  main: {
    may: ['app', 'cli', 'core', 'settings', 'observe'],
    why: 'main starts and stops; app.ts puts things together.',
  },
}

const arrowRules = Object.entries(ARROWS).map(([name, { may, why }]) => ({
  name: `${name}-arrows`,
  comment: why,
  severity: 'error',
  from: { path: `${SOURCE}${name}(/|\\.ts$)`, pathNot: TEST },
  to: { path: SOURCE, pathNot: [name, ...may].map((allowed) => `${SOURCE}${allowed}(/|\\.ts$)`) },
}))

module.exports = {
  forbidden: [
    ...arrowRules,
    {
      name: 'every-folder-has-a-rule',
      comment: 'A new folder of server/src gets a line in ARROWS before it gets code.',
      severity: 'error',
      from: {
        path: SOURCE,
        pathNot: [...[...Object.keys(ARROWS), 'app'].map((name) => `${SOURCE}${name}(/|\\.ts$)`), TEST],
      },
      to: {},
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'providers-apart',
      comment: 'A provider folder never imports another provider folder: you can read and remove each alone.',
      severity: 'error',
      from: { path: `${SOURCE}providers/([^/]+)/` },
      to: { path: `${SOURCE}providers/[^/]+/`, pathNot: `${SOURCE}providers/$1/` },
    },
    {
      name: 'server-stands-alone',
      comment: 'The server ships without simulators, tests, bench and scripts.',
      severity: 'error',
      from: { path: SOURCE, pathNot: TEST },
      to: { path: `^(simulators|tests|bench|scripts|bin)/|${TEST}` },
    },
    {
      name: 'log-filter-stands-alone',
      comment: 'The CLI and the dashboard share the filter language; it imports neither.',
      severity: 'error',
      from: { path: '^log-filter/', pathNot: TEST },
      to: { path: '^(server|dashboard|sdk|simulators|tests|bench|scripts|bin)/' },
    },
    {
      name: 'dashboard-over-http',
      comment: 'The dashboard uses the admin API. It imports no code of the server, and the server none of it.',
      severity: 'error',
      from: { path: '^dashboard/src/', pathNot: TEST },
      to: { path: '^(server|sdk|simulators|tests|bench|scripts|bin)/' },
    },
    {
      name: 'server-without-dashboard-and-sdk',
      comment: 'The server ships the built dashboard and no SDK; it imports the source of neither.',
      severity: 'error',
      from: { path: SOURCE, pathNot: TEST },
      to: { path: '^(dashboard|sdk)/' },
    },
    {
      name: 'dashboard-pages-apart',
      comment: 'Design components know no page.',
      severity: 'error',
      from: { path: '^dashboard/src/design/', pathNot: TEST },
      to: { path: '^dashboard/src/pages/' },
    },
    {
      name: 'sdk-stands-alone',
      comment: 'The SDK is a package of its own and imports only itself.',
      severity: 'error',
      from: { path: '^sdk/typescript/src/', pathNot: TEST },
      to: { path: '^(server|dashboard|log-filter|simulators|tests|bench|scripts|bin)/' },
    },
    {
      name: 'tests-from-outside',
      comment: 'Black-box tests and simulators speak HTTP: what they import from the server they no longer test.',
      severity: 'error',
      // The harness prepares stores; simulation runs the planner itself; faults put single parts under a virtual clock;
      // conformance reads the list of providers and runs recordings through the decoders; linear measures single modules.
      from: { path: '^(tests|simulators)/', pathNot: '^tests/(harness|simulation|faults|conformance|linear)/' },
      to: { path: SOURCE },
    },
    {
      name: 'no-development-packages',
      comment: 'npm ci --ignore-scripts --omit=dev must give a server that runs.',
      severity: 'error',
      from: { path: SOURCE, pathNot: TEST },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere hides arrows from this check.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^bun(:|$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports are arrows too: a type that points outward draws its module along in the reader's head.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'node'],
    },
  },
}
