import type { FastifyInstance } from 'fastify'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { siteLogoURL } from '../site-logo.ts'
import { languageHeaders, languageInUse } from '../language.ts'

/**
 * `/manifest.webmanifest`: how the product is installed as an app. From here and not a file of the build, since what it
 * says is the installation's own. Its pictures are in `web/public/`, those of screens taken by `npm run docs:pictures`.
 */
export function webManifestRoute(server: FastifyInstance): void {
  server.get('/manifest.webmanifest', async (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('vary', languageHeaders)
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(webManifest())),
  )
}

function webManifest() {
  return {
    // Not the address it starts at: that may change, and the app that people have stays the same one.
    id: '/',
    name: m.common_app_name(),
    short_name: m.common_app_name(),
    description: m.layout_description(),
    lang: languageInUse(),
    dir: 'ltr',
    start_url: paths.home,
    scope: '/',
    display: 'standalone',
    background_color: '#f7f6f1',
    theme_color: '#085c46',
    categories: ['business', 'social', 'finance'],
    icons: [
      ...(siteLogoURL() === null ? [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }] : []),
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: [
      picture('home-narrow', 'narrow', m.pages_home()),
      picture('wallet-narrow', 'narrow', m.pages_crels_wallet()),
      picture('home-wide', 'wide', m.pages_home()),
    ],
    shortcuts: [
      shortcut(m.pages_daily_check_in(), paths.dailyCheckIn),
      shortcut(m.pages_crels_wallet(), paths.crels('wallet')),
      shortcut(m.pages_campaigns(), paths.campaigns),
      shortcut(m.install_new_link(), paths.shortlinks),
    ],
    // What another app shares becomes the address of a new short link (web/features/shortlinks/shared-address.ts).
    share_target: {
      action: paths.shortlinks,
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  }
}

function picture(name: string, form: 'narrow' | 'wide', label: string) {
  const sizes = form === 'narrow' ? '780x1280' : '1280x800'
  return { src: `/install/${name}.webp`, sizes, type: 'image/webp', form_factor: form, label }
}

function shortcut(name: string, url: string) {
  return { name, url, icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }] }
}
