import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { streetPhoto } from './demo-photos.ts'

/** Waits for the service worker, which takes what other apps share. */
export const prepareSharing = async (page: Page) => {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
}

/** Posts a photo as another app on the phone does. */
export const sharePhoto = async (page: Page) => {
  const bytes = [...(await readFile(await streetPhoto(7)))]
  await page.evaluate((data) => {
    const form = document.createElement('form')
    form.method = 'POST'
    form.enctype = 'multipart/form-data'
    form.action = '/share-photo'
    const input = document.createElement('input')
    input.type = 'file'
    input.name = 'photo'
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(data)], 'shared.jpg', { type: 'image/jpeg' }))
    input.files = transfer.files
    form.append(input)
    document.body.append(form)
    form.submit()
  }, bytes)
}
