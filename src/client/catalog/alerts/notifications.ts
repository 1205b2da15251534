import { NOTIFICATION_TEXT } from './alert-form-messages.ts'

import type { CallOptions } from '#client/lib/api.ts'
import { ApiError } from '#client/lib/api.ts'
import { browserStorage } from '#client/lib/browser-storage.ts'

type Device = CallOptions<'POST /api/alert-devices'>['body']

export const canShowNotifications = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const findCurrentDevice = async () => {
  if (!canShowNotifications()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Registers this browser with `register`. The browser asks for the permission; if it was refused before,
 * only its settings can change that.
 */
export const registerDevice = async <Reply>(
  pushKey: string,
  register: (device: Device) => Promise<Reply>,
): Promise<Reply> => {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(NOTIFICATION_TEXT.refused)
  const registration = await navigator.serviceWorker.ready
  const device = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  })
  const { endpoint, keys } = device.toJSON()
  try {
    return await register({
      endpoint: endpoint ?? '',
      publicKey: keys?.['p256dh'] ?? '',
      authSecret: keys?.['auth'] ?? '',
    })
  } catch (error) {
    // The next attempt gets a new endpoint, which no other account has registered.
    if (error instanceof ApiError && error.status === 409) await device.unsubscribe()
    throw error
  }
}

const TOKEN_KEY = 'wearabouts.alerts-token'

/** With this, a browser without an account lists and deletes its alerts. */
export const alertsToken = {
  read: () => browserStorage.read(TOKEN_KEY),
  write: (token: string) => browserStorage.write(TOKEN_KEY, token),
  forget: () => browserStorage.remove(TOKEN_KEY),
}
