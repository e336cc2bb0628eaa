import { m } from '#messages'
import { escapeHtml } from './plain-page.ts'

/** What a page says to search engines and link previews. */
export interface SharedPage {
  /** Before the product's name. */
  title: string
  description: string
  /** The page's one address. */
  url: string
  /** A picture, absolute; without one a small mark of the product. */
  image?: { url: string; width?: number; height?: number }
}

/** The tags of a page worth finding: its one address, and Open Graph as every network reads it. */
export function shareTags({ title, description, url, image }: SharedPage): string {
  const mark = { url: `${new URL(url).origin}/icons/icon-512.png`, width: 512, height: 512 }
  const shown = image ?? mark
  const properties = {
    'og:type': 'website',
    'og:site_name': m.common_app_name(),
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': shown.url,
    ...(shown.width && { 'og:image:width': String(shown.width), 'og:image:height': String(shown.height) }),
  }
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    // The one tag of its own that X asks for; the rest it reads from the others.
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`,
  ].join('')
}
