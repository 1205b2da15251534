export const SITE_TAB_TEXT = {
  notLoaded: 'Couldn’t load the settings',
} as const
