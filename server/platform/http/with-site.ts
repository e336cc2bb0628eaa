import { m } from '#messages'
import { siteBannerMeta } from '#contracts/site-banner.ts'
import { defaultSiteName, siteLogoMeta, siteNameMeta, siteNamePlace } from '#contracts/site-name.ts'
import { languageInUse } from '../language.ts'
import { siteBannerIn } from '../site-banner.ts'
import { siteLogoURL } from '../site-logo.ts'
import { escapeHtml } from './plain-page.ts'

/**
 * What the build made, with the name and the logo of the site in force where they are shown, and its banner. The browser
 * reads others than those of Crels.
 */
export function withSite(html: string): string {
  const name = m.common_app_name()
  const logo = siteLogoURL()
  const said = name === defaultSiteName ? '' : metaOf(siteNameMeta, name)
  const shown = logo === null ? '' : metaOf(siteLogoMeta, logo)
  const carried = siteBannerIn(languageInUse())
  const banner = carried === null ? '' : metaOf(siteBannerMeta, JSON.stringify(carried))
  const named = html
    .replaceAll(siteNamePlace, () => escapeHtml(name))
    .replace('</title>', (end) => end + said + shown + banner)
  return logo === null ? named : withLogo(named, escapeHtml(logo))
}

/** In place of the mark: in the tab, on the splash, and beside the name (web/ui/mark.tsx). */
function withLogo(html: string, logo: string): string {
  return html
    .replace(/<link rel="icon" href="\/favicon\.svg"[^>]*>/, '<link rel="icon" href="/icons/icon-192.png" />')
    .replace(/<svg[^>]* data-mark="splash".*?<\/svg>/s, `<img src="${logo}" width="64" height="64" alt="">`)
    .replaceAll(
      /<svg data-mark="(\d+)".*?<\/svg>/gs,
      (_, size: string) => `<img src="${logo}" alt="" width="${size}" height="${size}"/>`,
    )
}

function metaOf(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`
}
