import { expect, test } from 'vitest'
import { newCampaign } from '#contracts/campaign-file.schemas.ts'
import { campaignOf, emptyDraft } from './campaign-draft.ts'

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
