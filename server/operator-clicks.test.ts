import { expect, test } from 'vitest'
import type { OperatedClick } from '#contracts/operator-links.schemas.ts'
import { app, follow, openApp, stage } from '#server/modules/conversions/conversions.fixture.ts'
import { callOperator, operatorBearer } from '#testing/operators.ts'

openApp()

test('a click is shown with when and where it came from, and why it does not count', async () => {
  const support = await operatorBearer(app, 'support')
  const shown = async (id: string) => await callOperator(app, support, { path: `/clicks/${id}` })
  const { code } = await stage()
  const first = await follow(code, { referer: 'https://www.example.org/post' }, app, '198.51.100.40')
  const again = await follow(code, {}, app, '198.51.100.40')
  const crawler = await follow(code, { 'user-agent': 'Googlebot/2.1' }, app, '198.51.100.41')
  await app.clicks.flush()
  const { status, body } = (await shown(first)) as { status: number; body: OperatedClick }
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: first, code, isCountable: true, reason: null, device: 'desktop' })
  expect(body.referrerHost).toMatch(/example\.org$/)
  expect(Math.abs(Date.parse(body.at) - app.clock.now().getTime())).toBeLessThan(60_000)
  expect((await shown(again)).body).toMatchObject({ isCountable: false, reason: 'repeat' })
  expect((await shown(crawler)).body).toMatchObject({ isCountable: false, reason: 'bot' })
  // Nothing of the answer tells who clicked.
  expect(Object.keys(body).toSorted()).toEqual(
    ['at', 'code', 'country', 'device', 'id', 'isCountable', 'reason', 'referrerHost'].toSorted(),
  )
  expect((await shown(`clk_${'0'.repeat(32)}`)).status).toBe(404)
  const reader = await operatorBearer(app, 'read-only')
  expect((await callOperator(app, reader, { path: `/clicks/${first}` })).status).toBe(403)
})
