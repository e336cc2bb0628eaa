import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { seasonOf } from '#rules/season.ts'
import { board, earn, members } from '#server/modules/leaderboard/leaderboard.fixture.ts'
import { listAuditEntries } from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { loggedCommands } from '#testing/command-log.ts'
import { addOlga } from '#testing/operators.ts'
import { advanceClock, app, openApp } from '#testing/rewards.ts'

openApp()
const run = loggedCommands(({ DATABASE_URL: url }) => url)

test('a season is closed, reviewed and approved by command, and the ranks counted anew: each an act of the log', async () => {
  const settings = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.config.dataDir,
    SECRET: app.config.secret!,
    ...(await addOlga(app.db)),
  }
  const done = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(args, settings)
    expect(status, `${args.join(' ')}: ${stderr}`).toBe(0)
    return stdout
  }
  const month = seasonOf(await databaseNow(app.db))
  const [ada, bea] = await members(2)
  await earn(ada!, 100)
  await earn(bea!, 90)
  expect((await board()).members).toBe(2)
  const { rows } = await sql<{ wait: string }>`
    select (date_trunc('month', crels_now(), 'UTC') + interval '1 month 1 hour' - crels_now())::text as wait`.execute(
    app.db,
  )
  await advanceClock(rows[0]!.wait)
  expect(await done('season', 'close')).toContain(`Frozen: ${month}`)
  expect(await done('season', 'show', month)).toContain(ada!.uid)
  expect((await listAuditEntries(app.db, { action: 'member.view', limit: 1 }))[0]).toMatchObject({
    by: 'olga',
    target: `season ${month}`,
  })
  const exclude = ['season', 'exclude', month, ada!.uid, '--reason', 'Two accounts']
  const asked = await run(exclude, settings)
  expect(asked.status).toBe(1)
  expect(asked.stderr).toMatch(
    new RegExp(
      `^Excluding ${ada!.uid} from ${month} takes place 1 and its prize of [\\d,]+ points\nBehind it move up: 1, of them with a prize 1\nThey are notified at once.*\nNothing is changed: add --yes to do it\n$`,
    ),
  )
  await done('season', 'exclude', month, bea!.uid, '--reason', 'Two accounts', '--yes')
  await done('season', 'include', month, bea!.uid, '--reason', 'They are two')
  expect(await done('season', 'approve', month, '--yes')).toContain('2 places are paid')
  expect(await done('leaderboard', 'recount')).toContain('0 standings were not as they should be')
})
