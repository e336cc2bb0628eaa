import type { Command } from 'commander'
import { dollars, grouped } from '../platform/shown-amounts.ts'
import { recordAct, inActOf } from './acting-operator.ts'
import { confirm } from './confirm.ts'
import { CommandFailure } from './failure-line.ts'
import { dayOf, momentOf } from './moment-of.ts'
import { readConfig } from '../config.ts'
import { restorePoolCommands } from './restore-pool-commands.ts'
import { cutLines, secretLines, toLookUp, waitingLines } from './restored-lines.ts'
import { print, withDb } from './with-app.ts'
import type { LogTarget } from '../platform/backup/lay-out-log.ts'

const restorations = async () => await import('../platform/backup/restoration.ts')

interface RestoreOptions {
  to: string
  verify?: boolean
  wal?: string
  at?: string
}

/** `crels restore [from]|unpack|hold|confirm|payouts|payout`, and what `restorePoolCommands` adds */
export function restoreCommands(program: Command): void {
  const restore = program.command('restore').description('Put a backup into a new place.')
  restore
    .command('from <backup>', { isDefault: true })
    .description('Restore a backup into a new data directory; nothing leaves it before it is confirmed.')
    .requiredOption('--to <folder>', 'the new data directory, empty or not there yet')
    .option('--verify', 'prove the books and the log of acts, and erase members who left since')
    .option('--wal <folder>', 'go on from the backup by the log archived there')
    .option('--at <time>', 'up to this moment, such as 2026-11-26T12:00:00Z; only with --wal')
    .action(restoreFrom)
  restore
    .command('unpack <backup>')
    .description('Lay out a backup of a PostgreSQL of your own, for that server to start on.')
    .requiredOption('--to <folder>', 'a new folder, empty or not there yet; it gets postgres/ and data/')
    .option('--wal <folder>', 'have the server go on from the backup by the log archived there')
    .option('--at <time>', 'up to this moment, such as 2026-11-26T12:00:00Z; only with --wal')
    .action(unpack)
  restore
    .command('hold')
    .description(
      'Mark a database that other tools have restored, before Crels works on it: nothing leaves it.',
    )
    .requiredOption('--as-of <time>', 'the moment it was restored to, such as 2026-11-26T12:00:00Z')
    .action(async ({ asOf }: { asOf: string }, command: Command) => {
      const at = momentOf('--as-of', asOf)
      const { markRestored } = await restorations()
      const marked = await withDb(
        async (db, config) => {
          await recordAct(command, db, config, { target: 'database', after: { asOf: at } })
          return await markRestored(db, at)
        },
        { migrates: true },
      )
      print(command, marked, waitingLines(marked))
    })
  restore
    .command('confirm')
    .description('Let a restored database reach people again: mails, webhooks and payouts.')
    .option('--keep-mails', 'send the mails that waited when the backup was taken; else they are dropped')
    .option('--yes', 'do not ask')
    .action(confirmRestore)
  restore
    .command('payouts')
    .description('List redemptions that were open in the backup, and may have been paid since.')
    .action(async (_, command: Command) => {
      const { restoredPayouts } = await import('../modules/redemptions/public.ts')
      const rows = await withDb(restoredPayouts)
      print(
        command,
        rows,
        rows.length > 0
          ? rows.map(
              ({ id, state, usdCents, crels, destinationKind, destinationHint }) =>
                `${id}  ${state}  ${dollars(usdCents)} for ${grouped(crels)} crels to ${destinationKind} ${destinationHint ?? ''}`,
            )
          : 'None',
      )
    })
  restore
    .command('payout <redemptionId>')
    .description('Say whether a redemption that was open in the backup was paid since; the provider knows.')
    .option('--paid <reference>', 'it was: what the provider calls the payment')
    .option(
      '--on <day>',
      'the day on which it was paid, such as 2026-12-30, by which the years of taxes go; today (UTC)',
    )
    .option('--not-paid', 'it was not: it continues from where it was')
    .action(
      async (
        redemptionId: string,
        { paid, on, notPaid }: { paid?: string; on?: string; notPaid?: boolean },
        command,
      ) => {
        if ((paid === undefined) === (notPaid === undefined) || (notPaid && on !== undefined))
          throw new CommandFailure('Say --paid <reference>, with --on <day>, or --not-paid')
        const payment = paid === undefined ? null : { reference: paid, paidOn: dayOf('--on', on) }
        const { settleRestoredPayout } = await import('../modules/redemptions/public.ts')
        const row = await inActOf(command, async (tx, actor) =>
          settleRestoredPayout(tx, { redemptionId, actor, payment }),
        )
        print(command, row, `${row.id}  ${row.state}`)
      },
    )
  restorePoolCommands(restore)
}

