/** How much memory this process may use: the least limit of its control groups (cgroup v1 and v2), or the machine's memory. */

import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'

/** `/`, or a folder that stands for it in a test. */
export function memoryLimitBytes(root = '/', machineBytes = totalmem()): number {
  const limits = readText(join(root, 'proc/self/cgroup'))
    .split('\n')
    .flatMap((line) => groupLimits(root, line))
  // In a container whose /proc is hidden, the group of the container is still mounted.
  limits.push(...limitsOf(join(root, 'sys/fs/cgroup')), ...limitsOf(join(root, 'sys/fs/cgroup/memory')))
  return Math.min(machineBytes, ...limits)
}

/** A line is `hierarchy:controllers:path`; cgroup v2 is hierarchy 0 and has no controllers. */
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
 * The folder of a group and of each group above it: a systemd slice or a pod limits what is below. A container may see
 * its own group at the mount point alone, whatever its path says.
 */
function lineage(mount: string, path: string): string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '..')
  return Array.from({ length: names.length + 1 }, (_, depth) => join(mount, ...names.slice(0, depth)))
}

function limitsOf(folder: string): number[] {
  const texts = ['memory.max', 'memory.high', 'memory.limit_in_bytes'].map((name) => readText(join(folder, name)))
  // cgroup v1 tells here what groups above the mount point allow.
  texts.push(/^hierarchical_memory_limit (\d+)$/m.exec(readText(join(folder, 'memory.stat')))?.[1] ?? '')
  return texts.map((text) => text.trim()).flatMap((text) => (/^[1-9]\d*$/.test(text) ? [Number(text)] : []))
}

/** Empty when there is none: "max" and a missing file both mean no limit. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
