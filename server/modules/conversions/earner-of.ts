import { enrolmentTerms } from '#server/modules/campaigns/public.ts'
import type { ActMember } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Conversion } from './conversion-queries.ts'

/** The member an act on a conversion is about; undefined for a conversion of no campaign. */
export async function earnerOf(
  tx: Tx,
  { enrolmentId }: Pick<Conversion, 'enrolmentId'>,
): Promise<ActMember | undefined> {
  const terms = enrolmentId === null ? undefined : await enrolmentTerms(tx, enrolmentId)
  return terms && { uid: terms.uid }
}
