import { existsSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { demoBrands } from './brands.ts'
import { demoCampaigns } from './campaigns/all-campaigns.ts'
import { demoCategories } from './categories.ts'
import { demoCreator, otherCreators } from './creators.ts'
import type { DemoCampaign } from './demo-content.ts'

const creators = [demoCreator, ...otherCreators]
const slug = /^[a-z]+(-[a-z]+)*$/
const worn =
  /lorem|ipsum|unleash|elevate|seamless|game.chang|next level|unlock your|passionate|dive in|look no further|revolutioni[sz]/i

describe('the demo content', () => {
  it('has 8 brands, 10 categories, 40 campaigns and 25 creators, each under its own name', () => {
    const sets = { demoBrands, demoCategories, demoCampaigns, creators }
    expect(Object.values(sets).map((set) => set.length)).toEqual([8, 10, 40, 25])
    const keys = [
      demoBrands.map((b) => b.slug),
      demoCategories.map((c) => c.slug),
      demoCampaigns.map((c) => c.key),
    ]
    for (const list of [...keys, creators.map((c) => c.key)]) {
      expect(new Set(list).size).toBe(list.length)
      for (const key of list) expect(key).toMatch(slug)
    }
    for (const list of [demoBrands.map((b) => b.host), demoCampaigns.map((c) => `${c.brand} ${c.title}`)]) {
      expect(new Set(list).size).toBe(list.length)
    }
  })

  it('uses icons that exist', () => {
    const icons = new URL('../../../node_modules/@tabler/icons-react/dist/esm/icons/', import.meta.url)
    for (const { icon } of demoCategories) expect(existsSync(new URL(`${icon}.mjs`, icons)), icon).toBe(true)
  })

  it('says nothing worn or left over', () => {
    const content = JSON.stringify({ demoBrands, demoCategories, demoCampaigns })
    expect(content.match(worn)).toBeNull()
    expect(content).not.toMatch(/ {2}|TODO|\w'\w/)
  })
})

test.each(demoBrands)('$name carries white text on its colour at 4.5:1 or better', (brand) => {
  expect(contrastWithWhite(brand.colours.base)).toBeGreaterThanOrEqual(4.5)
  expect(contrastWithWhite(brand.colours.glow)).toBeLessThan(contrastWithWhite(brand.colours.base))
  expect(Math.abs(hueOf(brand.colours.base) - brand.hue)).toBeLessThanOrEqual(1)
  expect(brand.about.length).toBeGreaterThan(180)
  expect(brand.about.length).toBeLessThan(400)
  expect(brand.tagline.length).toBeLessThan(80)
})

test.each(demoCategories)('$name has campaigns to show', ({ slug: category, description }) => {
  expect(demoCampaigns.filter((campaign) => campaign.category === category).length).toBeGreaterThanOrEqual(2)
  expect(description.length).toBeLessThan(90)
})

describe.each(demoCampaigns)('$key', (campaign) => {
  it('belongs to a brand and a category', () => {
    expect(demoBrands.map((brand) => brand.slug)).toContain(campaign.brand)
    expect(demoCategories.map((category) => category.slug)).toContain(campaign.category)
  })

  it('promises in its title exactly what it pays', () => {
    const { leadCrels, saleCrels, saleBps } = campaign.reward
    expect(rewardInTitle(campaign.title)).toEqual({
      ...(leadCrels === undefined ? {} : { leadCrels }),
      ...(saleCrels === undefined ? {} : { saleCrels }),
      ...(saleBps === undefined ? {} : { saleBps }),
    })
    expect(saleCrels === undefined || saleBps === undefined).toBe(true)
    expect(campaign.basketUsdCents !== undefined).toBe(saleCrels !== undefined || saleBps !== undefined)
  })

  it('tells buyers of the product and nothing of what creators earn', () => {
    const texts = [campaign.publicTitle, campaign.publicDescription, ...campaign.captions]
    expect(campaign.captions.length).toBeGreaterThanOrEqual(2)
    for (const text of texts) expect(text).not.toMatch(/crel|commission|%|\bearn|you are paid/i)
    expect(campaign.publicTitle.length).toBeLessThanOrEqual(60)
    expect(campaign.publicDescription).toMatch(/[.!?]$/)
  })

  it('has terms of its own that name its holding period and its cookie', () => {
    const words = campaign.terms.split(/\s+/).length
    expect(words).toBeGreaterThanOrEqual(120)
    expect(words).toBeLessThanOrEqual(250)
    expect(campaign.terms.match(/^## \S/gm)?.length).toBeGreaterThanOrEqual(5)
    const stated = [...campaign.terms.matchAll(/\b(\d+)( days|-day)/g)].map(([, days]) => Number(days))
    expect([...new Set(stated)].sort()).toEqual([...new Set([campaign.holdDays, campaign.cookieDays])].sort())
  })

  it('has a summary of one or two sentences and a page to land on', () => {
    expect(campaign.summary.length).toBeGreaterThan(60)
    expect(campaign.summary.length).toBeLessThan(150)
    expect(campaign.summary.match(/[.!?](?= |$)/g)?.length).toBeLessThanOrEqual(2)
    expect(campaign.landingPath).toMatch(/^\/[a-z-]+$/)
  })

  it('has limits that fit each other and dates that fit its state', () => {
    const dearest = Math.max(campaign.reward.leadCrels ?? 0, campaign.reward.saleCrels ?? 0)
    expect(campaign.budgetCrels).toBeGreaterThanOrEqual(20 * dearest)
    expect(campaign.perMemberCapCrels ?? Infinity).toBeGreaterThanOrEqual(10 * dearest)
    expect(campaign.perMemberCapCrels ?? 0).toBeLessThanOrEqual(campaign.budgetCrels)
    expect(campaign.endDay ?? Infinity).toBeGreaterThan(campaign.startDay)
    expect(campaign.startDay > 0).toBe(campaign.intent === 'scheduled')
    expect((campaign.endDay ?? 1) < 0).toBe(campaign.intent === 'ended')
    for (const country of campaign.countries) expect(country).toMatch(/^[A-Z]{2}$/)
    expect(new Set(campaign.countries).size).toBe(campaign.countries.length)
  })
})

describe('the campaigns together', () => {
  it('show every state: three scheduled, one paused, two ended, one nearly exhausted', () => {
    const states = Map.groupBy(demoCampaigns, (campaign) => campaign.intent)
    expect(Object.fromEntries([...states].map(([state, { length }]) => [state, length]))).toEqual({
      active: 33,
      scheduled: 3,
      paused: 1,
      ended: 2,
      'nearly-exhausted': 1,
    })
    const isNew = (campaign: DemoCampaign) => campaign.startDay < 0 && campaign.startDay > -30
    expect(demoCampaigns.filter(isNew).length).toBeGreaterThanOrEqual(5)
    expect(
      demoCampaigns.filter(({ endDay = -1 }) => endDay > 0 && endDay <= 7).length,
    ).toBeGreaterThanOrEqual(2)
  })

  it('share no sentence of their terms', () => {
    const lines = demoCampaigns.flatMap(({ terms }) => terms.split('\n').filter((line) => line.length > 25))
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([])
  })
})

test('every creator has a complete profile with an adult’s birthday and a real time zone', () => {
  for (const creator of creators) {
    expect(creator.email).toMatch(/^[a-z-]+@demo\.crels\.example$/)
    expect(creator.birthday).toMatch(/^(19[89]\d)-\d\d-\d\d$/)
    expect(creator.countryOfResidence).toMatch(/^[A-Z]{2}$/)
    expect(Intl.supportedValuesOf('timeZone').concat('Asia/Kolkata')).toContain(creator.timeZone)
    expect(creator.industries.length).toBeGreaterThan(0)
    expect(creator.channels.length).toBeGreaterThan(0)
    for (const { address } of creator.channels) expect(address).toMatch(/demo$|\.example$/)
  }
})

const leadPattern =
  /^(lead|sign-up|trial|request|office trial|install|finished|taster|timer|skin|trade|club|map|route)/
const salePattern = /^(sale|booking|subscription|pass|planner|microphone|headset|balm|refill)/

/** Reads the figures of a title: crels before a lead's or a sale's word, percent of a sale. */
function rewardInTitle(title: string) {
  const reward: { leadCrels?: number; saleCrels?: number; saleBps?: number } = {}
  for (const [, figure, unit, thing = ''] of title.matchAll(
    /(\d+) ?(crels|%)(?: (?:a|of the|of every|for every|for each))? ([a-z -]+)/g,
  )) {
    if (unit === '%') reward.saleBps = Number(figure) * 100
    else if (leadPattern.test(thing)) reward.leadCrels = Number(figure)
    else if (salePattern.test(thing)) reward.saleCrels = Number(figure)
    else throw new Error(`"${thing}" is neither a lead nor a sale`)
  }
  return reward
}

function channels(colour: string) {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ]
}

/** WCAG 2.2 contrast ratio against white. */
function contrastWithWhite(colour: string) {
  const [red, green, blue] = channels(colour).map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  )
  return 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05)
}

function hueOf(colour: string) {
  const [red, green, blue] = channels(colour)
  const max = Math.max(red, green, blue)
  const spread = max - Math.min(red, green, blue)
  if (max === red) return (60 * ((green - blue) / spread) + 360) % 360
  return max === green ? 60 * ((blue - red) / spread) + 120 : 60 * ((red - green) / spread) + 240
}
