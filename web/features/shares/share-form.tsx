import { useId, useState } from 'react'
import { m } from '#messages'
import { shareNetworks, type ShareNetwork } from '#contracts/shares.constants.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import type { NamedCampaign } from '#web/ui/campaign-name.tsx'
import { CampaignSelect } from '#web/ui/rare/campaign-select.tsx'
import { PointsPromise } from '#web/ui/rare/points-promise.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { TextAreaField } from '#web/ui/forms/text-field.tsx'
import { networks } from './networks.ts'
import { useShare } from './queries.ts'
import { shareAddress } from './share-address.ts'
import classes from './share-form.module.css'

/** A campaign that can be shared. */
export interface Shareable extends NamedCampaign {
  id: string
  /** What buyers read: brand and product. */
  name: string
  isJoined: boolean
}

/** Which campaign, where, and with which words; opens the network with the link in a new tab. */
export function ShareForm({
  campaigns,
  chosen,
  onChoose,
  captions,
  promise,
}: {
  /** At least one. */
  campaigns: readonly Shareable[]
  /** The campaign chosen so far; the first where it is none of them. */
  chosen: string
  onChoose: (id: string) => void
  /** What its brand suggests to post; none until that is known. */
  captions: readonly string[]
  promise: { points: string; text: string }
}) {
  const [network, setNetwork] = useState<ShareNetwork>('x')
  const [typed, setTyped] = useState<string | null>(null)
  const [suggestion, setSuggestion] = useState(0)
  // The browser let no tab be opened: the member opens it.
  const [isTabRefused, setTabRefused] = useState(false)
  const share = useShare()
  const name = useId()
  const campaign = campaigns.find(({ id }) => id === chosen) ?? campaigns[0]!
  const made = share.data?.share
  const link = made?.campaign.id === campaign.id && made.network === network ? made.url : undefined
  const suggested = captions[suggestion % captions.length] ?? m.campaigns_caption({ name: campaign.name })
  const caption = typed ?? suggested
  useDirtyForm(typed !== null && link === undefined)

  function submit(event: React.FormEvent): void {
    event.preventDefault()
    // Opened by the press itself, since a browser lets no page open a tab later; it goes where the link is then.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    setTabRefused(!tab)
    share.mutate(
      { network, campaignId: campaign.id },
      {
        onSuccess: ({ share: { url } }) => {
          if (tab) tab.location.href = shareAddress(network, url, caption)
        },
        onError: () => tab?.close(),
      },
    )
  }

  return (
    <Card>
      <form className={classes.form} onSubmit={submit}>
        <PointsPromise points={promise.points}>{promise.text}</PointsPromise>
        <CampaignSelect
          label={m.shares_campaign()}
          campaigns={campaigns}
          chosen={campaign}
          noteOf={({ isJoined }) => (isJoined ? m.shares_joined() : undefined)}
          onChoose={onChoose}
        />
        {!campaign.isJoined && <p className={classes.hint}>{m.shares_not_joined()}</p>}
        <fieldset className={classes.networks}>
          <legend>{m.shares_network()}</legend>
          {shareNetworks.map((one) => {
            const { name: label, Icon } = networks[one]
            return (
              <label key={one} className={classes.network}>
                <input
                  type="radio"
                  name={name}
                  value={one}
                  checked={one === network}
                  onChange={() => setNetwork(one)}
                />
                <Icon size={24} aria-hidden />
                {label}
              </label>
            )
          })}
        </fieldset>
        <TextAreaField
          label={m.shares_caption()}
          description={m.shares_caption_hint()}
          value={caption}
          maxLength={500}
          rows={3}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {captions.length > 1 && (
          <Button
            look="soft"
            size="s"
            className={classes.another}
            onClick={() => {
              setSuggestion(suggestion + 1)
              setTyped(null)
            }}
          >
            {m.shares_caption_another()}
          </Button>
        )}
        <figure className={classes.preview}>
          <figcaption>{m.shares_preview()}</figcaption>
          <p>{caption}</p>
          <p className={classes.link}>{link?.replace(/^https?:\/\//, '') ?? m.shares_preview_link()}</p>
        </figure>
        {share.isError && <Notice>{problemOf(share.error).detail ?? m.common_error_hint()}</Notice>}
        <Button type="submit" look="gold" full loading={share.isPending}>
          {m.shares_submit({ network: networks[network].name })}
        </Button>
        {link && isTabRefused && (
          <ButtonAnchor
            look="soft"
            full
            href={shareAddress(network, link, caption)}
            target="_blank"
            rel="noreferrer"
          >
            {m.shares_open({ network: networks[network].name })}
          </ButtonAnchor>
        )}
      </form>
    </Card>
  )
}
