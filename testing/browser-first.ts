import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the tests through the browser and whole processes before all others: they take longest, however short their
 * files are, and one that begins last keeps the other workers waiting.
 */
export class BrowserFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => moduleId.includes('/e2e/')
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}
