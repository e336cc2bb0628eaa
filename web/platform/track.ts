/** The events that the product sends to analytics (docs/session.md, Invitation). */
export type TrackedEvent = 'friend_invitation_complete'

/** What analytics listens to. Nobody has to: an event that nobody hears is gone. */
export const trackEventName = 'crels:track'

/** Says that something happened; analytics, where it runs and the visitor agreed, sends it on. */
export function track(event: TrackedEvent): void {
  dispatchEvent(new CustomEvent(trackEventName, { detail: { event } }))
}
