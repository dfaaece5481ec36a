/** Which folder may import which. Every rule has a sentence that says why. */

const SOURCE = '^server/src/'

/** Tests, and what only tests may import: generators, samples and scaffolding beside the code. */
const TEST = '\\.test\\.ts$|-arbitrary\\.ts$|/(test|sample)-[^/]+\\.ts$'

/** Folder -> what it may import besides itself. A name is a folder of server/src, or a file without its ending. */
const ARROWS = {
  core: { may: [], why: 'core holds the types and rules that all other folders share, so it imports none of them.' },
  dialects: { may: ['core'], why: 'A dialect is a wire format. It does not depend on providers.' },
  providers: { may: ['core', 'dialects'], why: 'A provider depends on core and on its wire formats.' },
  secrets: {
    may: ['providers', 'egress', 'core'],
    why: 'Reading a secret needs the signatures and tokens of the cloud providers. Who may use it is decided elsewhere.',
  },
  policies: { may: ['core'], why: 'Policies are pure state machines.' },
  egress: { may: ['core'], why: 'egress decides where we may connect, and does not depend on who connects.' },
  cache: { may: ['core'], why: 'The cache stores responses, and does not depend on how they are made.' },
  embedders: { may: ['core'], why: 'An embedder turns text into vectors, and does not depend on who compares them.' },
  prompts: { may: ['core'], why: 'Rendering a prompt does not depend on requests.' },
  guardrails: { may: ['core'], why: 'Checks read texts, and do not depend on how a request is served.' },
  pricing: { may: ['core'], why: 'Pricing computes cost from usage, and does not depend on requests.' },
  ledger: {
    may: ['policies', 'core'],
    why: 'The ledger applies the policies to accounts. Requests use it through an interface in core.',
  },
  records: {
    may: ['core'],
    why: 'Log records are stored after the request. Storing them does not depend on gateway or control.',
  },
  stores: { may: ['core'], why: 'Stores implement interfaces of core, and do not depend on gateway or control.' },
  backup: {
    may: ['ledger', 'records', 'stores', 'core'],
    why: 'A backup copies the files of the stores, the ledger and the records. It runs in a process of its own.',
  },
  sinks: {
    may: ['records', 'egress', 'guardrails', 'policies', 'observe', 'core'],
    why: 'Sinks read the journal and deliver it. They do not depend on requests or administration.',
  },
  observe: { may: ['core'], why: 'Other folders report to logs and metrics, which depend on none of them.' },
  settings: { may: ['core'], why: 'Settings are read before any other part is created.' },
  config: {
    may: ['providers', 'guardrails', 'core'],
    why: 'Compiling a config needs the providers, but no running gateway.',
  },
  gateway: {
    may: ['config', 'providers', 'dialects', 'policies', 'egress', 'cache', 'prompts', 'guardrails', 'pricing', 'core'],
    why: 'The data plane does not depend on the control plane, the stores or the records: app.ts passes it interfaces of core.',
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
    why: 'Only administration uses these services. They run parts of the gateway.',
  },
  control: {
    may: ['config/schema', 'guardrails/catalogue', 'core'],
    why: 'The control plane depends on the config schema, the catalogue of checks and core. app.ts connects it to the gateway.',
  },
  cli: {
    may: ['app', 'backup', 'config', 'core', 'settings', 'stores', 'observe'],
    why: 'Commands start the app or use its stores. They do not depend on gateway or control.',
  },
  main: {
    may: ['app', 'cli', 'core', 'settings', 'observe'],
    why: 'main only runs commands. app.ts creates and connects the parts.',
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
      comment: 'Add a new folder of server/src to ARROWS first.',
      severity: 'error',
      from: {
        path: SOURCE,
        pathNot: [...[...Object.keys(ARROWS), 'app'].map((name) => `${SOURCE}${name}(/|\\.ts$)`), TEST],
      },
      to: {},
    },
    {
      name: 'no-cycles',
      comment: 'Merge two files that import each other, or move what both need to a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'providers-apart',
      comment: 'A provider does not import another one, so each can be read and removed on its own.',
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
      comment: 'Design components do not depend on pages.',
      severity: 'error',
      from: { path: '^dashboard/src/design/', pathNot: TEST },
      to: { path: '^dashboard/src/pages/' },
    },
    {
      name: 'sdk-stands-alone',
      comment: 'The SDK is a separate package and imports only itself.',
      severity: 'error',
      from: { path: '^sdk/typescript/src/', pathNot: TEST },
      to: { path: '^(server|dashboard|log-filter|simulators|tests|bench|scripts|bin)/' },
    },
    {
      name: 'scripts-without-sdk',
      comment: 'The generators and tests of the SDKs use scripts, so scripts must not import the SDKs.',
      severity: 'error',
      from: { path: '^scripts/', pathNot: TEST },
      to: { path: '^sdk/' },
    },
    {
      name: 'launcher-stands-alone',
      comment: 'The launcher runs before packages are installed. It imports only itself.',
      severity: 'error',
      from: { path: '^bin/', pathNot: TEST },
      to: { path: '^(server|dashboard|sdk|log-filter|simulators|tests|bench|scripts)/' },
    },
    {
      name: 'tests-from-outside',
      comment:
        'Black-box tests and simulators use HTTP, like clients. They must not test code that they import themselves.',
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
      comment: 'This check cannot follow an import that does not resolve.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^bun(:|$)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports count too: a reader has to follow them like any other.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'node'],
    },
  },
}
