/** Why an archive cannot be read. */

export const ZIP_TEXT = {
  noZip: 'This is not a ZIP file.',
  damaged: 'This ZIP file is damaged.',
  tooManyFiles: 'This ZIP file has too many files.',
  unknownPacking: 'The file is packed in an unknown way.',
  largerThanStated: 'The file is larger than it says.',
} as const
