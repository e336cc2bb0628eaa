import { Link } from 'react-router'
import { m } from '#messages'
import { helpPath, paths } from '#contracts/paths.ts'
import { useSignOut } from '#web/platform/use-sign-out.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { formFailure } from './form-failure.ts'
import classes from './verify.module.css'

/** Actions for a member who cannot verify this address; `onChange` offers another address. */
export function VerifyWayOut({ onChange }: { onChange?: () => void }) {
  const signOut = useSignOut()
  return (
    <div className={classes.out}>
      {onChange && (
        <button type="button" className={classes.link} onClick={onChange}>
          {m.auth_verify_change()}
        </button>
      )}
      <button
        type="button"
        className={classes.link}
        aria-disabled={signOut.isPending || undefined}
        onClick={() => signOut.mutate()}
      >
        {m.auth_verify_sign_out()}
      </button>
      {signOut.isError && <Notice>{formFailure(signOut.error, []).notice?.text}</Notice>}
      <Link className={classes.link} to={helpPath('account')}>
        {m.auth_verify_help()}
      </Link>
      <Link className={classes.link} to={paths.deleteAccount}>
        {m.auth_verify_delete()}
      </Link>
    </div>
  )
}
