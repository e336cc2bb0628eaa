/** A destination cut where the click's id goes: `before + clickId + after` is the address. */
export interface TrackedUrl {
  before: string
  after: string
}

const clickParameter = 'crels_click'

/**
 * Prepares a destination: UTM parameters replace those of the same name, `crels_click` is there once, at the end of
 * the query; every other parameter and the fragment stay as they were written, byte for byte.
 * Throws when `destinationUrl` is no address.
 */
export function trackedUrl(destinationUrl: string, utm: Record<string, string> | null): TrackedUrl {
  const url = new URL(destinationUrl)
  const fragment = url.hash
  url.hash = ''
  const query = url.search.slice(1)
  url.search = ''
  const replaced = new Set([clickParameter, ...Object.keys(utm ?? {})])
  const retained = query.split('&').filter((pair) => pair !== '' && !replaced.has(nameOf(pair)))
  const added = Object.entries(utm ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  const parameters = [...retained, ...added, `${clickParameter}=`]
  return { before: `${url.href.replace(/[?#]+$/, '')}?${parameters.join('&')}`, after: fragment }
}

/** A destination with its UTM parameters and without a click's id: where a link leads, for a preview. */
export function taggedUrl(destinationUrl: string, utm: Record<string, string> | null): string {
  return withoutClick(trackedUrl(destinationUrl, utm))
}

/** A prepared destination without a click's id. */
export function withoutClick({ before, after }: TrackedUrl): string {
  return `${before.replace(new RegExp(`[?&]${clickParameter}=$`), '')}${after}`
}

function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0]!.replaceAll('+', ' ')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
