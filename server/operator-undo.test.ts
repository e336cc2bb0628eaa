import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { app, joinStage, openApp, stage } from '#server/modules/conversions/conversions.fixture.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import { seasonInReview } from '#testing/seasons.ts'

openApp()

let anna: TestOperator
let bert: TestOperator
beforeAll(async () => {
  anna = await operatorBearer(app, 'owner', 'anna@crels.example')
  bert = await operatorBearer(app, 'owner', 'bert@crels.example')
})

/** An act and the one that takes it back. */
interface Pair {
  path: string
  payload?: object
  back: { path: string; payload?: object }
}

const pairs: Record<string, () => Promise<Pair>> = {
  'disabling a member': async () => {
    const { uid } = await createMember(app)
    return { path: `/members/${uid}/disabling`, back: { path: `/members/${uid}/enabling` } }
  },
  'removing a member from a campaign': async () => {
    const { campaignId } = await stage()
    const { member, enrolmentId } = await joinStage(campaignId)
    const path = `/members/${member.uid}/campaigns/${enrolmentId}`
    return { path: `${path}/removal`, back: { path: `${path}/return` } }
  },
  'suspending a brand': async () => {
    const { brandId } = await createCampaign(app)
    const { rows } = await sql<{ slug: string }>`select slug from brand where id = ${brandId}`.execute(app.db)
    const path = `/brands/${rows[0]!.slug}`
    return { path: `${path}/suspend`, back: { path: `${path}/resume` } }
  },
  'pausing a campaign': async () => {
    const { id } = await createCampaign(app)
    const path = `/campaigns/${id}/state`
    return { path, payload: { action: 'pause' }, back: { path, payload: { action: 'resume' } } }
  },
  'pausing the exchange': async () => ({
    path: '/pauses/exchange/pause',
    back: { path: '/pauses/exchange/resumption' },
  }),
  'pausing sign-ups': async () => ({
    path: '/pauses/sign-up/pause',
    back: { path: '/pauses/sign-up/resumption' },
  }),
  'blocking a link': async () => {
    const { code } = await stage()
    return { path: `/links/${code}/ban`, back: { path: `/links/${code}/unban` } }
  },
  'blocking a host': async () => ({
    path: '/blocked-hosts',
    payload: { host: 'spam.example' },
    back: { path: '/blocked-hosts/spam.example/unblock' },
  }),
  'giving a host back': async () => {
    const host = 'given-back.example'
    const block = { path: '/blocked-hosts', payload: { host, isShared: true } }
    const { status } = await callOperator(app, bert, {
      method: 'POST',
      path: block.path,
      payload: { ...block.payload, reason: 'A wave of spam.' },
    })
    expect(status).toBe(200)
    return { path: `/blocked-hosts/${host}/unblock`, back: block }
  },
  'switching a webhook off': async () => {
    const { brandId } = await createCampaign(app)
    const { rows } = await sql<{ slug: string }>`select slug from brand where id = ${brandId}`.execute(app.db)
    const { body } = await callOperator(app, bert, {
      method: 'POST',
      path: `/brands/${rows[0]!.slug}/webhooks`,
      payload: { url: 'https://brand.example/crels', events: ['conversion.accepted'] },
    })
    const path = `/webhooks/${body.id}`
    return { path: `${path}/disable`, back: { path: `${path}/enable` } }
  },
  'taking a member out of a season': async () => {
    const [out, behind] = [await createRedeemer(app), await createRedeemer(app)]
    await seasonInReview(app, '2019-02', [
      { party: out.party, points: 200 },
      { party: behind.party, points: 100 },
    ])
    const path = '/seasons/2019-02'
    const payload = { uid: out.uid }
    return { path: `${path}/exclusions`, payload, back: { path: `${path}/inclusions`, payload } }
  },
}

test.each(Object.entries(pairs))(
  '%s is undone by who did it last, and not by who did it before',
  async (_, made) => {
    const { path, payload, back } = await made()
    const send = async (who: TestOperator, of: { path: string; payload?: object }, more: object) =>
      await callOperator(app, who, { method: 'POST', path: of.path, payload: { ...of.payload, ...more } })
    const done = async (...asked: Parameters<typeof send>) => {
      const { status, body } = await send(...asked)
      expect(status, JSON.stringify(body)).toBeLessThan(300)
    }
    const undo = { reason: 'Undone', isUndo: true }
    await done(anna, { path, ...(payload && { payload }) }, { reason: 'A look.' })
    await done(bert, back, { reason: 'It was nothing.' })
    await done(bert, { path, ...(payload && { payload }) }, { reason: 'It was fraud.' })
    const late = await send(anna, back, undo)
    expect([late.status, late.body?.code]).toEqual([409, 'conflict'])
    expect(late.body.detail).toMatch(
      /^Nothing was undone: it was decided again since\. bert did [a-z.-]+ on it/,
    )
    await done(bert, back, undo)
  },
)
