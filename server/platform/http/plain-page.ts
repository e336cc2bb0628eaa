import { m } from '#messages'
import { htmlAttributes } from '#contracts/languages.ts'
import { languageInUse } from '../language.ts'

/**
 * A page that must work before and without the web app: plain HTML, its style inline, no script. The fonts come from
 * the web app's build (`/fonts.css`); without it the system's are used.
 */
export function plainPage(title: string, body: string): string {
  return `<!doctype html>
<html ${htmlAttributes(languageInUse())}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${escapeHtml(m.common_app_name())}</title>
<link rel="stylesheet" href="/fonts.css"><style>${styles}</style></head>
<body><main>${body}</main></body></html>
`
}

// The colours of web/theme/tokens.css; this page must work before the web app is built.
const styles = `
:root{color-scheme:light dark;--ink:#131a17;--ink-2:#46524d;--paper:#f7f6f1;--card:#fff;--line:#e4e2d8;--accent:#085c46;--soft:#e9f7f1;--on-soft:#074939}
@media (prefers-color-scheme:dark){:root{--ink:#f0f3ee;--ink-2:#b9c4be;--paper:#0e1311;--card:#171d1a;--line:#29322d;--accent:#68c4a2;--soft:#10271f;--on-soft:#9fdcc3}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 'Figtree Variable',ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:720px;margin:0 auto;padding:24px 16px 64px}
header{display:flex;flex-wrap:wrap;gap:12px;align-items:baseline;justify-content:space-between}
h1{font:700 30px/1.1 'Bricolage Grotesque Variable',ui-sans-serif,system-ui,sans-serif;letter-spacing:-.02em;margin:8px 0}
h2{font-size:14px;margin:0 0 8px;color:var(--ink-2)}
a{color:var(--accent);text-underline-offset:.18em}
a:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:10px}
nav a{display:inline-block;padding:10px 0;margin-inline-end:12px}
ul{list-style:none;margin:0;padding:0}
ol{margin:0;padding-inline-start:24px}
li{margin:4px 0}
.muted{color:var(--ink-2);margin:0 0 16px}
.card{display:block;background:var(--card);border:1px solid var(--line);border-radius:16px;padding:16px 20px;margin:0 0 12px}
.mail{text-decoration:none;color:inherit}
.mail .muted{display:block;margin:4px 0 0;font-size:14px}
.code{margin:0;padding:12px;background:var(--soft);color:var(--on-soft);border-radius:10px;font-size:32px;font-weight:700;letter-spacing:.25em;text-align:center}
.links a{display:block;padding:10px 0}
iframe{width:100%;height:640px;border:0;border-radius:10px;background:#f7f6f1}
label{display:block;margin:0 0 12px;font-weight:600}
input,select,button{display:block;width:100%;min-height:44px;margin-top:4px;padding:10px 14px;border:1px solid var(--ink-2);border-radius:10px;background:var(--card);color:var(--ink);font:inherit;font-weight:400}
button{border:0;border-radius:999px;background:#085c46;color:#fff;font-weight:700;cursor:pointer}
pre{margin:0;white-space:pre-wrap;font:14px/1.6 ui-monospace,monospace}
`

/** Text as HTML shows it, in an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
