import { createHash } from 'node:crypto'
import { m } from '#messages'
import type { LinkPreview } from '#contracts/link-preview.schemas.ts'
import { htmlAttributes } from '#contracts/languages.ts'
import type { LinkState } from '#rules/click-verdict.ts'
import { languageInUse } from '#server/platform/language.ts'
import { permissionsPolicy } from '#server/platform/http/permissions-policy.ts'
import { escapeHtml } from '#server/platform/http/plain-page.ts'
import { previewTags } from '#server/platform/http/share-tags.ts'

/**
 * A page for a visit that leads nowhere, or only asks where to: plain HTML, since the visitor did not come for our web
 * app.
 */
export interface LinkPage {
  status: 200 | 404 | 410 | 429 | 503
  headers: Record<string, string>
  body: string
}

// The colours of web/theme/tokens.css; in one line, since the header names its hash and every answer carries it.
const style = `
:root{color-scheme:light dark;--ink:#131a17;--ink-2:#46524d;--paper:#f7f6f1;--card:#fff;--line:#e4e2d8;--sunken:#efede5;--soft:#e9f7f1;--on-soft:#074939;--focus:#0b7255}
@media (prefers-color-scheme:dark){:root{--ink:#f0f3ee;--ink-2:#b9c4be;--paper:#0e1311;--card:#171d1a;--line:#29322d;--sunken:#121815;--soft:#10271f;--on-soft:#9fdcc3;--focus:#68c4a2}}
*{box-sizing:border-box}
body{display:grid;min-height:100vh;min-height:100svh;margin:0;padding:1rem;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.5 'Figtree Variable',ui-sans-serif,system-ui,sans-serif}
main{width:min(100%,30rem);padding:2rem 1.5rem;border:1px solid var(--line);border-radius:24px;background:var(--card);text-align:center;overflow-wrap:anywhere;text-wrap:pretty}
h1{margin:1rem 0 .5rem;font:700 1.75rem/1.15 'Bricolage Grotesque Variable',ui-sans-serif,system-ui,sans-serif;letter-spacing:-.02em;text-wrap:balance}
p{margin:.75rem 0;color:var(--ink-2)}
.title{color:var(--ink);font-weight:600}
.host{margin:1rem 0;padding:1rem;border-radius:16px;background:var(--sunken);color:var(--ink);font-size:1.25rem;font-weight:700}
a{display:flex;align-items:center;justify-content:center;min-height:48px;margin-top:.75rem;padding:.5rem 1.25rem;border-radius:999px;background:var(--soft);color:var(--on-soft);font-weight:700;text-decoration:none}
.go{margin-top:1.5rem;background:#085c46;color:#fff}
a:hover{text-decoration:underline}
a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
`.replaceAll('\n', '')

/** The mark of web/ui/mark.tsx. */
const mark =
  '<svg viewBox="0 0 32 32" width="48" height="48" aria-hidden="true"><rect width="32" height="32" rx="10" fill="#085c46"/><path d="M20.6 10.2a8 8 0 1 0 0 11.6" fill="none" stroke="#fff" stroke-width="4.2" stroke-linecap="round"/><circle cx="22.4" cy="16" r="2.9" fill="#fbb92e"/></svg>'

const styleHash = createHash('sha256').update(style).digest('base64')

/** The pages of an installation, made once for each language. */
export function linkPages(publicOrigin: string) {
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': `default-src 'none'; style-src 'self' 'sha256-${styleHash}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    ...transportSecurity(publicOrigin),
  }
  const page = (status: LinkPage['status'], title: string, text: string): LinkPage => ({
    status,
    headers: status === 503 ? { ...headers, 'retry-after': '5' } : headers,
    body: html(title, `<p>${escapeHtml(text)}</p>`, publicOrigin),
  })
  const gone = (text: string) => page(410, m.links_gone_title(), text)
  return {
    notFound: page(404, m.pages_not_found(), m.links_not_found_text()),
    tooMany: page(429, m.links_too_many_title(), m.links_too_many_text()),
    unavailable: page(503, m.links_unavailable_title(), m.links_unavailable_text()),
    gone: {
      expired: gone(m.links_gone_expired()),
      disabled: gone(m.links_gone_disabled()),
      banned: gone(m.links_gone_banned()),
    } satisfies Record<Exclude<LinkState, 'active'>, LinkPage>,
    /** Where a link leads, shown before it is followed. */
    preview: (preview: LinkPreview): LinkPage => ({
      status: 200,
      headers,
      body: html(m.links_preview_heading(), previewHtml(preview), publicOrigin, tagsOf(preview)),
    }),
  }
}

/** Over https a browser that came once comes by https from then on. */
export function transportSecurity(publicOrigin: string): Record<string, string> {
  return publicOrigin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}
}

function previewHtml({ url, title, host, disclosure }: LinkPreview): string {
  const { name, ascii } = host ?? { name: '', ascii: null }
  const paragraph = (text: string | null, attributes = '') =>
    text === null ? '' : `<p${attributes}>${escapeHtml(text)}</p>`
  return (
    paragraph(title, ' class="title" dir="auto"') +
    paragraph(name, ' class="host" dir="ltr"') +
    paragraph(ascii && m.links_preview_ascii({ ascii })) +
    paragraph(disclosure) +
    paragraph(m.links_preview_not_followed()) +
    `<a class="go" href="${escapeHtml(url)}" rel="nofollow noreferrer">${escapeHtml(m.links_preview_go({ host: name }))}</a>`
  )
}

/** What previews of the link to this page show; only what the page itself says. */
function tagsOf({ url, title, imageURL, disclosure }: LinkPreview): string {
  return previewTags({
    title: title ?? m.links_preview_heading(),
    description: disclosure,
    url: `${url}+`,
    ...(imageURL && { image: { url: imageURL, alt: title ?? '' } }),
  })
}

/** `content` and `head` are HTML already. */
function html(title: string, content: string, publicOrigin: string, head = ''): string {
  return (
    `<!doctype html><html ${htmlAttributes(languageInUse())}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escapeHtml(title)}</title>${head}<link rel="stylesheet" href="/fonts.css"><style>${style}</style></head><body data-layout="none"><main>` +
    `${mark}<h1>${escapeHtml(title)}</h1>${content}` +
    `<a href="${escapeHtml(publicOrigin)}/">${escapeHtml(m.links_home())}</a></main></body></html>`
  )
}
