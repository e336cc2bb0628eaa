import { m } from '#messages'
import {
  failedPasswordRules,
  passwordChecklist,
  type PasswordRule,
  type PasswordRules,
} from '#rules/password-policy.ts'
import { Checklist, ChecklistItem } from '#web/ui/common/checklist.tsx'
import { languageTag } from '#web/ui/language.ts'

/** The password policy as a live checklist: ✓ as soon as a rule is met, ✗ only for what was refused. */
export function PasswordChecklist({
  rules,
  password,
  refused,
}: {
  rules: PasswordRules
  password: string
  /** Whether a password was sent already: what it lacks is then marked. */
  refused: readonly PasswordRule[]
}) {
  const failed = failedPasswordRules(password, rules)
  const isOpen = (rule: PasswordRule) => isServers(rule) || failed.includes(rule)
  return (
    <Checklist dense label={m.auth_password_rules()}>
      {passwordChecklist(rules).map((rule) => (
        <ChecklistItem key={rule} state={refused.includes(rule) ? 'missing' : isOpen(rule) ? 'open' : 'met'}>
          {ruleText(rule, rules)}
        </ChecklistItem>
      ))}
    </Checklist>
  )
}

/** Rules that only the server can judge, since it has the lists. */
function isServers(rule: PasswordRule): boolean {
  return rule === 'minScore' || rule === 'refuseBreached'
}

/** The policy as one sentence, for the field's description. */
export function passwordRulesSentence(rules: PasswordRules): string {
  const lines = passwordChecklist(rules).map((rule) => ruleText(rule, rules))
  return m.auth_password_rules_sentence({ rules: new Intl.ListFormat(languageTag).format(lines) })
}

function ruleText(rule: PasswordRule, rules: PasswordRules): string {
  switch (rule) {
    case 'minLength':
      return m.auth_rule_min_length({ count: rules.minLength })
    case 'maxLength':
      return m.auth_rule_max_length({ count: rules.maxLength ?? 0 })
    case 'requireLowercase':
      return m.auth_rule_lowercase()
    case 'requireUppercase':
      return m.auth_rule_uppercase()
    case 'requireDigit':
      return m.auth_rule_digit()
    case 'requireSymbol':
      return m.auth_rule_symbol()
    case 'minScore':
      return m.auth_rule_score()
    case 'refuseBreached':
      return m.auth_rule_breached()
  }
}
