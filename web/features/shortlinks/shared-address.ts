import { completeAddress } from './link-draft.ts'

/** What another app shares with an installed one, as the manifest's `share_target` hands it on. */
export interface Shared {
  url: string | null
  text: string | null
  title: string | null
}

/** Text around an address: spaces, brackets of mark-up, and characters that are not seen. */
const address = /\bhttps?:\/\/[^\s<>"\p{C}]+/iu

/**
 * The address in what was shared, null where there is none. Browsers put it in `url`, most apps in `text`, some in the
 * title, with words before and after. Only `http` and `https`: the server judges the rest, as of what is typed.
 */
export function sharedAddress({ url, text, title }: Shared): string | null {
  for (const part of [url, text, title]) {
    const found = address.exec(part ?? '')?.[0]
    if (found) return withoutSentence(found)
    const typed = completeAddress(part ?? '')
    if (/^https:\/\/\S+$/.test(typed) && URL.canParse(typed)) return typed
  }
  return null
}

/** The marks of the sentence that an address ends; a bracket stays where it has its other half. */
function withoutSentence(found: string): string {
  const cut = found.replace(/[.,;:!?…'’”»*_]+$/u, '')
  if (!/[)\]]$/.test(cut)) return cut
  const open = cut.endsWith(')') ? '(' : '['
  return cut.includes(open) ? cut : withoutSentence(cut.slice(0, -1))
}

/** What was shared with this page by its query; null where nothing was. */
export function sharedIn(search: URLSearchParams): Shared | null {
  const [url, text, title] = [search.get('url'), search.get('text'), search.get('title')]
  return url === null && text === null && title === null ? null : { url, text, title }
}
