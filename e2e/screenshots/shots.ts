import type { Page } from 'playwright-core'
import { paths, supportAnswersPath, withQuery } from '#contracts/paths.ts'
import { addresses, differsForMembers, pathOf } from '../route-addresses.fixture.ts'
import { sheetShots } from './open-sheets.ts'

/** As whom a page is looked at; `stage.ts` makes them. */
export const people = ['visitor', 'new', 'typical', 'rich'] as const
export type Person = (typeof people)[number]

/** The widths that are looked at, each with the height of such a screen. */
export const widths: Record<string, number> = { 390: 844, 820: 1180, 1280: 800, 1920: 1080 }

export const schemes = ['light', 'dark'] as const
/** What may be asked for besides: the reader's own few colours in place of ours, and the page from right to left. */
export const moreSchemes = ['forced', 'rtl'] as const

export interface Look {
  width: number
  scheme: (typeof schemes)[number] | (typeof moreSchemes)[number]
}

/** A page to take pictures of. */
export interface Shot {
  /** Of its folder and its sheet, e.g. `points-points-shop`. */
  name: string
  path: string
  people: readonly Person[]
  /** What is done on the page before its picture: it opens a sheet. */
  open?: (page: Page) => Promise<void>
  /** What it opens is no sheet, but more of the page. */
  isPage?: boolean
}

export interface Campaigns {
  /** None of the members has joined it. */
  open: string
  /** The typical and the rich member have. */
  joined: string
}

/** Where the pictures of a running site lead. */
interface Named {
  campaigns: Campaigns
  /** An item of the shop. */
  itemId: string
  /** The last season that is over, `2026-10`. */
  season: string
}

/** Every address of the route table, or those named and what is below them, and what has no row of its own. */
export function shotsAt({ campaigns, itemId, season }: Named, named: readonly string[]): Shot[] {
  const members: Person[] = ['new', 'typical', 'rich']
  const rows = addresses.map((address) => {
    const path = pathOf(address, { campaignId: campaigns.open })
    const name = address.id === 'campaign' ? 'campaign' : nameOf(path)
    if (address.guard === 'auth') return { name, path, people: members }
    const isForAll = address.guard === 'personal' || differsForMembers.has(address.id)
    return { name, path, people: isForAll ? people : (['visitor'] as const) }
  })
  const more: Shot[] = [
    { name: 'campaign-joined', path: paths.campaign(campaigns.joined), people: ['typical', 'rich'] },
    // What has an address of its own without being a row.
    { name: 'home-inbox', path: `${paths.home}?inbox`, people: members, open: opened },
    { name: 'points-shop-item', path: withQuery(paths.pointsShop, { item: itemId }), people, open: opened },
    { name: 'points-shop-orders', path: withQuery(paths.pointsShop, { view: 'orders' }), people: members },
    { name: 'leaderboard-friends', path: withQuery(paths.leaderboard, { metric: 'invitations' }), people },
    { name: 'leaderboard-past', path: withQuery(paths.leaderboard, { season: 'past' }), people },
    { name: 'leaderboard-season', path: withQuery(paths.leaderboard, { season }), people },
    { name: 'help-answers', path: supportAnswersPath, people: members },
    { name: 'not-found', path: '/no/such/page', people: ['visitor', 'typical'] },
  ]
  return [...rows, ...more, ...sheetShots(campaigns)].filter(({ path }) => {
    const page = path.split('?', 1)[0]!
    return (
      named.length === 0 ||
      named.some((start) => page === start || (start !== '/' && page.startsWith(`${start}/`)))
    )
  })
}

/** The address itself opens a sheet. */
async function opened(): Promise<void> {}

function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
}
