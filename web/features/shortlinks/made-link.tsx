import { lazy, useLayoutEffect, useRef, useState, useTransition } from 'react'
import { m } from '#messages'
import type { Shortlink } from '#contracts/shortlinks.schemas.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Part } from '#web/ui/part.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { ShareButton } from '#web/ui/share-button.tsx'
import { TestResult } from './link-check.tsx'
import { publicNameOf, withoutScheme } from './link-list.tsx'
import { useLinkTest } from './queries.ts'
import classes from './made-link.module.css'
import forms from './shortlinks.module.css'

const QrDialog = lazy(async () => ({ default: (await import('./qr-dialog.tsx')).QrDialog }))

/** The link that was just made, in place of the form: copy it first, then whatever else one does with a link. */
export function MadeLink({ link, onAnother }: { link: Shortlink; onAnother: () => void }) {
  const [isQrOpen, setIsQrOpen] = useState(false)
  const [isQrLoading, loadQr] = useTransition()
  const check = useLinkTest(link.id)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone, below what it made where the form was long: that is shown, and read out.
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <Pill icon={<CheckIcon size={16} />}>{m.shortlinks_ready()}</Pill>
        <Button look="plain" size="s" className={classes.another} onClick={onAnother}>
          {m.shortlinks_another()}
        </Button>
      </div>
      <div className={classes.text}>
        <h2 ref={heading} tabIndex={-1} className={classes.url}>
          <bdi>{withoutScheme(link.url)}</bdi>
        </h2>
        <p className={classes.destination}>
          <bdi>{withoutScheme(link.destinationUrl)}</bdi>
        </p>
      </div>
      <CopyButton
        text={link.url}
        look="gold"
        size="m"
        full
        onCopied={() => analytics.track('link_copied', { link: 'short_link' })}
      />
      <div className={classes.buttons}>
        <ShareButton
          url={link.url}
          title={publicNameOf(link)}
          label={m.shortlinks_share()}
          look="soft"
          size="s"
        />
        <Button look="soft" size="s" loading={isQrLoading} onClick={() => loadQr(() => setIsQrOpen(true))}>
          {m.shortlinks_qr()}
        </Button>
        <Button look="soft" size="s" loading={check.isPending} onClick={() => check.mutate()}>
          {m.shortlinks_test()}
        </Button>
      </div>
      <div role="status" className={forms.form}>
        {check.isError && <Notice>{problemOf(check.error).detail ?? m.shortlinks_check_failed()}</Notice>}
        {check.data && <TestResult test={check.data} />}
      </div>
      <Part>{isQrOpen && <QrDialog link={link} onClose={() => setIsQrOpen(false)} />}</Part>
    </Card>
  )
}
