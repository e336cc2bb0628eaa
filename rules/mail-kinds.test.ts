import { expect, test } from 'vitest'
import { mailChoices } from './mail-kinds.ts'

test('sends news only on request, the rest until it is switched off', () => {
  expect(mailChoices({})).toEqual({
    points_expiring: true,
    earning_unlocked: true,
    answers: true,
    campaign_changes: true,
    campaign_news: false,
  })
  expect(mailChoices({ points_expiring: false, campaign_news: true })).toEqual({
    points_expiring: false,
    earning_unlocked: true,
    answers: true,
    campaign_changes: true,
    campaign_news: true,
  })
})
