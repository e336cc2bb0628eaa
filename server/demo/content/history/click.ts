import type { DemoChannel, DemoClick, DemoCreator } from '../demo-content.ts'
import { weighted, type Chance } from './chance.ts'

/** Where a creator's audience lives besides the creator's own country. */
const elsewhere = [
  ['GB', 5],
  ['US', 5],
  ['DE', 4],
  ['FR', 3],
  ['ES', 3],
  ['NL', 2],
  ['SE', 2],
  ['CA', 2],
  ['BR', 1],
  ['AU', 1],
  ['IE', 1],
  ['IT', 1],
] as const

const referrerHosts: Partial<Record<DemoChannel['platform'], string>> = {
  youtube: 'www.youtube.com',
  instagram: 'l.instagram.com',
  tiktok: 'www.tiktok.com',
  twitch: 'www.twitch.tv',
  linkedin: 'www.linkedin.com',
  pinterest: 'www.pinterest.com',
}

/** A countable click that came through one of the creator's channels, or directly. */
export function clickOf(
  enrolment: string,
  creator: DemoCreator,
  at: Date,
  chance: Chance,
): Omit<DemoClick, 'key'> {
  const channel = weighted(
    chance,
    creator.channels.map((each, index) => [each, index === 0 ? 3 : 1]),
  )
  return {
    enrolment,
    at,
    visitor: `visitor-${Math.floor(chance() * 2 ** 32).toString(36)}`,
    country: chance() < 0.55 ? creator.countryOfResidence : weighted(chance, elsewhere),
    device: weighted(chance, [
      ['phone', 68],
      ['desktop', 27],
      ['tablet', 5],
    ]),
    referrer: chance() < 0.3 ? null : (referrerHosts[channel.platform] ?? new URL(channel.address).hostname),
    sub: chance() < 0.5 ? channel.platform : null,
    uncountable: null,
  }
}
