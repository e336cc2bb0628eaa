import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { shiftClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Chance } from './chance.ts'
import type { Target } from './plan.ts'
import { until, within, type Site } from './site.ts'

/** How each target is killed. Resolves when what was to die is dead, and what was to live has come back. */
export const strikes: Record<Target, (site: Site, chance: Chance) => Promise<void>> = {
  server: async (site) => await site.kill(),

  postmaster: async (site) => {
    process.kill(site.postmaster, 'SIGKILL')
    const { status, stderr } = await within(30_000, 'end of the site without database', site.program.ended)
    // A call that was under way may have said before what failed for it.
    if (status !== 1 || !/^The database ended by itself/m.test(stderr))
      throw new Error(`Without its database the site ended with status ${status}: ${stderr}`)
  },

  'database process': async (site, chance) => {
    process.kill(chance.pick(childrenOf(site.postmaster)), 'SIGKILL')
    // The postmaster ends all others then, and recovers by itself.
    await sleep(300)
    await until('the site is ready again', async () => await isReady(site))
  },

  both: async (site) => {
    process.kill(site.postmaster, 'SIGKILL')
    await site.kill()
  },

  loading: async (site) => {
    await watch(site, async (books) => {
      const { rows } = await sql`
        select from pg_stat_activity where state <> 'idle' and query ~ 'copy click_line|into click_hour'`.execute(
        books,
      )
      return rows.length > 0
    })
    await site.kill()
  },

  unlocking: async (site, chance) => {
    const share = chance.between(0, 1)
    let dueAtFirst: number | undefined
    await watch(site, async (books) => {
      if (dueAtFirst === undefined) await askToUnlock(books)
      const due = await dueEarnings(books)
      dueAtFirst ??= due
      return due < dueAtFirst * share
    })
    await site.kill()
  },

  stopping: async (site, chance) => {
    site.program.kill('SIGTERM')
    await Promise.race([sleep(chance.between(0, 800)), site.program.ended])
    site.program.kill('SIGKILL')
    await site.program.ended
  },
}

/** Polls the database until a moment has come, or for three seconds: then any moment does. */
async function watch(site: Site, hasCome: (books: Db) => Promise<boolean>): Promise<void> {
  const books = await site.openBooks()
  const deadline = Date.now() + 3_000
  try {
    while (!(await hasCome(books)) && Date.now() < deadline) await sleep(1)
  } finally {
    await books.destroy()
  }
}

/** Moves the clock past every hold. */
export async function moveClock(site: Site): Promise<void> {
  const books = await site.openBooks()
  await shiftClock(books, '25 hours').finally(async () => await books.destroy())
}

/** Has the site's worker run the job now instead of at the next minute. */
async function askToUnlock(books: Db): Promise<void> {
  await sql`insert into pgboss.job (name) values ('unlock-earnings')`.execute(books)
}

/** Moves the clock past every hold once more, and waits until nothing that is due is locked. */
export async function unlockAll(site: Site): Promise<void> {
  await moveClock(site)
  const books = await site.openBooks()
  try {
    await askToUnlock(books)
    await until('every earning that is due is unlocked', async () => (await dueEarnings(books)) === 0)
  } finally {
    await books.destroy()
  }
}

async function dueEarnings(books: Db): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from earning where state = 'pending' and unlocks_at <= crels_now()`.execute(books)
  return rows[0]!.due
}

async function isReady({ origin }: Site): Promise<boolean> {
  return await fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
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
