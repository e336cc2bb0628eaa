import { m } from '#messages'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { fieldProps, type DraftProps } from './draft-field.ts'
import { UtmFields } from './utm-fields.tsx'
import classes from './shortlinks.module.css'

/** Everything of a link beside its destination and code: title, UTM, sub-id, end and fallback. */
export function LinkFields(props: DraftProps) {
  return (
    <>
      <TextField {...fieldProps(props, 'title')} label={m.shortlinks_title()} maxLength={120} />
      <UtmFields {...props} />
      <div className={classes.pair}>
        <TextField
          {...fieldProps(props, 'expiresAt')}
          label={m.shortlinks_expires()}
          description={m.shortlinks_expires_hint()}
          type="datetime-local"
        />
        <TextField
          {...fieldProps(props, 'fallbackUrl')}
          label={m.shortlinks_fallback()}
          description={m.shortlinks_fallback_hint()}
          inputMode="url"
          spellCheck={false}
          maxLength={2048}
        />
      </div>
      <TextField
        {...fieldProps(props, 'defaultSub')}
        label={m.shortlinks_sub()}
        description={m.shortlinks_sub_hint()}
        spellCheck={false}
        maxLength={100}
      />
    </>
  )
}
