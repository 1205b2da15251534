/** Why a picture is refused. */

export const PICTURE_SERVICE_TEXT = {
  notLoaded: 'The picture could not be loaded',
  removed: 'This picture was removed after a notice and cannot be used here.',
  quotaUsed: (megabytes: number) =>
    `Your pictures take up all of your ${megabytes} MB. Delete products or scans that you no longer need, then try again.`,
  noneAtAddress: 'There is no usable picture at that address.',
} as const
