/** A new code can be asked for this long after the last one (product.md section 2, `/signup/email-verification`). */
export const resendAfterMs = 60_000

const key = 'crels:code-sent-at'

/** Notes that a code was mailed just now, so that a reload does not forget how long to wait for the next. */
export function rememberCodeSent(): void {
  try {
    sessionStorage.setItem(key, String(Date.now()))
  } catch {
    // Without storage the server says how long to wait.
  }
}

/** How long until a new code can be asked for, in milliseconds; 0 when it can be now, as far as this tab knows. */
export function msToResend(now = Date.now()): number {
  try {
    const sentAt = Number(sessionStorage.getItem(key)) || 0
    return Math.min(resendAfterMs, Math.max(0, sentAt + resendAfterMs - now))
  } catch {
    return 0
  }
}
