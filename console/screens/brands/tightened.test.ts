import { expect, test } from 'vitest'
import type { CampaignOffer } from '#contracts/operator-campaigns.schemas.ts'
import { tightened } from './tightened.ts'

const offer = {
  perMemberCapCrels: 100_000,
  memberLimit: null,
  countries: ['DE', 'AT'],
  endsAt: '2030-06-01T00:00:00.000Z',
} as CampaignOffer

test('a lower cap, a limit where there was none, fewer countries and an earlier end leave members less', () => {
  const changes = {
    perMemberCapCrels: 1_000,
    memberLimit: 5,
    countries: ['AT', 'CH'],
    endsAt: '2030-05-31T23:59:00.000Z',
  }
  expect(tightened(offer, changes)).toEqual(changes)
})

test('a higher cap, no limit, more countries, none listed, and a later end or none leave them as much', () => {
  for (const changes of [
    {},
    { perMemberCapCrels: 100_001, memberLimit: null, countries: ['AT', 'CH', 'DE'] },
    { perMemberCapCrels: null, countries: [], endsAt: null },
    { endsAt: '2030-06-01T00:01:00.000Z', perMemberCapCrels: Number.NaN },
  ])
    expect(tightened(offer, changes)).toEqual({})
})
