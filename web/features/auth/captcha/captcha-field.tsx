import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CaptchaChallenge } from '#contracts/captcha.ts'
import { helpPath } from '#contracts/paths.ts'
import { m } from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { loadTurnstile } from './turnstile.ts'
import classes from './captcha-field.module.css'

/**
 * Checks for a human with the captcha that the operator chose. It takes the focus, so that a keyboard
 * is one Tab away from the widget and a screen reader says why it is there; where the widget cannot be loaded or used,
 * it says so, and what to do.
 */
export function CaptchaField({
  challenge: { siteKey, script },
  isRepeat,
  onAnswer,
}: {
  challenge: CaptchaChallenge
  isRepeat: boolean
  onAnswer: (token: string) => void
}) {
  const group = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [round, setRound] = useState(0)
  const [isFailed, setFailed] = useState(false)
  useLayoutEffect(() => group.current?.focus(), [])
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    void (async () => {
      try {
        const turnstile = await loadTurnstile(script)
        if (isGone || !place.current) return
        const fail = () => {
          setFailed(true)
          return true
        }
        const widget = turnstile.render(place.current, {
          sitekey: siteKey,
          theme: document.documentElement.dataset['colourScheme'] === 'dark' ? 'dark' : 'light',
          size: 'flexible',
          callback: onAnswer,
          'expired-callback': () => turnstile.reset(widget),
          'error-callback': fail,
          'unsupported-callback': fail,
        })
        stop = () => turnstile.remove(widget)
      } catch {
        if (!isGone) setFailed(true)
      }
    })()
    return () => {
      isGone = true
      stop()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for each round
  }, [round])

  return (
    <div ref={group} tabIndex={-1} role="group" aria-labelledby="captcha" className={classes.group}>
      <p id="captcha" className={classes.text}>
        <b>{m.auth_captcha_heading()}</b>
        <span>{isRepeat ? m.auth_captcha_again() : m.auth_captcha_hint()}</span>
      </p>
      <div ref={place} className={classes.place} data-failed={isFailed || undefined} />
      {isFailed && (
        <>
          <Notice>
            <LinkedSentence
              text={m.auth_captcha_failed({ host: new URL(script).host })}
              links={[(linkText) => <Link to={helpPath('account')}>{linkText}</Link>]}
            />
          </Notice>
          <Button
            look="soft"
            onClick={() => {
              setFailed(false)
              setRound(round + 1)
              group.current?.focus()
            }}
          >
            {m.common_retry()}
          </Button>
        </>
      )}
    </div>
  )
}
