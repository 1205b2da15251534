export const LOGIN_OVERLAY_TEXT = {
  moreWays: 'More ways to sign in',
  signIn: 'Sign in',
  sessionEnded: 'Your session has ended.',
  reasons: {
    saving:
      'Saved products are available on all your devices. You do not need an account to browse.',
    saved: 'Whatever you save with a heart is kept here, on all your devices.',
    ended: 'Sign in again to save anything. Until then, this page stays as it is.',
  },
} as const
