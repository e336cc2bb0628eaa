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
  const canonical = `<link rel="canonical" href="${escapeHtml(url)}">`
  return canonical + previewTags({ title, description, url: sharedUrl, image: shown })
}

/** Open Graph of a page: what previews of links to it show, with or without a picture. */
export function previewTags({
  title,
  description,
  url,
  image,
}: Pick<SharedPage, 'title' | 'description' | 'url' | 'image'>): string {
  const properties: Record<string, string> = {
    'og:type': 'website',
    'og:site_name': m.common_app_name(),
    'og:title': title,
    'og:description': description,
    'og:url': url,
    ...(image && {
      'og:image': image.url,
      'og:image:type': 'image/png',
      'og:image:width': String(previewSize.width),
      'og:image:height': String(previewSize.height),
      'og:image:alt': image.alt,
    }),
  }
  return [
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    // The one tag of its own that X asks for; the rest it reads from the others.
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`,
  ].join('')
}
