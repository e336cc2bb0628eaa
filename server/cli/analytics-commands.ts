import { once } from 'node:events'
import { InvalidArgumentError, type Command } from 'commander'
import { dayMs } from '#rules/utc-date.ts'
import type { EventCounts, ExportedEvent } from '../modules/product-analytics/public.ts'
import { grouped } from '../platform/shown-amounts.ts'
import { print, withDb } from './with-app.ts'

const productAnalytics = async () => await import('../modules/product-analytics/public.ts')

/** `crels analytics export|status` */
export function analyticsCommands(program: Command): void {
  const analytics = program
    .command('analytics')
    .description('Analytics events: what pages and servers say people did.')
  analytics
    .command('export')
    .description('Write events to standard output, one JSON message a line, in the order they came.')
    .option('--from <date>', 'the first UTC date on which they came, e.g. 2026-11-01', readDate)
    .option('--to <date>', 'the last one; today unless given', readDate)
    .action(async ({ from = new Date(0), to = new Date() }: { from?: Date; to?: Date }) => {
      if (from > to) throw new InvalidArgumentError('--from is after --to')
      const { eventsBetween } = await productAnalytics()
      const days = { from, to: new Date(to.getTime() + dayMs) }
      await withDb(async (db) => {
        const next = async (last?: ExportedEvent) => await eventsBetween(db, days, last, 1_000)
        for (let page = await next(); page.length > 0; page = await next(page.at(-1)))
          await write(page.map(({ message }) => `${message}\n`).join(''))
      })
    })
  analytics
    .command('status')
    .description('How many events are stored, and how many wait to be forwarded.')
    .action(async (_: object, command: Command) => {
      const { countEvents } = await productAnalytics()
      const counts = await withDb(countEvents)
      print(command, counts, linesOf(counts))
    })
}

function linesOf({ events, firstAt, lastAt, waiting, waitingSince }: EventCounts): string[] {
  const span = firstAt && lastAt ? `, from ${firstAt.toISOString()} to ${lastAt.toISOString()}` : ''
  const since = waitingSince ? `, the longest since ${waitingSince.toISOString()}` : ''
  return [`${grouped(events)} events${span}`, `${grouped(waiting)} wait to be forwarded${since}`]
}

function readDate(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`)
  if (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text)
  )
    return date
  throw new InvalidArgumentError('A date such as 2026-11-01.')
}

/** At the pace of who reads it. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
