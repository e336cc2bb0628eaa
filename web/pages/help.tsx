import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { SUPPORT_REFERENCE_MAX, SUPPORT_REFERENCES_MAX } from '#contracts/support.constants.ts'
import { useCaptcha } from '../features/auth/captcha/use-captcha.tsx'
import { OftenAsked } from '../features/docs/often-asked.tsx'
import { MyRequests } from '../features/support/my-requests.tsx'
import { SentCard, type SentSupport } from '../features/support/sent-card.tsx'
import { SupportForm } from '../features/support/support-form.tsx'
import { lastFailure } from '../platform/http.ts'
import { useSession } from '../platform/session.ts'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { Page } from '../ui/page.tsx'
import { CardSkeleton, Loading } from '../ui/skeleton.tsx'
import classes from './side-column.module.css'

/** `/help`: write to the operator, as a visitor or a member, and a member's requests with their answers. */
export default function HelpPage() {
  const { state, user, failure } = useSession()
  const [search] = useSearchParams()
  const [found] = useState(() => references(search.getAll('ref'), lastFailure()))
  const [sent, setSent] = useState<SentSupport | null>(null)
  const captcha = useCaptcha()
  // Who cannot be found out writes as a visitor: what keeps the session from starting may be why they write.
  const isAwaited = state === 'starting' && failure === null
  const isForAnswers = user !== null && search.get('view') === 'answers'
  const side = <div className={classes.side}>{user && <MyRequests empty={<OftenAsked />} />}</div>
  return (
    // Nothing stands beside a visitor's form.
    <Page title={m.pages_help()} narrow={!user}>
      <div className={classes.layout}>
        {isForAnswers && side}
        <div className={classes.main}>
          {isForAnswers && <h2>{m.common_write_to_us()}</h2>}
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
        {!isForAnswers && side}
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
