import { expect, test } from 'vitest'
import type { CampaignOffer } from '#contracts/operator-campaigns.schemas.ts'
import { changesBack, changesBackOf, changesOf } from './campaign-changes.ts'
import { campaignOf, draftOf, emptyDraft } from './campaign-draft.ts'

const offer = {
  ...campaignOf({
    ...emptyDraft,
    title: 'Coffee',
    summary: 'Short.',
    terms: 'Every sale.',
    destinationUrl: 'https://brand.example/',
    leadCrels: '12',
  }),
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
