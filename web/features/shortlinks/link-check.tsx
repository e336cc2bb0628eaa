import { m } from '#messages'
import type { LinkTest, Shortlink } from '#contracts/shortlinks.schemas.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checklist, ChecklistItem } from '#web/ui/common/checklist.tsx'
import { countryName } from '#web/ui/country-name.ts'
import { formatDateTime, formatNumber } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { Section } from '#web/ui/page.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { clickReasonText, reviewReasonText, stepText } from './link-check-text.ts'
import { useLinkTest } from './queries.ts'
import classes from './shortlinks.module.css'

/** "Is this link working?": its steps from a visit to an earning, and why visits did not count; asked for by hand. */
export function LinkCheck({ link }: { link: Shortlink }) {
  const check = useLinkTest(link.id)
  return (
    <Section heading={m.shortlinks_check_heading()}>
      <Card className={classes.form}>
        <p className={classes.hint}>{m.shortlinks_check_hint()}</p>
        <div className={classes.buttons}>
          <Button look="soft" loading={check.isPending} onClick={() => check.mutate()}>
            {check.data ? m.shortlinks_check_again() : m.shortlinks_check()}
          </Button>
          <a className={classes.try} href={link.url} target="_blank" rel="noreferrer">
            {m.shortlinks_check_try()}
          </a>
        </div>
        <div role="status" className={classes.form}>
          {check.isError && <Notice>{problemOf(check.error).detail ?? m.shortlinks_check_failed()}</Notice>}
          {check.data && <TestResult test={check.data} />}
        </div>
      </Card>
    </Section>
  )
}

const marks = { ok: 'met', failed: 'missing', waiting: 'open' } as const

/** The steps of a tested link, and why visits of it did not count. */
export function TestResult({ test }: { test: LinkTest }) {
  return (
    <>
      <Checklist label={m.shortlinks_check_steps()}>
        {test.steps.map((step) => (
          <ChecklistItem key={step.step} state={marks[step.state]}>
            {stepText(step, test)}
          </ChecklistItem>
        ))}
      </Checklist>
      {test.uncounted.length === 0 ? (
        test.counted.clicks > 0 && <p className={classes.hint}>{m.shortlinks_check_uncounted_none()}</p>
      ) : (
        <>
          <h3>{m.shortlinks_check_uncounted()}</h3>
          <ul className={classes.plain}>
            {test.uncounted.map(({ reason, clicks }) => (
              <li key={reason}>
                {m.shortlinks_check_reason_count({
                  clicks: formatNumber(clicks),
                  reason: clickReasonText(reason),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      {test.underReview.length > 0 && (
        <>
          <h3>{m.shortlinks_check_review()}</h3>
          <ul className={classes.plain}>
            {test.underReview.map(({ reason, clicks }) => (
              <li key={reason}>
                {m.shortlinks_check_reason_count({
                  clicks: formatNumber(clicks),
                  reason: reviewReasonText(reason),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      {test.recent.length > 0 && (
        <>
          <h3>{m.shortlinks_check_recent()}</h3>
          <ul className={classes.plain}>
            {test.recent.map((visit) => (
              <li key={visit.id}>{visitText(visit)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function visitText({ at, reason, country }: LinkTest['recent'][number]): string {
  const [when, why] = [formatDateTime(at), clickReasonText(reason)]
  return country === null
    ? m.shortlinks_check_recent_line({ when, reason: why })
    : m.shortlinks_check_recent_line_country({ when, country: countryName(country), reason: why })
}
