import { readFile, writeFile } from 'node:fs/promises'
import { createVisionEngine, detectObjects, MODEL_DIR } from '#server/vision/node-engine.ts'
import { openPicture } from '#server/vision/sharp-picture.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { runCommandLine, UsageError } from './command-line.ts'
import { drawBoxes } from './draw-boxes.ts'

const USAGE = `Usage:
  npm run vision -- scan PHOTO [OUT.png]

Lists what is worn in a photo, and writes the photo with the boxes drawn to OUT.png.
  --models DIR  uses other models than the project's`

const scanPhoto = async (engine: VisionEngine, file: string, out: string | undefined) => {
  const bytes = await readFile(file)
  const started = performance.now()
  const picture = await openPicture(bytes)
  const { detections } = await detectObjects(engine, picture)
  const ms = Math.round(performance.now() - started)
  console.log(`${picture.size.width} x ${picture.size.height}, ${detections.length} in ${ms} ms`)
  console.table(
    detections.map(({ label, kind, category, confidence, pixelBox, colors, primaryQuery }) => ({
      label,
      kind,
      category,
      confidence: Number(confidence.toFixed(3)),
      box: [pixelBox.x, pixelBox.y, pixelBox.width, pixelBox.height].map(Math.round).join(' '),
      colours: colors.map(({ name, share }) => `${name} ${Math.round(share * 100)}%`).join(', '),
      search: primaryQuery,
    })),
  )
  if (out === undefined) return
  await writeFile(out, await drawBoxes(bytes, picture.size, detections))
  console.log(`Wrote ${out}`)
}

await runCommandLine(
  USAGE,
  { models: { type: 'string', default: MODEL_DIR } },
  async ({ positionals: [, photo, out], values }) => {
    if (!photo) throw new UsageError('scan what?')
    const engine = await createVisionEngine({ modelDir: values.models })
    try {
      await scanPhoto(engine, photo, out)
    } finally {
      await engine.close()
    }
  },
)
