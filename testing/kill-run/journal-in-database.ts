import { sql } from 'kysely'
import { conversionEarning, refundShare } from '#rules/earning.ts'
import { DEFAULT_RATE } from '#rules/exchange.ts'
import type { Db } from '#server/platform/database.ts'
import { wrongEconomy } from './economy-in-database.ts'
import type { AnsweredReport, Journal } from './journal.ts'

/** What was answered and is not in the database, or is otherwise, or twice; a line each. */
export async function missingFromDatabase(
  books: Db,
  journal: Journal,
  { brandId }: { brandId: string },
): Promise<string[]> {
  return [
    ...(await wrongConversions(books, journal, brandId)),
    ...(await wrongRefunds(books, journal, brandId)),
    ...(await wrongEnrolments(books, journal)),
    ...(await wrongAccounts(books, journal)),
    ...(await wrongEconomy(books, journal)),
  ]
}

/** Clicks that were answered and are not there once. */
export async function missingClicks(books: Db, clicks: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; found: number }>`
    select a.id, count(c.id) as found from unnest(${clicks}::text[]) as a (id)
    left join click c on c.id = a.id and c.at = uuid_extract_timestamp(substr(a.id, 5)::uuid)
    group by 1 having count(c.id) <> 1`.execute(books)
  return rows.map(({ id, found }) => `Click ${id} was answered and is there ${found} times`)
}

interface RecordedConversion {
  eventId: string
  id: string
  status: string
  reason: string | null
  earningId: string | null
  crels: number | null
}

async function wrongConversions(
  books: Db,
  { reports, refunds }: Journal,
  brandId: string,
): Promise<string[]> {
  const { rows } = await sql<RecordedConversion>`
    select c.event_id as "eventId", c.id, c.status, c.reason, e.id as "earningId", e.crels
    from conversion c left join earning e on e.conversion_id = c.id where c.brand_id = ${brandId}`.execute(
    books,
  )
  const recorded = new Map(rows.map((row) => [row.eventId, row]))
  const refunded = new Set(
    refunds
      .filter(({ answer }) => answer.pending || answer.earning?.state === 'reversed')
      .map(({ eventId }) => eventId),
  )
  const wrong = [...reports].flatMap(([eventId, answered]) => {
    const row = recorded.get(eventId)
    // Under review when it was answered; the refund of all of it ended that.
    const isEnded = refunded.has(eventId) && answered.answer.status === 'under_review'
    if (isEnded && row?.status === 'rejected' && row.reason === 'refunded') return []
    const why = differenceOf(answered, row)
    return why ? [`Conversion ${eventId} ${why}`] : []
  })
  if (recorded.size !== rows.length) wrong.push('Two conversions have one event id')
  return wrong
}

function differenceOf(
  { report, answer, reward }: AnsweredReport,
  row: RecordedConversion | undefined,
): string | undefined {
  if (!row) return 'was answered and is not there'
  const { id, status, reason = null, earning } = answer
  const said = JSON.stringify([id, status, reason, earning?.id ?? null, earning?.crels ?? null])
  const found = JSON.stringify([row.id, row.status, row.reason, row.earningId, row.crels])
  if (said !== found) return `was answered ${said} and is ${found}`
  if (status === 'rejected') return reason === 'budget_spent' ? undefined : `was rejected: ${reason}`
  const sold = { type: 'sale' as const, saleUsdCents: report.amount?.minor ?? null }
  const ruled = conversionEarning(reward, report.type === 'lead' ? { type: 'lead' } : sold, DEFAULT_RATE)
  return ruled.crels === earning?.crels ? undefined : `earned ${earning?.crels} and not ${ruled.crels}`
}

async function wrongRefunds(books: Db, { refunds, reports }: Journal, brandId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; reversed: number }>`
    select id, reversed_crels as reversed from refund where brand_id = ${brandId}`.execute(books)
  const recorded = new Map(rows.map(({ id, reversed }) => [id, reversed]))
  return refunds.flatMap(({ eventId, usdCents, answer }) => {
    // The load refunds a conversion once.
    const { report, answer: reported } = reports.get(eventId)!
    const ruled = refundShare({
      earnedCrels: reported.earning!.crels,
      saleMinor: report.amount?.minor ?? null,
      refundedMinor: 0,
      reversedCrels: 0,
      refundMinor: usdCents,
    })
    const expected = ruled.refusal === undefined ? ruled.reverseCrels : NaN
    const found = recorded.get(answer.id)
    return found === expected && answer.reversedCrels === expected
      ? []
      : [
          `Refund of ${eventId} took ${answer.reversedCrels}, is there with ${found}, and should take ${expected}`,
        ]
  })
}

async function wrongEnrolments(books: Db, { enrolments, underWay }: Journal): Promise<string[]> {
  const { rows } = await sql<{ id: string; state: string; of: string }>`
    select id, state, uid || ' ' || campaign_id || ' ' as of from enrolment`.execute(books)
  const isUnderWay = ({ of }: { of: string }) => [...underWay].some((name) => name.startsWith(of))
  const recorded = new Map(rows.map((row) => [row.id, row]))
  return [...enrolments].flatMap(([id, isIn]) => {
    const row = recorded.get(id)
    const state = row?.state
    // What has no answer yet may be done or not.
    return state === (isIn ? 'active' : 'left') || (row && isUnderWay(row))
      ? []
      : [`Enrolment ${id} is ${state}, its member was told otherwise`]
  })
}

async function wrongAccounts(books: Db, { accounts }: Journal): Promise<string[]> {
  const { rows } = await sql<{ email: string; found: number }>`
    select a.email, count(m.uid) filter (where u.email_verified) as found
    from unnest(${[...accounts.keys()]}::text[]) as a (email)
    left join identity.auth_user u on u.email = a.email left join member m on m.uid = u.id
    group by 1 having count(m.uid) > 1 or count(u.id) <> 1`.execute(books)
  return rows.map(({ email, found }) => `The account of ${email} is there ${found} times`)
}
