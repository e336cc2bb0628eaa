import { lazy, Suspense, useState } from 'react'
import { m } from '#messages'
import type { AuthenticatorSetup } from '#contracts/second-factor.schemas.ts'
import { useInterrupted } from '#web/platform/interrupted.ts'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { CardSkeleton, Loading } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { formFailure } from '../form-failure.ts'
import {
  useMakeRecoveryCodes,
  useRemoveAuthenticator,
  useSecondFactors,
  useStartAuthenticator,
} from './factor-queries.ts'
import { PasskeyLines } from './passkey-lines.tsx'
import classes from './security.module.css'

const AddAuthenticatorDialog = lazy(async () => ({
  default: (await import('./add-authenticator-dialog.tsx')).AddAuthenticatorDialog,
}))
const RecoveryCodesDialog = lazy(async () => ({
  default: (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog,
}))

/** Passkeys, the authenticator app and the recovery codes: added, removed and made anew. */
export function SecondFactorCard() {
  const now = useNow()
  const factors = useSecondFactors()
  const start = useStartAuthenticator()
  const remove = useRemoveAuthenticator()
  const make = useMakeRecoveryCodes()
  const [setup, setSetup] = useState<AuthenticatorSetup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [asks, setAsks] = useState<'remove' | 'codes' | null>(null)
  const [done, setDone] = useState<string | null>(null)
  useInterrupted('add-authenticator', () => void begin())
  useInterrupted('remove-authenticator', () => void takeAway())
  useInterrupted('make-recovery-codes', () => void makeCodes())

  if (factors.isPending)
    return (
      <Loading>
        <CardSkeleton lines={2} />
      </Loading>
    )
  if (!factors.data)
    return (
      <ErrorState
        heading={m.security_factor_failed()}
        {...problemOf(factors.error)}
        onRetry={() => void factors.refetch()}
        retrying={factors.isFetching}
      />
    )
  const { authenticator, passkeys, recoveryCodesLeft } = factors.data

  async function begin(): Promise<void> {
    setDone(null)
    try {
      setSetup(await start.mutateAsync())
    } catch {
      // Said in the card.
    }
  }

  async function takeAway(): Promise<void> {
    setAsks('remove')
    try {
      await remove.mutateAsync()
      setAsks(null)
      setDone(m.security_factor_app_removed())
    } catch {
      // Said in the dialog, which stays.
    }
  }

  async function makeCodes(): Promise<void> {
    setAsks('codes')
    try {
      const made = await make.mutateAsync()
      setAsks(null)
      setCodes(made.recoveryCodes)
      setDone(m.security_factor_codes_done())
    } catch {
      // Said in the dialog, which stays.
    }
  }

  const asked = asks === 'remove' ? remove : make
  return (
    <Card className={classes.card}>
      <div className={classes.text}>
        <h3>{m.security_factor_heading()}</h3>
        <p>{m.security_factor_hint()}</p>
      </div>
      {done && (
        <Notice tone="green" isNews>
          {done}
        </Notice>
      )}
      {start.isError && !isRecentLoginWanted(start.error) && <Notice>{failureOf(start.error)}</Notice>}
      <PasskeyLines passkeys={passkeys} onBegin={() => setDone(null)} onDone={setDone} onCodes={setCodes} />
      <div className={classes.line}>
        <div className={classes.text}>
          <h4>{m.security_factor_app()}</h4>
          <p>
            {authenticator
              ? m.security_factor_app_since({
                  since: formatDate(authenticator.addedAt, now),
                  used: formatDate(authenticator.lastUsedAt ?? authenticator.addedAt, now),
                })
              : m.security_factor_app_none()}
          </p>
        </div>
        {authenticator ? (
          <Button
            look="soft"
            size="s"
            aria-label={m.security_factor_app_remove()}
            onClick={() => ask('remove')}
          >
            {m.security_factor_remove()}
          </Button>
        ) : (
          <Button
            look="soft"
            size="s"
            aria-label={m.security_factor_app_add()}
            loading={start.isPending}
            onClick={() => void begin()}
          >
            {m.security_factor_add()}
          </Button>
        )}
      </div>
      {(authenticator || passkeys.length > 0) && (
        <div className={classes.line}>
          <div className={classes.text}>
            <h4>{m.security_factor_codes()}</h4>
            <p>{m.security_factor_codes_left({ left: recoveryCodesLeft })}</p>
          </div>
          <Button look="soft" size="s" onClick={() => ask('codes')}>
            {m.security_factor_codes_make()}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asks !== null}
        onClose={() => setAsks(null)}
        heading={
          asks === 'codes' ? m.security_factor_codes_make_heading() : m.security_factor_app_remove_heading()
        }
        confirm={asks === 'codes' ? m.security_factor_codes_make() : m.security_factor_remove()}
        onConfirm={() => void (asks === 'codes' ? makeCodes() : takeAway())}
        busy={asked.isPending}
        danger={asks === 'remove'}
      >
        <p>{asks === 'codes' ? m.security_factor_codes_make_hint() : m.security_factor_app_remove_hint()}</p>
        {asked.isError && !isRecentLoginWanted(asked.error) && <Notice>{failureOf(asked.error)}</Notice>}
      </ConfirmDialog>
      <Suspense fallback={null}>
        {setup && (
          <AddAuthenticatorDialog
            setup={setup}
            onClose={() => setSetup(null)}
            onAdded={(recoveryCodes) => {
              setSetup(null)
              setCodes(recoveryCodes)
              setDone(recoveryCodes ? m.security_factor_on() : m.security_factor_app_added())
            }}
          />
        )}
        {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      </Suspense>
    </Card>
  )

  function ask(what: 'remove' | 'codes'): void {
    setDone(null)
    remove.reset()
    make.reset()
    setAsks(what)
  }
}

function failureOf(error: unknown): string | undefined {
  return formFailure(error, []).notice?.text
}
