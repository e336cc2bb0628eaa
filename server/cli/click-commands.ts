import type { Command } from 'commander'
import type { ClickReview } from '../modules/conversions/public.ts'
import { inTransaction, print, withDb } from './with-app.ts'

interface DecideOptions {
  accept?: boolean
  reject?: boolean
  author: string
  answer?: string
}

/** `crels click reviews|decide` */
export function clickCommands(program: Command): void {
  const click = program.command('click').description('Clicks that are paid only after somebody looked.')
  click
    .command('reviews')
    .description(
      'List clicks under review with the reason, the longest first: one line for an hour and reason.',
    )
    .option('--limit <count>', 'how many lines at most', '100')
    .action(async ({ limit }: { limit: string }, command: Command) => {
      const { listClickReviews } = await import('../modules/conversions/public.ts')
      const most = Math.max(1, Number(limit) || 100)
      const rows = await withDb(async (db) => await listClickReviews(db, { limit: most + 1 }))
      const shown = rows.slice(0, most)
      const lines = shown.map(reviewLine)
      if (rows.length > most) lines.push(`More than ${most}: ask for more by --limit`)
      print(command, shown, lines.length > 0 ? lines : 'None')
    })
  click
    .command('decide <reviewId>')
    .description(
      'Accept: they are paid with the next hour, once, within budget and cap. Reject: they are not paid.',
    )
    .option('--accept', 'people came: the member earns')
    .option('--reject', 'nobody did')
    .option('--answer <text>', 'what the member is told besides, in the mail about it')
    .requiredOption('--author <name>', 'who decides')
    .action(
      async (
        reviewId: string,
        { accept = false, reject = false, author, answer }: DecideOptions,
        command: Command,
      ) => {
        if (accept === reject) throw new Error('Say --accept or --reject')
        const { decideClickReview } = await import('../modules/conversions/public.ts')
        const done = await inTransaction(
          async (tx) => await decideClickReview(tx, { name: author }, { reviewId, accept, answer }),
        )
        const outcome = accept ? 'paid with the next hour' : 'not paid'
        print(command, done, `${done.id} is ${done.state}: ${done.clicks} clicks are ${outcome}`)
      },
    )
}

function reviewLine({
  id,
  reason,
  clicks,
  crels,
  uid,
  campaign,
  brand,
  firstAt,
  lastAt,
}: ClickReview): string {
  const span = `${firstAt.toISOString()} to ${lastAt.toISOString()}`
  return `${id}  ${reason}  ${clicks} clicks for ${crels} crels  ${span}  ${uid} in ${campaign} of ${brand}`
}
