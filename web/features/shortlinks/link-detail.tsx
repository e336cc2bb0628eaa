import { lazy, useRef, useState, useTransition, type ReactNode } from 'react'
import { m } from '#messages'
import type { Shortlink } from '#contracts/shortlinks.schemas.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { LinkBox } from '#web/ui/rare/link-box.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { Section } from '#web/ui/page.tsx'
import { Part } from '#web/ui/part.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { ShareButton } from '#web/ui/share-button.tsx'
import { SwitchRow } from '#web/ui/rare/switch-row.tsx'
import { EditForm } from './edit-form.tsx'
import { publicNameOf, withoutScheme } from './link-list.tsx'
import { LinkPills } from './link-pills.tsx'
import { LinkStanding } from './link-standing.tsx'
import { useEditShortlink, useRemoveShortlink } from './queries.ts'
import classes from './shortlinks.module.css'

const QrDialog = lazy(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }))

/** One link: handing it on, where it leads, switching it off, changing and removing it. */
export function LinkDetail({
  link,
  onRemoved,
  children,
}: {
  link: Shortlink
  onRemoved: () => void
  /** What other parts know of it: its figures, whether it works. */
  children?: ReactNode
}) {
  return (
    <div className={classes.detail}>
      <div className={classes.detailHead}>
        <LinkHead link={link} />
      </div>
      <div className={classes.beside}>{children}</div>
      <div className={classes.detailForm}>
        {link.state !== 'banned' && (
          <Section heading={m.shortlinks_edit_heading()}>
            <Card className={classes.form}>
              <StateSwitch link={link} />
              <EditForm key={link.id} link={link} />
            </Card>
          </Section>
        )}
        {(link.kind === 'own' || link.kind === 'deep') && <RemoveLink link={link} onRemoved={onRemoved} />}
      </div>
    </div>
  )
}

function LinkHead({ link }: { link: Shortlink }) {
  const { url, host, destinationUrl, expiresAt, state } = link
  const [isQrOpen, setIsQrOpen] = useState(false)
  const [isQrLoading, loadQr] = useTransition()
  const [said, setSaid] = useState('')
  const status = useRef<HTMLDivElement>(null)
  /** The button that was pressed is gone: the focus waits before what there is to do now. */
  function mended(): void {
    setSaid(m.shortlinks_works_again())
    setTimeout(() => status.current?.focus({ preventScroll: true }))
  }
  return (
    <Card className={classes.form}>
      <p className={classes.name}>
        <LinkPills link={link} />
      </p>
      <div ref={status} tabIndex={-1} className="visually-hidden" role="status">
        {said}
      </div>
      <LinkStanding link={link} onMended={mended} />
      {state !== 'banned' && (
        <LinkBox
          url={url}
          copy={m.common_copy()}
          look={state === 'active' ? 'gold' : 'soft'}
          onCopied={() => analytics.track('link_copied', { link: 'short_link' })}
        >
          {state === 'active' && (
            <ShareButton
              url={url}
              title={publicNameOf(link)}
              label={m.shortlinks_share()}
              look="soft"
              size="s"
            />
          )}
          <Button look="soft" size="s" loading={isQrLoading} onClick={() => loadQr(() => setIsQrOpen(true))}>
            {m.shortlinks_qr()}
          </Button>
        </LinkBox>
      )}
      <dl className={classes.facts}>
        {state === 'banned' && (
          <>
            <dt>{m.shortlinks_address()}</dt>
            <dd>
              <bdi>{withoutScheme(url)}</bdi>
            </dd>
          </>
        )}
        <dt>{m.shortlinks_destination_label()}</dt>
        <dd>
          {destinationUrl}
          {host.ascii !== null && (
            <span className={classes.ascii}>
              {m.shortlinks_host_ascii({ name: host.name, ascii: host.ascii })}
            </span>
          )}
        </dd>
        {expiresAt !== null && (
          <>
            <dt>{state === 'expired' ? m.shortlinks_expired_on() : m.shortlinks_expires_on()}</dt>
            <dd>{formatDate(expiresAt)}</dd>
          </>
        )}
      </dl>
      <Part>{isQrOpen && <QrDialog link={link} onClose={() => setIsQrOpen(false)} />}</Part>
    </Card>
  )
}

function StateSwitch({ link }: { link: Shortlink }) {
  const edit = useEditShortlink(link.id)
  const isOn = edit.isPending ? edit.variables.state === 'active' : link.state !== 'disabled'
  return (
    <>
      <SwitchRow
        label={m.shortlinks_on()}
        hint={m.shortlinks_on_hint()}
        checked={isOn}
        onChange={(next) => {
          if (!edit.isPending) edit.mutate({ state: next ? 'active' : 'disabled' })
        }}
      />
      {edit.isError && <Notice>{problemOf(edit.error).detail ?? m.shortlinks_unanswered()}</Notice>}
    </>
  )
}

function RemoveLink({ link, onRemoved }: { link: Shortlink; onRemoved: () => void }) {
  const [isAsked, setIsAsked] = useState(false)
  const remove = useRemoveShortlink(link.id)
  return (
    <>
      <Button look="plain" onClick={() => setIsAsked(true)}>
        {m.shortlinks_remove()}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        heading={m.shortlinks_remove_heading()}
        confirm={m.shortlinks_remove()}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: onRemoved })}
      >
        <p>{m.shortlinks_remove_text({ url: withoutScheme(link.url) })}</p>
        {remove.isError && <Notice>{problemOf(remove.error).detail ?? m.shortlinks_unanswered()}</Notice>}
      </ConfirmDialog>
    </>
  )
}
