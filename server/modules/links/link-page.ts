import { createHash } from 'node:crypto'
import { m } from '#messages'
import type { LinkState } from '#rules/click-verdict.ts'
import { escapeHtml } from '#server/platform/http/plain-page.ts'

/** A page for a visit that leads nowhere: plain HTML, since nobody came here for our web app. */
export interface LinkPage {
  status: 404 | 410 | 503
  headers: Record<string, string>
  body: string
}

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;color-scheme:light dark;background:light-dark(#fff,#16181d);color:light-dark(#1b1d22,#f1f2f4)}main{max-width:34rem;padding:2rem;text-align:center}h1{font-size:1.75rem;line-height:1.2}a{color:inherit}'

const styleHash = createHash('sha256').update(style).digest('base64')

/** The pages of an installation, made once. */
export function linkPages(publicOrigin: string) {
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    ...transportSecurity(publicOrigin),
  }
  const page = (status: LinkPage['status'], title: string, text: string): LinkPage => ({
    status,
    headers: status === 503 ? { ...headers, 'retry-after': '5' } : headers,
    body: html(title, text, publicOrigin),
  })
  const gone = (text: string) => page(410, m.links_gone_title(), text)
  return {
    notFound: page(404, m.pages_not_found(), m.links_not_found_text()),
    unavailable: page(503, m.links_unavailable_title(), m.links_unavailable_text()),
    gone: {
      expired: gone(m.links_gone_expired()),
      disabled: gone(m.links_gone_disabled()),
      banned: gone(m.links_gone_banned()),
    } satisfies Record<Exclude<LinkState, 'active'>, LinkPage>,
  }
}

/** Over https a browser that came once comes by https from then on. */
export function transportSecurity(publicOrigin: string): Record<string, string> {
  return publicOrigin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}
}

function html(title: string, text: string, publicOrigin: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body data-layout="none"><main>` +
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>` +
    `<p><a href="${escapeHtml(publicOrigin)}/">${escapeHtml(m.links_home())}</a></p></main></body></html>`
  )
}
