import { lazy, Suspense, useRef, useState } from 'react'
import { m } from '#messages'
import type { Passkey } from '#contracts/passkeys.schemas.ts'
import { useInterrupted } from '#web/platform/interrupted.ts'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { useNow } from '#web/ui/use-now.ts'
import { hasPasskeys } from '../passkeys/has-passkeys.ts'
import { passkeyFailure } from '../passkeys/passkey-failure.ts'
import { useAddPasskey, useRemovePasskey } from './factor-queries.ts'
import classes from './security.module.css'

const RenamePasskeyDialog = lazy(async () => ({
  default: (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog,
}))

/** The account's passkeys: added, renamed and removed. */
export function PasskeyLines({
  passkeys,
  onBegin,
  onDone,
  onCodes,
}: {
  passkeys: readonly Passkey[]
  /** What was done before is said no more. */
  onBegin: () => void
  onDone: (sentence: string) => void
  /** The first second factor brought recovery codes. */
  onCodes: (recoveryCodes: string[]) => void
}) {
  const add = useAddPasskey()
  const remove = useRemovePasskey()
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  const [renamed, setRenamed] = useState<Passkey | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isGone, setGone] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The button that was pressed is gone with its line.
  useFocusNext(heading, isGone, list)
  useInterrupted('add-passkey', () => void begin())
  useInterrupted('remove-passkey', (id) => {
    const passkey = passkeys.find((one) => one.id === id)
    if (passkey) void takeAway(passkey)
  })

  async function begin(): Promise<void> {
    onBegin()
    try {
      const { passkey, recoveryCodes } = await add.mutateAsync()
      onDone(m.security_passkey_added({ name: passkey.name }))
      if (recoveryCodes) onCodes(recoveryCodes)
    } catch {
      // Said below.
    }
  }

  async function takeAway(passkey: Passkey): Promise<void> {
    setLeaving(passkey)
    try {
      await remove.mutateAsync(passkey.id)
      setLeaving(null)
      setGone(true)
      onDone(m.security_passkey_removed({ name: passkey.name }))
    } catch {
      // Said in the dialog, which stays.
    }
  }

  return (
    <>
      <div className={classes.line}>
        <div className={classes.text}>
          <h4 ref={heading} tabIndex={-1}>
            {m.security_passkeys()}
          </h4>
          <p>{hasPasskeys() ? m.security_passkeys_hint() : m.security_passkeys_unsupported()}</p>
        </div>
        {hasPasskeys() && (
          <Button
            look="soft"
            size="s"
            aria-label={m.security_passkey_add()}
            loading={add.isPending}
            onClick={() => void begin()}
          >
            {m.security_factor_add()}
          </Button>
        )}
      </div>
      {add.isError && !isRecentLoginWanted(add.error) && <Notice>{passkeyFailure(add.error)}</Notice>}
      {passkeys.length > 0 && (
        <ul ref={list} className={classes.passkeys} aria-label={m.security_passkeys()}>
          {passkeys.map((passkey) => (
            <PasskeyLine
              key={passkey.id}
              passkey={passkey}
              onRename={() => {
                onBegin()
                setRenamed(passkey)
              }}
              onRemove={() => {
                onBegin()
                setGone(false)
                remove.reset()
                setLeaving(passkey)
              }}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        heading={m.security_passkey_remove_heading({ name: leaving?.name ?? '' })}
        confirm={m.security_factor_remove()}
        onConfirm={() => void (leaving && takeAway(leaving))}
        busy={remove.isPending}
        danger
      >
        <p>{m.security_passkey_remove_hint()}</p>
        {remove.isError && !isRecentLoginWanted(remove.error) && (
          <Notice>{passkeyFailure(remove.error)}</Notice>
        )}
      </ConfirmDialog>
      <Suspense fallback={null}>
        {renamed && <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(null)} />}
      </Suspense>
    </>
  )
}

function PasskeyLine({
  passkey: { name, addedAt, lastUsedAt },
  onRename,
  onRemove,
}: {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}) {
  const now = useNow()
  const since = formatDate(addedAt, now)
  return (
    <li className={classes.passkey}>
      <div className={classes.text}>
        <p className={classes.name}>{name}</p>
        <p className={classes.small}>
          {lastUsedAt
            ? m.security_factor_app_since({ since, used: formatDate(lastUsedAt, now) })
            : m.security_passkey_since({ since })}
        </p>
      </div>
      <div className={classes.actions}>
        <Button look="plain" size="s" aria-label={m.security_passkey_rename_of({ name })} onClick={onRename}>
          {m.security_passkey_rename()}
        </Button>
        <Button look="plain" size="s" aria-label={m.security_passkey_remove_of({ name })} onClick={onRemove}>
          {m.security_factor_remove()}
        </Button>
      </div>
    </li>
  )
}
