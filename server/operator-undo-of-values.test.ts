import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let anna: TestOperator
let bert: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  anna = await operatorBearer(app, 'owner', 'anna@crels.example')
  bert = await operatorBearer(app, 'owner', 'bert@crels.example')
})
afterAll(async () => await app.close())

/** What is set in place of what was seen, by a few values that follow each other. */
interface Value {
  path: string
  /** What sets the second of two values in place of the first. */
  payload: (seen: unknown, next: unknown) => object
  values: [unknown, unknown, unknown]
}

const values: Record<string, () => Promise<Value>> = {
  'the contact of a brand': async () => {
    const { brandId } = await createCampaign(app)
    const { rows } = await sql<{ slug: string }>`select slug from brand where id = ${brandId}`.execute(app.db)
    return {
      path: `/brands/${rows[0]!.slug}/contact`,
      payload: (seen, email) => ({ seen, email }),
      values: [null, 'a@tea.example', 'b@tea.example'],
    }
  },
  'a line of the site': async () => ({
    path: '/site/lines/operator.name',
    payload: (seen, value) => ({ seen, value }),
    values: [null, 'Tea & Co', 'Tea & Sons'],
  }),
  'the order of the categories': async () => {
    const { body } = await callOperator(app, anna, { path: '/categories' })
    const [first, second, ...others] = body.items.map(({ slug }: { slug: string }) => slug) as string[]
    return {
      path: '/category-order',
      payload: (seen, slugs) => ({ seen, slugs, reason: 'A test' }),
      values: [
        [first, second, ...others],
        [second, first, ...others],
        [...others, first, second],
      ],
    }
  },
}

test.each(Object.entries(values))(
  '%s that a colleague set to another value and back is not undone by who set it before',
  async (_, made) => {
    const { path, payload, values } = await made()
    const [before, mine, another] = values
    const put = async (who: TestOperator, [seen, next]: [unknown, unknown], more: object = {}) =>
      await callOperator(app, who, { method: 'PUT', path, payload: { ...payload(seen, next), ...more } })
    const done = async (...asked: Parameters<typeof put>) => {
      const { status, body } = await put(...asked)
      expect(status, JSON.stringify(body)).toBeLessThan(300)
    }
    await done(anna, [before, mine])
    await done(anna, [mine, before], { isUndo: true })
    await done(anna, [before, mine])
    await done(bert, [mine, another])
    await done(bert, [another, mine])
    const late = await put(anna, [mine, before], { isUndo: true })
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    expect(late.body.detail).toMatch(
      /^Nothing was undone: it was decided again since\. bert did [a-z.-]+ on it/,
    )
  },
)
