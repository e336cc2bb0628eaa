import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import { previewLegalVersion } from '#contracts/operator-legal.endpoints.ts'
import type { LegalTexts } from '#contracts/operator-legal.schemas.ts'
import { call } from '#console/platform/api.ts'
import { neverFromMemory } from '#console/platform/never-from-memory.ts'
import { formatNumber } from '#console/ui/format.ts'
import { useHoldBack } from '#console/ui/hold-back.ts'
import { FailureState } from '#console/ui/states.tsx'

/** What publishing these texts touches: how many members are asked, and who is not. */
export function PublishEffect({
  document,
  inForce,
  texts,
}: {
  document: LegalDocument
  /** The version in force: another one is another answer. */
  inForce: string | null
  texts: LegalTexts
}) {
  const typed = JSON.stringify(texts)
  // What is typed is asked once the typing rests.
  const [asked] = useDebouncedValue(typed, 500)
  const isWritten = texts.en !== undefined
  const effect = useQuery({
    queryKey: ['legal-effect', document, inForce, asked],
    ...neverFromMemory,
    queryFn: async ({ signal }) =>
      await call(previewLegalVersion, {
        params: { document },
        body: { texts: JSON.parse(asked) as LegalTexts },
        signal,
      }),
    enabled: isWritten && asked === typed,
    retry: false,
    staleTime: 0,
  })
  useHoldBack(asked !== typed || !effect.isSuccess)
  if (!isWritten) return null
  if (effect.isError) return <FailureState error={effect.error} onRetry={() => void effect.refetch()} />
  if (asked !== typed || !effect.data) return <p role="status">{m.legal_counting()}</p>
  const { isInForce, sameAs, asked: count } = effect.data
  if (isInForce) return <p role="status">{m.legal_effect_none({ version: sameAs! })}</p>
  if (document === 'cookies') return <p role="status">{m.legal_effect_cookies()}</p>
  return (
    <>
      <p role="status">{m.legal_effect({ document, count, shown: formatNumber(count) })}</p>
      {sameAs !== null && <p>{m.legal_effect_same({ version: sameAs })}</p>}
    </>
  )
}
