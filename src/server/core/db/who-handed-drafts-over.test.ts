import { expect, test } from 'vitest'
import { databaseBefore } from '#tests/support/database.ts'
import { migrateDatabase } from './migrate.ts'

test('names of editors who handed drafts over become references, where there is one of that name', async () => {
  const pool = await databaseBefore('0104-who-handed-drafts-over.sql')
  await pool.query(`
    INSERT INTO users (id, name, email)
    SELECT id, name, id || '@example.com'
    FROM (VALUES ('ada', 'Ada'), ('bo', 'Bo'), ('other', 'Bo')) AS person(id, name);
    INSERT INTO drafts (user_id, photo, photo_sha256, width, height, color, content, handed_by)
    SELECT 'ada', photo, photo::bytea, 30, 40, '#111111', '{}', name
    FROM (VALUES ('1', 'Ada'), ('2', 'Bo'), ('3', 'Gone'), ('4', NULL)) AS draft(photo, name)`)
  await migrateDatabase(pool)
  const read = async () =>
    (await pool.query('SELECT photo, handed_by, handed_from FROM drafts ORDER BY photo')).rows
  const none = { handed_by: null, handed_from: null }
  expect(await read()).toEqual([
    { photo: '1', handed_by: null, handed_from: 'ada' },
    { photo: '2', ...none },
    { photo: '3', ...none },
    { photo: '4', ...none },
  ])
})
