/** What a password must have; a length counts characters, not bytes. */
export type PasswordRules = {
  minLength: number
  maxLength: number | null
  requireLowercase: boolean
  requireUppercase: boolean
  requireDigit: boolean
  requireSymbol: boolean
  /** How hard to guess it must be, 0 to 4 by zxcvbn; 0 asks for nothing. Judged by the server, which has the lists. */
  minScore: number
  /** Whether leaked and common passwords are refused, and the person's own name or address. Judged by the server. */
  refuseBreached: boolean
}

/** The identity provider's default: at least 6 characters, nothing else. */
export const DEFAULT_PASSWORD_RULES: PasswordRules = {
  minLength: 6,
  maxLength: null,
  requireLowercase: false,
  requireUppercase: false,
  requireDigit: false,
  requireSymbol: false,
  minScore: 0,
  refuseBreached: false,
}

export type PasswordRule = keyof PasswordRules

/** The rules that apply, in the order a checklist shows them. */
export function passwordChecklist(rules: PasswordRules): PasswordRule[] {
  const all = [
    'minLength',
    'maxLength',
    'requireLowercase',
    'requireUppercase',
    'requireDigit',
    'requireSymbol',
    'minScore',
    'refuseBreached',
  ] as const
  return all.filter((rule) => rules[rule] !== null && rules[rule] !== false && rules[rule] !== 0)
}

/**
 * The rules of the policy that a password does not meet, those aside that the server judges; none when it is acceptable.
 */
export function failedPasswordRules(password: string, rules: PasswordRules): PasswordRule[] {
  return passwordChecklist(rules).filter((rule) => !meets(password, rule, rules))
}

function meets(password: string, rule: PasswordRule, rules: PasswordRules): boolean {
  const length = [...password].length
  switch (rule) {
    case 'minLength':
      return length >= rules.minLength
    case 'maxLength':
      return length <= rules.maxLength!
    case 'requireLowercase':
      return /\p{Ll}/u.test(password)
    case 'requireUppercase':
      return /\p{Lu}/u.test(password)
    case 'requireDigit':
      return /\p{Nd}/u.test(password)
    case 'requireSymbol':
      return /[^\p{L}\p{N}\s]/u.test(password)
    case 'minScore':
    case 'refuseBreached':
      return true
  }
}
