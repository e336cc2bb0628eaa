import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { problem } from '../http/problems.ts'
import { LineProcess } from '../line-process.ts'
import type { PictureJob } from './draw-process.ts'

/** For a picture, with the start of the process where it is the first. */
const drawingMs = 20_000
/** How long the process waits for another picture. */
const idleMs = 30_000

const script = fileURLToPath(new URL('draw-process.ts', import.meta.url))

/**
 * The process that draws share pictures: a picture takes some 300 ms of work. What it draws is a PNG image in base64,
 * null where it could not.
 */
export class PictureProcess {
  readonly #process: LineProcess<PictureJob, string | null>

  constructor(log: Logger) {
    this.#process = new LineProcess({
      args: [script],
      silentMs: drawingMs,
      idleMs,
      log,
      says: {
        complains: 'a share picture was not drawn',
        ended: 'the process that draws share pictures ended',
      },
    })
  }

  /** A PNG image. Throws `unavailable` where it is not drawn, or the process ends before it is. */
  async draw(job: PictureJob): Promise<Buffer> {
    const image = await this.#process.ask(job).catch((cause: unknown) => {
      throw problem('unavailable', { internal: (cause as Error).message, cause })
    })
    if (image === null) throw problem('unavailable', { internal: 'A share picture was not drawn' })
    return Buffer.from(image, 'base64')
  }

  /** Ends the process. What is being drawn is given up. */
  close(): void {
    this.#process.close()
  }
}
