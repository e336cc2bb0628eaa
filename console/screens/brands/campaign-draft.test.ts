import { expect, test } from 'vitest'
import { newCampaign } from '#contracts/campaign-file.schemas.ts'
import type { CampaignOffer } from '#contracts/operator-campaigns.schemas.ts'
import { campaignOf, changesBack, changesBackOf, changesOf, draftOf, emptyDraft } from './campaign-draft.ts'

const draft = {
  ...emptyDraft,
  brand: 'north-roast',
  category: 'food-drink',
  title: 'Coffee',
  summary: 'Short.',
  terms: 'Every sale.',
  destinationUrl: 'https://brand.example/',
  leadCrels: '12',
}
const refusedOf = (changes: object) =>
  (newCampaign.safeParse(campaignOf({ ...draft, ...changes })).error?.issues ?? []).map(({ path }) =>
    path.join('.'),
  )

test('what is typed is a campaign as the server takes it', () => {
  expect(refusedOf({})).toEqual([])
  expect(campaignOf({ ...draft, holdDays: '0' })).toMatchObject({ holdDays: 0, perMemberCapCrels: null })
})

test.each(['holdDays', 'cookieDays', 'joiningBonusPoints'])(
  'an emptied %s is refused: it is not 0',
  (field) => {
    expect(refusedOf({ [field]: '' })).toEqual([field])
  },
)

test.each(['perMemberCapCrels', 'memberLimit', 'holdDays'])(
  'a %s that is no number is refused: it is not “no limit”',
  (field) => {
    expect(refusedOf({ [field]: '-' })).toEqual([field])
  },
)

const offer = {
  ...campaignOf(draft),
  publicTitle: null,
  publicDescription: null,
  captions: [],
  coverUrl: '/files/campaigns/a.webp',
  allowedHosts: ['brand.example', 'shop.example'],
  startsAt: '2026-11-30T12:00:30.000Z',
  endsAt: null,
} as unknown as CampaignOffer

test('a picture is among the changes, and what is as it was is not', () => {
  expect(changesOf(offer, draftOf(offer, 'north-roast'), 'north-roast')).toEqual({})
  const drawn = { ...draftOf(offer, 'north-roast'), coverUrl: null }
  expect(changesOf(offer, drawn, 'north-roast')).toEqual({ coverUrl: null })
})

test('a change is taken back by the values before, with hosts but the destination’s own', () => {
  const after = {
    ...offer,
    coverUrl: null,
    destinationUrl: 'https://shop.example/',
    allowedHosts: ['shop.example'],
    memberLimit: 5,
  }
  expect(changesBack(offer, after)).toEqual({
    coverUrl: '/files/campaigns/a.webp',
    destinationUrl: 'https://brand.example/',
    allowedHosts: ['shop.example'],
    memberLimit: null,
  })
})

test('an edit of two saves is taken back whole, without what a colleague changed in between', () => {
  const edited = { ...offer, title: 'Tea', summary: 'Shorter.' }
  const theirs = { ...edited, summary: 'Theirs.', memberLimit: 5 }
  const pictured = { ...theirs, coverUrl: '/files/campaigns/b.webp' }
  expect(
    changesBackOf([
      { before: offer, after: edited },
      { before: theirs, after: pictured },
    ]),
  ).toEqual({ title: 'Coffee', coverUrl: '/files/campaigns/a.webp' })
  const again = { ...pictured, title: 'Cocoa', summary: 'Mine.' }
  expect(
    changesBackOf([
      { before: offer, after: edited },
      { before: theirs, after: again },
    ]),
  ).toEqual({ title: 'Coffee', summary: 'Theirs.', coverUrl: '/files/campaigns/a.webp' })
})
