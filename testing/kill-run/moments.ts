import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { databaseNow, shiftClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Chance } from './chance.ts'
import { spooled, until, type Site } from './site.ts'

type Books = Pick<Site, 'openBooks'>

/** Waits until some process copies clicks into the database, or for three seconds: then any moment does. */
export async function untilClicksLoad(site: Books): Promise<void> {
  await watch(site, async (books) => {
    const { rows } = await sql`
      select from pg_stat_activity where state <> 'idle' and query ~ 'copy click_line|into click_quarter'`.execute(
      books,
    )
    return rows.length > 0
  })
}

/** Has earnings unlocked, and waits until a share of them is. */
export async function untilEarningsUnlock(site: Books, chance: Chance): Promise<void> {
  const share = chance.between(0, 1)
  let dueAtFirst: number | undefined
  await watch(site, async (books) => {
    if (dueAtFirst === undefined) await askToUnlock(books)
    const due = await dueEarnings(books)
    dueAtFirst ??= due
    return due < dueAtFirst * share
  })
}

/** Kills a process that serves some connection to the database. */
export async function killBackend(site: Books): Promise<void> {
  const books = await site.openBooks()
  try {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`.execute(
      books,
    )
    process.kill(rows[0]!.pid, 'SIGKILL')
  } finally {
    await books.destroy()
  }
}

/** Kills some process that another has started. */
export function killChildOf(parent: number, chance: Chance): void {
  process.kill(chance.pick(childrenOf(parent)), 'SIGKILL')
}

/** Polls the database until a moment has come, or for three seconds: then any moment does. */
async function watch(site: Books, hasCome: (books: Db) => Promise<boolean>): Promise<void> {
  const books = await site.openBooks()
  const deadline = Date.now() + 3_000
  try {
    while (!(await hasCome(books)) && Date.now() < deadline) await sleep(1)
  } finally {
    await books.destroy()
  }
}

/** Moves the clock past every hold, into another day, or into the middle of the next month. */
export async function moveClock(site: Books, to: 'next day' | 'next month' = 'next day'): Promise<void> {
  const books = await site.openBooks()
  try {
    const now = await databaseNow(books)
    const hours = to === 'next day' ? 25 : hoursTo(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15))
    await shiftClock(books, `${hours} hours`)

    function hoursTo(moment: number): number {
      return Math.ceil((moment - now.getTime()) / 3_600_000)
    }
  } finally {
    await books.destroy()
  }
}

/** Has the site's worker pay clicks and unlock earnings now instead of at the next minute. */
async function askToUnlock(books: Db): Promise<void> {
  await sql`insert into pgboss.job (name) values ('pay-clicks'), ('unlock-earnings')`.execute(books)
}

/** Moves the clock past every hold once more, and waits until nothing that is due is locked or unpaid. */
export async function unlockAll(site: Site): Promise<void> {
  // A click that is loaded after its hour was paid waits for the next one.
  await until('every answered click is loaded', () => spooled(site).length === 0)
  await moveClock(site)
  const books = await site.openBooks()
  try {
    await askToUnlock(books)
    await until(
      'every click of an hour that is over is paid or refused',
      async () => (await dueClicks(books)) === 0,
    )
    await until('every earning that is due is unlocked', async () => (await dueEarnings(books)) === 0)
  } finally {
    await books.destroy()
  }
}

async function dueClicks(books: Db): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from payable_click where state = 'due' and at < date_trunc('hour', crels_now(), 'UTC')`.execute(
    books,
  )
  return rows[0]!.due
}

async function dueEarnings(books: Db): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from earning where state = 'pending' and unlocks_at <= crels_now()`.execute(books)
  return rows[0]!.due
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The fields after the name, in brackets: state, parent.
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}
