/** PGDATA, PGPORT and similar variables must not affect our PostgreSQL, and it must not see secrets. */
export const postgresEnvironment = (): NodeJS.ProcessEnv => {
  const passed = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SYSTEMROOT', 'TZ']
  return {
    ...Object.fromEntries(passed.map((name) => [name, process.env[name]])),
    LC_ALL: 'C',
  }
}
