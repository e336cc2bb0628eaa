import { m } from '#messages'
import { previewSize } from '../share-pictures/parts.ts'
import { sitePicturePath } from '../share-pictures/site-picture.ts'
import { escapeHtml } from './plain-page.ts'

/** What a page says to search engines and link previews. */
export interface SharedPage {
  /** Before the product's name. */
  title: string
  description: string
  /** The page's one address. */
  url: string
  /** The address that is shared, where it says more than the page's own. */
  sharedUrl?: string
  /** A picture of `previewSize`, absolute, and what it shows; without one that of the product. */
  image?: { url: string; alt: string }
}

/** The tags of a page worth finding: its one address, and Open Graph as every network reads it. */
export function shareTags({ title, description, url, sharedUrl = url, image }: SharedPage): string {
  const shown = image ?? { url: new URL(url).origin + sitePicturePath, alt: m.pictures_site_alt() }
  const properties = {
    'og:type': 'website',
    'og:site_name': m.common_app_name(),
    'og:title': title,
    'og:description': description,
    'og:url': sharedUrl,
    'og:image': shown.url,
    'og:image:type': 'image/png',
    'og:image:width': String(previewSize.width),
    'og:image:height': String(previewSize.height),
    'og:image:alt': shown.alt,
  }
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    // The one tag of its own that X asks for; the rest it reads from the others.
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')
}
