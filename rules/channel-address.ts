/** Where the channels of a platform are, and how one is named there. */
interface Site {
  /** The host of an address as it is kept. */
  host: string
  /** Hosts under which the platform answers. */
  hosts: RegExp
  /** What precedes a handle in a path; null where there are no handles. */
  before: string | null
  handle: RegExp
  /** First segments of paths that are no handle. */
  taken?: readonly string[]
  /** A path of another form that names a channel too, as it is kept. */
  other?: (path: string, query: URLSearchParams) => string | null
}

const none = /^(?!)/
/** What a name in an address may be made of. */
const word = String.raw`[\p{L}\p{M}\p{N}._-]+`
const path = (form: string) => new RegExp(`^/${form.replaceAll('*', word)}(?=/|$)`, 'u')
const name = /^[a-z0-9._]{1,30}$/

const sites = {
  youtube: {
    host: 'www.youtube.com',
    hosts: /^((www|m)\.)?youtube\.com$/,
    before: '/@',
    handle: /^[\p{L}\p{M}\p{N}._·-]{3,30}$/u,
    other: (at) => path('(channel/UC[-A-Za-z0-9_]{22}|(c|user)/*)').exec(at)?.[0] ?? null,
  },
  tiktok: {
    host: 'www.tiktok.com',
    hosts: /^((www|m)\.)?tiktok\.com$/,
    before: '/@',
    handle: /^[a-z0-9._]{2,24}$/,
  },
  instagram: {
    host: 'www.instagram.com',
    hosts: /^(www\.)?instagram\.com$/,
    before: '/',
    handle: name,
    taken: ['p', 'reel', 'reels', 'explore', 'stories', 'tv', 'accounts', 'direct'],
  },
  x: {
    host: 'x.com',
    hosts: /^((www|mobile)\.)?(x|twitter)\.com$/,
    before: '/',
    handle: /^[a-z0-9_]{1,15}$/,
    taken: ['home', 'i', 'search', 'explore', 'settings', 'messages', 'notifications', 'hashtag', 'intent'],
  },
  twitch: {
    host: 'www.twitch.tv',
    hosts: /^((www|m)\.)?twitch\.tv$/,
    before: '/',
    handle: /^[a-z0-9_]{3,25}$/,
    taken: ['directory', 'videos', 'settings', 'downloads', 'search'],
  },
  facebook: {
    host: 'www.facebook.com',
    hosts: /^((www|m|[a-z]{2}-[a-z]{2})\.)?(facebook|fb)\.com$/,
    before: '/',
    handle: /^[a-z0-9.]{5,50}$/,
    taken: ['groups', 'pages', 'people', 'profile.php', 'watch', 'events', 'marketplace', 'share', 'reel'],
    other: (at, query) => {
      const id = query.get('id') ?? ''
      if (at === '/profile.php' && /^\d{1,20}$/.test(id)) return `/profile.php?id=${id}`
      return path(String.raw`(groups/*|(pages|people)/*/\d+)`).exec(at)?.[0] ?? null
    },
  },
  pinterest: {
    host: 'www.pinterest.com',
    hosts: /^(www\.|[a-z]{2}\.)?pinterest\.([a-z]{2,3}|com?\.[a-z]{2})$/,
    before: '/',
    handle: /^[a-z0-9_]{3,30}$/,
    taken: ['pin', 'ideas', 'search', 'settings', 'today'],
  },
  linkedin: {
    host: 'www.linkedin.com',
    hosts: /^([a-z]{2,3}\.)?linkedin\.com$/,
    before: '/in/',
    handle: /^[\p{L}\p{M}\p{N}_-]{3,100}$/u,
    other: (at) => path('(company|school|showcase)/*').exec(at)?.[0] ?? null,
  },
  threads: {
    host: 'www.threads.com',
    hosts: /^(www\.)?threads\.(com|net)$/,
    before: '/@',
    handle: name,
  },
  discord: {
    host: 'discord.com',
    hosts: /^((www\.)?discord(app)?\.com|discord\.gg)$/,
    before: null,
    handle: none,
    // Of discord.gg the code alone is the path.
    other: (at) => {
      const code = /^\/(?:invite\/)?([\w-]{2,40})\/?$/.exec(at)?.[1]
      if (code && code !== 'invite') return `/invite/${code}`
      return path('servers/*').exec(at)?.[0] ?? null
    },
  },
} satisfies Record<string, Site>

