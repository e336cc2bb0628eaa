import { m } from '#messages'
import { crelsText } from './price-text.ts'

/** Where the crels of a pack will go while its member owes some: the debt comes first; undefined where none is owed. */
export function packAheadText(crels: number, debtCrels: number): string | undefined {
  const owed = Math.min(crels, debtCrels)
  // An answer of a version before this one does not say.
  if (!owed) return undefined
  return crels > owed
    ? m.shop_confirm_owed_rest({ owed: crelsText(owed), rest: crelsText(crels - owed) })
    : m.shop_confirm_owed({ crels: crelsText(crels) })
}

/** Where they went, and what else there is to say of it. */
export function packDoneText(crels: number, owed: number): { text: string; hint?: string } {
  if (!owed) return { text: m.shop_done_crels_pack({ crels: crelsText(crels) }) }
  if (crels === owed) return { text: m.shop_done_owed({ crels: crelsText(crels) }) }
  return {
    text: m.shop_done_crels_pack({ crels: crelsText(crels - owed) }),
    hint: m.shop_done_owed_hint({ owed: crelsText(owed) }),
  }
}
