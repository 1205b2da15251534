export const IMPORT_TEXT = {
  list: 'Imports',
  notLoaded: 'Couldn’t load imports',
  empty: 'No imports yet',
  chooseAgain: 'Choose the file again.',
  importing: 'Importing the file',
  form: 'Import a catalogue',
  file: 'CSV file',
  replaces: 'Also delete every product that is not in the file',
  submit: 'Import',
  importOf: (name: string) => `Import of ${name}`,
  states: {
    uploading: 'Upload not finished',
    done: 'Imported',
    refused: 'Refused; nothing changed',
    failed: 'Failed; nothing changed',
  },
  runningStep: (step: string, rows: string) => `Running: ${step}, ${rows} rows`,
  counts: (rows: string, added: string, changed: string, removed: string) =>
    `${rows} rows: ${added} added, ${changed} changed, ${removed} removed`,
} as const

export const UPLOAD_TEXT = {
  sent: (percent: number) => `${percent}% sent`,
} as const
