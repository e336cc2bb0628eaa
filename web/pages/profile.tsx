import { lazy } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { DownloadMyData } from '../features/export/download-my-data.tsx'
import { ProfileMeter } from '#web/features/account/profile-meter.tsx'
import { LanguageSwitch } from '../layouts/language-switch.tsx'
import { SchemeSwitch } from '../layouts/scheme-switch.tsx'
import { useInstall } from '../platform/install.ts'
import { useConsent } from '../platform/product-analytics/consent.ts'
import { publicIdentity } from '../platform/public-identity.ts'
import { useSession } from '../platform/session.ts'
import { useSignOut } from '../platform/use-sign-out.ts'
import { useUser } from '../platform/user-document.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { LinkRow, LinkRows } from '../ui/rare/link-rows.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { Page, Section } from '../ui/page.tsx'
import { problemOf } from '../ui/problem-of.ts'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import { WhenNear } from '../ui/when-near.tsx'
import { EmailAddress } from '#web/ui/common/email-address.tsx'
import { Part } from '../ui/part.tsx'
import classes from './profile.module.css'
import columns from './side-column.module.css'

const AnalyticsCard = lazy(async () => ({
  default: (await import('../features/account/analytics-card.tsx')).AnalyticsCard,
}))
const IssuerSection = lazy(async () => ({
  default: (await import('../features/auth/issuer/issuer-section.tsx')).IssuerSection,
}))
const PayoutsFrozen = lazy(async () => ({
  default: (await import('../features/redemptions/payouts-frozen.tsx')).PayoutsFrozen,
}))
const SecuritySection = lazy(async () => ({
  default: (await import('../features/auth/security/security-section.tsx')).SecuritySection,
}))

const TaxFormRow = lazy(async () => ({
  default: (await import('../features/tax/tax-form-row.tsx')).TaxFormRow,
}))
const ReviewWaysIn = lazy(async () => ({
  default: (await import('../features/auth/security/review-ways-in.tsx')).ReviewWaysIn,
}))

/** Me: who I am here, how complete my profile is, and the places the bottom bar has no room for. */
export default function ProfilePage() {
  // After a reset, what gets into the account comes first; the value is where to go on to.
  const wished = useSearchParams()[0].get('review')
  const review = publicIdentity.provider === 'embedded' ? wished : null
  return (
    <Page title={m.pages_profile()}>
      <div className={columns.three}>
        <div className={columns.first}>
          {review !== null && (
            <Part fallback={<CardSkeleton lines={3} />}>
              <ReviewWaysIn goOn={review} />
            </Part>
          )}
          <WhoCard />
          <LinkRows>
            <LinkRow to="?inbox">{m.profile_notifications()}</LinkRow>
          </LinkRows>
          <Section heading={m.profile_earn()}>
            <LinkRows>
              <LinkRow to={paths.myCampaigns}>{m.profile_my_campaigns()}</LinkRow>
              <LinkRow to={paths.crels('wallet')}>{m.profile_wallet()}</LinkRow>
              <LinkRow to={paths.crels('exchange')}>{m.profile_exchange()}</LinkRow>
              <LinkRow to={paths.crels('redemptions')}>{m.profile_redemptions()}</LinkRow>
              <LinkRow to={paths.performanceAnalytics}>{m.profile_performance()}</LinkRow>
              <LinkRow to={paths.rewards}>{m.profile_rewards()}</LinkRow>
              <LinkRow to={paths.leaderboard}>{m.profile_leaderboard()}</LinkRow>
            </LinkRows>
          </Section>
        </div>
        <div className={columns.rest}>
          <WhenNear minHeight={560}>
            <Part
              fallback={
                <Loading>
                  <CardSkeleton lines={3} />
                </Loading>
              }
            >
              <PayoutsFrozen />
              <TaxFormRow />
              {publicIdentity.provider === 'oidc' ? (
                <IssuerSection issuer={publicIdentity.name} />
              ) : (
                review === null && <SecuritySection />
              )}
            </Part>
          </WhenNear>
        </div>
        <div className={columns.beside}>
          <Data />
          <Section heading={m.profile_more()}>
            <LinkRows>
              <LinkRow to={paths.docs}>{m.profile_docs()}</LinkRow>
              <LinkRow to={paths.faq}>{m.profile_faq()}</LinkRow>
              <LinkRow to={paths.help}>{m.profile_help()}</LinkRow>
              <LinkRow to={paths.deleteAccount}>{m.profile_delete()}</LinkRow>
            </LinkRows>
            <Card className={classes.setting}>
              <b>{m.layout_language()}</b>
              <LanguageSwitch />
            </Card>
            <Card className={classes.setting}>
              <b>{m.profile_appearance()}</b>
              <SchemeSwitch />
            </Card>
            <InstallCard />
            <SignOut />
          </Section>
        </div>
      </div>
    </Page>
  )
}

function WhoCard() {
  const { user: identity } = useSession()
  const user = useUser()
  if (!identity) return null
  const name = user.data?.fullName || identity.displayName || identity.email
  return (
    <>
      <Card className={classes.who}>
        <div className={classes.person}>
          {/* The face that others see, drawn from the name that they see. */}
          <Avatar name={identity.displayName || name} url={identity.photoURL} size={64} />
          <div className={classes.text}>
            <p className={classes.name}>
              {name === identity.email ? <EmailAddress address={name} /> : <bdi>{name}</bdi>}
            </p>
            {name !== identity.email && (
              <p className={classes.email}>
                <EmailAddress address={identity.email} />
              </p>
            )}
          </div>
        </div>
        {!user.isError && (
          <div className={classes.creator}>
            {user.data && (
              <>
                <span>
                  {m.profile_creator_id()} <b id="creator-id">{user.data.shortId}</b>
                </span>
                <CopyButton text={user.data.shortId} describedBy="creator-id" />
              </>
            )}
          </div>
        )}
        <ButtonLink look="soft" size="s" to={paths.profileInfo}>
          {m.profile_edit()}
        </ButtonLink>
      </Card>
      {user.isPending && (
        <div className={classes.meterWait}>
          <Loading>
            <CardSkeleton lines={1} />
          </Loading>
        </div>
      )}
      {user.data && <ProfileMeter {...user.data.profileCompletion} />}
      {user.isError && !user.data && (
        <ErrorState
          heading={m.profile_failed()}
          {...problemOf(user.error)}
          onRetry={() => void user.refetch()}
          retrying={user.isFetching}
        />
      )}
    </>
  )
}

function Data() {
  const { user } = useSession()
  const consent = useConsent()
  if (!user) return null
  return (
    <Section heading={m.export_heading()}>
      <DownloadMyData uid={user.uid} intro={m.export_intro()} />
      {consent !== 'off' && (
        <Part>
          <AnalyticsCard />
        </Part>
      )}
    </Section>
  )
}

function InstallCard() {
  const { way, install } = useInstall()
  if (way === null) return null
  return (
    <Card className={classes.setting}>
      <b>{m.profile_install()}</b>
      {way === 'offer' ? (
        <Button look="soft" size="s" onClick={() => void install()}>
          {m.profile_install()}
        </Button>
      ) : (
        <p>{m.profile_install_ios()}</p>
      )}
    </Card>
  )
}

function SignOut() {
  const signOut = useSignOut()
  return (
    <>
      {signOut.isError && <Notice>{m.profile_sign_out_failed()}</Notice>}
      <Button look="soft" full loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {m.profile_sign_out()}
      </Button>
    </>
  )
}
