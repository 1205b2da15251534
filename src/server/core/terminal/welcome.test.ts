import { describe, expect, test } from 'vitest'
import { type Welcome, welcomeText } from './welcome.ts'

const plain = { bold: (text: string) => text, dim: (text: string) => text }
const demo: Welcome = {
  origin: 'http://127.0.0.1:3000',
  env: {
    DATA_DIR: '/home/ada/wearabouts/data',
    DATABASE_URL: undefined,
    STORAGE_URL: undefined,
    DEMO_CATALOG: true,
  },
  ways: {
    providers: [
      { label: 'Google', isLocal: true },
      { label: 'Facebook', isLocal: true },
    ],
    email: 'local',
  },
  setupLink: 'http://127.0.0.1:3000/setup#secret',
}
const text = (changes: Partial<Welcome> = {}) => welcomeText({ ...demo, ...changes }, plain)

describe('what `npm start` prints in a terminal', () => {
  test('is the address, how to sign in, the set-up link, where data lives and what to try', () => {
    expect(text()).toBe(`
  Wearabouts is running

  Open        http://127.0.0.1:3000
  Sign in     Choose Google or Facebook, then any demo person. No password
              Emails to sign in appear on http://127.0.0.1:3000/local-mail
  Administer  Open this link within a day and sign in:
              http://127.0.0.1:3000/setup#secret
  Data        /home/ada/wearabouts/data
  Try         Browse looks      http://127.0.0.1:3000/celebrity-search-result?celebrities=feed
              Search products   http://127.0.0.1:3000/search-result?q=red+dress
              Scan a photo      http://127.0.0.1:3000/find
  Stop        Ctrl+C

`)
  })

  test('names the real ways to sign in, and no password of the database', () => {
    const said = text({
      origin: 'https://wear.example',
      env: {
        DATA_DIR: '/srv/data',
        DATABASE_URL: 'postgres://wear:hunter2@db.example:5432/wear',
        STORAGE_URL: 's3://pictures/wear',
        DEMO_CATALOG: false,
      },
      ways: { providers: [{ label: 'Our company', isLocal: false }], email: 'smtp' },
      setupLink: null,
    })
    expect(said).toContain('Sign in     With Our company or a link by email\n')
    expect(said).toContain(
      'Data        PostgreSQL db.example/wear\n              s3://pictures/wear\n',
    )
    expect(said).toContain('npm run shops -- add NAME URL')
    expect(said).not.toMatch(/hunter2|Administer|demo person/)
  })

  test('says that nobody can sign in', () => {
    expect(text({ ways: { providers: [], email: 'off' } })).toContain('Sign in     Not possible')
  })
})
