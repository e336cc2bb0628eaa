import type { Command } from 'commander'
import type { UpgradeCheck } from '../platform/check-upgrade.ts'
import { transactionLines } from '../platform/long-transactions.ts'
import { print, withDatabase } from './with-app.ts'

/** `crels upgrade --check` */
export function upgradeCommand(program: Command): void {
  program
    .command('upgrade')
    .description(
      'Say what bringing the database up to this version comes to, and whether processes may run meanwhile: status 0 where they may, 3 where they are to be stopped first. Changes nothing.',
    )
    .requiredOption('--check', 'look only; `crels migrate` does it')
    .action(async (_, command: Command) => {
      const { checkUpgrade } = await import('../platform/check-upgrade.ts')
      const found = await withDatabase(async (url) => await checkUpgrade(url))
      print(command, found, upgradeLines(found))
      if (found.verdict === 'stop-first') process.exitCode = 3
    })
}

/** What it found, for a person. */
export function upgradeLines({
  version,
  running,
  migrations,
  functions,
  longTransactions,
  verdict,
  reasons,
}: UpgradeCheck): string[] {
  return [
    `This is Crels ${version}; ${running.length === 0 ? 'no process runs' : `processes of ${running.join(', ')} run`}.`,
    ...migrations.map(
      ({ name, seconds, unknown }) =>
        `Pending: ${name}, about ${Math.max(1, Math.ceil(seconds))} s${unknown.length > 0 ? ', and what cannot be said' : ''}`,
    ),
    ...(functions.length > 0 ? [`Functions that change: ${functions.join(', ')}`] : []),
    ...transactionLines(longTransactions).map(
      (line) => `Open: ${line}. A migration of what it holds gives up after some time; see to its end first`,
    ),
    ...reasons,
    ...(running.includes('0.1.0') && verdict !== 'stop-first'
      ? ['While 0.1.0 runs beside, make no file of a payout run: a deadlock leaves a payment out of it.']
      : []),
    verdicts[verdict],
  ]
}

const verdicts: Record<UpgradeCheck['verdict'], string> = {
  current: 'The database is up to date.',
  'while-running':
    'Several processes: run `crels migrate --while-running`, then restart them one after another. `npm start` or the unit crels alone: restart it, it migrates by itself.',
  'stop-first': 'Stop every process, run `crels migrate`, and start them again.',
}
