import { useQuery } from '@tanstack/react-query'
import { m } from '#messages'
import { checkShortlinkCode } from '#contracts/shortlinks.endpoints.ts'
import { call } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { useQuiet } from '#web/ui/use-quiet.ts'
import { fieldProps, type DraftProps } from './draft-field.ts'
import classes from './code-field.module.css'

/** Shorter ones are none: nothing is said before somebody has typed as much. */
const codeLengthMin = 3

/** A code of one's own behind the address it belongs to: says while it is typed whether it is free, and what else is. */
export function CodeField({
  shortHost,
  suggestions: refusedFor,
  onPick,
  ...draft
}: DraftProps & {
  /** What precedes a code: `crels.example/s/`. */
  shortHost: string
  /** What is free where making the link was refused. */
  suggestions: readonly string[]
  onPick: (code: string) => void
}) {
  const { error, ...input } = fieldProps(draft, 'code')
  const code = useQuiet(input.value.trim())
  const isAsked = code.length >= codeLengthMin
  const answer = useQuery({
    queryKey: ['shortlinks', 'availability', code],
    queryFn: ({ signal }) => call(checkShortlinkCode, { query: { code: code.slice(0, 100) }, signal }),
    enabled: isAsked,
    staleTime: 10_000,
    // Without an answer nothing is said: making the link decides.
    retry: false,
  })
  const said = isAsked && code === input.value.trim() ? answer.data : undefined
  const suggestions = refusedFor.length > 0 ? refusedFor : (said?.suggestions ?? [])
  const isFree = said?.isAvailable === true && !error
  return (
    <div className={classes.group}>
      <Field
        label={m.shortlinks_code()}
        description={isFree ? <Free code={code} /> : m.shortlinks_code_hint()}
        error={error ?? said?.message}
        order={['label', 'input', 'description', 'error']}
      >
        {({ className, ...control }) => (
          <div
            key="input"
            className={[className, classes.field].join(' ')}
            data-error={control['data-error']}
          >
            <span className={classes.host} aria-hidden="true">
              {shortHost}
            </span>
            <input
              {...input}
              {...control}
              className={classes.code}
              maxLength={100}
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="done"
            />
          </div>
        )}
      </Field>
      <span className="visually-hidden" role="status">
        {isFree ? m.shortlinks_code_free({ code }) : (said?.message ?? '')}
      </span>
      {suggestions.length > 0 && (
        <div className={classes.suggestions} role="group" aria-label={m.shortlinks_suggestions()}>
          {suggestions.map((one) => (
            <Button key={one} look="soft" size="s" onClick={() => onPick(one)}>
              {one}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function Free({ code }: { code: string }) {
  return (
    <span className={classes.free}>
      <CheckIcon size={16} />
      {m.shortlinks_code_free({ code })}
    </span>
  )
}
