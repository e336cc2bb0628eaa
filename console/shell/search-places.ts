import type { SearchKind } from '#contracts/operator-search.constants.ts'
import type { OperatorFound } from '#contracts/operator-search.schemas.ts'
import { memberHref } from '../platform/member-link.tsx'
import { screenHref } from '../platform/screen-href.ts'

type Found = Pick<OperatorFound, 'id' | 'name' | 'detail'>

/** Where each kind of what is found is shown, for the console's router. */
export const searchPlaces: Record<SearchKind, (found: Found) => string> = {
  member: ({ id }) => memberHref(id),
  conversion: ({ id }) => screenHref('conversion', { id }),
  claim: ({ id }) => `${screenHref('claims')}?${query({ open: id })}`,
  // A click has no screen of its own: its link has one.
  click: ({ id, detail }) => `${screenHref('links')}?${query({ code: codeOf(detail), click: id })}`,
  link: ({ name }) => `${screenHref('links')}?${query({ code: codeOf(name) })}`,
  campaign: ({ id }) => screenHref('campaign', { id }),
  redemption: ({ id }) => `${screenHref('redemptions')}?${query({ open: id })}`,
  order: ({ id }) => `${screenHref('orders')}?${query({ show: 'all', open: id })}`,
  support: ({ id }) => `${screenHref('support')}?${query({ show: 'all', open: id })}`,
  abuse: ({ id }) => `${screenHref('abuse')}?${query({ show: 'all', open: id })}`,
  act: ({ id }) => `${screenHref('audit')}?${query({ open: id })}`,
  'member-act': ({ id }) => memberHref(id),
}

const query = (entries: Record<string, string>) => new URLSearchParams(entries).toString()

/** The code in `/s/code`. */
const codeOf = (path: string | null) => (path ?? '').slice('/s/'.length)
