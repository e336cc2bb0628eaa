import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#messages'
import { agree } from '#contracts/legal.endpoints.ts'
import type { VersionToAgree } from '#contracts/legal.schemas.ts'
import type { AgreedDocument } from '#contracts/legal.constants.ts'
import type { User } from '#contracts/users.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { call } from '#web/platform/api.ts'
import { useSignOut } from '#web/platform/use-sign-out.ts'
import { refetchUser } from '#web/platform/user-document.ts'
import { formatDate } from '#web/ui/common/format.ts'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import classes from './agreement-page.module.css'

const titles: Record<AgreedDocument, () => string> = {
  terms: m.pages_docs_terms,
  privacy: m.pages_docs_privacy,
}

/** In place of a member's page, while a version of the terms or the privacy page waits for their agreement. */
export function AgreementPage({
  user: { uid, ageMin },
  toAgree,
}: {
  user: Pick<User, 'uid' | 'ageMin'>
  toAgree: VersionToAgree[]
}) {
  const agreeing = useMutation({
    mutationFn: () =>
      call(agree, {
        body: { agreements: toAgree.map(({ document, version }) => ({ document, version })) },
      }),
    // After a refusal too: then there is a newer version to show.
    onSettled: async (_, error) => {
      await refetchUser(uid)
      if (error) return
      // The page comes in place of the button that had the focus, under the same address.
      scrollTo(0, 0)
      document.getElementById('main')?.focus({ preventScroll: true })
    },
  })
  const signOut = useSignOut()
  const isUpdate = toAgree.some((one) => one.isUpdate)
  const heading = isUpdate ? m.agreement_heading_changed() : m.agreement_heading_first()
  return (
    <Page title={heading} narrow>
      <div className={classes.page}>
        <p className={classes.intro}>{isUpdate ? m.agreement_intro_changed() : m.agreement_intro_first()}</p>
        {toAgree.map((one) => (
          <Version key={one.document} {...one} />
        ))}
        {!isUpdate && ageMin > 0 && <p className={classes.age}>{m.agreement_age({ years: ageMin })}</p>}
        {agreeing.error && <Notice>{refusalOf(agreeing.error)}</Notice>}
        <Button full loading={agreeing.isPending} onClick={() => agreeing.mutate()}>
          {m.agreement_accept()}
        </Button>
        <section className={classes.else} aria-labelledby="agreement-else">
          <h2 id="agreement-else">{m.agreement_else_heading()}</h2>
          <p>
            <LinkedSentence
              text={m.agreement_else()}
              links={[paths.crels('exchange'), paths.profile, paths.deleteAccount].map(
                (path) => (text: string) => <Link to={path}>{text}</Link>,
              )}
            />
          </p>
          {signOut.isError && <Notice>{m.profile_sign_out_failed()}</Notice>}
          <Button look="soft" onClick={() => signOut.mutate()} loading={signOut.isPending}>
            {m.agreement_sign_out()}
          </Button>
        </section>
      </div>
    </Page>
  )
}

function Version({ document, summary, publishedAt, isUpdate }: VersionToAgree) {
  const title = titles[document]()
  return (
    <Card className={classes.version}>
      <h2>{title}</h2>
      {isUpdate && <p>{m.agreement_new({ summary })}</p>}
      <p className={classes.since}>{m.agreement_since({ date: formatDate(publishedAt) })}</p>
      <Link
        to={paths.doc(document)}
        target="_blank"
        className={classes.read}
        aria-label={m.agreement_read_named({ title })}
      >
        {m.agreement_read()}
      </Link>
    </Card>
  )
}

function refusalOf(error: Error): string {
  if (error instanceof ApiProblem && error.code === 'legal_version_stale') return m.agreement_stale()
  return problemOf(error).detail ?? m.agreement_failed()
}
