import { m } from '#messages'
import type { DeletionView } from '#contracts/account-deletion.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { DownloadMyData } from '../features/export/download-my-data.tsx'
import { DeleteForm } from '#web/features/account-deletion/delete-form.tsx'
import { useDeletion } from '#web/features/account-deletion/queries.ts'
import { WhatHappens } from '#web/features/account-deletion/what-happens.tsx'
import { publicIdentity } from '../platform/public-identity.ts'
import { useSession } from '../platform/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { Page, Section } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import classes from './delete-account.module.css'

/** `/delete-account`: what it costs, what is erased and what is kept; then the last step, calmly. */
export default function DeleteAccountPage() {
  const { user, state } = useSession()
  return (
    <div className={classes.alone}>
      <Page title={m.pages_delete_account()} narrow>
        <p className={classes.intro}>{m.account_deletion_intro()}</p>
        {publicIdentity.provider === 'oidc' && (
          <p className={classes.intro}>{m.account_deletion_issuer({ issuer: publicIdentity.name })}</p>
        )}
        <div className={classes.stay}>
          <ButtonLink look="soft" to={state === 'unverified' ? paths.emailVerification : paths.profile}>
            {m.account_deletion_stay()}
          </ButtonLink>
        </div>
        {user && (
          <Deletion key={user.uid} uid={user.uid} email={user.email} mayExport={state !== 'unverified'} />
        )}
      </Page>
    </div>
  )
}

function Deletion({ uid, email, mayExport }: { uid: string; email: string; mayExport: boolean }) {
  const deletion = useDeletion(uid)
  if (deletion.isPending)
    return (
      <Loading>
        <CardSkeleton lines={3} />
        <CardSkeleton lines={3} />
      </Loading>
    )
  if (!deletion.data)
    return (
      <ErrorState
        heading={m.account_deletion_failed()}
        {...problemOf(deletion.error)}
        onRetry={() => void deletion.refetch()}
        retrying={deletion.isFetching}
      />
    )
  const { blocked } = deletion.data
  return (
    <>
      <WhatHappens deletion={deletion.data} />
      {mayExport && (
        <Section heading={m.export_heading_leaving()}>
          <DownloadMyData uid={uid} intro={m.export_intro_leaving()} />
        </Section>
      )}
      {blocked ? (
        <Section heading={m.account_deletion_blocked_heading()}>
          <Notice
            tone="gold"
            action={
              blocked.by === 'redemption' && (
                <ButtonLink look="soft" size="s" to={paths.crels('redemptions')}>
                  {m.account_deletion_blocked_see()}
                </ButtonLink>
              )
            }
          >
            {blockedText(blocked)}
          </Notice>
        </Section>
      ) : (
        <Section heading={m.account_deletion_confirm()}>
          <DeleteForm uid={uid} email={email} />
        </Section>
      )}
    </>
  )
}

function blockedText({ by, until, redemption }: NonNullable<DeletionView['blocked']>): string {
  if (by === 'email_change' && until)
    return m.account_deletion_blocked_email_change({ date: formatDate(until) })
  if (until) return m.account_deletion_blocked_until({ date: formatDate(until) })
  return [
    m.account_deletion_blocked(),
    ...(redemption?.typicalBy
      ? [m.account_deletion_blocked_typical({ date: formatDate(redemption.typicalBy) })]
      : []),
    ...(redemption?.isCancellable ? [m.account_deletion_blocked_cancel()] : []),
  ].join(' ')
}
