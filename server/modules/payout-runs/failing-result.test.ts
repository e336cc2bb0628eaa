import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { askServer } from '#testing/ask-server.ts'
import {
  app,
  approved,
  fileText,
  importResults,
  openApp,
  referencesIn,
  sentRun,
} from './payout-runs.fixture.ts'

openApp()

test('a result that cannot be taken is refused, and those behind it are taken', async () => {
  const ids = await approved(3)
  const runId = await sentRun(ids)
  const references = referencesIn(await fileText(runId))
  await askServer(
    app.databaseUrl,
    `create function refused() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refused before update on redemption for each row when (new.id = '${ids[0]}')
       execute function refused()`,
  )
  const csv = ['reference,status', ...references.map((reference) => `${reference},paid`)].join('\n')
  const { counts, refused } = await importResults(runId, csv)
  expect(counts).toMatchObject({ rowsDone: 3, paid: 2, refused: 1, finishedAt: expect.any(String) })
  expect(refused).toEqual([expect.stringContaining('It failed, and the log says how: import it again.')])
  // What failed is over: the same report again takes it.
  await askServer(app.databaseUrl, 'drop trigger refused on redemption')
  expect((await importResults(runId, csv)).counts).toMatchObject({ paid: 3, refused: 0 })
  const { rows } = await sql`select state from redemption where id = any (${ids})`.execute(app.db)
  expect(rows).toEqual([{ state: 'paid' }, { state: 'paid' }, { state: 'paid' }])
})
