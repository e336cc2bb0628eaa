/** The address typed on one screen of the sign-in family, for the next one. In memory only. */
let typed = ''

export function typedEmail(): string {
  return typed
}

export function keepTypedEmail(email: string): void {
  typed = email.trim()
}
