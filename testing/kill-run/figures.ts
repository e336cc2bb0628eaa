import { sql } from 'kysely'
import { reconcile } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { Journal } from './journal.ts'
import type { Site } from './site.ts'

/** What a run came to, by name: counts, and times in milliseconds. */
export async function figuresOf(
  site: Site,
  journal: Journal,
  brandId: string,
): Promise<Record<string, number>> {
  const books = await site.openBooks()
  const { transactions } = await reconcile(books)
  const clicks = await (site.clicksBeside?.count() ?? countClicks(books, brandId))
  const unlocked = await countUnlocked(books, brandId)
  const clickCrels = await countClickCrels(books)
  await books.destroy()
  const starts = site.startsMs.toSorted((a, b) => a - b)
  return {
    'clicks answered': journal.clicks.length,
    'clicks in the database': clicks,
    'visits without an answer': journal.lostVisits,
    'redirects without a click': journal.forgone,
    'conversions answered': journal.reports.size,
    'refunds answered': journal.refunds.length,
    'earnings unlocked': unlocked,
    'crels paid for clicks': clickCrels,
    'enrolments answered': journal.enrolments.size,
    'accounts answered': journal.accounts.size,
    'sessions answered': journal.sessions.size,
    'check-ins granted': countGrants(journal, 'daily-check-in'),
    'monthly claims granted': countGrants(journal, 'monthly-claim'),
    'quotes answered': journal.quotes.size,
    'redemptions answered': journal.redemptions.size,
    'orders answered': journal.orders.size,
    'ledger transactions': transactions,
    'requests repeated for want of an answer': journal.lostOthers,
    'answers 503': journal.unavailable,
    'answers 429': journal.limited,
    starts: starts.length,
    'start, median ms': Math.round(starts[Math.floor(starts.length / 2)]!),
    'start, longest ms': Math.round(starts.at(-1)!),
  }
}

function countGrants({ grants }: Journal, of: string): number {
  return grants.filter(({ program }) => program === of).length
}

/** Clicks in the database: every one of the run, as far as it has been loaded. */
export async function countClicks(books: Db, brandId: string): Promise<number> {
  const { rows } = await sql<{ clicks: number }>`
    select count(*) as clicks from click k join link l on l.id = k.link_id join campaign c on c.id = l.campaign_id
    where c.brand_id = ${brandId}`.execute(books)
  return rows[0]!.clicks
}

async function countUnlocked(books: Db, brandId: string): Promise<number> {
  const { rows } = await sql<{ unlocked: number }>`
    select count(e.unlocked_at) as unlocked from earning e join conversion c on c.id = e.conversion_id
    where c.brand_id = ${brandId}`.execute(books)
  return rows[0]!.unlocked
}

async function countClickCrels(books: Db): Promise<number> {
  const { rows } = await sql<{ crels: number }>`
    select coalesce(sum(crels), 0)::bigint as crels from click_pay`.execute(books)
  return rows[0]!.crels
}
