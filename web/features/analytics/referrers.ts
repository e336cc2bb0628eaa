/** Sites that people come from, by the host that browsers name. */
const sites = {
  instagram: { name: 'Instagram', hosts: ['instagram.com'] },
  tiktok: { name: 'TikTok', hosts: ['tiktok.com'] },
  youtube: { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  x: { name: 'X', hosts: ['x.com', 'twitter.com', 't.co'] },
  facebook: { name: 'Facebook', hosts: ['facebook.com', 'fb.com', 'fb.me'] },
  threads: { name: 'Threads', hosts: ['threads.net', 'threads.com'] },
  pinterest: { name: 'Pinterest', hosts: ['pinterest.com', 'pin.it'] },
  reddit: { name: 'Reddit', hosts: ['reddit.com', 'redd.it'] },
  linkedin: { name: 'LinkedIn', hosts: ['linkedin.com', 'lnkd.in'] },
  telegram: { name: 'Telegram', hosts: ['t.me', 'telegram.org'] },
  whatsapp: { name: 'WhatsApp', hosts: ['whatsapp.com', 'wa.me'] },
  bluesky: { name: 'Bluesky', hosts: ['bsky.app'] },
  twitch: { name: 'Twitch', hosts: ['twitch.tv'] },
  discord: { name: 'Discord', hosts: ['discord.com', 'discord.gg'] },
  bing: { name: 'Bing', hosts: ['bing.com'] },
  duckduckgo: { name: 'DuckDuckGo', hosts: ['duckduckgo.com'] },
  google: { name: 'Google', hosts: [] },
} as const satisfies Record<string, { name: string; hosts: readonly string[] }>

export type ReferrerSite = keyof typeof sites

const byHost = new Map<string, ReferrerSite>(
  Object.entries(sites).flatMap(([site, { hosts }]) => hosts.map((host) => [host, site as ReferrerSite])),
)

/** The known site of a host, also of one below it (`l.instagram.com`); null for any other. */
export function siteOf(host: string): ReferrerSite | null {
  // One of each country: google.de, www.google.co.uk.
  if (/^(?:[a-z0-9-]+\.)*google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/.test(host)) return 'google'
  const parts = host.split('.')
  for (let from = 0; from < parts.length - 1; from += 1) {
    const site = byHost.get(parts.slice(from).join('.'))
    if (site) return site
  }
  return null
}

/** A referrer as people know it: `Instagram`, else its host without `www.`. */
export function referrerName(host: string): string {
  const site = siteOf(host)
  return site ? sites[site].name : host.replace(/^www\./, '')
}
