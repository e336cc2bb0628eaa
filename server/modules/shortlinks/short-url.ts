/** Where short links are. */
export const shortLinkPrefix = '/s/'

/** The address people share: `{origin}/s/{code}`. */
export function shortUrl(publicOrigin: string, code: string): string {
  return `${publicOrigin}${shortLinkPrefix}${code}`
}
