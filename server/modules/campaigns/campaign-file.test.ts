import { expect, test } from 'vitest'
import { readCampaignFile } from './campaign-file.ts'

const file = {
  brand: 'northwind',
  category: 'audio',
  title: 'Earn',
  summary: 'Earn crels.',
  terms: '## Terms',
  destinationUrl: 'https://brand.example/',
  reward: { leadCrels: 1 },
}

test('needs little and has sensible defaults', () => {
  expect(readCampaignFile(file)).toMatchObject({
    holdDays: 30,
    cookieDays: 30,
    approval: 'open',
    countries: [],
    budgetCrels: 0,
    publish: false,
    reward: { clickMillicrels: null, leadCrels: 1, sale: null },
  })
})

test.each([
  ['reward', { reward: {} }],
  ['reward.clickMillicrels', { reward: { clickMillicrels: 1.5 } }],
  ['reward.sale.bps', { reward: { sale: { bps: 10_001 } } }],
  ['reward.leadCrels', { reward: { leadCrels: 1.5 } }],
  ['holdDays', { holdDays: -1 }],
  ['cookieDays', { cookieDays: 0 }],
  ['countries.0', { countries: ['Norway'] }],
  ['countries', { countries: ['NO', 'NO'] }],
  ['requiredChannels.0', { requiredChannels: ['radio'] }],
  ['endsAt', { startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' }],
  ['title', { title: ' ' }],
  ['', { titel: 'Earn' }],
])('names what is wrong: %s', (path, changes) => {
  try {
    readCampaignFile({ ...file, ...changes })
    expect.unreachable()
  } catch (error) {
    const { code, options } = error as {
      code: string
      options: { members: { issues: { path: string }[] } }
    }
    expect(code).toBe('validation_failed')
    expect(options.members.issues.map((issue) => issue.path)).toContain(path)
  }
})
