import { useState } from 'react'
import { m } from '#messages'
import { newDestination, type NewDestination } from '#contracts/payout-destination.schemas.ts'
import {
  DESTINATION_KINDS,
  isIban,
  isRoutingNumber,
  type DestinationKind,
} from '#rules/payout-destination.ts'
import { useDraft } from '#web/platform/drafts.ts'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { TextAreaField, TextField } from '#web/ui/forms/text-field.tsx'
import { useAddDestination, useRedemptionTerms } from './queries.ts'
import { FactorLink } from './factor-link.tsx'
import { hoursText, kindName } from './redemption-text.ts'
import classes from './redemptions.module.css'

/** The parts of a destination that are typed, by their name. */
const parts = ['email', 'holder', 'iban', 'bic', 'routingNumber', 'accountNumber', 'instructions'] as const
type Part = (typeof parts)[number]
type Texts = Record<Part, string>

/** How a bank account is named. */
type Bank = 'iban' | 'us'

const blank: { kind: DestinationKind; bank: Bank; texts: Texts } = {
  kind: 'paypal',
  bank: 'iban',
  texts: Object.fromEntries(parts.map((part) => [part, ''])) as Texts,
}

/** Another place to be paid to. It asks for a recent sign-in by itself. */
export function AddDestinationDialog({
  open,
  kind,
  reminder,
  onClose,
  onAdded,
}: {
  open: boolean
  /** What was tapped; the last one tried, where only that another is wanted. */
  kind?: DestinationKind
  /** Whether I am notified when it can be used. */
  reminder: boolean
  onClose: () => void
  onAdded: (destinationId: string) => void
}) {
  return (
    <Dialog open={open} onClose={onClose} size="l" heading={m.redemptions_add_heading()}>
      <AddDestinationForm key={kind} first={kind} reminder={reminder} onAdded={onAdded} />
    </Dialog>
  )
}

function AddDestinationForm({
  first,
  reminder,
  onAdded,
}: {
  first: DestinationKind | undefined
  reminder: boolean
  onAdded: (destinationId: string) => void
}) {
  const [draft, keep, forget] = useDraft('payout-destination', () => blank)
  const [kind, setKind] = useState(first ?? draft.kind)
  const { bank, texts } = draft
  const [wrong, setWrong] = useState<Partial<Texts>>({})
  const add = useAddDestination((id) => {
    forget()
    onAdded(id)
  })
  const waitHours = useRedemptionTerms().data?.newDestinationHours ?? 0
  const fields = fieldsOf(kind, bank)
  useDirtyForm(
    fields.some((part) => texts[part] !== ''),
    true,
  )

  function submit(): void {
    if (add.isPending) return
    const found = wrongIn(fields, texts)
    setWrong(found)
    if (Object.keys(found).length > 0) return
    add.mutate({ ...destinationOf(kind, fields, texts), reminder })
  }

  const field = (part: Part) => ({
    name: part,
    value: texts[part],
    error: wrong[part],
    onChange: ({ target }: { target: { value: string } }) =>
      keep({ ...draft, texts: { ...texts, [part]: target.value } }),
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p>{m.redemptions_add_intro()}</p>
      {waitHours > 0 && <p>{m.redemptions_add_wait({ wait: hoursText(waitHours) })}</p>}
      {add.isError && !isRecentLoginWanted(add.error) && (
        <Notice action={<FactorLink error={add.error} />}>
          {problemOf(add.error).detail ?? m.redemptions_unanswered()}
        </Notice>
      )}
      <Choice
        label={m.redemptions_kind()}
        name="kind"
        value={kind}
        options={DESTINATION_KINDS.map((one) => [one, kindName(one)])}
        onChange={(next) => {
          setKind(next)
          keep({ ...draft, kind: next })
        }}
      />
      {kind === 'bank' && (
        <Choice
          label={m.redemptions_bank_where()}
          name="bank"
          value={bank}
          options={[
            ['iban', m.redemptions_bank_iban()],
            ['us', m.redemptions_bank_us()],
          ]}
          onChange={(next) => keep({ ...draft, bank: next })}
        />
      )}
      {fields.map((part) =>
        part === 'instructions' ? (
          <TextAreaField key={part} {...field(part)} label={m.redemptions_instructions()} maxLength={500} />
        ) : (
          <TextField
            key={part}
            {...field(part)}
            label={labels[part](kind)}
            type={part === 'email' ? 'email' : 'text'}
            inputMode={part === 'routingNumber' || part === 'accountNumber' ? 'numeric' : undefined}
            autoComplete={part === 'email' ? 'email' : part === 'holder' ? 'name' : 'off'}
          />
        ),
      )}
      <Button type="submit" full loading={add.isPending}>
        {m.redemptions_add_submit()}
      </Button>
    </form>
  )
}

/** One of a few, as radio buttons that look like pills. */
function Choice<T extends string>({
  label,
  name,
  value,
  options,
  onChange,
}: {
  label: string
  name: string
  value: T
  options: (readonly [T, string])[]
  onChange: (value: T) => void
}) {
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      {options.map(([option, text]) => (
        <label key={option} className={classes.option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

const labels: Record<Exclude<Part, 'instructions'>, (kind: DestinationKind) => string> = {
  email: (kind) => (kind === 'paypal' ? m.redemptions_email_paypal() : m.redemptions_email_gift_card()),
  holder: m.redemptions_holder,
  iban: m.redemptions_iban,
  bic: m.redemptions_bic,
  routingNumber: m.redemptions_routing_number,
  accountNumber: m.redemptions_account_number,
}

function fieldsOf(kind: DestinationKind, bank: Bank): Part[] {
  if (kind === 'bank')
    return bank === 'iban' ? ['holder', 'iban', 'bic'] : ['holder', 'routingNumber', 'accountNumber']
  return kind === 'manual' ? ['instructions'] : ['email']
}

function destinationOf(kind: DestinationKind, fields: Part[], texts: Texts): NewDestination {
  const given = fields.filter((part) => texts[part].trim() !== '')
  return { kind, ...Object.fromEntries(given.map((part) => [part, texts[part].trim()])) } as NewDestination
}

const checks: Record<Part, (text: string) => string | undefined> = {
  email: (text) => (isAccepted({ kind: 'paypal', email: text }) ? undefined : m.redemptions_email_wrong()),
  holder: (text) =>
    isAccepted({ kind: 'bank', holder: text, routingNumber: '021000021', accountNumber: '1234' })
      ? undefined
      : m.redemptions_holder_wrong(),
  iban: (text) => (isIban(text) ? undefined : m.redemptions_iban_wrong()),
  bic: (text) =>
    text === '' || /^[a-z]{6}[a-z0-9]{2}([a-z0-9]{3})?$/i.test(text) ? undefined : m.redemptions_bic_wrong(),
  routingNumber: (text) => (isRoutingNumber(text) ? undefined : m.redemptions_routing_wrong()),
  accountNumber: (text) => (/^\d{4,17}$/.test(text) ? undefined : m.redemptions_account_wrong()),
  instructions: (text) => (text.length >= 5 ? undefined : m.redemptions_instructions_wrong()),
}

function wrongIn(fields: Part[], texts: Texts): Partial<Texts> {
  const found = fields.map((part) => [part, checks[part](texts[part].trim())] as const)
  return Object.fromEntries(found.filter(([, sentence]) => sentence !== undefined)) as Partial<Texts>
}

function isAccepted(destination: NewDestination): boolean {
  return newDestination.safeParse(destination).success
}
