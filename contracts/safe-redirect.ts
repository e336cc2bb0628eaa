/** Only ever used to resolve a path; it is not routable and never leaves this file. */
const base = 'http://crels.invalid'

/**
 * The path (with query and fragment) an untrusted `redirect` value may lead to, or `fallback`.
 *
 * Accepted is only a path of this origin: browsers read `\` as `/` and drop tabs and newlines, so
 * `/\evil.example` and `/⇥/evil.example` would leave the site; a value is judged as the browser reads it.
 */
export function safeRedirect(value: string | null | undefined, fallback = '/'): string {
  if (!value || value.length > 2000 || !value.startsWith('/')) return fallback
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (/^\/[/\\]|[\u0000-\u001f\u007f\\]/.test(value)) return fallback
  if (!URL.canParse(value, base)) return fallback
  const url = new URL(value, base)
  // `/./` and `/x/..//evil` normalise to paths that begin with two slashes.
  if (url.origin !== base || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
