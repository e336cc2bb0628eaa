import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { askServer } from '#testing/ask-server.ts'
import { haproxy } from '#testing/haproxy.ts'
import { chanceFrom } from '#testing/kill-run/chance.ts'
import { Run } from '#testing/kill-run/run.ts'
import { until, untilReady } from '#testing/kill-run/site.ts'
import { TwoServers } from '#testing/kill-run/two-servers.ts'
import { endPrograms } from '#testing/processes.ts'

const seed = Date.now() % 1_000_000

afterAll(endPrograms)

test.skipIf(!haproxy)(
  `a primary that hangs, is put out of its place and comes back living takes no money and no click with it (seed ${seed}; skipped without haproxy)`,
  async () => {
    const site = await TwoServers.at()
    await askServer(site.former.url, 'create table awaited (way text)')
    await site.start()
    const run = new Run(site)
    const chance = chanceFrom(seed)
    const behind = await connected(site.settings.DATABASE_URL!, 'behind')
    try {
      await run.begin({ visitors: 2, brandServers: 2 }, chance)
      await run.strike(chance, async () => {
        await sleep(1_500)
        site.former.freeze()
        const before = run.journal.clicks.length
        await until('clicks are answered while it hangs', () => run.journal.clicks.length > before + 50)
        await sleep(1_000)
        await site.promote()
        site.former.thaw()

        // It lives, and thinks that it is the primary: a client of before, and one past HAProxy, write to it.
        expect(await askServer(site.former.url, 'select pg_is_in_recovery() as standby')).toEqual([
          { standby: false },
        ])
        const past = await connected(site.former.url, 'past')
        const acknowledged: string[] = []
        const answers = [behind, past].map(async ({ client, name }) =>
          client.query('insert into awaited values ($1)', [name]).then(
            () => void acknowledged.push(name),
            () => {},
          ),
        )
        await until('it waits for the standby that left it', async () => {
          const waiting = await askServer(
            site.former.url,
            `select from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'past'`,
          )
          return waiting.length === 1
        })
        await until('HAProxy cuts the connection of before', () => behind.isCut())
        // What waits for the standby, or for a row of one that does, cannot see that nobody listens any more.
        await until('HAProxy cuts every other', async () => {
          const others = await askServer(
            site.former.url,
            `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
             and wait_event is distinct from 'SyncRep' and wait_event_type is distinct from 'Lock'`,
          )
          return others.length === 0
        })
        await untilReady(site)
        await sleep(2_000)
        expect(acknowledged).toEqual([])
        expect(past.isCut()).toBe(false)
        await site.former.crash()
        await Promise.all(answers)
        expect(acknowledged).toEqual([])
        expect(await askServer(site.second.url, 'select from awaited')).toEqual([])
      })
      await run.end()
      const figures = await run.figures()
      expect(run.broken.slice(0, 40)).toEqual([])
      for (const name of ['clicks answered', 'conversions answered', 'check-ins granted'])
        expect(figures, name).toMatchObject({ [name]: expect.toSatisfy((count: number) => count > 0) })
    } finally {
      void run.gate.close()
    }
  },
)

interface Connected {
  name: string
  client: pg.Client
  /** Whether the server, or what is between, has ended it. */
  isCut(): boolean
}

async function connected(url: string, name: string): Promise<Connected> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  let isCut = false
  client.on('error', () => (isCut = true)).on('end', () => (isCut = true))
  await client.connect()
  return { name, client, isCut: () => isCut }
}