async function restoreFrom(backup: string, options: RestoreOptions, command: Command): Promise<void> {
  const { resolve } = await import('node:path')
  const config = readConfig()
  const log = await logOf(options)
  const { openingKeys } = await import('../platform/backup/backup-manifest.ts')
  const { restoreBackup } = await import('../platform/backup/restore-backup.ts')
  let proof: string[] = []
  const restored = await restoreBackup({
    from: resolve(backup),
    to: resolve(options.to),
    openBy: openingKeys(config),
    log,
    accept: async (manifest) => {
      if (config.databaseUrl !== null)
        throw new CommandFailure(
          'DATABASE_URL is set: a start with it goes past what is restored here, to the server it names. Take it out of the settings, here and for the start',
        )
      // Without the setting it may be in the backup.
      if (!options.verify || config.secret === null) return
      const { requireSecret } = await import('../verify-restored.ts')
      requireSecret(config, manifest)
    },
    inspect: async (place) => {
      if (!options.verify) return
      const { verifyRestored } = await import('../verify-restored.ts')
      proof = await verifyRestored(config, place)
    },
  })
  const { manifest, restoration, asOf, laid, files, tookMs } = restored
  const { matchedLines } = await import('../platform/files/match-files.ts')
  const secret = await secretLines(config, manifest)
  print(
    command,
    {
      to: resolve(options.to),
      asOf,
      logCutBy: laid?.cutBy ?? null,
      backup: manifest.name,
      crels: manifest.crels,
      tookMs,
      proof,
      openPayouts: restoration.openPayouts,
      openCodes: restoration.openCodes,
      openOrders: restoration.openOrders,
      files,
    },
    [
      `Restored ${manifest.name} to ${resolve(options.to)}, as of ${asOf}, in ${(tookMs / 1000).toFixed(1)} s`,
      ...cutLines(laid),
      ...(files ? matchedLines(files) : []),
      ...proof,
      ...secret,
      ...waitingLines(restoration),
    ],
  )
}

async function unpack(backup: string, options: RestoreOptions, command: Command): Promise<void> {
  const { join, resolve } = await import('node:path')
  const config = readConfig()
  const { openingKeys } = await import('../platform/backup/backup-manifest.ts')
  const { unpackForServer } = await import('../platform/backup/unpack-for-server.ts')
  const to = resolve(options.to)
  const { manifest, laid, tookMs } = await unpackForServer({
    from: resolve(backup),
    to,
    openBy: openingKeys(config),
    log: await logOf(options),
  })
  const { version, machine } = manifest.postgres
  const server = `PostgreSQL ${version}${machine ? ` on ${machine}` : ''}`
  const place = `/var/lib/postgresql/${version.split('.')[0]}/main`
  print(
    command,
    {
      postgres: join(to, 'postgres'),
      data: join(to, 'data'),
      backup: manifest.name,
      crels: manifest.crels,
      server,
      logCutBy: laid?.cutBy ?? null,
      tookMs,
    },
    [
      `Unpacked ${manifest.name} to ${to} in ${(tookMs / 1000).toFixed(1)} s: files of ${server}, and of DATA_DIR`,
      ...cutLines(laid),
      ...(await secretLines(config, manifest)),
      'Next, with all of Crels and that server stopped, on the machine that has its data folder (docs/recovery.md):',
      `  mv ${place} ${place}.lost     # or where that server has its data`,
      `  mv ${join(to, 'postgres')} ${place} && chown -R postgres:postgres ${place}`,
      `  cat ${join(to, 'data/tombstones')} >> ${join(config.dataDir, 'tombstones')}     # on each machine of Crels; files/ where that is lost`,
      '  Start that server, wait until it has recovered, and then: crels migrate',
      'Start Crels after that. Payouts, mails, webhooks and push messages wait: crels restore confirm',
    ],
  )
}

/** Archived log to go on by, as it was asked for. */
async function logOf({ wal, at }: RestoreOptions): Promise<LogTarget | undefined> {
  const { resolve } = await import('node:path')
  if (at !== undefined && wal === undefined)
    throw new CommandFailure('--at needs --wal: only archived log goes on from a backup')
  return wal === undefined
    ? undefined
    : { archive: resolve(wal), until: at === undefined ? null : momentOf('--at', at) }
}

async function confirmRestore(
  options: { keepMails?: boolean; yes?: boolean },
  command: Command,
): Promise<void> {
  const { confirmRestoration, waitingMails, waitingRestoration } = await restorations()
  const done = await withDb(async (db, config) => {
    const waiting = await waitingRestoration(db)
    if (!waiting)
      throw new CommandFailure('This database waits for nothing: it was not restored, or is confirmed')
    const mails = await waitingMails(db, waiting)
    await confirm(
      [
        `This database is as of ${waiting.backupAt.toISOString()}. Is the one it was made from stopped for good?`,
        `Mails, webhooks and push messages leave from now on; mails that waited then are ${options.keepMails ? 'sent' : 'dropped'}: ${grouped(mails)}`,
        ...toLookUp(waiting),
      ],
      options,
    )
    const author = await recordAct(command, db, config, {
      target: 'database',
      after: { asOf: waiting.backupAt.toISOString() },
    })
    const dropped = await db
      .transaction()
      .execute(async (tx) => await confirmRestoration(tx, { author, keepMails: options.keepMails ?? false }))
    return { ...waiting, dropped }
  })
  print(command, done, [
    'Confirmed: mails, webhooks and payouts leave again',
    ...(done.dropped > 0 ? [`Mails of before the backup that were dropped: ${grouped(done.dropped)}`] : []),
    ...toLookUp(done),
  ])
}
