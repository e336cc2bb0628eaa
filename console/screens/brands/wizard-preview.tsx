import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { m } from '#console-messages'
import { drawCampaignPreview } from '#contracts/operator-campaigns.endpoints.ts'
import { isProblem } from '#console/platform/api-problem.ts'
import { call } from '#console/platform/api.ts'
import { styleNonce } from '#console/platform/nonce.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { LoadingState } from '#console/ui/states.tsx'
import { drawable, paysNothing, type CampaignDraft } from './campaign-draft.ts'
import styles from './wizard.module.css'

/** Where a picture that is chosen and not uploaded yet stands in the page that is drawn. */
const chosenCover = '/preview-of-the-cover'

/** The member's own screens, drawn of what is typed: the card in the list, and the page. Nothing in them can be done. */
export function WizardPreview({
  draft,
  budgetCrels,
  website,
  cover,
}: {
  draft: CampaignDraft
  budgetCrels: number
  website: string
  /** The address of a picture that is chosen, in this browser. */
  cover: string | null
}) {
  const [screen, setScreen] = useState<'card' | 'page'>('card')
  const campaign = drawable({ ...draft, coverUrl: cover ? chosenCover : draft.coverUrl }, { website })
  // What is typed is drawn once the typing rests: until then it is what was typed before.
  const [asked] = useDebouncedValue(JSON.stringify({ campaign, budgetCrels, screen }), 500)
  const body = JSON.parse(asked) as { campaign: typeof campaign; budgetCrels: number; screen: typeof screen }
  const preview = useQuery({
    queryKey: ['campaign-preview', asked],
    queryFn: async ({ signal }) => await call(drawCampaignPreview, { body, signal }),
    enabled: body.campaign.brand !== '' && body.campaign.category !== '',
    placeholderData: keepPreviousData,
    // A renderer that has just started, or has many to draw, is asked again.
    retry: (count, error) => count < 3 && isProblem(error, 'unavailable'),
    staleTime: 60_000,
  })
  return (
    <section className={styles.preview} aria-label={m.campaigns_preview()}>
      <div className={styles.previewHead}>
        <h2>{m.campaigns_preview()}</h2>
        <SegmentedControl
          aria-label={m.campaigns_preview()}
          value={screen}
          onChange={(value) => setScreen(value as typeof screen)}
          data={[
            { value: 'card', label: m.campaigns_preview_card() },
            { value: 'page', label: m.campaigns_preview_page() },
          ]}
        />
      </div>
      {paysNothing(draft) && <p className={styles.note}>{m.campaigns_preview_unpaid()}</p>}
      {preview.isError && <FailureAlert error={preview.error} />}
      {draft.brand === '' || draft.category === '' ? (
        <p className={styles.note}>{m.campaigns_preview_first()}</p>
      ) : preview.data ? (
        <iframe
          className={styles.screen}
          title={screen === 'card' ? m.campaigns_preview_card() : m.campaigns_preview_page()}
          // No scripts, forms, windows or navigation. Same origin, so that its styles and pictures load.
          sandbox="allow-same-origin"
          srcDoc={frameOf(preview.data.html, cover)}
          onLoad={putStyles}
        />
      ) : (
        preview.isPending && <LoadingState />
      )}
    </section>
  )
}

/** Lets the page's own styles in (the frame has the policy of this page), and the picture that is not uploaded yet. */
function frameOf(html: string, cover: string | null): string {
  const styled = html.replaceAll(/<style\b/g, `<style nonce="${styleNonce ?? ''}"`)
  return cover ? styled.replaceAll(chosenCover, cover) : styled
}

/** Gives elements the styles that the policy refuses where they are written in the page. */
function putStyles({ currentTarget }: SyntheticEvent<HTMLIFrameElement>): void {
  for (const element of currentTarget.contentDocument?.querySelectorAll<HTMLElement>('[data-style]') ?? [])
    element.style.cssText = element.dataset['style'] ?? ''
}
