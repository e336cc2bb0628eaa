/** Only ever used to resolve a path; it is not routable and never leaves this file. */
const base = 'http://crels.invalid'

/**
 * An untrusted path of this origin as a browser reads it, with query and fragment; null for anything else. Browsers read
 * `\` as `/` and drop tabs and newlines, so `/\evil.example` and `/⇥/evil.example` would leave the site.
 */
export function sitePath(value: string | null | undefined): string | null {
  if (!value || value.length > 2000 || !value.startsWith('/')) return null
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (/^\/[/\\]|[\u0000-\u001f\u007f\\]/.test(value)) return null
  if (!URL.canParse(value, base)) return null
  const url = new URL(value, base)
  // `/./` and `/x/..//evil` normalise to paths that begin with two slashes.
  if (url.origin !== base || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
