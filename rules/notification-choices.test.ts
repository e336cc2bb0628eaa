import { expect, test } from 'vitest'
import { choiceOf, notificationGroups } from './notification-choices.ts'

test('sends news only on request, the rest until it is switched off', () => {
  expect(choiceOf('campaign_news')).toEqual({ inApp: false, mail: 'off', push: false })
  expect(choiceOf('campaign_news', { mail: 'daily' })).toEqual({ inApp: false, mail: 'daily', push: false })
  expect(choiceOf('answers')).toEqual({ inApp: true, mail: 'now', push: true })
  expect(choiceOf('answers', { mail: 'off', inApp: false })).toEqual({
    inApp: false,
    mail: 'off',
    push: true,
  })
})

test('lets nothing but push be switched off where it is mandatory', () => {
  for (const group of notificationGroups) {
    const off = choiceOf(group, { inApp: false, mail: 'off', push: false })
    expect(off).toEqual({
      inApp: group === 'account',
      mail: group === 'account' ? 'now' : 'off',
      push: false,
    })
  }
})
