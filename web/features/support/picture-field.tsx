import { useEffect, useId, useRef, useState } from 'react'
import { m } from '#messages'
import { SUPPORT_PICTURES_MAX } from '#contracts/support.constants.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { CrossIcon } from '#web/ui/icons.tsx'
import type { SupportPicture } from './queries.ts'
import classes from './support.module.css'

const bytesMax = 5 * 1024 * 1024
const types = ['image/jpeg', 'image/png', 'image/webp']

/** Up to two pictures that go with a message; one that cannot is refused at once, and the others stay. */
export function PictureField({
  pictures,
  onChange,
  refused: refusedByServer,
}: {
  pictures: SupportPicture[]
  onChange: (pictures: SupportPicture[]) => void
  /** What the server said of one. */
  refused?: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [refused, setRefused] = useState<string | null>(null)
  const urls = useRef(new Set<string>())
  useEffect(() => {
    const made = urls.current
    return () => {
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [])

  function choose(files: File[]): void {
    // The same file may be chosen again.
    if (input.current) input.current.value = ''
    setRefused(null)
    const chosen: SupportPicture[] = []
    for (const file of files) {
      const { name, size, type } = file
      if (!types.includes(type)) setRefused(m.support_picture_type({ name }))
      else if (size > bytesMax) setRefused(m.support_picture_too_large({ name }))
      else if (pictures.length + chosen.length >= SUPPORT_PICTURES_MAX)
        setRefused(m.support_picture_too_many())
      else {
        const url = URL.createObjectURL(file)
        urls.current.add(url)
        chosen.push({ file, url })
      }
    }
    if (chosen.length > 0) onChange([...pictures, ...chosen])
  }

  return (
    <div className={classes.pictures} role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <p id={id} className={classes.label}>
        {m.support_pictures()} <span className={classes.hint}>({m.common_optional()})</span>
      </p>
      <p id={`${id}-hint`} className={classes.hint}>
        {m.support_pictures_hint()}
      </p>
      {pictures.length > 0 && (
        <ul className={classes.thumbs}>
          {pictures.map((picture) => (
            <li key={picture.url} className={classes.thumb}>
              <img src={picture.url} alt={picture.file.name} />
              <button
                type="button"
                className={classes.remove}
                aria-label={m.support_picture_remove({ name: picture.file.name })}
                onClick={() => {
                  setRefused(null)
                  onChange(pictures.filter((one) => one !== picture))
                  button.current?.focus()
                }}
              >
                <CrossIcon size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        hidden
        multiple
        type="file"
        accept={types.join(',')}
        aria-label={m.support_pictures()}
        onChange={(event) => choose([...(event.currentTarget.files ?? [])])}
      />
      <Button ref={button} look="soft" size="s" onClick={() => input.current?.click()}>
        {m.support_picture_add()}
      </Button>
      {(refused ?? refusedByServer) && <Notice>{refused ?? refusedByServer}</Notice>}
    </div>
  )
}
