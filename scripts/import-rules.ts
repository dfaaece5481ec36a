/** Which folder may import which. Every rule has a sentence that says why. */

import { isTestMaterial } from './project-files.mjs'

export interface ImportRule {
  readonly why: string
  /** Whether the rule applies to this file. */
  readonly from: (path: string) => boolean
  /** Whether such a file must not import this one. */
  readonly refuses: (path: string, from: string) => boolean
}

const SERVER = 'server/src/'
/** Everything that a user installs neither for the server nor for an SDK. */
const WORKSHOP = ['simulators/', 'tests/', 'bench/', 'scripts/', 'bin/']

/** Folder -> what it may import besides itself. A name is a folder of server/src, or a file without its ending. */
const ARROWS: Readonly<Record<string, { readonly may: readonly string[]; readonly why: string }>> = {
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

/** Only app.ts and its folder create and connect the parts, so they may import all of them. */
const UNBOUNDED = 'app'

export const IMPORT_RULES: readonly ImportRule[] = [
  ...Object.entries(ARROWS).map(([name, { may, why }]) => ({
    why,
    from: (path: string) => isShippedIn(partOfServer(name), path),
    refuses: (path: string) =>
      path.startsWith(SERVER) && ![name, ...may].some((allowed) => isIn(partOfServer(allowed), path)),
  })),
  {
    why: 'Add a new folder of server/src to ARROWS first.',
    from: (path) =>
      isShippedIn([SERVER], path) &&
      ![UNBOUNDED, ...Object.keys(ARROWS)].some((name) => isIn(partOfServer(name), path)),
    refuses: () => true,
  },
  {
    why: 'A provider does not import another one, so each can be read and removed on its own.',
    from: (path) => providerOf(path) !== null,
    refuses: (path, from) => providerOf(path) !== null && providerOf(path) !== providerOf(from),
  },
  {
    why: 'The server ships without simulators, tests, bench and scripts.',
    from: (path) => isShippedIn([SERVER], path),
    refuses: (path) => isIn(WORKSHOP, path) || isTestMaterial(path),
  },
  {
    why: 'The server ships the built dashboard and no SDK; it imports the source of neither.',
    from: (path) => isShippedIn([SERVER], path),
    refuses: (path) => isIn(['dashboard/', 'sdk/'], path),
  },
  {
    why: 'The CLI and the dashboard share the filter language; it imports neither.',
    from: (path) => isShippedIn(['log-filter/'], path),
    refuses: (path) => isIn([SERVER, 'dashboard/', 'sdk/', ...WORKSHOP], path),
  },
  {
    why: 'The dashboard uses the admin API. It imports no code of the server, and the server none of it.',
    from: (path) => isShippedIn(['dashboard/src/'], path),
    refuses: (path) => isIn([SERVER, 'sdk/', ...WORKSHOP], path),
  },
  {
    why: 'Design components do not depend on pages.',
    from: (path) => isShippedIn(['dashboard/src/design/'], path),
    refuses: (path) => isIn(['dashboard/src/pages/'], path),
  },
  {
    why: 'The SDK is a separate package and imports only itself.',
    from: (path) => isShippedIn(['sdk/typescript/src/'], path),
    refuses: (path) => isIn([SERVER, 'dashboard/', 'log-filter/', ...WORKSHOP], path),
  },
  {
    why: 'The generators and tests of the SDKs use scripts, so scripts must not import the SDKs.',
    from: (path) => isShippedIn(['scripts/'], path),
    refuses: (path) => isIn(['sdk/'], path),
  },
  {
    why: 'The launcher runs before packages are installed. It imports only itself.',
    from: (path) => isShippedIn(['bin/'], path),
    refuses: (path) => !isIn(['bin/'], path),
  },
  {
    // The harness prepares stores; simulation runs the planner itself; faults put single parts under a virtual clock;
    // conformance reads the list of providers and runs recordings through the decoders; linear measures single modules.
    why: 'Black-box tests and simulators use HTTP, like clients. They must not test code that they import themselves.',
    from: (path) =>
      isIn(['tests/', 'simulators/'], path) && !/^tests\/(harness|simulation|faults|conformance|linear)\//.test(path),
    refuses: (path) => path.startsWith(SERVER),
  },
]

/** The folder and the file of this name. */
function partOfServer(name: string): readonly string[] {
  return [`${SERVER}${name}/`, `${SERVER}${name}.ts`]
}

function isIn(places: readonly string[], path: string): boolean {
  return places.some((place) => path.startsWith(place))
}

/** Tests and their material may import what they test. */
function isShippedIn(places: readonly string[], path: string): boolean {
  return isIn(places, path) && !isTestMaterial(path)
}

function providerOf(path: string): string | null {
  return /^server\/src\/providers\/([^/]+)\//.exec(path)?.[1] ?? null
}
