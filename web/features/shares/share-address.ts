import type { ShareNetwork } from '#contracts/shares.constants.ts'

/** Where each network takes a link to share, by its own documentation; those without `text` take the link alone. */
const addresses: Record<ShareNetwork, (url: string, text: string) => [string, Record<string, string>]> = {
  x: (url, text) => ['https://x.com/intent/post', { text, url }],
  facebook: (u) => ['https://www.facebook.com/sharer/sharer.php', { u }],
  whatsapp: (url, text) => ['https://wa.me/', { text: `${text} ${url}` }],
  telegram: (url, text) => ['https://t.me/share/url', { url, text }],
  linkedin: (url) => ['https://www.linkedin.com/sharing/share-offsite/', { url }],
  threads: (url, text) => ['https://www.threads.net/intent/post', { text: `${text} ${url}` }],
  bluesky: (url, text) => ['https://bsky.app/intent/compose', { text: `${text} ${url}` }],
  reddit: (url, title) => ['https://www.reddit.com/submit', { url, title }],
  pinterest: (url, description) => ['https://www.pinterest.com/pin/create/button/', { url, description }],
}

/** The page of a network for posting `url` with a caption. */
export function shareAddress(network: ShareNetwork, url: string, caption: string): string {
  const [page, query] = addresses[network](url, caption.trim())
  // `%20`, not `+`: some apps that open these show a plus as it is.
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${page}?${search.join('&')}`
}
