import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { memoryLimitBytes } from './memory-limit.ts'

const MACHINE = 16_000_000_000
const NO_LIMIT_V1 = '9223372036854771712\n'
const roots: string[] = []

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

function limitWith(files: Readonly<Record<string, string>>): number {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-cgroup-'))
  roots.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return memoryLimitBytes(root, MACHINE)
}

test.each<[string, Record<string, string>, number]>([
  ['without control groups, the memory of the machine', {}, MACHINE],
  [
    'v2, a container that sees its group as the root',
    { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/memory.max': '536870912\n' },
    536_870_912,
  ],
  [
    'v2, no limit',
    { 'proc/self/cgroup': '0::/\n', 'sys/fs/cgroup/memory.max': 'max\n', 'sys/fs/cgroup/memory.high': 'max\n' },
    MACHINE,
  ],
  [
    'v2, MemoryMax of a systemd unit',
    {
      'proc/self/cgroup': '0::/system.slice/gatehouse.service\n',
      'sys/fs/cgroup/system.slice/memory.max': 'max\n',
      'sys/fs/cgroup/system.slice/gatehouse.service/memory.max': '1073741824\n',
    },
    1_073_741_824,
  ],
  [
    'v2, MemoryHigh below MemoryMax',
    {
      'proc/self/cgroup': '0::/system.slice/gatehouse.service\n',
      'sys/fs/cgroup/system.slice/gatehouse.service/memory.max': '1073741824\n',
      'sys/fs/cgroup/system.slice/gatehouse.service/memory.high': '805306368\n',
    },
    805_306_368,
  ],
  [
    'v2, a parent group with less',
    {
      'proc/self/cgroup': '0::/kubepods/pod1/container1\n',
      'sys/fs/cgroup/kubepods/pod1/container1/memory.max': '2000000000\n',
      'sys/fs/cgroup/kubepods/pod1/memory.max': '1000000000\n',
    },
    1_000_000_000,
  ],
  [
    'v1, a group of its own',
    {
      'proc/self/cgroup': '5:cpu,cpuacct:/gatehouse\n4:memory:/gatehouse\n1:name=systemd:/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': NO_LIMIT_V1,
      'sys/fs/cgroup/memory/gatehouse/memory.limit_in_bytes': '300000000\n',
    },
    300_000_000,
  ],
  [
    'v1, a container that sees its group at the mount point, under a path of the host',
    {
      'proc/self/cgroup': '4:memory:/docker/0123abcd\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '400000000\n',
    },
    400_000_000,
  ],
  [
    'v1, a limit of a group that cannot be seen',
    {
      'proc/self/cgroup': '4:memory:/docker/0123abcd\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': NO_LIMIT_V1,
      'sys/fs/cgroup/memory/memory.stat': 'cache 12\nhierarchical_memory_limit 350000000\nrss 1\n',
    },
    350_000_000,
  ],
  [
    'v1 and v2 together',
    {
      'proc/self/cgroup': '4:memory:/a\n0::/a\n',
      'sys/fs/cgroup/memory/a/memory.limit_in_bytes': '700000000\n',
      'sys/fs/cgroup/unified/a/memory.max': '600000000\n',
    },
    600_000_000,
  ],
  [
    'a path that leads out of the mount point',
    { 'proc/self/cgroup': '0::/../../a\n', 'sys/fs/cgroup/a/memory.max': '500000000\n' },
    500_000_000,
  ],
  [
    'text that is no number',
    { 'proc/self/cgroup': 'nonsense\n\n', 'sys/fs/cgroup/memory.max': '-5 and more\n' },
    MACHINE,
  ],
  ['a hidden /proc', { 'sys/fs/cgroup/memory.max': '450000000\n' }, 450_000_000],
])('%s', (_, files, expected) => {
  expect(limitWith(files)).toBe(expected)
})
