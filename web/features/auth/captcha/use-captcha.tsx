import { lazy, Suspense, useState } from 'react'
import type { CaptchaChallenge } from '#contracts/captcha.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'

const CaptchaField = lazy(async () => ({ default: (await import('./captcha-field.tsx')).CaptchaField }))

/** What is asked, whether the last answer was not good enough, and who waits for the next. */
interface Asked {
  challenge: CaptchaChallenge
  isRepeat: boolean
  answer: (token: string) => void
}

/**
 * Makes calls that may be refused with `captcha_required`: shows the captcha then, and repeats the call with its answer.
 * The widget loads only then: a visitor who only opens a form makes no request to a third party.
 */
export function useCaptcha() {
  const [asked, setAsked] = useState<Asked | null>(null)
  return {
    /** `call` is made again with what was answered; it reads what it sends when it is made. */
    async person<T>(call: (captchaToken: string | undefined) => Promise<T>): Promise<T> {
      for (let token: string | undefined; ;) {
        try {
          return await call(token)
        } catch (error) {
          const challenge = challengeOf(error)
          if (!challenge) throw error
          const isRepeat = token !== undefined
          token = await new Promise<string>((answer) => setAsked({ challenge, isRepeat, answer }))
          setAsked(null)
        }
      }
    },
    /** Placed above the button that was pressed. */
    field: asked && (
      <Suspense fallback={null}>
        <CaptchaField challenge={asked.challenge} isRepeat={asked.isRepeat} onAnswer={asked.answer} />
      </Suspense>
    ),
  }
}

function challengeOf(error: unknown): CaptchaChallenge | null {
  if (!(error instanceof ApiProblem) || error.code !== 'captcha_required') return null
  return (error.extra.captcha as CaptchaChallenge | undefined) ?? null
}