/** Platforms whose channels are on a site of their own. */
const ownSites = ['podcast', 'newsletter', 'blog'] as const

type SitePlatform = keyof typeof sites
export type ChannelPlatformName = SitePlatform | (typeof ownSites)[number]

/** What is wrong: nothing typed, too long, no web address, one of another site, or none of a channel there. */
export type ChannelIssue =
  | { issue: 'missing' | 'too_long' | 'not_an_address' }
  | { issue: 'other_site'; platform: SitePlatform | null }
  | { issue: 'not_a_channel' }

/** As the API keeps addresses at most. */
export const channelAddressMax = 300

/**
 * A channel's address as it is kept, from what a person typed: a handle, or the address of a page of the platform. One
 * channel has one such address however it was typed; it is never on another host than the platform's.
 */
export function channelAddress(platform: ChannelPlatformName, typed: string): string | ChannelIssue {
  const text = typed.trim().normalize('NFC')
  if (text === '') return { issue: 'missing' }
  const kept = isOwnSite(platform) ? pageAddress(text) : siteAddress(sites[platform], text)
  return typeof kept === 'string' && kept.length > channelAddressMax ? { issue: 'too_long' } : kept
}

/** The site on which a platform's channels are, for people: `youtube.com`; null where each has its own. */
export function siteOf(platform: ChannelPlatformName): string | null {
  return isOwnSite(platform) ? null : sites[platform].host.replace('www.', '')
}

/** Whether channels of a platform are named by a handle. */
export function hasHandles(platform: ChannelPlatformName): boolean {
  return !isOwnSite(platform) && sites[platform].before !== null
}

/** An address as people say it: without scheme and `www`. */
export function shownAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/, '')
}

function siteAddress(site: Site, text: string): string | ChannelIssue {
  const url = looksLikeAddress(text) ? parse(text) : null
  if (!url && looksLikeAddress(text)) return { issue: 'not_an_address' }
  if (!url) return byHandle(site, text.replace(/^@/, ''))
  if (!site.hosts.test(url.hostname)) return { issue: 'other_site', platform: platformAt(url.hostname) }
  const at = decoded(url.pathname)
  if (at === null) return { issue: 'not_a_channel' }
  const other = site.other?.(at, url.searchParams)
  if (other) return `https://${site.host}${other}`
  if (site.before === null || !at.startsWith(site.before)) return { issue: 'not_a_channel' }
  return byHandle(site, at.slice(site.before.length).split('/', 1)[0]!)
}

function byHandle(site: Site, typed: string): string | ChannelIssue {
  // Every platform takes both for the same.
  const handle = typed.toLowerCase()
  // Dots alone are no name, and in a path they lead upwards.
  if (
    site.before === null ||
    !site.handle.test(handle) ||
    /^\.+$/.test(handle) ||
    site.taken?.includes(handle)
  )
    return { issue: 'not_a_channel' }
  return `https://${site.host}${site.before}${handle}`
}

function pageAddress(text: string): string | ChannelIssue {
  const url = parse(text)
  if (!url || !/^([^.]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(url.hostname) || url.port !== '')
    return { issue: 'not_an_address' }
  // From its parts: the whole keeps a `?` that nothing follows.
  return url.pathname === '/' && url.search === '' ? url.origin : `${url.origin}${url.pathname}${url.search}`
}

/** A handle may have dots: only a scheme, a slash or a platform's own name make an address. */
function looksLikeAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:|\//i.test(text) || platformAt(text.toLowerCase()) !== null
}

function parse(text: string): URL | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isWeb && url.username === '' && url.password === '' ? url : null
}

function platformAt(host: string): SitePlatform | null {
  const all = Object.entries(sites) as [SitePlatform, Site][]
  return all.find(([, { hosts }]) => hosts.test(host))?.[0] ?? null
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return null
  }
}

function isOwnSite(platform: ChannelPlatformName): platform is (typeof ownSites)[number] {
  return (ownSites as readonly string[]).includes(platform)
}
