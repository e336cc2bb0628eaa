import { lazy, Suspense, useRef, useState } from 'react'
import { m } from '#messages'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { isPicture, originalBytesMax } from './cut-photo.ts'
import { useSaveProfile } from './queries.ts'
import { saveFailure } from './save-failure.ts'
import { SaveStatus } from './save-status.tsx'
import classes from './photo-item.module.css'

// With the library that cuts, only for who has chosen a picture.
const PhotoDialog = lazy(async () => ({ default: (await import('./photo-dialog.tsx')).PhotoDialog }))

/** One's photo: choose or take one and cut it, or remove it. */
export function PhotoItem({ uid, name, url }: { uid: string; name: string; url: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [picture, setPicture] = useState<{ file: File; url: string } | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const save = useSaveProfile(uid)

  async function choose(chosen: File | undefined): Promise<void> {
    // The same file may be chosen again.
    if (input.current) input.current.value = ''
    if (!chosen) return
    setRefused(null)
    if (chosen.size > originalBytesMax) return setRefused(m.profile_photo_too_large())
    if (!(await isPicture(chosen))) return setRefused(m.profile_photo_not_an_image())
    setPicture({ file: chosen, url: URL.createObjectURL(chosen) })
  }

  function remove(): void {
    save.mutate(
      { photoURL: null },
      {
        onSettled: () => {
          setRemoving(false)
          button.current?.focus()
        },
      },
    )
  }

  return (
    <div className={classes.photo} id="photoURL" tabIndex={-1}>
      <Avatar name={name} url={url} size={88} />
      <div className={classes.text}>
        <b>{m.profile_photo()}</b>
        <p className={classes.hint}>{m.profile_photo_hint()}</p>
        <div className={classes.actions}>
          <Button ref={button} look="soft" size="s" onClick={() => input.current?.click()}>
            {url ? m.profile_photo_change() : m.profile_photo_add()}
          </Button>
          {url && (
            <Button look="plain" size="s" onClick={() => setRemoving(true)}>
              {m.profile_photo_remove()}
            </Button>
          )}
        </div>
        <input
          ref={input}
          hidden
          type="file"
          accept="image/*"
          aria-label={m.profile_photo()}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
        {refused && <Notice>{refused}</Notice>}
        {save.isError && <Notice>{saveFailure(save.error, m.profile_save_refused())}</Notice>}
      </div>
      <SaveStatus save={save} />
      {picture && (
        <Suspense fallback={null}>
          <PhotoDialog
            uid={uid}
            {...picture}
            onClose={() => {
              URL.revokeObjectURL(picture.url)
              setPicture(null)
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        heading={m.profile_photo_remove_heading()}
        confirm={m.profile_photo_remove()}
        onConfirm={remove}
        busy={save.isPending}
        danger
      >
        <p>{m.profile_photo_remove_text()}</p>
      </ConfirmDialog>
    </div>
  )
}
