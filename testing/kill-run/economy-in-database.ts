import { sql } from 'kysely'
import { dayMs } from '#rules/utc-date.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { claimedPrograms } from './earners.ts'
import type { Journal } from './journal.ts'

/** Rewards, quotes, redemptions and orders that were answered and are not in the database, or are otherwise, or twice. */
export async function wrongEconomy(books: Db, journal: Journal): Promise<string[]> {
  return [
    ...(await wrongGrants(books, journal)),
    ...(await wrongQuotes(books, journal)),
    ...(await wrongRedemptions(books, journal)),
    ...(await wrongOrders(books, journal)),
  ]
}

async function wrongGrants(books: Db, { grants, underWay }: Journal): Promise<string[]> {
  const { rows } = await sql<{ name: string; found: number; points: number }>`
    select u.email || ' ' || w.program as name, count(*) as found, sum(e.amount)::bigint as points
    from award w join member m on m.party = w.party join identity.auth_user u on u.id = m.uid
    join entry e on e.txn_id = w.txn_id and e.amount > 0
    where w.program = any (${[...claimedPrograms]}) and u.email like '%@kill-run.example' group by 1`.execute(
    books,
  )
  const answered = new Map<string, { times: number; points: number }>()
  for (const { email, program, points } of grants) {
    const name = `${email} ${program}`
    const before = answered.get(name) ?? { times: 0, points: 0 }
    answered.set(name, { times: before.times + 1, points: before.points + points })
  }
  const found = new Map(rows.map((row) => [row.name, row]))
  return [...new Set([...answered.keys(), ...found.keys()])].flatMap((name) => {
    const [said, is] = [answered.get(name), found.get(name)]
    const open = [...underWay].filter((one) => one.startsWith(`${name} `)).length
    const more = (is?.found ?? 0) - (said?.times ?? 0)
    // Each of those without an answer yet may be granted.
    const isRight = open > 0 ? more >= 0 && more <= open : more === 0 && is?.points === said?.points
    return isRight
      ? []
      : [
          `${name} was granted ${said?.times ?? 0} times (${said?.points ?? 0}) and is there ${is?.found ?? 0} times (${is?.points ?? 0})`,
        ]
  })
}

async function wrongQuotes(books: Db, { quotes, redemptions }: Journal): Promise<string[]> {
  const { rows } = await sql<{ id: string; crels: number; usdCents: number }>`
    select id, crels, usd_cents as "usdCents" from exchange_quote
    where id = any (${[...quotes.keys()]})`.execute(books)
  const recorded = new Map(rows.map((row) => [row.id, row]))
  const now = await databaseNow(books)
  return [...quotes.values()].flatMap(({ id, crels, usdCents, expiresAt }) => {
    const row = recorded.get(id)
    // One that nobody used is forgotten a week after it expired.
    if (!row && !redemptions.has(id) && now.getTime() - Date.parse(expiresAt) > 7 * dayMs) return []
    return row?.crels === crels && row.usdCents === usdCents
      ? []
      : [`Quote ${id} was answered ${crels} for ${usdCents} cents and is ${JSON.stringify(row)}`]
  })
}

interface RecordedRedemption {
  id: string
  quoteId: string
  crels: number
  usdCents: number
  state: string
}

async function wrongRedemptions(books: Db, { redemptions, underWay }: Journal): Promise<string[]> {
  const { rows } = await sql<RecordedRedemption>`
    select r.id, r.quote_id as "quoteId", r.crels, r.usd_cents as "usdCents", r.state
    from redemption r join identity.auth_user u on u.id = r.uid where u.email like '%@kill-run.example'`.execute(
    books,
  )
  const wrong = rows
    .filter(({ quoteId }) => !redemptions.has(quoteId) && !underWay.has(quoteId))
    .map(({ id }) => `Redemption ${id} is there, and nobody was told`)
  const recorded = new Map(rows.map((row) => [row.id, row]))
  for (const { id, crels, usdCents, state } of redemptions.values()) {
    const row = recorded.get(id)
    const isSame = row?.crels === crels && row.usdCents === usdCents
    if (!isSame || (row.state !== state && !underWay.has(id)))
      wrong.push(
        `Redemption ${id} was answered ${state}, ${crels} for ${usdCents} cents, and is ${JSON.stringify(row)}`,
      )
  }
  return wrong
}

interface RecordedOrder {
  id: string
  email: string
  points: number
  codes: number
  state: string
}

async function wrongOrders(books: Db, { orders, underWay }: Journal): Promise<string[]> {
  const { rows } = await sql<RecordedOrder>`
    select o.id, u.email, o.points * o.quantity as points, o.state,
      (select count(*) from shop_code c where c.order_id = o.id) as codes
    from shop_order o join member m on m.party = o.party join identity.auth_user u on u.id = m.uid
    where u.email like '%@kill-run.example'`.execute(books)
  const unanswered = Map.groupBy(
    rows.filter(({ id }) => !orders.has(id)),
    ({ email }) => email,
  )
  const wrong = [...unanswered].flatMap(([email, found]) => {
    const open = [...underWay].filter((one) => one.startsWith(`${email} order `)).length
    return found.length > open
      ? [`${found.length} orders of ${email} are there, and ${open} wait for an answer`]
      : []
  })
  const recorded = new Map(rows.map((row) => [row.id, row]))
  for (const { id, state, points, codes } of orders.values()) {
    const row = recorded.get(id)
    const isSame = row?.points === points && row.codes === (codes?.count ?? 0)
    if (!isSame || (row.state !== state && !underWay.has(id)))
      wrong.push(`Order ${id} was answered ${state} for ${points} points and is ${JSON.stringify(row)}`)
  }
  return wrong
}
