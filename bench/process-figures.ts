import { readdirSync, readFileSync } from 'node:fs'

// Linux shows both in /proc; elsewhere these throw, and the measure fails with that.

/** CPU time a process has used so far, in milliseconds, in steps of 10 (proc_pid_stat(5): utime and stime). */
export function cpuMs(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/**
 * CPU time of all that a process has started and that is running still, in milliseconds: of the product, its embedded
 * PostgreSQL.
 */
export function startedCpuMs(pid: number): number {
  const [, ...started] = familyOf(pid)
  return started.reduce((sum, member) => sum + (cpuMs(member) || 0), 0)
}

/**
 * Memory of a process and all it has started, in megabytes: the sum of their proportional set sizes
 * (`/proc/{pid}/smaps_rollup`), which counts a page that several share once.
 */
export function memoryMb(pid: number): number {
  const kilobytes = familyOf(pid).map(
    (member) => /^Pss:\s+(\d+) kB$/m.exec(quietly(`/proc/${member}/smaps_rollup`))?.[1] ?? 0,
  )
  return kilobytes.reduce<number>((sum, pss) => sum + Number(pss), 0) / 1000
}

/** Memory that a process has itself, shared pages included (`VmRSS`), in kilobytes. */
export function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(quietly(`/proc/${pid}/status`))?.[1] ?? 0)
}

/** A process, its children, and theirs. */
export function familyOf(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = Number(statOf(Number(name))[1])
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const family = [pid]
  for (const member of family) family.push(...(parents.get(member) ?? []))
  return family
}

/** The fields of `stat` after the name, which may hold spaces itself; none of a process that has ended. */
function statOf(pid: number): string[] {
  return quietly(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
}

function quietly(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
