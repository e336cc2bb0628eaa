/** The events that the product sends to analytics (docs/session.md, Invitation). */
export type TrackedEvent = 'friend_invitation_complete'

/** What analytics listens to: what happened, who the member is, and that they left. What has no listener is gone. */
export const trackEventName = 'crels:track'
const identifyEventName = 'crels:identify'
const resetEventName = 'crels:analytics-reset'

/** Says that something happened; analytics, where it runs and the visitor agreed, sends it on. */
export function track(event: TrackedEvent): void {
  dispatchEvent(new CustomEvent(trackEventName, { detail: { event } }))
}

/** Says which member signed in here. */
export function identify(uid: string): void {
  dispatchEvent(new CustomEvent(identifyEventName, { detail: { uid } }))
}

/** Says that the member left: what is kept of them for analytics is dropped. */
export function resetAnalytics(): void {
  dispatchEvent(new CustomEvent(resetEventName))
}
