import { useState } from 'react'

/** Whether to show the picture at `url`, and what its `img` needs: one that does not come is no broken picture. */
export function usePicture(url: string | null | undefined) {
  const [failed, setFailed] = useState<string | null>(null)
  const fail = () => setFailed(url ?? null)
  return {
    isShown: Boolean(url) && url !== failed,
    watched: {
      // Of a screen that came with the page it may have failed before anybody listened.
      ref: (img: HTMLImageElement | null) => {
        if (img?.complete && img.naturalWidth === 0) img.decode().catch(fail)
      },
      onError: fail,
    },
  }
}
