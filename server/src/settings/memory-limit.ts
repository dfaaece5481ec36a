/** Determines the memory limit of this process: the lowest of the machine and its control groups (cgroup v1, v2). */

import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'

/** `root` is `/`, or a test folder. */
export function memoryLimitBytes(root = '/', machineBytes = totalmem()): number {
  const limits = readText(join(root, 'proc/self/cgroup'))
    .split('\n')
    .flatMap((line) => groupLimits(root, line))
  // If a container hides /proc, its control group is still mounted here.
  limits.push(...limitsOf(join(root, 'sys/fs/cgroup')), ...limitsOf(join(root, 'sys/fs/cgroup/memory')))
  return Math.min(machineBytes, ...limits)
}

/** A line is `hierarchy:controllers:path`. cgroup v2 is hierarchy 0 without controllers. */
function groupLimits(root: string, line: string): number[] {
  const [, hierarchy, controllers = '', path = ''] = /^(\d+):([^:]*):(\/.*)$/.exec(line) ?? []
  if (hierarchy === '0' && controllers === '') {
    return [...lineage('sys/fs/cgroup', path), ...lineage('sys/fs/cgroup/unified', path)].flatMap((folder) =>
      limitsOf(join(root, folder)),
    )
  }
  if (!controllers.split(',').includes('memory')) return []
  return lineage('sys/fs/cgroup/memory', path).flatMap((folder) => limitsOf(join(root, folder)))
}

/**
 * The folders of a group and all its ancestors, because limits of a systemd slice or pod also apply. A container may
 * see its own group only at the mount point, regardless of the path.
 */
function lineage(mount: string, path: string): string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '..')
  return Array.from({ length: names.length + 1 }, (_, depth) => join(mount, ...names.slice(0, depth)))
}

function limitsOf(folder: string): number[] {
  const texts = ['memory.max', 'memory.high', 'memory.limit_in_bytes'].map((name) => readText(join(folder, name)))
  // In cgroup v1 this includes limits of groups above the mount point.
  texts.push(/^hierarchical_memory_limit (\d+)$/m.exec(readText(join(folder, 'memory.stat')))?.[1] ?? '')
  return texts.map((text) => text.trim()).flatMap((text) => (/^[1-9]\d*$/.test(text) ? [Number(text)] : []))
}

/** Empty if the file does not exist. A missing file means no limit, as does "max". */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
