import { m } from '#console-messages'
import type { ConversionReview } from '#contracts/operator-review-shapes.ts'
import { Timeline } from '#console/ui/facts.tsx'
import { formatDateTime, formatDuration, formatNumber } from '#console/ui/format.ts'
import { Pill } from '#console/ui/pill.tsx'
import { networkKindNames } from './network-words.ts'

/** What speaks against a conversion, a pill each. */
export function Signals(signals: ConversionReview['signals']) {
  const { secondsAfterClick, isOwnDevice, sameVisitor, sharedDestination, network } = signals
  return (
    <>
      {secondsAfterClick !== null && (
        <Pill tone={secondsAfterClick < 30 ? 'bad' : 'plain'}>
          {m.review_after_click({ time: formatDuration(secondsAfterClick * 1000) })}
        </Pill>
      )}
      {isOwnDevice && <Pill tone="bad">{m.review_own_device()}</Pill>}
      {sameVisitor > 0 && (
        <Pill tone="warn">{m.review_same_visitor({ count: formatNumber(sameVisitor) })}</Pill>
      )}
      {sharedDestination > 0 && (
        <Pill tone="bad">{m.review_shared({ count: formatNumber(sharedDestination) })}</Pill>
      )}
      {network?.kind === 'hosting' && <Pill tone="bad">{networkKindNames.hosting()}</Pill>}
      {network && network.others > 0 && (
        <Pill tone={network.kind === 'mobile' ? 'plain' : 'warn'}>
          {m.review_same_network({ count: formatNumber(network.others) })}
        </Pill>
      )}
    </>
  )
}

/** From its click to what was decided. */
export function Story({ timeline }: Pick<ConversionReview, 'timeline'>) {
  return (
    <Timeline
      label={m.review_timeline()}
      steps={timeline.map(({ at, what, detail }) => ({
        key: `${what} ${at}`,
        at: formatDateTime(at),
        text: detail ? `${steps[what]()} · ${detail}` : steps[what](),
      }))}
    />
  )
}

const steps: Record<ConversionReview['timeline'][number]['what'], () => string> = {
  click: m.review_what_click,
  sale: m.review_what_sale,
  report: m.review_what_report,
  appeal: m.review_what_appeal,
  decision: m.review_what_decision,
}
