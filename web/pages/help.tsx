import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { m } from '#messages'
import { loginPath, paths } from '#contracts/paths.ts'
import { SUPPORT_REFERENCE_MAX, SUPPORT_REFERENCES_MAX } from '#contracts/support.constants.ts'
import { useCaptcha } from '../features/auth/captcha/use-captcha.tsx'
import { OftenAsked } from '../features/docs/often-asked.tsx'
import { MyRequests } from '../features/support/my-requests.tsx'
import { SentCard, type SentSupport } from '../features/support/sent-card.tsx'
import { SupportForm } from '../features/support/support-form.tsx'
import { lastFailure } from '../platform/http.ts'
import { useSession } from '../platform/session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { Page } from '../ui/page.tsx'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import classes from './side-column.module.css'

/** `/help`: write to the operator, as a visitor or a member, and a member's requests with their answers. */
export default function HelpPage() {
  const { state, user, failure } = useSession()
  const [search] = useSearchParams()
  const here = useLocation()
  const [found] = useState(() => references(search.getAll('ref'), lastFailure()))
  const [sent, setSent] = useState<SentSupport | null>(null)
  const captcha = useCaptcha()
  // Who cannot be found out writes as a visitor: what keeps the session from starting may be why they write.
  const isAwaited = state === 'starting' && failure === null
  const isForAnswers = search.get('view') === 'answers'
  const side = <div className={classes.side}>{user && <MyRequests empty={<OftenAsked />} />}</div>
  return (
    // Nothing stands beside a visitor's form.
    <Page title={m.pages_help()} narrow={!user}>
      {isForAnswers && state === 'signed-out' && (
        <EmptyState
          heading={m.support_answers_sign_in()}
          hint={m.support_answers_sign_in_hint()}
          action={<ButtonLink to={loginPath(here.pathname + here.search)}>{m.layout_sign_in()}</ButtonLink>}
        />
      )}
      <div className={classes.layout}>
        {isForAnswers && user && side}
        <div className={classes.main}>
          {isForAnswers && !isAwaited && <h2>{m.common_write_to_us()}</h2>}
          <p>{user ? m.support_lead_member() : m.support_lead()}</p>
          <p>
            <LinkedSentence
              text={m.support_answered()}
              links={[
                (text) => <Link to={paths.faq}>{text}</Link>,
                (text) => <Link to={paths.docs}>{text}</Link>,
              ]}
            />
          </p>
          {sent && <SentCard sent={sent} onAnother={() => setSent(null)} />}
          {!sent && isAwaited && (
            <Loading>
              <CardSkeleton lines={8} />
            </Loading>
          )}
          {!sent && !isAwaited && (
            <SupportForm
              // What another person typed is not theirs.
              key={user?.uid ?? 'visitor'}
              member={user}
              topic={search.get('topic')}
              references={found}
              captcha={captcha}
              onSent={setSent}
            />
          )}
        </div>
        {!(isForAnswers && user) && side}
      </div>
    </Page>
  )
}

/** What the address names, and the call that failed last. */
function references(named: string[], failed: string | null): string[] {
  const all = [...named.map((id) => id.trim()), ...(failed ? [failed] : [])]
  const fit = all.filter((id) => id !== '' && id.length <= SUPPORT_REFERENCE_MAX && !/\p{Cc}/u.test(id))
  return [...new Set(fit)].slice(0, SUPPORT_REFERENCES_MAX)
}
