import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { App } from '#server/app.ts'
import type { Db } from '#server/platform/database.ts'
import {
  createTrackingLink,
  type TrackingLinkInput,
} from '#server/modules/shortlinks/create-tracking-link.ts'
import { setLinkState } from '#server/modules/shortlinks/link-queries.ts'

export { setLinkState }

/** An id of a kind, unique in the test. */
export function someId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`
}

/** A tracking link of an enrolment of its own, and columns of the link that only other screens set. */
export async function someLink(
  db: Db,
  input: Partial<TrackingLinkInput> = {},
  columns: { utm?: object; default_sub?: string; expires_at?: Date; state?: string } = {},
): Promise<{ id: string; code: string }> {
  return await db.transaction().execute(async (tx) => {
    const link = await createTrackingLink(tx, {
      ownerUid: someId('usr'),
      enrolmentId: someId('enr'),
      campaignId: someId('cmp'),
      destinationUrl: 'https://brand.example/shop',
      ...input,
    })
    await sql`
      update link set utm = ${columns.utm ? JSON.stringify(columns.utm) : null}::jsonb,
        default_sub = ${columns.default_sub ?? null}, expires_at = ${columns.expires_at ?? null},
        state = ${columns.state ?? 'active'}
      where id = ${link.id}`.execute(tx)
    return link
  })
}

/** Waits until a process has heard of every change of a link from before: notifications keep their order. */
export async function linksAreHeard({ db, server }: Pick<App, 'db' | 'server'>): Promise<void> {
  const last = await someLink(db)
  const visited = async () => (await server.inject(`/s/${last.code}`)).statusCode
  expect(await visited()).toBe(302)
  await db.transaction().execute(async (tx) => await setLinkState(tx, last.id, 'disabled'))
  await expect.poll(visited, { interval: 20 }).toBe(410)
}
