import { describe, expect, it } from 'vitest'
import type { Reward } from '#contracts/campaigns.schemas.ts'
import { rewardParts } from './reward-parts.ts'
import { campaignHeading, payLine, rewardPill, rewardTitle, worthPill } from './reward-text.ts'

const nothing: Reward = { clickMillicrels: null, leadCrels: null, sale: null }
const sale84: Reward = { ...nothing, sale: { crels: 84 } }
const share12: Reward = { ...nothing, sale: { bps: 1200 } }
const lead1200: Reward = { ...nothing, leadCrels: 1200 }
const click: Reward = { ...nothing, clickMillicrels: 500 }

describe('a reward in words', () => {
  it('is a title', () => {
    expect(rewardTitle(sale84)).toBe('Earn 84 crels a sale')
    expect(rewardTitle({ ...nothing, sale: { crels: 1 } })).toBe('Earn 1 crel a sale')
    expect(rewardTitle(share12)).toBe('12% of every sale')
    expect(rewardTitle(lead1200)).toBe('1,200 crels a lead')
    expect(rewardTitle(click)).toBe('0.5 crels a click')
    expect(rewardTitle(nothing)).toBe('No reward')
  })

  it('names every part in a pill, sales first', () => {
    const parts = rewardParts({ clickMillicrels: 2000, leadCrels: 40, sale: { bps: 2000 } })
    expect(parts.map(rewardPill)).toEqual(['20%', '40 a lead', '2 a click'])
  })

  it('heads a card once: the title where it says the reward, else the reward beside the title', () => {
    expect(campaignHeading({ title: '12% of every sale', reward: share12 })).toEqual({
      heading: '12% of every sale',
      name: null,
    })
    expect(campaignHeading({ title: '1,200 crels for a studio', reward: lead1200 }).name).toBeNull()
    expect(campaignHeading({ title: 'Autumn 2026', reward: sale84 })).toEqual({
      heading: 'Earn 84 crels a sale',
      name: 'Autumn 2026',
    })
  })

  it('says what it means in dollars after the fee', () => {
    // 50 crels / 10.5 = $4.7619, less 5% = $4.5238.
    expect(worthPill({ ...nothing, leadCrels: 50 }, '10.5')).toBe('≈ $4.52 after fees')
    // 12% of $100 at 10.5 = 126 crels = $12, less 5% = $11.40.
    expect(payLine(rewardParts(share12).at(0)!, '10.5').meaning).toBe(
      'A $100 sale pays 126 crels, ≈ $11.40 after fees',
    )
    expect(worthPill(share12, '10.5')).toBe('≈ $11.40 on a $100 sale')
    expect(payLine(rewardParts(click).at(0)!, '10.5')).toEqual({
      kind: 'click',
      amount: '0.5 crels',
      meaning: '100 counted clicks pay 50 crels, ≈ $4.52 after fees',
    })
    expect(worthPill(click, '10.5')).toBeNull()
  })
})
