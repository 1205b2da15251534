import { exportBrowserModels } from '#server/vision/browser-models/model-files.ts'
import { MODEL_DIR } from '#server/vision/node-engine.ts'
import { BROWSER_FILES, FIRST_FILES } from '#shared/vision/model-downloads.ts'

/** Writes the files that browsers download to scan photos. Every build runs it. */
const { files } = await exportBrowserModels(MODEL_DIR)
const sumMegabytes = (names: readonly (keyof typeof files)[]) => {
  const parts = names.flatMap((name) => files[name])
  return (parts.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / 1e6).toFixed(1)
}
console.log(
  `Models for browsers: ${sumMegabytes(BROWSER_FILES)} MB, ${sumMegabytes(FIRST_FILES)} MB before the first boxes`,
)
