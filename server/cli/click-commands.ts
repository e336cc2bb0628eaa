import type { Command } from 'commander'
import { idPrefixes } from '#contracts/ids.ts'
import type { ClickReview } from '../modules/conversions/public.ts'
import type { ShareReviewItem } from '../modules/shares/public.ts'
import { inActOf, lookAtList, recordAct } from './acting-operator.ts'
import { momentOf } from './moment-of.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { print, withDb } from './with-app.ts'

interface DecideOptions {
  accept?: boolean
  reject?: boolean
  answer?: string
}

/** `crels click reviews|replay|decide` */
export function clickCommands(program: Command): void {
  const click = program.command('click').description('Clicks that are paid only after somebody looked.')
  click
    .command('reviews')
    .description(
      'List clicks and shares under review with the reason, the longest first: one line for an hour and reason, or a share. The log says that you looked.',
    )
    .option('--limit <count>', 'how many lines at most', '100')
    .action(async ({ limit }: { limit: string }, command: Command) => {
      const { listClickReviews } = await import('../modules/conversions/public.ts')
      const { listShareReviews } = await import('../modules/shares/public.ts')
      const most = Math.max(1, Number(limit) || 100)
      const page = { limit: most + 1 }
      const reviews = await lookAtList(command, 'clicks under review', async (tx) => [
        ...(await listClickReviews(tx, page)),
        ...(await listShareReviews(tx, page)),
      ])
      const rows = reviews.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
      const shown = rows.slice(0, most)
      const lines = shown.map((row) => ('network' in row ? shareLine(row) : reviewLine(row)))
      if (rows.length > most) lines.push(`More than ${most}: ask for more by --limit`)
      print(command, shown, lines.length > 0 ? lines : 'None')
    })
  click
    .command('replay')
    .description(
      'Store again, each once, what the log of clicks (NATS_URL) still has and ClickHouse has not: after it was lost.',
    )
    .option(
      '--since <time>',
      'what it has and a database that was put back to that moment has not, such as 2026-11-26T12:00:00Z',
    )
    .action(async ({ since }: { since?: string }, command: Command) => {
      const { replayClicks, replayClicksSince, requireClickLog } = await import('../modules/clicks/public.ts')
      if (since !== undefined) {
        const at = new Date(momentOf('--since', since))
        const done = await withDb(async (db, config) => {
          requireClickLog(config.clickPlaces)
          await recordAct(command, db, config, { target: 'clicks', after: { since: at.toISOString() } })
          return await replayClicksSince(config.clickPlaces, db, at)
        })
        const lines = [`${grouped(done.clicks)} clicks that the database did not know of`]
        if (!done.isComplete)
          lines.push('The log does not go back to that moment: older clicks are not in it')
        print(command, done, lines)
        return
      }
      const done = await withDb(async (db, config) => {
        requireClickLog(config.clickPlaces)
        await recordAct(command, db, config, { target: 'clicks' })
        return await replayClicks(config.clickPlaces, db)
      })
      print(
        command,
        done,
        `${grouped(done.stored)} batches stored, ${grouped(done.there)} were there, ${grouped(done.gone)} are not in the log, or not whole`,
      )
    })
  click
    .command('decide <reviewId>')
    .description(
      'Accept: they are paid with the next hour, once, within budget and cap; a share within a minute. Reject: they are not paid.',
    )
    .option('--accept', 'people came: the member earns')
    .option('--reject', 'they are not genuine')
    .option('--answer <text>', 'an answer to the member, in the mail about the decision')
    .action(
      async (
        reviewId: string,
        { accept = false, reject = false, answer }: DecideOptions,
        command: Command,
      ) => {
        if (accept === reject) throw new Error('Say --accept or --reject')
        if (reviewId.startsWith(`${idPrefixes.link}_`)) {
          const { decideShareReview } = await import('../modules/shares/public.ts')
          const share = await inActOf(
            command,
            async (tx, actor) => await decideShareReview(tx, actor, { linkId: reviewId, accept, answer }),
          )
          const said = accept ? 'all its visitors count' : `${share.visitors} of its visitors do not count`
          print(command, share, `Share ${share.id} is ${share.state}: ${said}`)
          return
        }
        const { decideClickReview } = await import('../modules/conversions/public.ts')
        const done = await inActOf(
          command,
          async (tx, actor) => await decideClickReview(tx, actor, { reviewId, accept, answer }),
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
  return `${id}  ${reason}  ${grouped(clicks)} clicks for ${grouped(crels)} crels  ${span}  ${uid} in ${campaign} of ${brand}`
}

function shareLine({
  id,
  reason,
  visitors,
  network,
  sharedAt,
  uid,
  campaign,
  brand,
}: ShareReviewItem): string {
  return `${id}  ${reason}  ${visitors} visitors of a share  ${network}, ${sharedAt.toISOString()}  ${uid} in ${campaign} of ${brand}`
}
