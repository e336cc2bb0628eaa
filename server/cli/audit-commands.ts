import { InvalidArgumentError, type Command } from 'commander'
import type { AuditEntry } from '../modules/operators/public.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { lookAtSealedList } from './acting-operator.ts'
import { listLimit, printHistory } from './print-list.ts'
import { print, withDb } from './with-app.ts'

const operators = async () => await import('../modules/operators/public.ts')

/** `crels audit list|check` */
export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('The log of what operators did.')
  audit
    .command('list')
    .description('Show what was done, by whom and why, the newest first.')
    .option('--action <name>', 'only this, such as rate.set')
    .option('--target <id>', 'only what was done to this, or to this member (uid)')
    .option('--limit <count>', 'how many at most', '50')
    .action(async ({ limit, ...query }: ListOptions, command: Command) => {
      const { listAuditEntries } = await operators()
      const shown = listLimit(limit)
      const entries = await lookAtSealedList(
        command,
        'audit log',
        async (tx, by) => await listAuditEntries(tx, { ...query, limit: shown + 1 }, by),
      )
      printHistory(command, entries, line, shown)
    })
  audit
    .command('check')
    .description('Prove the log: no entry is missing or was changed, and the settings are as it says.')
    .option('--entry <number>', 'an entry whose hash was kept elsewhere, such as in a daily digest')
    .option('--hash <hash>', 'that hash: the log up to the entry is still the same')
    .action(async ({ entry, hash }: { entry?: string; hash?: string }, command: Command) => {
      if ((entry === undefined) !== (hash === undefined))
        throw new InvalidArgumentError('Say --entry and --hash together')
      const { checkAuditLog, hashOfEntry } = await operators()
      const { inLongSnapshot } = await import('../platform/reconciliation.ts')
      const { found, stored } = await withDb(
        async (db) =>
          await inLongSnapshot(db, async (tx) => ({
            found: await checkAuditLog(tx),
            stored: entry === undefined ? null : await hashOfEntry(tx, Number(entry)),
          })),
      )
      const isKept = entry === undefined || stored === hash!.trim().toLowerCase()
      const wrong = found.breaks.length + found.differences.length + (isKept ? 0 : 1)
      print(command, found, [
        `${grouped(found.entries)} entries, the last ${found.head}`,
        ...found.breaks.map(({ seq, is }) => `Entry ${seq}: ${is}`),
        ...found.differences.map(
          ({ table, logged, stored }) =>
            `${table}: the log says ${JSON.stringify(logged)}, the table ${JSON.stringify(stored)}`,
        ),
        ...(isKept
          ? []
          : [`Entry ${entry} has the hash ${stored ?? 'of none: there is no such entry'}, not the one kept`]),
        wrong === 0 ? 'The chain holds, and every audited table is as the log says' : 'The log does not hold',
      ])
      if (wrong > 0) process.exitCode = 1
    })
}

interface ListOptions {
  action?: string
  target?: string
  limit: string
}

function line({ seq, at, by, action, target, personal, ...entry }: AuditEntry): string {
  const { before, after, reason } = { ...entry, ...readable(personal) }
  const change = [before, after].filter((value) => value != null).map((value) => JSON.stringify(value))
  const sealed = typeof personal === 'string' ? ` (${personal})` : ''
  const whom = entry.member === null || entry.member === target ? '' : ` of ${entry.member}`
  return `${seq}  ${at.toISOString()}  ${by}  ${action} ${target}${whom}  ${change.join(' → ')}${sealed}${reason ? `: ${reason}` : ''}`
}

/** The values of a member that can be read. */
function readable(personal: AuditEntry['personal']): Partial<AuditEntry> {
  return personal === null || typeof personal === 'string' ? {} : personal
}
