import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { createTrackingLink } from './create-tracking-link.ts'
import { linksOfEnrolments, retargetCampaignLinks, setLinkState } from './link-queries.ts'
import { someId, someLink } from '#testing/links.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const input = () => ({
  ownerUid: someId('usr'),
  enrolmentId: someId('enr'),
  campaignId: someId('cmp'),
  destinationUrl: 'https://brand.example/shop',
})

test('gives an enrolment one link with a drawn code, however often and at once it is asked', async () => {
  const wanted = input()
  const links = await Promise.all(
    Array.from({ length: 20 }, () =>
      database.db.transaction().execute((tx) => createTrackingLink(tx, wanted)),
    ),
  )
  expect(new Set(links.map((link) => `${link.id} ${link.code}`)).size).toBe(1)
  expect(links[0]!.id).toMatch(/^lnk_[0-9a-f]{32}$/)
  expect(links[0]!.code).toMatch(/^[23456789bcdfghjkmnpqrstvwxyz]{7}$/)
  expect(await linksOfEnrolments(database.db, [wanted.enrolmentId, someId('enr')])).toEqual(
    new Map([[wanted.enrolmentId, { ...links[0], state: 'active' }]]),
  )
})

test('draws again when a code is taken', async () => {
  const draws = [1, 1, 2]
  const chance = (count: number) => new Uint8Array(count).fill(draws.shift() ?? 3)
  const one = await database.db.transaction().execute((tx) => createTrackingLink(tx, input(), chance))
  const other = await database.db.transaction().execute((tx) => createTrackingLink(tx, input(), chance))
  expect([one.code, other.code]).toEqual(['3333333', '4444444'])
})

test('retargets the links of a campaign, those of shares too, but not a deep link of a member', async () => {
  const campaignId = someId('cmp')
  const plain = await someLink(database.db, { campaignId })
  const deep = await someLink(database.db, { campaignId, destinationUrl: 'https://brand.example/shop/mug' })
  const foreign = await someLink(database.db)
  const share = await someLink(database.db, { campaignId })
  await sql`update link set kind = 'share' where id = ${share.id}`.execute(database.db)
  const changed = await database.db
    .transaction()
    .execute((tx) =>
      retargetCampaignLinks(tx, campaignId, 'https://brand.example/shop', 'https://brand.example/new'),
    )
  expect(changed).toBe(2)
  const { rows } = await sql<{ id: string; destination_url: string }>`
    select id, destination_url from link where id = any (${[plain.id, deep.id, foreign.id, share.id]})`.execute(
    database.db,
  )
  expect(Object.fromEntries(rows.map((row) => [row.id, row.destination_url]))).toEqual({
    [plain.id]: 'https://brand.example/new',
    [share.id]: 'https://brand.example/new',
    [deep.id]: 'https://brand.example/shop/mug',
    [foreign.id]: 'https://brand.example/shop',
  })
})

test('keeps a state, and the database refuses what is no state, code or address', async () => {
  const enrolmentId = someId('enr')
  const link = await someLink(database.db, { enrolmentId })
  await database.db.transaction().execute((tx) => setLinkState(tx, link.id, 'disabled'))
  expect((await linksOfEnrolments(database.db, [enrolmentId])).get(enrolmentId)!.state).toBe('disabled')
  for (const change of [
    `state = 'gone'`,
    `code = 'UPPER'`,
    `destination_url = 'javascript:x'`,
    `kind = 'own'`,
  ])
    await expect(
      sql`update link set ${sql.raw(change)} where id = ${link.id}`.execute(database.db),
    ).rejects.toThrow(/check constraint/)
})

test('the product’s role adds clicks and partitions, and changes neither', async () => {
  const day = async (text: string) => await sql`select click_day(${text}::date)`.execute(database.db)
  await day('2031-01-01')
  await expect(day('1999-01-01')).rejects.toThrow(/no clicks are kept/)
  for (const statement of [
    'delete from click',
    'update click set countable = true',
    'truncate click',
    'drop table click_20310101',
    'select * from click_20310101',
  ])
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(/permission denied|must be owner/)
})
