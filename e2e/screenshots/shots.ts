import { paths } from '#contracts/paths.ts'
import { addresses, differsForMembers, pathOf } from '../route-addresses.fixture.ts'

/** As whom a page is looked at; `stage.ts` makes them. */
export const people = ['visitor', 'new', 'typical', 'rich'] as const
export type Person = (typeof people)[number]

/** The widths that are looked at, each with the height of such a screen. */
export const widths: Record<string, number> = { 390: 844, 820: 1180, 1280: 800, 1920: 1080 }

export const schemes = ['light', 'dark'] as const

export interface Look {
  width: number
  scheme: (typeof schemes)[number]
}

/** A page to take pictures of. */
export interface Shot {
  /** Of its folder and its sheet, e.g. `points-points-shop`. */
  name: string
  path: string
  people: readonly Person[]
}

export interface Campaigns {
  /** None of the members has joined it. */
  open: string
  /** The typical and the rich member have. */
  joined: string
}

/** Every address of the route table, or those named and what is below them, and what has no row of its own. */
export function shotsAt({ campaigns }: { campaigns: Campaigns }, named: readonly string[]): Shot[] {
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
    { name: 'not-found', path: '/no/such/page', people: ['visitor', 'typical'] },
  ]
  return [...rows, ...more].filter(
    ({ path }) =>
      named.length === 0 ||
      named.some((start) => path === start || (start !== '/' && path.startsWith(`${start}/`))),
  )
}

function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
}
